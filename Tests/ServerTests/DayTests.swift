import Foundation
import Harness
import Testing

extension ServerTests {
  /// Going to a day on a new device: the server has more of it.
  @Suite struct DayTests {
    private static let count = 200

    private func text(_ number: Int) -> String { "number \(1_000 + number) here" }

    @Test func `P7 a day is fetched from Prosody's archive, and the gap behind it closes`() throws {
      let server = try RealServer()
      defer { server.close() }
      let invitation = try server.invite("ana")
      let bo = try server.peer("bo")
      // Else the newest of the archive are all receipts.
      try server.home.write("receipts = false\n", to: "config/config.toml")
      let old = try server.home.open("--account", "ana")
      try old.wait(for: "● online", bound: 20)
      for number in 1...Self.count { bo.send(text(number), to: "ana@localhost", id: "n-\(number)") }
      try old.waitUntil("all of them", bound: 30) { _ in
        try stored(server.home).count == Self.count
      }

      let home = try server.device(invitation)
      let new = try home.open()
      try new.wait(for: "● online", bound: 20)
      try new.wait(for: "● bo", bound: 20)
      try new.choose("bo")
      try new.wait(for: "Write to bo")
      // At its end, or at the first unread where they were there before it was opened.
      try new.waitUntil("messages of bo", bound: 20) { $0.contains("number 1") }
      #expect(try stored(home).count < Self.count)
      new.type("/date today")
      new.press(.enter)
      try new.wait(for: text(1), bound: 20)
      var isDown = true
      try new.waitUntil("the gap to close", bound: 30) { session in
        if session.contains(text(Self.count)) { isDown = false }
        if session.contains(text(1)) { isDown = true }
        session.press(isDown ? .pageDown : .pageUp)
        return try stored(home).count == Self.count
      }
      let all = try stored(home)
      #expect(all == (1...Self.count).map(text))
    }

    /// In their order.
    private func stored(_ home: PsstHome) throws -> [String] {
      let lines = try home.run("export", "bo", "--account", "ana@localhost").outputText
        .split(separator: "\n")
      return lines.compactMap { line in
        line.firstRange(of: "number ").map { String(line[$0.lowerBound...].prefix(16)) }
      }
    }
  }
}

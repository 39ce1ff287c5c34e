import Foundation
import Harness
import Testing

extension ServerTests {
  /// Much that came while nobody was there, and what is told of it.
  @Suite struct UnreadTests {
    private static let count = 300

    @Test func `D2 of three hundred unread those are told as read that were on the screen`() throws
    {
      let server = try RealServer()
      defer { server.close() }
      let bo = try server.peer("bo")
      let before = try server.home.open("--account", "ana")
      try before.wait(for: "● bo", bound: 20)
      try before.choose("bo")
      try before.wait(for: "Write to bo")
      before.press(.control("c"), .control("c"))
      try before.waitForEnd()
      for number in 1...Self.count {
        bo.send("number \(number)", to: "ana@localhost", id: "n-\(number)")
      }
      let ana = try server.home.open("--account", "ana")
      try ana.waitUntil("what came", bound: 30) { $0.contains("bo         \(Self.count)") }
      try ana.choose("bo")
      try ana.wait(for: "── \(Self.count) unread ──", bound: 30)
      try ana.wait(for: "number 17")
      ana.press(.left)
      func newest() -> Int {
        let ids = bo.events.filter { $0.event == "marker" }.compactMap(\.id)
        return ids.compactMap { Int($0.dropFirst(2)) }.max() ?? 0
      }
      try bo.waitUntil("a marker", bound: 20) { _ in newest() > 0 }
      let seen = newest()
      #expect(seen <= 24 && ana.contains("number \(seen)"))

      ana.press(.pageDown)
      try bo.waitUntil("another marker", bound: 20) { _ in newest() > seen }
      #expect(newest() <= 48)
      let passed = newest()
      ana.type("\u{1B}[1;3F")
      try ana.wait(for: "messages as read?")
      try ana.wait(for: "number \(Self.count)")
      #expect(newest() == passed)
      ana.press(.enter)
      try bo.waitUntil("the last marker", bound: 20) { _ in newest() == Self.count }
    }
  }
}

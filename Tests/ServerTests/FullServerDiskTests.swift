import Foundation
import Harness
import Testing

extension ServerTrials {
  /// The private server's disk is full: a real one, of three megabytes.
  @Suite(.enabled(if: SmallDisk.isPermitted)) struct FullServerDiskTests {
    private let disk: SmallDisk
    private let home: PsstHome

    init() throws {
      disk = try SmallDisk()
      home = try PsstHome(at: disk.place)
      try disk.mount(at: home.path + "/data/server/data", megabytes: 3)
    }

    /// Longer than what is left in the pages that the database has already.
    private static let texts = (0..<10).map {
      "line-\($0) " + String(repeating: "x", count: 8_000)
    }

    private func begun(_ word: String) -> String { "] \(word) xxx" }

    @Test(arguments: [true, false])
    func `O9 O10 what the server cannot store is refused, kept, and arrives once when it can`(
      isAway: Bool
    ) throws {
      defer { home.close() }
      let invitation = try JSONDecoder().decode(
        Peer.Invitation.self, from: Data(try home.run("invite", "cy", "--json").output))
      let there = isAway ? nil : try Peer(invitation, at: disk.place)
      let ana = try home.start("--account", "ana")
      try ana.waitUntil("a connection") { $0.outputText.contains("online") }
      try disk.fill()
      ana.write("/to cy\n" + Self.texts.map { $0 + "\n" }.joined())
      let words = (0..<10).map { "line-\($0)" }
      // Some may find room in the log that was there; behind the first that does not, the others wait.
      try ana.waitUntil("a try") { ana in
        ana.has(begun(words[0]), "sent") || ana.has(begun(words[0]), "sending")
      }
      let log = URL(filePath: home.path + "/data/server/prosody.log")
      try ana.waitUntil("a refusal", bound: 30) { _ in
        try String(contentsOf: log, encoding: .utf8).contains("could not be stored")
      }
      #expect(!ana.has(begun("line-9"), "sent"), "\(ana.outputText)")
      try disk.makeRoom()
      try ana.waitUntil("all to be sent", bound: 60) { ana in
        if !ana.hasGone(begun("line-9")) { ana.write("/send\n") }
        return words.allSatisfy { ana.hasGone(begun($0)) }
      }
      let cy = try there ?? Peer(invitation, at: disk.place)
      let stored = try cy.archive().map { String($0.body.prefix(6)) }
      #expect(stored.sorted() == words)
      let live = there?.received.compactMap { $0.body.map { String($0.prefix(6)) } }
      #expect(live == nil || live?.sorted() == words)
      ana.endInput()
      #expect(try ana.waitForEnd() == 0)
    }
  }
}

extension ChildProcess {
  /// Whether the message that begins so has arrived; the other's word may come before the server's.
  fileprivate func hasGone(_ text: String) -> Bool { has(text, "sent") || has(text, "delivered") }

  /// Whether it has said this status of the message that begins so.
  fileprivate func has(_ text: String, _ status: String) -> Bool {
    outputText.split(separator: "\n").contains { $0.contains(text) && $0.hasSuffix(": \(status)") }
  }
}

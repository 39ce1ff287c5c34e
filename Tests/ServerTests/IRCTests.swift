import Harness
import Testing

extension ServerTests {
  /// A channel of IRC through biboumi, which cuts what has several lines, or is long, and knows no receipts.
  @Suite(.enabled(if: IRCWorld.isInstalled, "biboumi and ngircd are not both installed"))
  struct IRCTests {
    /// More than a line of IRC takes (RFC 2812 §2.3).
    private static let long = String(repeating: "long ", count: 200) + "end"

    @Test func `G2 G8 O9 T1 in a channel of IRC each has what the other says, once`() throws {
      let world = try IRCWorld()
      defer { world.close() }
      let zoe = try world.stranger("zoe")
      let ana = try world.person("ana")
      ana.say(["/join \(IRCWorld.room)"])
      try ana.waits(for: "in #team as ana")
      ana.talk(to: IRCWorld.room)
      ana.say(["ok", "ok", Self.long])
      try hears(zoe, "long end")
      try ana.finish()
      #expect(
        try ana.home.run("--account", ana.account, "send", IRCWorld.room, "one\ntwo").exitCode == 0)
      try hears(zoe, "#team :two")
      try ana.restart()
      try ana.waits(for: "in #team as ana")
      zoe.write("ok\nok\n/NICK zola\n")
      try ana.waits(for: "zoe in #team: ok")
      try ana.waits(for: "zola")
      zoe.write("as zola\n")
      try ana.waits(for: "zola in #team: as zola")

      try ana.killHard()
      zoe.write("while dead\n")
      try ana.restart()
      try ana.waits(for: "zola in #team: while dead")
      try world.restartGateway()
      ana.say(["again"])
      try hears(zoe, "#team :again")
      try ana.finish()

      let mine = ["ok", "ok", Self.long, "one\ntwo"]
      let rows = try ana.rows(with: IRCWorld.room)
      #expect(rows.map(\.text) == mine + ["ok", "ok", "as zola", "while dead", "again"])
      #expect(rows.compactMap(\.status) == Array(repeating: "sent", count: mine.count + 1))
      let heard = zoe.outputText.matches(of: /PRIVMSG #team :(.*)\n/).map { String($0.1) }
      #expect(heard.count == 2 + 3 + 2 + 1, "\(heard)")
    }

    @Test func `G9 in a channel of IRC one says something to the other alone`() throws {
      let world = try IRCWorld()
      defer { world.close() }
      let zoe = try world.stranger("zoe")
      let ana = try world.person("ana")
      ana.say(["/join \(IRCWorld.room)"])
      try ana.waits(for: "in #team as ana")
      ana.talk(to: IRCWorld.room)
      ana.say(["/msg zoe to you"])
      try hears(zoe, "PRIVMSG zoe :to you")
      zoe.write("/PRIVMSG ana :to you too\n")
      try ana.waits(for: "to you too")
      try ana.finish()
      #expect(try ana.rows(with: IRCWorld.room).isEmpty)
      let rows = try ana.rows(with: IRCWorld.room + "/zoe")
      #expect(rows.map(\.text) == ["to you", "to you too"])
      #expect(!zoe.outputText.contains("PRIVMSG #team"))
    }

    private func hears(_ stranger: ChildProcess, _ text: String) throws {
      try stranger.waitUntil(text, bound: 30) { $0.outputText.contains(text) }
    }
  }
}

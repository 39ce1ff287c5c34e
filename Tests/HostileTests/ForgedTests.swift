import Model
import Storage
import Store
import Testing

extension HostileTests {
  /// What others say in somebody's name changes nothing of what is stored, shown or told: through the whole program,
  /// where the session's own tests look at each stanza alone.
  @MainActor @Suite struct ForgedTests {
    private nonisolated static func carbon(from: String, _ direction: String, inner: String)
      -> String
    {
      "<message\(from)><\(direction) xmlns='urn:xmpp:carbons:2'><forwarded"
        + " xmlns='urn:xmpp:forward:0'><message xmlns='jabber:client' type='chat' id='x' \(inner)>"
        + "<body>forged</body></message></forwarded></\(direction)></message>"
    }

    private nonisolated static func push(_ item: String, from: String) -> String {
      "<iq type='set' id='p' from='\(from)'><query xmlns='jabber:iq:roster'>\(item)</query></iq>"
    }

    private nonisolated static func result(_ query: String, from: String) -> String {
      "<message from='\(from)'><result xmlns='urn:xmpp:mam:2' queryid='\(query)' id='a9'><forwarded"
        + " xmlns='urn:xmpp:forward:0'><message xmlns='jabber:client' from='bo@psst.test/x' id='y'>"
        + "<body>forged</body></message></forwarded></result></message>"
    }

    private nonisolated static func refusal(from: String, id: String) -> String {
      "<message type='error' from='\(from)' id='\(id)'><error type='cancel'>"
        + "<forbidden xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></message>"
    }

    private nonisolated static let mine = "from='ana@psst.test/pc' to='bo@psst.test'"
    private nonisolated static let theirs = "from='bo@psst.test/x' to='ana@psst.test'"
    private nonisolated static let remove = "<item jid='bo@psst.test' subscription='remove'/>"
    private nonisolated static let add = "<item jid='eve@evil.test' name='Bo' subscription='both'/>"

    /// Each in the hand of who may not say it. `o1` is a message of mine to Bo that the server has.
    nonisolated static let attacks: [String] =
      [
        carbon(from: " from='eve@evil.test'", "sent", inner: mine),
        carbon(from: " from='bo@psst.test'", "received", inner: theirs),
        carbon(from: " from='ana@psst.test/pc'", "sent", inner: mine),
        carbon(from: " from='psst.test'", "received", inner: theirs),
        carbon(from: "", "sent", inner: mine),
        carbon(from: " from='ana@psst.test'", "sent", inner: theirs),
        carbon(from: " from='ana@psst.test.evil.test'", "received", inner: theirs),
        push(remove, from: "eve@evil.test"), push(add, from: "bo@psst.test"),
        push(add, from: "ana@psst.test/pc"), push(add, from: "psst.test"),
        result("1", from: "bo@psst.test"), result("", from: "ana@psst.test"),
        result("f", from: "psst.test"),
        "<message from='eve@evil.test/x'><received xmlns='urn:xmpp:receipts' id='o1'/></message>",
        "<message from='psst.test'><received xmlns='urn:xmpp:receipts' id='o1'/></message>",
        "<message from='eve@evil.test/x'><displayed xmlns='urn:xmpp:chat-markers:0' id='o1'/></message>",
        "<message type='groupchat' from='bo@psst.test/x'><body>forged</body>"
          + "<received xmlns='urn:xmpp:receipts' id='o1'/></message>",
        "<message type='groupchat' from='bo@psst.test/x'>"
          + "<displayed xmlns='urn:xmpp:chat-markers:0' id='o1'/></message>",
        "<message type='groupchat' from='ana@psst.test/pc' to='ana@psst.test'>"
          + "<refused xmlns='urn:psst:refusal:0' with='bo@psst.test' id='o1'>eve</refused></message>",
        refusal(from: "eve@evil.test", id: "o1"), refusal(from: "evil.test", id: "o1"),
        refusal(from: "bo@evil.test", id: "o1"),
        "<presence from='eve@evil.test/x'/>", "<presence from='psst.test'/>", "<presence/>",
        "<presence from='@@' type='available'/>", "<presence from='bo@psst.test/x' type='error'/>",
        "<message from='eve@evil.test' to='bo@psst.test'><body>not for me</body></message>",
        "<message from='eve@evil.test'><event xmlns='http://jabber.org/protocol/pubsub#event'>"
          + "<items node='urn:xmpp:mds:displayed:0'><item id='bo@psst.test'><displayed"
          + " xmlns='urn:xmpp:mds:displayed:0'><stanza-id xmlns='urn:xmpp:sid:0' by='ana@psst.test'"
          + " id='a1'/></displayed></item></items></event></message>",
        "<iq type='result' id='1' from='eve@evil.test'><query xmlns='jabber:iq:roster'/></iq>",
        "<iq type='result' id='1'/>", "<iq type='error' id='1'/>",
        "<a xmlns='urn:xmpp:sm:3' h='x'/>", "<enabled xmlns='urn:xmpp:sm:3' id='other'/>",
        "<resumed xmlns='urn:xmpp:sm:3' previd='stream' h='0'/>",
        "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>",
        "<features xmlns='http://etherx.jabber.org/streams'/>", "<unknown xmlns='of:nobody'/>",
      ]

    /// A message of mine that the server has, and one from Bo that is not read.
    private func prepared() throws -> Victim {
      let victim = try Victim.online()
      victim.send("mine", "o1")
      victim.pass(100)
      victim.say(
        "<message from='bo@psst.test/x' type='chat' id='b1'><body>theirs</body>"
          + "<stanza-id xmlns='urn:xmpp:sid:0' by='ana@psst.test' id='a1'/></message>")
      victim.say("<a xmlns='urn:xmpp:sm:3' h='\(victim.server.handled)'/>")
      return victim
    }

    @Test(arguments: attacks)
    func `Z1 what is said in somebody else's name changes nothing`(xml: String) throws {
      let victim = try prepared()
      #expect(try victim.database.messages.mine(OriginID("o1"))?.status == .sent)
      let before = try victim.state()
      victim.say(xml)
      victim.pass(3_000)
      #expect(try victim.state() == before)
      #expect(!victim.shows("forged") && !victim.shows("eve"))
      // The right one still counts, where the stream goes on.
      guard victim.isConnected, victim.connections == 1 else { return }
      victim.say(
        "<message from='bo@psst.test/x'><received xmlns='urn:xmpp:receipts' id='o1'/></message>")
      #expect(try victim.database.messages.mine(OriginID("o1"))?.status == .delivered)
    }

    @Test(arguments: ["1000", "4294967295", "-1", "99999999999999999999", ""])
    func `Z1 an acknowledgement of what was never sent confirms nothing`(h: String) throws {
      let victim = try Victim.online()
      victim.server.acknowledges = false
      victim.send("mine", "o1")
      victim.say("<a xmlns='urn:xmpp:sm:3' h='\(h)'/>")
      let message = try #require(try victim.database.messages.mine(OriginID("o1")))
      #expect(message.status == .queued || message.status == .sending)
      #expect(try victim.database.outbox.counts().waiting == 1)
    }

    /// `<resume/>` answered with a lie, with two messages under way.
    nonisolated static let resumptions: [String] = [
      "<resumed xmlns='urn:xmpp:sm:3' previd='stream' h='4000'/>",
      "<resumed xmlns='urn:xmpp:sm:3' previd='other' h='0'/>",
      "<resumed xmlns='urn:xmpp:sm:3' previd='stream'/>",
      "<resumed xmlns='urn:xmpp:sm:3' previd='stream' h='-1'/>",
      "<failed xmlns='urn:xmpp:sm:3' h='4000'/>", "<enabled xmlns='urn:xmpp:sm:3'/>",
      "<iq type='result' id='1'/>", "</stream:stream>",
    ]

    @Test(arguments: resumptions)
    func `Z1 O9 a server that lies about the old stream confirms nothing`(lie: String) throws {
      let victim = try Victim.online()
      victim.server.acknowledges = false
      victim.send("one", "o1")
      victim.send("two", "o2")
      victim.server.resumption = { _ in lie }
      victim.cut()
      victim.pass(400)
      for id in ["o1", "o2"] {
        let status = try victim.database.messages.mine(OriginID(id))?.status
        #expect(status == .queued || status == .sending, "\(id)")
      }
      // An honest one gets both, in order, and at the least once.
      victim.server.resumption = nil
      victim.server.acknowledges = true
      victim.pass(300_000)
      #expect(try victim.database.outbox.counts().waiting == 0)
      let ids = victim.server.messages.map(\.id)
      #expect(ids.lastIndex(of: "o1")! < ids.lastIndex(of: "o2")!)
    }
  }
}

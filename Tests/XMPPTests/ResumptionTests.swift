import Model
import Testing
import XMLStream

@testable import XMPP

@Suite struct ResumptionTests {
  private let bo = JID("bo@example.net")!
  private static let stream = "xmlns='urn:xmpp:sm:3'"

  /// Signed in on a stream that can be resumed: one stanza (about copies) sent and answered.
  private func ready() -> Rig {
    var rig = Rig()
    rig.signIn(answer: "<enabled \(Self.stream) id='s1' resume='true' max='300'/>")
    rig.receive("<iq type='result' id='\(rig.lastID)'/>")
    rig.handle(.committed)
    return rig
  }

  private func send(_ id: String, _ rig: inout Rig) {
    rig.command(.send(to: bo, originID: OriginID(id), text: "x"))
  }

  private func old(
    handled: UInt32 = 7, acknowledged: UInt32 = 1, _ stanzas: StreamState.Stanza...
  ) -> StreamState {
    StreamState(
      id: "s1", jid: Rig.own, handled: handled, acknowledged: acknowledged, settled: 1,
      unacknowledged: stanzas)
  }

  private func message(_ id: String) -> StreamState.Stanza { .message(OriginID(id), to: bo) }

  // MARK: The state

  @Test func `O9 what must survive of a stream is all in one value`() throws {
    var rig = ready()
    rig.receive("<a \(Self.stream) h='1'/>")
    send("a", &rig)
    rig.command(.tell(to: bo, .receipt(id: "r")))
    rig.command(.tell(to: bo, .chatState(.composing)))
    rig.command(.presence(to: nil, .away))
    rig.receive("<message from='bo@example.net'><body>x</body></message>")
    let state = try #require(rig.session.streamState)
    #expect(state.id == "s1" && state.jid == Rig.own)
    #expect(state.acknowledged == 1 && state.settled == 1)
    #expect(state.handled == 2, "as if all that was reported were stored")
    let kinds = state.unacknowledged.map { stanza in
      switch stanza {
      case .message(let id, _): id.value
      case .bound: "bound"
      case .passing: "passing"
      }
    }
    #expect(kinds == ["a", "passing", "passing", "bound"])
  }

  @Test func `C5 that copies are wanted is said again where the link broke over it`() throws {
    let unanswered = try #require(ready().session.streamState).unacknowledged
    #expect(
      unanswered.contains { stanza in
        if case .bound(let xml) = stanza { xml.contains("urn:xmpp:carbons:2") } else { false }
      })
  }

  @Test(arguments: [
    "<enabled xmlns='urn:xmpp:sm:3'/>", "<enabled xmlns='urn:xmpp:sm:3' id='x'/>",
    "<enabled xmlns='urn:xmpp:sm:3' id='' resume='true'/>",
    "<enabled xmlns='urn:xmpp:sm:3' id='x' resume='false'/>",
    "<failed xmlns='urn:xmpp:sm:3'/>",
  ])
  func `O9 a stream that cannot be resumed leaves nothing to keep`(answer: String) {
    var rig = Rig()
    rig.signIn(answer: answer)
    #expect(rig.session.streamState == nil)
  }

  @Test func `N2 a stream that was closed in order is not to be resumed`() {
    var rig = ready()
    rig.command(.close)
    #expect(rig.session.streamState == nil)
    #expect(rig.sent.suffix(2).first == "<presence type='unavailable'/>")
    #expect(rig.sent.last == "</stream:stream>")
  }

  @Test func `O9 a stream that was cut keeps its state, one that broke the rules does not`() {
    var cut = ready()
    cut.handle(.closed)
    #expect(cut.session.streamState != nil)
    var broken = ready()
    broken.receive("<a \(Self.stream) h='999'/>")
    #expect(broken.session.streamState == nil)
  }

  @Test func `O9 a refused message is confirmed by no later count`() throws {
    var rig = ready()
    send("a", &rig)
    rig.receive(
      "<message type='error' from='bo@example.net' id='a'><error type='cancel'>"
        + "<forbidden xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></message>")
    let state = try #require(rig.session.streamState)
    #expect(state.unacknowledged.last == .passing)
  }

  // MARK: Resumed

  @Test func `O9 the old stream is asked for instead of a resource`() {
    let rig = Rig.returning(with: old(handled: 7))
    #expect(rig.sent == ["<resume xmlns='urn:xmpp:sm:3' previd='s1' h='7'/>"].map(sorted))
  }

  /// The serializer writes attributes in an order of its own.
  private func sorted(_ xml: String) -> String { stanza(xml).serialized() }

  /// By the server's count: what is confirmed, and what this side sends again by itself.
  static let counts: [(h: UInt32, confirmed: [String], again: Int)] = [
    (1, [], 2), (2, ["a"], 2), (3, ["a"], 1), (4, ["a"], 1), (5, ["a"], 0), (6, ["a", "b"], 0),
  ]

  @Test(arguments: counts)
  func `O9 resumed, what the server counted is sent, the rest is not`(
    h: UInt32, confirmed: [String], again: Int
  ) throws {
    var rig = Rig.returning(
      with: old(message("a"), .bound("<iq/>"), .passing, .bound("<presence/>"), message("b"))
    )
    let outputs = rig.receive("<resumed \(Self.stream) previd='s1' h='\(h)'/>")
    let ready = SessionEvent.ready(
      Ready(jid: Rig.own, isResumed: true, hasAcknowledgements: true))
    let acknowledged = SessionEvent.acknowledged(confirmed.map { OriginID($0) })
    #expect(outputs.events == (confirmed.isEmpty ? [ready] : [acknowledged, ready]))
    #expect(outputs.sentTexts == ["<iq/>", "<presence/>"].suffix(again))
    let state = try #require(rig.session.streamState)
    #expect(state.acknowledged == h && state.settled == 6 && state.handled == 7)
    #expect(state.unacknowledged.count == again)
    #expect(rig.session.nextDeadline == nil)
  }

  @Test(arguments: [0, 7, UInt32.max])
  func `O9 resumed with a count beyond what was sent is an error, never a confirmation`(h: UInt32) {
    var rig = Rig.returning(
      with: old(message("a"), .passing, .passing, .passing, message("b")))
    let events = rig.receive("<resumed \(Self.stream) previd='s1' h='\(h)'/>").events
    guard case .ended(.protocolError)? = events.first, events.count == 1 else {
      Issue.record("\(events)")
      return
    }
    #expect(rig.session.streamState == nil)
  }

  @Test(arguments: ["previd='s1'", "previd='s2' h='1'", "h='1'", "previd='s1' h='-1'"])
  func `O9 another stream than ours is not gone on with`(attributes: String) {
    var rig = Rig.returning(with: old())
    rig.receive("<resumed \(Self.stream) \(attributes)/>")
    guard case .protocolError? = rig.end else {
      Issue.record("\(String(describing: rig.end))")
      return
    }
  }

  @Test func `O9 counts go on over a resumption, and after 4294967295 from 0`() throws {
    var rig = Rig.returning(
      with: old(handled: .max, acknowledged: .max - 1, message("a"), message("b"), message("c")))
    let outputs = rig.receive("<resumed \(Self.stream) previd='s1' h='0'/>")
    #expect(outputs.events.first == .acknowledged(["a", "b"].map { OriginID($0) }))
    send("c", &rig)
    send("d", &rig)
    #expect(
      rig.receive("<a \(Self.stream) h='2'/>").events
        == [.acknowledged(["c", "d"].map { OriginID($0) })])
    rig.receive("<message from='bo@example.net'><body>x</body></message>")
    rig.handle(.committed)
    #expect(try #require(rig.session.streamState).handled == 0)
    #expect(
      rig.receive("<r \(Self.stream)/>").sentTexts.first == sorted("<a \(Self.stream) h='0'/>"))
  }

  @Test func `O9 what the server sends again after resumption comes in order`() {
    var rig = Rig.returning(with: old())
    let again = "<message from='bo@example.net' id='1'><body>x</body></message>"
    let events = rig.receive("<resumed \(Self.stream) previd='s1' h='1'/>\(again)").events
    guard case .ready? = events.first, case .message(let message)? = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(message.text == "x")
  }

  // MARK: Refused

  private static let failed =
    "<failed xmlns='urn:xmpp:sm:3'%><item-not-found"
    + " xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></failed>"

  /// What a refusal counts, and what that confirms.
  static let refusals: [(attribute: String, confirmed: [String])] = [
    ("", []), (" h='1'", []), (" h='2'", ["a"]), (" h='3'", ["a"]), (" h='4'", ["a", "b"]),
    (" h='5'", []), (" h='0'", []), (" h='x'", []),
  ]

  @Test(arguments: refusals)
  func `O9 refused, the same resource is bound, and the count confirms what it can`(
    attribute: String, confirmed: [String]
  ) throws {
    var rig = Rig.returning(with: old(message("a"), .bound("<presence/>"), message("b")))
    let outputs = rig.receive(Self.failed.replacing("%", with: attribute))
    let acknowledged = outputs.events.filter { if case .acknowledged = $0 { true } else { false } }
    #expect(
      acknowledged == (confirmed.isEmpty ? [] : [.acknowledged(confirmed.map { OriginID($0) })]))
    #expect(outputs.sentTexts.last?.contains("<resource>phone</resource>") == true)
    rig.bind()
    let ready = rig.receive("<enabled \(Self.stream) id='s2' resume='true'/>")
    #expect(
      ready.events == [.ready(Ready(jid: Rig.own, isResumed: false, hasAcknowledgements: true))])
    #expect(ready.sentTexts.isEmpty, "nothing of the old stream")
    let state = try #require(rig.session.streamState)
    #expect(state.id == "s2" && state.handled == 0 && state.acknowledged == 0)
  }

  @Test func `O9 a server that does not manage streams any more gets a resource to bind`() {
    let rig = Rig.returning(
      with: old(message("a")),
      features:
        "<stream:features><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></stream:features>")
    #expect(rig.sent.last?.contains("<resource>phone</resource>") == true)
  }

  @Test func `Z1 the stream of another account is not asked for`() {
    let other = StreamState(id: "s1", jid: JID("eve@example.org/phone")!)
    let rig = Rig.returning(with: other)
    #expect(rig.sent.last?.contains("<resource>phone</resource>") == true)
  }

  @Test(arguments: ["<message/>", "<enabled xmlns='urn:xmpp:sm:3'/>", "<presence/>"])
  func `Z1 nothing else comes between the question for the stream and its answer`(xml: String) {
    var rig = Rig.returning(with: old())
    rig.receive(xml)
    guard case .protocolError? = rig.end else {
      Issue.record("\(String(describing: rig.end))")
      return
    }
  }
}

import Model
import Scram
import Testing

@testable import XMPP

@Suite struct NegotiationTests {
  private static let tls = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
  private static let proceed = "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"

  @Test(arguments: [
    ("SCRAM-SHA-256", nil), ("SCRAM-SHA-1", nil),
    ("SCRAM-SHA-256-PLUS", ChannelBinding.exporter([0, 1, 2])),
    ("SCRAM-SHA-1-PLUS", ChannelBinding.unique([0, 1, 2])),
    ("SCRAM-SHA-256", ChannelBinding.exporter([0, 1, 2])),
  ])
  func `Z3 a session signs in and binds`(mechanism: String, binding: ChannelBinding?) {
    var rig = Rig()
    // The server binds where it offers to.
    let isExporter = binding == .exporter([0, 1, 2]) && mechanism.hasSuffix("PLUS")
    rig.signIn(
      mechanism: mechanism, binding: binding, exporter: isExporter ? "AAEC" : nil,
      unique: binding == .unique([0, 1, 2]) ? "AAEC" : nil)
    let way = SignInMechanism(rawValue: mechanism)!
    #expect(rig.events.count == 3 && rig.events.first == .signedIn(way))
    #expect(
      rig.events.last == .ready(Ready(jid: Rig.own, isResumed: false, hasAcknowledgements: true)))
    guard case .made(let keys)? = rig.events.dropFirst().first else {
      Issue.record("\(rig.events)")
      return
    }
    #expect(keys.hash == way.keyHash && keys.iterations == 4_096)
    #expect(rig.session.nextDeadline != nil, "the answer about copies is waited for")
  }

  @Test func `Z3 another end of TLS than the server's is found out`() {
    var rig = Rig()
    rig.handle(.connected(isSecure: true, binding: .exporter([9, 9, 9])))
    rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256-PLUS"]))
    let server = ScramServer("SCRAM-SHA-256-PLUS", password: Rig.password, exporter: "AAEC")
    let challenge = server.step(rig.lastText)
    #expect(challenge != nil)
    rig.receive(Rig.sasl("challenge", challenge ?? ""))
    #expect(server.step(rig.lastText) == nil, "the server accepted somebody in the middle")
  }

  @Test func `without stream management it is ready at once and says so`() {
    var rig = Rig()
    rig.signIn(
      bound: "<stream:features><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></stream:features>")
    #expect(
      rig.events.last
        == .ready(Ready(jid: Rig.own, isResumed: false, hasAcknowledgements: false)))
    #expect(rig.command(.requestAcknowledgement).isEmpty)
  }

  @Test func `a server that fails to enable acknowledgements is used without`() {
    var rig = Rig()
    rig.signIn(answer: "<failed xmlns='urn:xmpp:sm:3'/>")
    #expect(
      rig.events.last
        == .ready(Ready(jid: Rig.own, isResumed: false, hasAcknowledgements: false)))
    rig.command(.presence(to: nil, .available))
    #expect(rig.receive("<r xmlns='urn:xmpp:sm:3'/>").isEmpty)
  }

  @Test func `Z3 STARTTLS goes before everything, and the stream begins anew under it`() {
    var rig = Rig()
    rig.handle(.connected(isSecure: false, binding: nil))
    #expect(!rig.sent[0].contains("ana"), "the address goes over the open line")
    #expect(rig.sent[0].hasSuffix(Self.tls), "nothing else will do, whatever is offered")
    rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-1"], also: Self.tls))
    #expect(rig.sent.count == 1)
    let outputs = rig.receive(Self.proceed)
    guard case .startTLS("example.org")? = outputs.last else {
      Issue.record("no handshake")
      return
    }
    rig.handle(.secured(.exporter([1])))
    #expect(rig.sent.last?.contains("from='ana@example.org'") == true)
    rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-1"]))
    #expect(rig.sent.last?.contains("mechanism='SCRAM-SHA-1'") == true)
  }

  /// What a server or somebody in the middle says without TLS, where TLS is required.
  static let unsafe: [[String]] = [
    [Rig.header + Rig.mechanisms(["SCRAM-SHA-256"])],
    [Rig.header + Rig.mechanisms(["PLAIN"])],
    [Rig.header + "<stream:features/>"],
    [
      Rig.header + Rig.mechanisms([], also: tls),
      "<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>",
    ],
    [Rig.header + Rig.mechanisms([], also: tls), proceed + "<stream:features/>"],
    [Rig.header + Rig.mechanisms([], also: tls), proceed + "<str"],
    [Rig.header + Rig.mechanisms([], also: tls), proceed, "<stream:features/>"],
  ]

  @Test(arguments: unsafe)
  func `Z3 a connection that is kept from TLS is not safe`(said: [String]) {
    var rig = Rig()
    rig.handle(.connected(isSecure: false, binding: nil))
    for xml in said { rig.receive(xml) }
    guard case .notSafe? = rig.end else {
      Issue.record("\(String(describing: rig.end))")
      return
    }
    #expect(!rig.sent.contains { $0.contains("<auth") })
  }

  /// As Prosody has it when it is stopped in that moment.
  @Test(arguments: [
    "</stream:stream>",
    "<stream:error><system-shutdown xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>",
    "<stream:error><system-shutdown xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>"
      + "</stream:stream>",
  ])
  func `O17 a server that ends while one signs in is tried again`(last: String) {
    var rig = Rig()
    rig.handle(.connected(isSecure: false, binding: nil))
    rig.receive(Rig.header + Rig.mechanisms([], also: Self.tls))
    rig.receive(Self.proceed + last)
    switch rig.end {
    case .closed?, .streamError(condition: "system-shutdown", text: nil)?: break
    default: Issue.record("\(String(describing: rig.end))")
    }
  }

  @Test func `Z3 PLAIN alone on an open line is refused, even on loopback`() {
    var rig = Rig(requiresTLS: false)
    rig.handle(.connected(isSecure: false, binding: nil))
    rig.receive(Rig.header + Rig.mechanisms(["PLAIN"]))
    guard case .notSafe? = rig.end else {
      Issue.record("\(String(describing: rig.end))")
      return
    }
    #expect(!rig.sent.contains { $0.contains("<auth") })
  }

  @Test func `Z3 success from a server that proved nothing is not safe`() {
    for success in [Rig.sasl("success", ""), Rig.sasl("success", "dj1BQUFB")] {
      var rig = Rig()
      rig.handle(.connected(isSecure: true, binding: nil))
      rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
      let server = ScramServer("SCRAM-SHA-256", password: Rig.password)
      rig.receive(Rig.sasl("challenge", server.step(rig.lastText) ?? ""))
      rig.receive(success)
      guard case .notSafe? = rig.end else {
        Issue.record("\(String(describing: rig.end))")
        continue
      }
    }
  }

  @Test func `a wrong password is told as such`() {
    var rig = Rig()
    rig.handle(.connected(isSecure: true, binding: nil))
    rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
    rig.receive(
      "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><not-authorized/></failure>")
    #expect(rig.end == .signInRefused(reason: "the name or the password is wrong"))
  }

  @Test func `a failure that passes is no refusal`() {
    var rig = Rig()
    rig.handle(.connected(isSecure: true, binding: nil))
    rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
    rig.receive(
      "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><temporary-auth-failure/></failure>")
    #expect(rig.end == .streamError(condition: "temporary-auth-failure", text: nil))
  }

  @Test func `signing in that takes too long ends`() {
    var rig = Rig()
    #expect(rig.session.nextDeadline == nil)
    rig.handle(.connected(isSecure: true, binding: nil))
    #expect(rig.session.nextDeadline == 21_000)
    rig.uptime = 20_999
    #expect(rig.handle(.tick).isEmpty)
    rig.uptime = 21_000
    #expect(rig.handle(.tick).events == [.ended(.closed)])
    guard case .close? = rig.outputs.last else {
      Issue.record("not closed")
      return
    }
    #expect(rig.session.nextDeadline == nil)
  }

  @Test func `Z1 another address than the account's is not bound`() {
    var rig = Rig()
    rig.handle(.connected(isSecure: true, binding: nil))
    rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
    let server = ScramServer("SCRAM-SHA-256", password: Rig.password)
    rig.receive(Rig.sasl("challenge", server.step(rig.lastText) ?? ""))
    rig.receive(Rig.sasl("success", server.step(rig.lastText) ?? ""))
    rig.receive(Rig.header + Rig.boundFeatures)
    rig.receive(
      "<iq type='result' id='\(rig.lastID)'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
        + "<jid>eve@example.org/phone</jid></bind></iq>")
    guard case .protocolError? = rig.end else {
      Issue.record("\(String(describing: rig.end))")
      return
    }
  }

  static let broken = [
    "<html>", "<stream:stream xmlns:stream='urn:x' version='1.0'>",
    "<stream:stream xmlns:stream='http://etherx.jabber.org/streams'>",
    Rig.header + "<message/>", Rig.header + "<!-- -->",
    Rig.header + "<stream:features>" + String(repeating: "<a/>", count: 300),
  ]

  @Test(arguments: broken)
  func `Z4 what is no XMPP ends with a stream error and one end`(xml: String) {
    var rig = Rig()
    rig.handle(.connected(isSecure: true, binding: nil))
    rig.receive(xml)
    guard case .protocolError? = rig.end else {
      Issue.record("\(String(describing: rig.end))")
      return
    }
    #expect(rig.sent.last?.hasPrefix("<stream:error>") == true)
    #expect(rig.handle(.closed).isEmpty && rig.receive("<a/>").isEmpty)
  }

  @Test func `a stream error says its condition`() {
    var rig = Rig.ready()
    rig.receive(
      "<stream:error><conflict xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"
        + "<text xmlns='urn:ietf:params:xml:ns:xmpp-streams'>Replaced</text></stream:error>")
    #expect(rig.end == .streamError(condition: "conflict", text: "Replaced"))
  }

  @Test func `closing says goodbye once`() {
    var rig = Rig.ready()
    let outputs = rig.command(.close)
    #expect(outputs.sentTexts == ["<presence type='unavailable'/>", "</stream:stream>"])
    #expect(outputs.events == [.ended(.closed)])
    #expect(rig.handle(.closed).isEmpty)
  }

  @Test func `a lost connection ends without a word`() {
    var rig = Rig.ready()
    let outputs = rig.handle(.closed)
    #expect(outputs.count == 1 && outputs.events == [.ended(.closed)])
  }
}

import Model
import Scram
import Testing

@testable import XMPP

/// A second connection beside a doubted one: it waits before it signs in.
@Suite struct WaitingSessionTests {
  private static let old = StreamState(id: "s0", jid: Rig.own, handled: 3)

  private func configuration(token: SignInToken? = nil) -> SessionConfiguration {
    var configuration = SessionConfiguration(
      account: Rig.own.bare, secret: .password(Rig.password), resource: "phone",
      requiresTLS: true, agent: QuickServer.agent, token: token)
    configuration.mayBindInline = true
    return configuration
  }

  @Test func `O1 nothing that signs in is said before its time, then the newest stream goes on`() {
    var rig = Rig(waits: true)
    rig.handle(.connected(isSecure: true, binding: nil))
    rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
    #expect(rig.events == [.opened])
    #expect(rig.sent.count == 1 && !rig.sent[0].contains("<auth"))
    rig.handle(.goOn(configuration(), resuming: Self.old))
    #expect(rig.sent.last?.contains("<auth ") == true)
    let server = ScramServer("SCRAM-SHA-256", password: Rig.password)
    rig.receive(Rig.sasl("challenge", server.step(rig.lastText) ?? ""))
    rig.receive(Rig.sasl("success", server.step(rig.lastText) ?? ""))
    rig.receive(Rig.header + Rig.boundFeatures)
    #expect(rig.sent.last == "<resume xmlns='urn:xmpp:sm:3' previd='s0' h='3'/>")
    #expect(rig.end == nil)
  }

  @Test func `O1 with a token one word signs in and goes on with the stream`() throws {
    let token = try #require(SignInToken(QuickServer.secret, for: .unbound))
    var rig = Rig(agent: QuickServer.agent, token: token, waits: true)
    rig.handle(.connected(isSecure: true, binding: nil))
    #expect(rig.sent.count == 1 && !rig.sent[0].contains("<authenticate"))
    rig.receive(QuickServer.features(["SCRAM-SHA-256"]))
    #expect(rig.events == [.opened])
    rig.handle(.goOn(configuration(token: token), resuming: Self.old))
    #expect(rig.initial == QuickServer.initiator)
    rig.receive(
      QuickServer.success(
        QuickServer.responder, "<resumed xmlns='urn:xmpp:sm:3' h='0' previd='s0'/>")
        + Rig.boundFeatures)
    #expect(
      rig.events.contains { if case .ready(let ready) = $0 { ready.isResumed } else { false } })
  }

  @Test func `O1 Z3 under way it asks for TLS, and waits after it unless it is to go on`() {
    for waits in [true, false] {
      var rig = Rig(waits: true)
      rig.handle(.connected(isSecure: false, binding: nil))
      if !waits { rig.handle(.goOn(configuration(), resuming: nil)) }
      let tls = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
      rig.receive(Rig.header + "<stream:features>\(tls)</stream:features>")
      rig.receive("<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
      rig.handle(.secured(nil))
      rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
      #expect(rig.events.contains(.opened) == waits)
      #expect(rig.sent.contains { $0.contains("<auth ") } == !waits)
    }
  }
}

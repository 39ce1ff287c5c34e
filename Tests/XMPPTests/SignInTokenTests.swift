import Model
import Testing

@testable import XMPP

/// XEP-0484: a token in the place of the password.
@Suite struct SignInTokenTests {
  private static let bound = ChannelBinding.exporter([0, 1, 2])
  private static let token = SignInToken(QuickServer.secret, for: .unbound)!

  private func device(
    _ token: SignInToken = token, terms: SignInTerms = SignInTerms()
  ) -> Rig {
    .device(terms: terms, token: token)
  }

  /// The server answers what came with the header.
  private func answered(_ rig: inout Rig, _ words: String) {
    rig.receive(QuickServer.features(["SCRAM-SHA-256"]) + words)
  }

  @Test func `Z3 a token leaves with the header, and the answer to that is the session`() {
    var rig = device()
    rig.handle(.connected(isSecure: true, binding: Self.bound))
    #expect(rig.sent.count == 1)
    #expect(rig.initial == QuickServer.initiator)
    let word = QuickServer.authenticate(
      "HT-SHA-256-NONE", QuickServer.initiator, "<fast xmlns='urn:xmpp:fast:0'/>")
    #expect(rig.sent.last?.hasSuffix(word) == true)
    answered(&rig, QuickServer.success(QuickServer.responder, QuickServer.bound()))
    #expect(rig.events.first == .signedInBy(.unbound))
    #expect(rig.events.contains { if case .ready = $0 { true } else { false } })
    #expect(!rig.events.contains { if case .signedIn = $0 { true } else { false } })
    #expect(!rig.sent.contains { $0.contains(QuickServer.secret) || $0.contains("pencil") })
  }

  @Test(arguments: [true, false])
  func
    `O9 an old stream goes on with the token where the server is known to do that, else after it`(
      resumesInline: Bool
    )
  {
    let old = StreamState(id: "s0", jid: Rig.own, handled: 3)
    var rig = Rig.device(resuming: old, token: Self.token, resumesInline: resumesInline)
    rig.handle(.connected(isSecure: true, binding: nil))
    #expect(rig.sent[0].contains("<resume") == resumesInline)
    #expect(rig.sent[0].contains("<bind") == resumesInline)
    let inline =
      resumesInline
      ? QuickServer.all : QuickServer.all.replacing("<sm xmlns='urn:xmpp:sm:3'/>", with: "")
    let resumed = "<resumed xmlns='urn:xmpp:sm:3' h='0' previd='s0'/>"
    rig.receive(
      QuickServer.features(["SCRAM-SHA-256"], inline: inline)
        + QuickServer.success(
          QuickServer.responder, for: "ana@example.org", resumesInline ? resumed : "")
        + Rig.boundFeatures)
    if !resumesInline {
      #expect(rig.sent.last == "<resume xmlns='urn:xmpp:sm:3' previd='s0' h='3'/>")
      rig.receive(resumed)
    }
    #expect(rig.events.contains(.resumesInline(resumesInline)))
    #expect(
      rig.events.contains { if case .ready(let ready) = $0 { ready.isResumed } else { false } })
  }

  @Test func `Z3 tied to the connection it is another word on each`() throws {
    let token = try #require(SignInToken(QuickServer.secret, for: .exporter))
    var rig = device(token)
    rig.handle(.connected(isSecure: true, binding: Self.bound))
    #expect(rig.initial == "YW5hAFJquEsmes9nTRP9q9CrUyr1Y2PSFDE/EH0FC8qiSYf1")
    answered(
      &rig,
      QuickServer.success("Zot1ZKroyViWfsxJiWdZcFsUWU4g1dLABO4vGaoq42M=", QuickServer.bound()))
    #expect(rig.events.first == .signedInBy(.exporter))
    // On one without that the password is used, and a token asked for that can be.
    var other = device(token)
    _ = other.proveByPassword()
    #expect(other.sent.contains { $0.contains("<request-token") && $0.contains("-NONE") })
  }

  @Test func `Z3 an account that was bound to its connection is not signed in to by less`() {
    let terms = SignInTerms(strongest: .scramSHA256Plus)
    var rig = device(terms: terms)
    rig.handle(.connected(isSecure: true, binding: Self.bound))
    #expect(!rig.sent.contains { $0.contains("<authenticate") })
    rig.receive(
      QuickServer.features(
        ["SCRAM-SHA-256-PLUS"],
        inline: "<fast xmlns='urn:xmpp:fast:0'><mechanism>HT-SHA-256-NONE</mechanism></fast>"))
    #expect(rig.sent.last?.contains("mechanism='SCRAM-SHA-256-PLUS'") == true)
    #expect(rig.sent.last?.contains("request-token") == false)
  }

  @Test func `Z3 no token goes over an open line`() {
    var rig = Rig(requiresTLS: false, agent: QuickServer.agent, token: Self.token)
    rig.handle(.connected(isSecure: false, binding: nil))
    rig.receive(QuickServer.features(["SCRAM-SHA-256"]))
    #expect(!rig.sent.contains { $0.contains("<authenticate") })
    var other = Rig(agent: QuickServer.agent, token: Self.token)
    other.handle(.connected(isSecure: false, binding: nil))
    #expect(!other.sent.contains { $0.contains("<authenticate") })
  }

  @Test func `Z3 the one that is given is told, and the next in its place`() throws {
    let given = "<token xmlns='urn:xmpp:fast:0' expiry='2027-01-01T00:00:00Z' token='new one'/>"
    let token = try #require(SignInToken("new one", for: .unbound))
    var rig = Rig.device()
    let proof = rig.proveByPassword()
    rig.receive(QuickServer.success(proof, QuickServer.bound() + given))
    #expect(rig.events.contains(.given(token)))
    rig = device()
    rig.handle(.connected(isSecure: true, binding: nil))
    answered(&rig, QuickServer.success(QuickServer.responder, QuickServer.bound() + given))
    #expect(rig.events.contains(.given(token)))
  }

  @Test(arguments: ["", "a&#10;b", String(repeating: "x", count: 1_025)])
  func `Z4 one that cannot be kept is none`(token: String) {
    var rig = Rig.device()
    let proof = rig.proveByPassword()
    let given = "<token xmlns='urn:xmpp:fast:0' token='\(token)'/>"
    rig.receive(QuickServer.success(proof, QuickServer.bound() + given))
    #expect(!rig.events.contains { if case .given = $0 { true } else { false } })
    #expect(rig.events.contains { if case .ready = $0 { true } else { false } })
  }

  static let refusals = [
    ("<not-authorized xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>", SessionEnd.tokenRefused),
    ("<credentials-expired xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>", .tokenRefused),
    ("<malformed-request/><text>FAST is not available on this stream</text>", .tokenRefused),
    (
      "<temporary-auth-failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>",
      .streamError(condition: "temporary-auth-failure", text: nil)
    ),
  ]

  @Test(arguments: refusals)
  func `Z3 one that is taken no more is no wrong password`(failure: String, end: SessionEnd) {
    var rig = device()
    rig.handle(.connected(isSecure: true, binding: nil))
    answered(&rig, "<failure xmlns='urn:xmpp:sasl:2'>\(failure)</failure>")
    #expect(rig.end == end)
  }

  @Test(arguments: [
    QuickServer.features(["SCRAM-SHA-256"], inline: ""), Rig.header + Rig.mechanisms(["PLAIN"]),
  ])
  func `a server that takes none any more is not waited for`(features: String) {
    var rig = device()
    rig.handle(.connected(isSecure: true, binding: nil))
    rig.receive(features + "<stream:error/>")
    #expect(rig.end == .tokenRefused)
  }

  /// Somebody who has the certificate and not the token, or another account's.
  @Test(arguments: [nil, "", "AAAA", QuickServer.initiator, "not Base64!"])
  func `Z3 Z6 who cannot show that they gave the token is no server of ours`(proof: String?) {
    var rig = device()
    rig.handle(.connected(isSecure: true, binding: nil))
    answered(&rig, QuickServer.success(proof, QuickServer.bound()))
    guard case .notSafe? = rig.end else {
      Issue.record("\(String(describing: rig.end))")
      return
    }
    #expect(!rig.events.contains { if case .ready = $0 { true } else { false } })
  }

  @Test(arguments: [
    QuickServer.success(QuickServer.responder, for: "eve@example.org/x", QuickServer.bound()),
    QuickServer.challenge(QuickServer.responder),
  ])
  func `Z3 Z6 a token lets in where it is from, and has one word`(words: String) {
    var rig = device()
    rig.handle(.connected(isSecure: true, binding: nil))
    answered(&rig, words)
    guard case .protocolError? = rig.end else {
      Issue.record("\(String(describing: rig.end))")
      return
    }
  }
}

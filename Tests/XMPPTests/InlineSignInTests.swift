import Model
import Scram
import Testing

@testable import XMPP

/// XEP-0388, 0386 and 0198 §6: what is wanted of a stream comes with signing in.
@Suite struct InlineSignInTests {
  private static let old = StreamState(
    id: "s0", jid: Rig.own, handled: 3, acknowledged: 0, settled: 0,
    unacknowledged: [.message(OriginID("m1"), to: Rig.own), .message(OriginID("m2"), to: Rig.own)])

  private func ready(_ rig: Rig) -> Ready? {
    rig.events.compactMap { if case .ready(let ready) = $0 { ready } else { nil } }.first
  }

  @Test func `Z3 one word signs in, binds and turns on, and one answers it`() {
    var rig = Rig.device()
    let proof = rig.proveByPassword()
    let word = rig.sent.first { $0.contains("<authenticate") } ?? ""
    let wanted = "<request-token xmlns='urn:xmpp:fast:0' mechanism='HT-SHA-256-NONE'/>"
    #expect(word == QuickServer.authenticate("SCRAM-SHA-256", rig.initial, wanted))
    rig.receive(QuickServer.success(proof, QuickServer.bound()) + Rig.boundFeatures)
    #expect(rig.events.first == .signedIn(.scramSHA256))
    #expect(
      ready(rig)
        == Ready(
          jid: Rig.own, isResumed: false, hasAcknowledgements: true, hasClientState: true))
    #expect(rig.session.streamState?.id == "s1")
    let after = rig.sent.drop { !$0.contains("disco#info") }.joined()
    let (question, copies) = (after.firstRange(of: "disco#info"), after.firstRange(of: "carbons:2"))
    #expect(
      question != nil && copies != nil && question!.lowerBound < copies!.lowerBound,
      "a copy comes when it is known whether the archive's ids can be believed")
    #expect(!rig.events.contains { if case .dropped = $0 { true } else { false } })
  }

  @Test func `O9 an old stream goes on along with signing in, with what came meanwhile`() {
    var rig = Rig.device(resuming: Self.old)
    let proof = rig.proveByPassword()
    #expect(rig.sent.contains { $0.contains("<resume xmlns='urn:xmpp:sm:3' previd='s0' h='3'/>") })
    let long = String(repeating: "x", count: 100_000)
    rig.receive(
      QuickServer.success(proof, "<resumed xmlns='urn:xmpp:sm:3' h='1' previd='s0'/>")
        + Rig.boundFeatures
        + "<message from='bo@example.net/a'><body>\(long)</body></message>")
    #expect(ready(rig)?.isResumed == true)
    #expect(rig.events.contains(.acknowledged([OriginID("m1")])))
    #expect(
      rig.events.contains { if case .message(let said) = $0 { said.text == long } else { false } },
      "who has proved to be the server may say more at once than who has not")
  }

  @Test func `O9 what the server says of a stream that is over counts, and a new one begins`() {
    var rig = Rig.device(resuming: Self.old)
    let proof = rig.proveByPassword()
    let failed = "<failed xmlns='urn:xmpp:sm:3' h='2'/>"
    rig.receive(QuickServer.success(proof, failed + QuickServer.bound()))
    #expect(rig.events.contains(.acknowledged([OriginID("m1"), OriginID("m2")])))
    #expect(ready(rig)?.isResumed == false)
  }

  @Test func `a server that binds by itself alone is asked for that, in the same stream`() {
    var rig = Rig.device()
    let proof = rig.proveByPassword(inline: "")
    #expect(!rig.sent.contains { $0.contains("urn:xmpp:bind:0") || $0.contains("token") })
    let headers = rig.sent.count { $0.contains("<stream:stream") }
    rig.receive(QuickServer.success(proof, for: "ana@example.org") + Rig.boundFeatures)
    #expect(rig.sent.last?.contains("<resource>phone</resource>") == true)
    rig.bind()
    rig.receive(QuickServer.enabled)
    #expect(ready(rig)?.jid == Rig.own)
    #expect(rig.sent.count { $0.contains("<stream:stream") } == headers)
  }

  @Test func `acknowledgements that do not come along with the resource are asked for then`() {
    var rig = Rig.device()
    let proof = rig.proveByPassword()
    rig.receive(QuickServer.success(proof, QuickServer.bound("")) + Rig.boundFeatures)
    #expect(ready(rig) == nil)
    #expect(rig.sent.contains("<enable xmlns='urn:xmpp:sm:3' resume='true'/>"))
    rig.receive(QuickServer.enabled)
    #expect(ready(rig)?.hasAcknowledgements == true)
  }

  @Test func `O9 no resource is bound where what waits there could be lost, or nobody is asked`() {
    var rig = Rig.device(mayBindInline: false)
    _ = rig.proveByPassword()
    #expect(!rig.sent.contains { $0.contains("urn:xmpp:bind:0") })
    // The old session would live on beside the new one.
    var other = Rig.device(resuming: Self.old)
    let inline = QuickServer.all.replacing("<sm xmlns='urn:xmpp:sm:3'/>", with: "")
    _ = other.proveByPassword(inline: inline)
    #expect(!other.sent.contains { $0.contains("urn:xmpp:bind:0") || $0.contains("<resume") })
  }

  @Test(arguments: [true, false])
  func `O9 what the archive keeps is asked for where a resource may be bound along`(keeps: Bool) {
    var rig = Rig.device(mayBindInline: false)
    let proof = rig.proveByPassword()
    rig.receive(QuickServer.success(proof, for: "ana@example.org") + Rig.boundFeatures)
    rig.bind()
    let id = rig.sent.last { $0.contains("<prefs") }?.value(of: "id") ?? ""
    let never = keeps ? "" : "<jid>bo@example.net</jid>"
    rig.receive(
      "<iq type='result' id='\(id)'><prefs xmlns='urn:xmpp:mam:2' default='always'><always/>"
        + "<never>\(never)</never></prefs></iq>")
    #expect(rig.events.contains(.archiveKeepsAll(keeps)))
  }

  @Test func `Z3 the better of both ways to sign in is taken, and none below the account's terms`()
  {
    let classic =
      "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>"
      + "<mechanism>SCRAM-SHA-256</mechanism></mechanisms>"
    var rig = Rig.device()
    rig.handle(.connected(isSecure: true, binding: nil))
    rig.receive(QuickServer.features(["SCRAM-SHA-1"], also: classic))
    #expect(rig.sent.last?.hasPrefix("<auth ") == true)
    rig = .device(terms: SignInTerms(strongest: .scramSHA256))
    rig.handle(.connected(isSecure: true, binding: nil))
    rig.receive(QuickServer.features(["SCRAM-SHA-1", "PLAIN"]))
    guard case .notSafe(let reason, _)? = rig.end else {
      Issue.record("\(String(describing: rig.end))")
      return
    }
    #expect(reason.contains("--weaker-sign-in"))
    #expect(!rig.sent.contains { $0.contains("<auth") })
  }

  @Test func `Z3 without TLS it is as it was`() {
    var rig = Rig(requiresTLS: false, agent: QuickServer.agent)
    rig.handle(.connected(isSecure: false, binding: nil))
    rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
    #expect(rig.sent.last?.hasPrefix("<auth ") == true)
    #expect(!rig.sent.contains { $0.contains(QuickServer.agent) })
  }

  // MARK: Hostile

  struct Lie: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var says: @Sendable (_ proof: String) -> String
    var isUnsafe = false
  }

  static let lies = [
    Lie(testDescription: "no proof", says: { _ in QuickServer.success(nil) }, isUnsafe: true),
    Lie(
      testDescription: "a wrong proof", says: { _ in QuickServer.success("dj1BQUFB") },
      isUnsafe: true),
    Lie(
      testDescription: "another account",
      says: { QuickServer.success($0, for: "eve@example.org/x", QuickServer.bound()) }),
    Lie(
      testDescription: "no account",
      says: {
        "<success xmlns='urn:xmpp:sasl:2'><additional-data>\($0)</additional-data></success>"
      }),
    Lie(
      testDescription: "a resource without a name",
      says: { QuickServer.success($0, for: "ana@example.org", QuickServer.bound()) }),
    Lie(
      testDescription: "a stream nobody had",
      says: { QuickServer.success($0, "<resumed xmlns='urn:xmpp:sm:3' h='0' previd='s0'/>") }),
    Lie(testDescription: "features instead", says: { _ in Rig.boundFeatures }),
    Lie(testDescription: "a message before", says: { _ in "<message/>" }),
    Lie(
      testDescription: "another challenge",
      says: { QuickServer.challenge($0) + QuickServer.challenge($0) }),
    Lie(testDescription: "the older words", says: { Rig.sasl("success", $0) }),
    Lie(
      testDescription: "too much",
      says: { _ in "<success xmlns='urn:xmpp:sasl:2'>" + String(repeating: "<a/>", count: 300) }),
    Lie(
      testDescription: "too long",
      says: { _ in
        "<success xmlns='urn:xmpp:sasl:2'><text>" + String(repeating: "x", count: 40_000)
      }),
  ]

  @Test(arguments: lies)
  func `Z3 Z4 Z6 a server that says what it may not is believed nothing`(lie: Lie) {
    var rig = Rig.device()
    let proof = rig.proveByPassword()
    rig.receive(lie.says(proof))
    #expect(ready(rig) == nil)
    switch rig.end {
    case .notSafe?: #expect(lie.isUnsafe)
    case .protocolError?: #expect(!lie.isUnsafe)
    default: Issue.record("\(String(describing: rig.end))")
    }
  }

  @Test func `Z6 who wants ever more steps gets none`() {
    var rig = Rig.device()
    let proof = rig.proveByPassword()
    let said = rig.sent.count
    let more =
      "<continue xmlns='urn:xmpp:sasl:2'><additional-data>\(proof)</additional-data><tasks>"
      + "<task>TOTP-EXAMPLE</task></tasks></continue>"
    for _ in 1...3 { rig.receive(more) }
    guard case .signInRefused(let reason)? = rig.end else {
      Issue.record("\(String(describing: rig.end))")
      return
    }
    #expect(reason.contains("TOTP-EXAMPLE"))
    #expect(rig.sent.dropFirst(said).allSatisfy { $0 == "</stream:stream>" })
  }

  @Test func `Z6 what is offered again after signing in is not taken`() {
    var rig = Rig.device()
    let proof = rig.proveByPassword()
    rig.receive(QuickServer.success(proof, QuickServer.bound()) + Rig.boundFeatures)
    let said = rig.sent.count
    let again = String(
      QuickServer.features(["SCRAM-SHA-256", "PLAIN"]).dropFirst(Rig.header.count))
    for _ in 1...3 { rig.receive(again + QuickServer.success(proof, QuickServer.bound())) }
    #expect(rig.sent.count == said)
    #expect(rig.end == nil)
    #expect(rig.events.count { if case .ready = $0 { true } else { false } } == 1)
  }

  @Test func `a refusal says why`() {
    var rig = Rig.device()
    _ = rig.proveByPassword()
    rig.receive(
      "<failure xmlns='urn:xmpp:sasl:2'><account-disabled xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"
        + "<text>no</text></failure>")
    #expect(rig.end == .signInRefused(reason: "the server has disabled this account (no)"))
  }
}

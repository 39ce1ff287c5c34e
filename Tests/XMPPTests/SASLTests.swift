import CFixedNonce
import Model
import Testing

@testable import XMPP

@Suite struct SASLTests {
  struct Vector: Sendable {
    var mechanism: SignInMechanism
    var nonce: String
    var first: String
    var challenge: String
    var final: String
    var success: String
  }

  static let vectors = [
    // RFC 5802 §5
    Vector(
      mechanism: .scramSHA1, nonce: "fyko+d2lbbFgONRv9qkxdawL",
      first: "n,,n=user,r=fyko+d2lbbFgONRv9qkxdawL",
      challenge: "r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,i=4096",
      final: "c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=",
      success: "v=rmF9pqV8S7suAoZWja4dJRkFsKQ="),
    // RFC 7677 §3
    Vector(
      mechanism: .scramSHA256, nonce: "rOprNGfwEbeRWgbNEkqO",
      first: "n,,n=user,r=rOprNGfwEbeRWgbNEkqO",
      challenge: "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
        + "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
      final: "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
        + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
      success: "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="),
  ]

  @Test(arguments: vectors)
  func `Z3 SCRAM gives the proofs of RFC 5802 and RFC 7677`(vector: Vector) throws {
    let (sasl, challenge) = try begin(vector)
    #expect(text(challenge) == vector.final)
    #expect(!sasl.isComplete)
    try sasl.finish(base64(vector.success))
    #expect(sasl.isComplete)
  }

  @Test(arguments: vectors)
  func `Z3 success with another signature than the RFC's is not safe`(vector: Vector) throws {
    let (sasl, _) = try begin(vector)
    var wrong = Array(vector.success)
    wrong[4] = wrong[4] == "A" ? "B" : "A"
    expectNotSafe { () throws(SessionFailure) in try sasl.finish(self.base64(String(wrong))) }
  }

  @Test(arguments: vectors)
  func `Z3 success without the server's signature is not safe`(vector: Vector) throws {
    let (sasl, _) = try begin(vector)
    expectNotSafe { () throws(SessionFailure) in try sasl.finish("") }
    let (early, _) = try SASL.begin(
      choice(vector.mechanism), user: "user", secret: .password("pencil"))
    expectNotSafe { () throws(SessionFailure) in try early.finish("") }
  }

  @Test(arguments: vectors)
  func `Z3 the keys of one sign-in serve for the next, and for no other salt or count`(
    vector: Vector
  ) throws {
    let (sasl, _) = try begin(vector)
    let keys = try #require(sasl.keys)
    let again = try start(vector, .keys(keys))
    #expect(text(try again.answer(base64(vector.challenge))) == vector.final)
    try again.finish(base64(vector.success))
    for (old, new) in [("s=QSX", "s=QSY"), ("s=W22", "s=W23"), ("i=4096", "i=4097")]
    where vector.challenge.contains(old) {
      let other = try start(vector, .keys(keys))
      let failure = #expect(throws: SessionFailure.self) {
        try other.answer(base64(vector.challenge.replacing(old, with: new)))
      }
      guard case .signInRefused(let reason)? = failure?.end else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(reason.contains("type it again"))
    }
  }

  @Test(arguments: [
    (["SCRAM-SHA-256", "SCRAM-SHA-1"], SignInMechanism.scramSHA1), (["SCRAM-SHA-256"], nil),
    (["PLAIN"], nil),
  ])
  func `Z3 who has keys alone signs in by what they were made for`(
    offered: [String], chosen: SignInMechanism?
  ) throws {
    let features = try StreamFeatures(
      try #require(stanzas(Rig.header + Rig.mechanisms(offered, also: "")).first))
    let keys = SCRAMKeys(hash: .sha1, salt: [1], iterations: 4_096, salted: [])
    let account = SessionConfiguration(
      account: Rig.own.bare, secret: .keys(keys), resource: "phone", requiresTLS: true,
      terms: SignInTerms(allowsPlain: true))
    let choice = Result { () throws(SessionFailure) in
      try SignInMechanism.choose(features, isSecure: true, binding: nil, for: account)
    }
    switch choice {
    case .success(let choice): #expect(choice.mechanism == chosen)
    case .failure(let failure):
      #expect(chosen == nil && failure == .passwordWanted(of: account.secret))
    }
  }

  /// By Python's hashlib.pbkdf2_hmac.
  @Test(arguments: [
    (SignInMechanism.scramSHA1, "f78e13978b742d6e1f604ea9017709b4d7d0465a"),
    (.scramSHA256, "b535f5bdc110746000d6ec65b98f296792d0afb07762e2e143b525129c35f2fc"),
  ])
  func `C1 a password may have characters that Unicode has had since 2002`(
    mechanism: SignInMechanism, salted: String
  ) throws {
    let password = "pass\u{1FAE0}word"
    let (sasl, first) = try SASL.begin(
      choice(mechanism), user: "user", secret: .password(password))
    let nonce = try #require(text(first)?.split(separator: "=").last)
    let challenge = "r=\(nonce)more,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
    #expect(try !sasl.answer(base64(challenge)).isEmpty)
    #expect(sasl.keys?.salted.hexadecimal == salted)
    let refused = try SASL.begin(
      choice(mechanism), user: "user", secret: .password("a\u{7}b")
    ).0
    #expect(throws: SessionFailure.self) { try refused.answer(base64(challenge)) }
  }

  @Test(arguments: [1, 100, 4095, 1_000_001, 999_999_999])
  func `Z3 a number of iterations that is no protection or a trap is not safe`(count: Int) throws {
    let vector = Self.vectors[1]
    let sasl = try start(vector)
    let challenge = vector.challenge.replacing("i=4096", with: "i=\(count)")
    expectNotSafe { () throws(SessionFailure) in
      _ = try sasl.answer(self.base64(challenge))
    }
  }

  @Test func `Z3 a server that changes the nonce is not safe`() throws {
    let sasl = try start(Self.vectors[1])
    let challenge = Self.vectors[1].challenge.replacing("r=r", with: "r=x")
    expectNotSafe { () throws(SessionFailure) in _ = try sasl.answer(self.base64(challenge)) }
  }

  struct Offer: Sendable {
    var offered: [String]
    var isSecure = true
    var binding: ChannelBinding?
    var types = ""
    var chosen: SignInMechanism?
    var isGiven = false
    var terms = SignInTerms()
  }

  private static let exporter = ChannelBinding.exporter([1, 2, 3])
  private static let unique = ChannelBinding.unique([1, 2, 3])
  private static let listed = "<channel-binding type='tls-exporter'/>"
  static let offers = [
    Offer(offered: ["PLAIN", "SCRAM-SHA-1", "SCRAM-SHA-256"], chosen: .scramSHA256),
    Offer(offered: ["SCRAM-SHA-1", "DIGEST-MD5"], chosen: .scramSHA1),
    Offer(
      offered: ["SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"], binding: unique,
      chosen: .scramSHA256Plus, isGiven: true),
    Offer(
      offered: ["SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"], binding: exporter, chosen: .scramSHA256),
    Offer(
      offered: ["SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"], binding: exporter, types: listed,
      chosen: .scramSHA256Plus, isGiven: true),
    Offer(
      offered: ["SCRAM-SHA-256-PLUS", "PLAIN"], binding: exporter, chosen: .scramSHA256Plus,
      isGiven: true),
    Offer(offered: ["SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"], chosen: .scramSHA256),
    Offer(
      offered: ["SCRAM-SHA-1-PLUS", "SCRAM-SHA-256"], binding: exporter, chosen: .scramSHA256),
    Offer(
      offered: ["SCRAM-SHA-1-PLUS", "SCRAM-SHA-1"], binding: exporter, types: listed,
      chosen: .scramSHA1Plus, isGiven: true),
    Offer(offered: ["SCRAM-SHA-256"], binding: exporter, chosen: .scramSHA256, isGiven: true),
    Offer(
      offered: ["SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"], binding: exporter,
      types: "<channel-binding type='tls-server-end-point'/>", chosen: .scramSHA256),
    Offer(
      offered: ["SCRAM-SHA-256-PLUS"], binding: exporter,
      types: listed, chosen: .scramSHA256Plus, isGiven: true),
    Offer(offered: ["PLAIN"], chosen: .plain, terms: SignInTerms(allowsPlain: true)),
    Offer(offered: ["PLAIN"], isSecure: false, terms: SignInTerms(allowsPlain: true)),
    Offer(offered: ["PLAIN"]),
    Offer(
      offered: ["PLAIN"], terms: SignInTerms(strongest: .scramSHA1, allowsPlain: true)),
    Offer(offered: ["SCRAM-SHA-1"], terms: SignInTerms(strongest: .scramSHA256)),
    Offer(
      offered: ["SCRAM-SHA-256"], binding: exporter,
      terms: SignInTerms(strongest: .scramSHA256Plus)),
    Offer(
      offered: ["SCRAM-SHA-1", "SCRAM-SHA-256"], chosen: .scramSHA256,
      terms: SignInTerms(strongest: .scramSHA1)),
    Offer(
      offered: ["SCRAM-SHA-256", "SCRAM-SHA-1-PLUS"], binding: unique, chosen: .scramSHA1Plus,
      isGiven: true, terms: SignInTerms(strongest: .scramSHA1Plus)),
    Offer(offered: ["SCRAM-SHA-1", "PLAIN"], isSecure: false, chosen: .scramSHA1),
    Offer(offered: ["DIGEST-MD5", "ANONYMOUS"]), Offer(offered: []),
    Offer(offered: ["SCRAM-SHA-256-PLUS"]),
  ]

  @Test(arguments: offers)
  func `Z3 the best mechanism that keeps to the account's terms is taken`(offer: Offer) throws {
    let list =
      offer.types.isEmpty
      ? ""
      : "<sasl-channel-binding xmlns='urn:xmpp:sasl-cb:0'>\(offer.types)</sasl-channel-binding>"
    let xml = Rig.header + Rig.mechanisms(offer.offered, also: list)
    let features = try StreamFeatures(try #require(stanzas(xml).first))
    let choice = Result { () throws(SessionFailure) in
      let account = SessionConfiguration(
        account: Rig.own.bare, secret: .password(""), resource: "phone", requiresTLS: true,
        terms: offer.terms)
      return try SignInMechanism.choose(
        features, isSecure: offer.isSecure, binding: offer.binding, for: account)
    }
    switch choice {
    case .success(let choice):
      #expect(choice.mechanism == offer.chosen)
      #expect((choice.binding != nil) == offer.isGiven)
    case .failure(let failure):
      #expect(offer.chosen == nil)
      guard case .notSafe = failure.end else {
        Issue.record("\(failure)")
        return
      }
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4, 31, 32, 33])
  func `Base64 is read back the same`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89 + 250) }
    #expect(Base64.decode(Base64.encode(bytes)) == bytes)
  }

  @Test(arguments: ["A", "AA", "AAA", "A===", "AA=A", "A A=", "AAAA\n", "AA-_", "ÄAA"])
  func `Base64 that is none is refused`(text: String) { #expect(Base64.decode(text) == nil) }

  @Test func `Base64 is that of RFC 4648`() {
    let cases = ["f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE="]
    for (plain, coded) in cases { #expect(Base64.encode(Array(plain.utf8)) == coded) }
  }

  private func choice(_ mechanism: SignInMechanism) -> SignInMechanism.Choice {
    SignInMechanism.Choice(mechanism: mechanism, binding: nil)
  }

  private func start(
    _ vector: Vector, _ secret: SignInSecret = .password("pencil")
  ) throws -> SASL {
    let (sasl, first) = try vector.nonce.withCString { nonce in
      fixed_nonce_set(nonce)
      defer { fixed_nonce_set(nil) }
      return try SASL.begin(choice(vector.mechanism), user: "user", secret: secret)
    }
    #expect(text(first) == vector.first)
    return sasl
  }

  private func begin(_ vector: Vector) throws -> (SASL, String) {
    let sasl = try start(vector)
    return (sasl, try sasl.answer(base64(vector.challenge)))
  }

  private func base64(_ text: String) -> String { Base64.encode(Array(text.utf8)) }

  private func text(_ base64: String) -> String? {
    Base64.decode(base64).map { String(decoding: $0, as: UTF8.self) }
  }

  private func expectNotSafe(_ body: () throws(SessionFailure) -> Void) {
    let failure = #expect(throws: SessionFailure.self) { try body() }
    guard case .notSafe? = failure?.end else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }
}

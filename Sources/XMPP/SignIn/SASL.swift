internal import CGsasl
internal import Localization
internal import Model

/// One sign-in through GNU SASL: challenges in, responses out. Knows whether the server proved, too, that
/// it has the password.
///
/// A class, because it owns the library's handles.
final class SASL {
  private var library: OpaquePointer?
  private var exchange: OpaquePointer?
  /// What says that it could have been bound; the library does the rest.
  private var unbound: UnboundSCRAM?
  let mechanism: SignInMechanism
  private let secret: SignInSecret
  /// What the server wanted, where the mechanism is SCRAM: right once it is complete.
  private(set) var keys: SCRAMKeys?
  /// The server was told that a binding could have been had.
  var couldBind: Bool { unbound != nil }
  /// The mechanism is at its end: for SCRAM, the server's signature was right.
  private(set) var isComplete = false
  private var steps = 0

  static var unusable: SessionFailure {
    SessionFailure(
      .signInRefused(reason: tr("the name or the password has characters that cannot be used")))
  }

  init(
    _ choice: SignInMechanism.Choice, user: String, secret: SignInSecret
  ) throws(SessionFailure) {
    mechanism = choice.mechanism
    self.secret = secret
    guard choice.binding == nil || mechanism.needsBinding else {
      unbound = try UnboundSCRAM(user: user)
      return
    }
    guard gsasl_init(&library) == GSASL_OK.number else {
      throw SessionFailure(.closed, telling: "internal-server-error")
    }
    guard gsasl_client_start(library, mechanism.rawValue, &exchange) == GSASL_OK.number else {
      throw .notSafe(tr("this computer's SASL library lacks \(mechanism.rawValue)"))
    }
    gsasl_property_set(exchange, GSASL_AUTHID, user)
    // SCRAM is given the keys, once it is known which.
    if mechanism == .plain {
      guard let password = secret.password else { throw .passwordWanted(of: secret) }
      gsasl_property_set(exchange, GSASL_PASSWORD, password)
    }
    if let binding = choice.binding {
      gsasl_property_set(exchange, binding.property, Base64.encode(binding.bytes))
    }
  }

  deinit {
    if exchange != nil { gsasl_finish(exchange) }
    if library != nil { gsasl_done(library) }
  }

  /// What goes into `<auth/>`, with the exchange it begins: Base64.
  static func begin(_ choice: SignInMechanism.Choice, user: String, secret: SignInSecret)
    throws(SessionFailure) -> (SASL, String)
  {
    let sasl = try SASL(choice, user: user, secret: secret)
    return (sasl, try sasl.step([]))
  }

  /// The answer to a challenge; both are Base64 as RFC 6120 §6.4 has it (`=` for empty).
  func answer(_ challenge: String) throws(SessionFailure) -> String {
    guard !isComplete else { throw .broken(tr("a challenge after the last one")) }
    let input = try decode(challenge)
    if steps == 1 { try makeKeys(input) }
    return try step(input)
  }

  /// `<success/>` came: checks that the server proved itself (Z3).
  func finish(_ data: String) throws(SessionFailure) {
    if !data.isEmpty, !isComplete { _ = try step(try decode(data)) }
    guard isComplete else {
      throw .notSafe(tr("the server did not prove that it knows the password"))
    }
  }

  private func decode(_ text: String) throws(SessionFailure) -> [UInt8] {
    if text == "=" { return [] }
    guard let bytes = Base64.decode(text) else {
      throw .broken(tr("what the server sent to sign in is not Base64"))
    }
    return bytes
  }

  private func makeKeys(_ input: [UInt8]) throws(SessionFailure) {
    guard let hash = mechanism.keyHash else { return }
    let challenge = try SCRAMChallenge(String(decoding: input, as: UTF8.self))
    let keys = try secret.keys(hash, for: challenge)
    self.keys = keys
    guard exchange != nil else { return }
    gsasl_property_set(exchange, GSASL_SCRAM_SALTED_PASSWORD, keys.salted.hexadecimal)
  }

  private func step(_ input: [UInt8]) throws(SessionFailure) -> String {
    steps += 1
    if unbound != nil { return try stepUnbound(input) }
    var output: UnsafeMutablePointer<CChar>?
    var count = 0
    let code = input.withUnsafeBytes { buffer in
      gsasl_step(
        exchange, buffer.bindMemory(to: CChar.self).baseAddress, buffer.count, &output, &count)
    }
    defer { gsasl_free(output) }
    try check(code)
    guard let output, count > 0 else { return "=" }
    return Base64.encode([UInt8](UnsafeRawBufferPointer(start: output, count: count)))
  }

  private func stepUnbound(_ input: [UInt8]) throws(SessionFailure) -> String {
    let text = String(decoding: input, as: UTF8.self)
    let output =
      switch keys {
      case nil: unbound?.begin
      case let keys?: try unbound?.answer(text, by: keys)
      }
    isComplete = unbound?.isComplete == true
    return output.map { $0.isEmpty ? "=" : Base64.encode(Array($0.utf8)) } ?? "="
  }

  private func check(_ code: Int32) throws(SessionFailure) {
    switch code {
    case GSASL_OK.number: isComplete = true
    case GSASL_NEEDS_MORE.number: break
    case GSASL_AUTHENTICATION_ERROR.number where steps > 1:
      throw .notSafe(tr("the server's proof that it knows the password is wrong"))
    case GSASL_SASLPREP_ERROR.number: throw Self.unusable
    default:
      let reason = gsasl_strerror(code).map { String(cString: $0) } ?? "code \(code)"
      throw .broken(tr("signing in: \(reason)"))
    }
  }
}

extension Gsasl_rc {
  fileprivate var number: Int32 { Int32(bitPattern: rawValue) }
}

extension ChannelBinding {
  fileprivate var property: Gsasl_property {
    switch self {
    case .exporter: GSASL_CB_TLS_EXPORTER
    case .unique: GSASL_CB_TLS_UNIQUE
    }
  }
}

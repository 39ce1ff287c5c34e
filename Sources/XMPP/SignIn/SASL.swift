internal import CGsasl
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
  /// The server was told that a binding could have been had.
  var couldBind: Bool { unbound != nil }
  /// The mechanism is at its end: for SCRAM, the server's signature was right.
  private(set) var isComplete = false
  private var steps = 0

  static let unusable = SessionFailure(
    .signInRefused(reason: "the name or the password has characters that cannot be used"))

  /// Iterations of the password's hash that are accepted: fewer than RFC 7677 §4 has would help somebody
  /// who guesses, many more would keep this computer busy (Z4).
  static let iterations = 4096...1_000_000

  init(_ choice: SignInMechanism.Choice, user: String, password: String) throws(SessionFailure) {
    mechanism = choice.mechanism
    guard choice.binding == nil || mechanism.needsBinding else {
      unbound = try UnboundSCRAM(mechanism, user: user, password: password)
      return
    }
    guard gsasl_init(&library) == GSASL_OK.number else {
      throw SessionFailure(.closed, telling: "internal-server-error")
    }
    guard gsasl_client_start(library, mechanism.rawValue, &exchange) == GSASL_OK.number else {
      throw .notSafe("this computer's SASL library lacks \(mechanism.rawValue)")
    }
    gsasl_property_set(exchange, GSASL_AUTHID, user)
    gsasl_property_set(exchange, GSASL_PASSWORD, password)
    if let binding = choice.binding {
      gsasl_property_set(exchange, binding.property, Base64.encode(binding.bytes))
    }
  }

  deinit {
    if exchange != nil { gsasl_finish(exchange) }
    if library != nil { gsasl_done(library) }
  }

  /// What goes into `<auth/>`, with the exchange it begins: Base64.
  static func begin(_ choice: SignInMechanism.Choice, user: String, password: String)
    throws(SessionFailure) -> (SASL, String)
  {
    let sasl = try SASL(choice, user: user, password: password)
    return (sasl, try sasl.step([]))
  }

  /// The answer to a challenge; both are Base64 as RFC 6120 §6.4 has it (`=` for empty).
  func answer(_ challenge: String) throws(SessionFailure) -> String {
    guard !isComplete else { throw .broken("a challenge after the last one") }
    let input = try decode(challenge)
    try checkIterations(input)
    return try step(input)
  }

  /// `<success/>` came: checks that the server proved itself (Z3).
  func finish(_ data: String) throws(SessionFailure) {
    if !data.isEmpty, !isComplete { _ = try step(try decode(data)) }
    guard isComplete else {
      throw .notSafe("the server did not prove that it knows the password")
    }
  }

  private func decode(_ text: String) throws(SessionFailure) -> [UInt8] {
    if text == "=" { return [] }
    guard let bytes = Base64.decode(text) else {
      throw .broken("what the server sent to sign in is not Base64")
    }
    return bytes
  }

  /// SCRAM's server-first message names the iterations as `i=`.
  private func checkIterations(_ challenge: [UInt8]) throws(SessionFailure) {
    guard mechanism != .plain, steps == 1 else { return }
    let fields = String(decoding: challenge, as: UTF8.self).split(separator: ",")
    guard let count = fields.first(where: { $0.hasPrefix("i=") }).flatMap({ Int($0.dropFirst(2)) })
    else { throw .broken("the server's challenge names no iterations") }
    guard Self.iterations.contains(count) else {
      throw .notSafe("the server asks for \(count) iterations of the password's hash")
    }
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
    let output =
      steps == 1
      ? unbound?.begin : try unbound?.answer(String(decoding: input, as: UTF8.self))
    isComplete = unbound?.isComplete == true
    return output.map { $0.isEmpty ? "=" : Base64.encode(Array($0.utf8)) } ?? "="
  }

  private func check(_ code: Int32) throws(SessionFailure) {
    switch code {
    case GSASL_OK.number: isComplete = true
    case GSASL_NEEDS_MORE.number: break
    case GSASL_AUTHENTICATION_ERROR.number where steps > 1:
      throw .notSafe("the server's proof that it knows the password is wrong")
    case GSASL_SASLPREP_ERROR.number: throw Self.unusable
    default:
      let reason = gsasl_strerror(code).map { String(cString: $0) } ?? "code \(code)"
      throw .broken("signing in: \(reason)")
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

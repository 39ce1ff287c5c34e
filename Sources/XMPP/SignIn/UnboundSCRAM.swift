internal import CCrypto
internal import CGsasl
internal import Localization
internal import Model

/// The client's side of SCRAM (RFC 5802 §5) that says "I could have bound to the channel" (flag `y`): a server
/// that offers to bind finds out that the offer was taken away. libgsasl 2.2.0 refuses to say it, so the
/// messages are made here, of its secrets.
struct UnboundSCRAM {
  /// "y,,": bound to nothing, on behalf of nobody else.
  private static let header = "y,,"

  private let nonce: String
  /// `client-first-message-bare`
  private let first: String
  /// The server's signature that is expected, from the second message on.
  private var signature: [UInt8]?
  /// The server has proved that it knows the password.
  private(set) var isComplete = false

  init(user: String) throws(SessionFailure) {
    nonce = try Self.freshNonce()
    let name = try Self.prepared(user).replacing("=", with: "=3D").replacing(",", with: "=2C")
    first = "n=\(name),r=\(nonce)"
  }

  var begin: String { Self.header + first }

  /// The answer to the server's first message; what it says last is checked, and has no answer.
  mutating func answer(
    _ text: String, by keys: SCRAMKeys
  ) throws(SessionFailure) -> String {
    guard let signature else { return try prove(text, keys) }
    guard !isComplete, text.split(separator: ",").first == "v=\(Base64.encode(signature))" else {
      throw .notSafe(tr("the server's proof that it knows the password is wrong"))
    }
    isComplete = true
    return ""
  }

  private mutating func prove(_ text: String, _ keys: SCRAMKeys) throws(SessionFailure) -> String {
    let whole = try SCRAMChallenge(text).nonce
    guard whole.hasPrefix(nonce), whole.utf8.count > nonce.utf8.count else {
      throw .notSafe(tr("the server answers somebody else's sign-in"))
    }
    let parts = try Self.parts(of: keys)
    let last = "c=\(Base64.encode(Array(Self.header.utf8))),r=\(whole)"
    let message = Array("\(first),\(text),\(last)".utf8)
    let mine = try hmac(parts.stored, message)
    signature = try hmac(parts.server, message)
    let proof = zip(parts.client, mine).map { $0 ^ $1 }
    return "\(last),p=\(Base64.encode(proof))"
  }

  private static func parts(of keys: SCRAMKeys) throws(SessionFailure) -> (
    client: [UInt8], server: [UInt8], stored: [UInt8]
  ) {
    let empty = [CChar](repeating: 0, count: keys.hash.length)
    var (client, server, stored) = (empty, empty, empty)
    let code = gsasl_scram_secrets_from_salted_password(
      keys.hash.ofLibrary, keys.salted.map { CChar(bitPattern: $0) }, &client, &server, &stored)
    guard code == 0 else { throw SASL.unusable }
    func bytes(_ key: [CChar]) -> [UInt8] { key.map { UInt8(bitPattern: $0) } }
    return (bytes(client), bytes(server), bytes(stored))
  }

  private func hmac(_ key: [UInt8], _ text: [UInt8]) throws(SessionFailure) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: key.count)
    let trouble = psst_hmac(Int32(key.count), key, key.count, text, text.count, &output)
    if let trouble { throw .notSafe(tr("no hash to sign in with: \(String(cString: trouble))")) }
    return output
  }

  /// Base64 of 18 random bytes, as the library has it.
  private static func freshNonce() throws(SessionFailure) -> String {
    var bytes = [CChar](repeating: 0, count: 18)
    guard gsasl_nonce(&bytes, bytes.count) == 0 else {
      throw SessionFailure(.closed, telling: "internal-server-error")
    }
    return Base64.encode(bytes.map { UInt8(bitPattern: $0) })
  }

  /// SASLprep (RFC 4013), with what Unicode has had since.
  static func prepared(_ user: String) throws(SessionFailure) -> String {
    // libgsasl 2.2.0 takes the flag for its opposite.
    for flags in [Gsasl_saslprep_flags(rawValue: 0), GSASL_ALLOW_UNASSIGNED] {
      var text: UnsafeMutablePointer<CChar>?
      guard gsasl_saslprep(user, flags, &text, nil) == 0, let text else { continue }
      defer { gsasl_free(text) }
      return String(cString: text)
    }
    throw SASL.unusable
  }
}

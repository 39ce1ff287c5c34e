internal import CCrypto
internal import CGsasl
internal import Model

/// The client's side of SCRAM (RFC 5802 §5) that says "I could have bound to the channel" (flag `y`): a server
/// that offers to bind finds out that the offer was taken away. libgsasl 2.2.0 refuses to say it, so the
/// messages are made here, of its secrets.
struct UnboundSCRAM {
  /// "y,,": bound to nothing, on behalf of nobody else.
  private static let header = "y,,"

  private let hash: Gsasl_hash
  private let password: String
  private let nonce: String
  /// `client-first-message-bare`
  private let first: String
  /// The server's signature that is expected, from the second message on.
  private var signature: [UInt8]?
  /// The server has proved that it knows the password.
  private(set) var isComplete = false

  init(_ mechanism: SignInMechanism, user: String, password: String) throws(SessionFailure) {
    hash = mechanism == .scramSHA1 ? GSASL_HASH_SHA1 : GSASL_HASH_SHA256
    self.password = password
    nonce = try Self.freshNonce()
    let name = try Self.prepared(user).replacing("=", with: "=3D").replacing(",", with: "=2C")
    first = "n=\(name),r=\(nonce)"
  }

  var begin: String { Self.header + first }

  /// The answer to the server's first message; what it says last is checked, and has no answer.
  mutating func answer(_ text: String) throws(SessionFailure) -> String {
    guard let signature else { return try prove(text) }
    guard !isComplete, text.split(separator: ",").first == "v=\(Base64.encode(signature))" else {
      throw .notSafe("the server's proof that it knows the password is wrong")
    }
    isComplete = true
    return ""
  }

  private mutating func prove(_ challenge: String) throws(SessionFailure) -> String {
    let fields = challenge.split(separator: ",")
    guard fields.count >= 3, fields[0].hasPrefix("r="), fields[1].hasPrefix("s="),
      let salt = Base64.decode(String(fields[1].dropFirst(2))), !salt.isEmpty,
      fields[2].hasPrefix("i="), let count = UInt32(fields[2].dropFirst(2))
    else { throw .broken("the server's challenge is none of SCRAM") }
    let whole = fields[0].dropFirst(2)
    guard whole.hasPrefix(nonce), whole.utf8.count > nonce.utf8.count else {
      throw .notSafe("the server answers somebody else's sign-in")
    }
    let keys = try secrets(salt, count)
    let last = "c=\(Base64.encode(Array(Self.header.utf8))),r=\(whole)"
    let message = Array("\(first),\(challenge),\(last)".utf8)
    let mine = try hmac(keys.stored, message)
    signature = try hmac(keys.server, message)
    let proof = zip(keys.client, mine).map { $0 ^ $1 }
    return "\(last),p=\(Base64.encode(proof))"
  }

  private func secrets(_ salt: [UInt8], _ count: UInt32) throws(SessionFailure) -> (
    client: [UInt8], server: [UInt8], stored: [UInt8]
  ) {
    let length = gsasl_hash_length(hash)
    let empty = [CChar](repeating: 0, count: length)
    var (salted, client, server, stored) = (empty, empty, empty, empty)
    let code = gsasl_scram_secrets_from_password(
      hash, password, count, salt.map { CChar(bitPattern: $0) }, salt.count, &salted, &client,
      &server, &stored)
    guard code == 0 else { throw SASL.unusable }
    func bytes(_ key: [CChar]) -> [UInt8] { key.map { UInt8(bitPattern: $0) } }
    return (bytes(client), bytes(server), bytes(stored))
  }

  private func hmac(_ key: [UInt8], _ text: [UInt8]) throws(SessionFailure) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: key.count)
    let trouble = psst_hmac(Int32(key.count), key, key.count, text, text.count, &output)
    if let trouble { throw .notSafe("no hash to sign in with: \(String(cString: trouble))") }
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

  private static func prepared(_ user: String) throws(SessionFailure) -> String {
    var text: UnsafeMutablePointer<CChar>?
    guard gsasl_saslprep(user, GSASL_ALLOW_UNASSIGNED, &text, nil) == 0, let text else {
      throw SASL.unusable
    }
    defer { gsasl_free(text) }
    return String(cString: text)
  }
}

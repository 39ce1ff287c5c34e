internal import CCrypto
internal import CGsasl
internal import Localization
internal import Model

/// The first message of SCRAM's server (RFC 5802 §5).
struct SCRAMChallenge {
  /// The client's nonce, and more.
  let nonce: String
  let salt: [UInt8]
  let iterations: Int

  /// Iterations of the password's hash that are accepted: fewer than RFC 7677 §4 has would help somebody
  /// who guesses, many more would keep this computer busy (Z4).
  static let allowed = 4096...1_000_000

  init(_ text: String) throws(SessionFailure) {
    let fields = text.split(separator: ",")
    guard fields.count >= 3, fields[0].hasPrefix("r="), fields[1].hasPrefix("s="),
      let salt = Base64.decode(String(fields[1].dropFirst(2))), !salt.isEmpty,
      fields[2].hasPrefix("i="), let count = Int(fields[2].dropFirst(2))
    else { throw .broken(tr("the server's challenge is none of SCRAM")) }
    guard Self.allowed.contains(count) else {
      throw .notSafe(tr("the server asks for \(count) iterations of the password's hash"))
    }
    (nonce, self.salt, iterations) = (String(fields[0].dropFirst(2)), salt, count)
  }
}

extension SCRAMKeys.Hash {
  var ofLibrary: Gsasl_hash { self == .sha1 ? GSASL_HASH_SHA1 : GSASL_HASH_SHA256 }
}

extension SignInSecret {
  /// What a server wants: made of the password, or kept from before.
  func keys(
    _ hash: SCRAMKeys.Hash, for challenge: SCRAMChallenge
  ) throws(SessionFailure) -> SCRAMKeys {
    switch self {
    case .keys(let keys):
      guard keys.answer(hash, salt: challenge.salt, iterations: challenge.iterations) else {
        throw .passwordWanted(of: self)
      }
      return keys
    case .keyring: throw .passwordWanted(of: self)
    case .password(let password):
      return SCRAMKeys(
        hash: hash, salt: challenge.salt, iterations: challenge.iterations,
        salted: try Self.salt(password, hash, challenge))
    }
  }

  private static func salt(
    _ password: String, _ hash: SCRAMKeys.Hash, _ challenge: SCRAMChallenge
  ) throws(SessionFailure) -> [UInt8] {
    let empty = [CChar](repeating: 0, count: hash.length)
    var (salted, client, server, stored) = (empty, empty, empty, empty)
    let code = gsasl_scram_secrets_from_password(
      hash.ofLibrary, password, UInt32(challenge.iterations),
      challenge.salt.map { CChar(bitPattern: $0) }, challenge.salt.count, &salted, &client,
      &server, &stored)
    guard code == 0 else { return try saltUnassigned(password, hash, challenge) }
    return salted.map { UInt8(bitPattern: $0) }
  }

  /// The same of a password with characters that Unicode has had since version 3.2, with which the library makes no
  /// keys (RFC 4013 §2.5 lets a client say them).
  private static func saltUnassigned(
    _ password: String, _ hash: SCRAMKeys.Hash, _ challenge: SCRAMChallenge
  ) throws(SessionFailure) -> [UInt8] {
    let text = Array(try UnboundSCRAM.prepared(password).utf8CString.dropLast())
    var salted = [UInt8](repeating: 0, count: hash.length)
    let trouble = psst_pbkdf2(
      Int32(hash.length), text, text.count, challenge.salt, challenge.salt.count,
      Int32(challenge.iterations), &salted)
    if let trouble { throw .notSafe(tr("no hash to sign in with: \(String(cString: trouble))")) }
    return salted
  }
}

extension SessionFailure {
  /// What there is to sign in with does not serve, and nobody but the user has the password.
  static func passwordWanted(of secret: SignInSecret) -> SessionFailure {
    SessionFailure(
      .signInRefused(
        reason: secret == .keyring
          ? tr("the desktop's keyring does not give the password: type it again")
          : tr("the password was changed, or the server keeps it in another way: type it again")))
  }
}

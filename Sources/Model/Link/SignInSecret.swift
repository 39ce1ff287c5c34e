/// What an account signs in with.
public enum SignInSecret: Sendable, Equatable {
  case password(String)
  case keys(SCRAMKeys)
  /// The desktop's keyring has the password, and is asked when it is wanted.
  case keyring

  /// `nil` where only the keys are known.
  public var password: String? { if case .password(let password) = self { password } else { nil } }
}

/// What SCRAM makes of a password at one server (RFC 5802 §3). Who has it can sign in there as with the password, and
/// nowhere else, and does not learn the password.
public struct SCRAMKeys: Sendable, Equatable {
  /// The hash that a mechanism has in its name.
  public enum Hash: String, Sendable {
    case sha1 = "SHA-1"
    case sha256 = "SHA-256"

    /// Bytes of what it makes.
    public var length: Int { self == .sha1 ? 20 : 32 }
  }

  /// What they are made by.
  public var hash: Hash
  /// The server's, for this account.
  public var salt: [UInt8]
  /// How often it is applied.
  public var iterations: Int
  /// RFC 5802 calls it SaltedPassword: the keys of the client and of the server are made of it.
  public var salted: [UInt8]

  /// As a server wanted them.
  public init(hash: Hash, salt: [UInt8], iterations: Int, salted: [UInt8]) {
    self.hash = hash
    self.salt = salt
    self.iterations = iterations
    self.salted = salted
  }

  /// They are what a server wants that names this salt.
  public func answer(_ hash: Hash, salt: [UInt8], iterations: Int) -> Bool {
    (self.hash, self.iterations) == (hash, iterations) && self.salt == salt
  }
}

extension SignInMechanism {
  /// What it makes keys by; `nil` where it takes the password itself.
  public var keyHash: SCRAMKeys.Hash? {
    switch self {
    case .scramSHA256Plus, .scramSHA256: .sha256
    case .scramSHA1Plus, .scramSHA1: .sha1
    case .plain: nil
    }
  }
}

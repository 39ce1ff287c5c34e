/// How to sign in, best first (RFC 5802, RFC 7677, RFC 4616). Kept with the account: less than it used before
/// is somebody in between, until the user says otherwise.
public enum SignInMechanism: String, CaseIterable, Sendable {
  case scramSHA256Plus = "SCRAM-SHA-256-PLUS"
  case scramSHA256 = "SCRAM-SHA-256"
  case scramSHA1Plus = "SCRAM-SHA-1-PLUS"
  case scramSHA1 = "SCRAM-SHA-1"
  /// The password itself is sent.
  case plain = "PLAIN"

  /// Ties the sign-in to the connection: nobody can pass it on from another.
  public var needsBinding: Bool { self == .scramSHA256Plus || self == .scramSHA1Plus }

  /// Neither the hash is weaker than the other's, nor is a binding missing that the other has.
  public func isAtLeast(_ other: SignInMechanism) -> Bool {
    hash >= other.hash && (needsBinding || !other.needsBinding)
  }

  private var hash: Int {
    switch self {
    case .plain: 0
    case .scramSHA1, .scramSHA1Plus: 1
    case .scramSHA256, .scramSHA256Plus: 2
    }
  }
}

/// What an account expects of a sign-in.
public struct SignInTerms: Sendable, Equatable {
  /// The best it has signed in with; `nil` before the first time.
  public var strongest: SignInMechanism?
  /// The user has chosen that the server may have the password itself.
  public var allowsPlain: Bool

  public init(strongest: SignInMechanism? = nil, allowsPlain: Bool = false) {
    self.strongest = strongest
    self.allowsPlain = allowsPlain
  }

  /// Good enough to be used.
  public func accept(_ mechanism: SignInMechanism) -> Bool {
    (mechanism != .plain || allowsPlain) && (strongest.map(mechanism.isAtLeast) ?? true)
  }
}

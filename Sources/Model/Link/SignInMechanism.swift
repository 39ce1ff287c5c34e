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

/// Less than an account's terms, which a server offers in the end: only its user may say that it will do.
public struct SignInConcession: Sendable, Equatable {
  /// What would be used.
  public var mechanism: SignInMechanism
  /// The best it took before; `nil` where nothing is known of that.
  public var before: SignInMechanism?

  /// What a server offers, and what is known of before.
  public init(mechanism: SignInMechanism, before: SignInMechanism?) {
    (self.mechanism, self.before) = (mechanism, before)
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

  /// The user has said that this will do, and nothing less.
  public mutating func concede(_ concession: SignInConcession) {
    strongest = concession.mechanism
    if concession.mechanism == .plain { allowsPlain = true }
  }

  /// Good enough to be used.
  public func accept(_ mechanism: SignInMechanism) -> Bool {
    (mechanism != .plain || allowsPlain) && (strongest.map(mechanism.isAtLeast) ?? true)
  }
}

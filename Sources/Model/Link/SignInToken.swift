/// What a server has given to sign in with in the place of the password (XEP-0484), and as secret. It says itself when
/// it takes it no more.
public struct SignInToken: Sendable, Equatable {
  /// How one shows that one knows it, best first: by a hash (draft-schmaus-kitten-sasl-ht), tied to the
  /// connection or not. A token is good for the one that it was asked for.
  public enum Mechanism: String, CaseIterable, Sendable {
    case exporter = "HT-SHA-256-EXPR"
    case unique = "HT-SHA-256-UNIQ"
    case unbound = "HT-SHA-256-NONE"
  }

  /// How it is used.
  public var mechanism: Mechanism
  /// What nobody else may know.
  public var secret: String

  /// Bytes of one that is kept (Z4).
  static let longest = 1_024

  /// `nil` where it is none that can be kept: empty, too long, or not one line.
  public init?(_ secret: String, for mechanism: Mechanism) {
    guard (1...Self.longest).contains(secret.utf8.count), secret.utf8.allSatisfy({ $0 >= 0x20 })
    else { return nil }
    (self.secret, self.mechanism) = (secret, mechanism)
  }
}

extension SignInTerms {
  /// Whether a token may stand for the password: where that was bound to the connection, so is the token.
  public func accept(_ mechanism: SignInToken.Mechanism) -> Bool {
    mechanism != .unbound || strongest?.needsBinding != true
  }
}

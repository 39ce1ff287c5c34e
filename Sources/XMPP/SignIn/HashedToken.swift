internal import CCrypto
internal import Localization
internal import Model

/// The client's side of HT (draft-schmaus-kitten-sasl-ht §3): one word each way. Both show that they know the token, and
/// see the same connection.
struct HashedToken {
  let mechanism: SignInToken.Mechanism
  private let secret: [UInt8]
  /// What ties it to the connection; empty where nothing does.
  private let binding: [UInt8]

  /// `nil` where the connection is none that this token can be tied to.
  init?(_ token: SignInToken, binding: ChannelBinding?) {
    switch (token.mechanism, binding) {
    case (.exporter, .exporter(let bytes)?), (.unique, .unique(let bytes)?): self.binding = bytes
    case (.unbound, _): self.binding = []
    default: return nil
    }
    mechanism = token.mechanism
    secret = Array(token.secret.utf8)
  }

  /// The word that begins, and ends, the client's side: Base64.
  func begin(user: String) throws(SessionFailure) -> String {
    Base64.encode(Array(user.utf8) + [0] + (try hash("Initiator")))
  }

  /// Checks the server's word, Base64: only who has the token can say it (Z3).
  func finish(_ data: String) throws(SessionFailure) {
    guard Base64.decode(data) == (try hash("Responder")) else {
      throw .notSafe(tr("the server did not prove that it gave the token it takes"))
    }
  }

  private func hash(_ who: String) throws(SessionFailure) -> [UInt8] {
    let text = Array(who.utf8) + binding
    var output = [UInt8](repeating: 0, count: 32)
    let trouble = psst_hmac(32, secret, secret.count, text, text.count, &output)
    if let trouble { throw .notSafe(tr("no hash to sign in with: \(String(cString: trouble))")) }
    return output
  }
}

extension ChannelBinding {
  /// The tokens that can be tied to it, best first; one that is tied to nothing is last.
  static func tokens(for binding: ChannelBinding?) -> [SignInToken.Mechanism] {
    switch binding {
    case .exporter?: [.exporter, .unbound]
    case .unique?: [.unique, .unbound]
    case nil: [.unbound]
    }
  }
}

internal import Localization
internal import XMLStream

/// What `<failure/>` of SASL means (RFC 6120 §6.5).
enum SignInFailure {
  /// Conditions that heal by themselves or by connecting again; all others need the user.
  private static let passing: Set<String> = ["aborted", "temporary-auth-failure"]

  private static var reasons: [String: String] {
    [
      "account-disabled": tr("the server has disabled this account"),
      "credentials-expired": tr("the password is too old; the server wants a new one"),
      "encryption-required": tr("the server signs in over an encrypted connection only"),
      "mechanism-too-weak": tr("the server wants a stronger way to sign in"),
      "not-authorized": tr("the name or the password is wrong"),
    ]
  }

  /// - Parameter couldBind: the server was told that it could have been bound to, and did not offer it.
  static func failure(of element: XMLElement, couldBind: Bool) -> SessionFailure {
    let (condition, text) = words(of: element)
    // What a server says that did offer it (RFC 5802 §7, server-does-support-channel-binding).
    if couldBind, condition == "malformed-request" {
      return .notSafe(tr("the server's offer to bind the sign-in to the connection was taken away"))
    }
    if passing.contains(condition) {
      return SessionFailure(.streamError(condition: condition, text: text))
    }
    // The server's own words say less, and how it found out.
    if condition == "not-authorized", let reason = reasons[condition] {
      return SessionFailure(.signInRefused(reason: reason))
    }
    let reason = reasons[condition] ?? tr("the server refuses to sign in: \(condition)")
    return SessionFailure(.signInRefused(reason: text.map { "\(reason) (\($0))" } ?? reason))
  }

  /// Of a token: what does not pass by itself means that it is of no use any more.
  static func failure(ofToken element: XMLElement) -> SessionFailure {
    let (condition, text) = words(of: element)
    guard passing.contains(condition) else { return SessionFailure(.tokenRefused) }
    return SessionFailure(.streamError(condition: condition, text: text))
  }

  /// XEP-0388 has the text in its own namespace, and Prosody 0.12 the condition, too.
  private static func words(of element: XMLElement) -> (condition: String, text: String?) {
    let parts = element.children.filter {
      [Namespace.sasl, XEP0388ExtensibleSASL.namespace].contains($0.namespace)
    }
    let condition = parts.first { $0.name != "text" }?.name ?? "not-authorized"
    return (condition, parts.first { $0.name == "text" }?.text)
  }
}

internal import XMLStream

/// What `<failure/>` of SASL means (RFC 6120 §6.5).
enum SignInFailure {
  /// Conditions that heal by themselves or by connecting again; all others need the user.
  private static let passing: Set<String> = ["aborted", "temporary-auth-failure"]

  private static let reasons = [
    "account-disabled": "the server has disabled this account",
    "credentials-expired": "the password is too old; the server wants a new one",
    "encryption-required": "the server signs in over an encrypted connection only",
    "mechanism-too-weak": "the server wants a stronger way to sign in",
    "not-authorized": "the name or the password is wrong",
  ]

  /// - Parameter couldBind: the server was told that it could have been bound to, and did not offer it.
  static func failure(of element: XMLElement, couldBind: Bool) -> SessionFailure {
    let conditions = element.children.filter { $0.namespace == Namespace.sasl }
    let condition = conditions.first { $0.name != "text" }?.name ?? "not-authorized"
    let text = conditions.first { $0.name == "text" }?.text
    // What a server says that did offer it (RFC 5802 §7, server-does-support-channel-binding).
    if couldBind, condition == "malformed-request" {
      return .notSafe("the server's offer to bind the sign-in to the connection was taken away")
    }
    if passing.contains(condition) {
      return SessionFailure(.streamError(condition: condition, text: text))
    }
    let reason = reasons[condition] ?? "the server refuses to sign in: \(condition)"
    return SessionFailure(.signInRefused(reason: text.map { "\(reason) (\($0))" } ?? reason))
  }
}

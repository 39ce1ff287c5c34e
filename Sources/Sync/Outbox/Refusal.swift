internal import Localization
internal import XMPP

/// A stanza error (RFC 6120 §8.3.3) in plain words.
enum Refusal {
  static var words: [String: String] {
    [
      "bad-request": tr("the server did not understand the message"),
      "conflict": tr("the server has a conflict with it"),
      "feature-not-implemented": tr("the recipient's server cannot do that"),
      "forbidden": tr("you are not allowed to write there"),
      "gone": tr("the recipient has moved away"),
      "internal-server-error": tr("the server has a problem of its own"),
      "item-not-found": tr("there is no such user"),
      "jid-malformed": tr("the address is not valid"),
      "not-acceptable": tr("the recipient does not accept it"),
      "not-allowed": tr("you are not allowed to write there"),
      "not-authorized": tr("you are not allowed to write there"),
      "policy-violation": tr("the server's rules forbid it, perhaps for its size"),
      "recipient-unavailable": tr("the recipient cannot be reached now"),
      "redirect": tr("the recipient has moved"),
      "registration-required": tr("the recipient wants you to register first"),
      "remote-server-not-found": tr("the recipient's server does not exist"),
      "remote-server-timeout": tr("the recipient's server does not answer"),
      "resource-constraint": tr("the recipient's mailbox is full"),
      "service-unavailable": tr("no such address, or it does not accept messages"),
      "subscription-required": tr("the recipient accepts messages from contacts only"),
      "undefined-condition": tr("the server refused it"),
      "unexpected-request": tr("the server did not expect it"),
    ]
  }

  static func reason(_ error: StanzaError) -> String {
    words[error.condition] ?? tr("the server refused it (\(error.condition))")
  }

  /// The same of a message, with the name of whom it is for where that says more.
  static func reason(_ error: StanzaError, for name: String) -> String {
    switch error.condition {
    case "recipient-unavailable": tr("\(name) cannot be reached now")
    case "remote-server-not-found": tr("The server of \(name) cannot be found")
    case "remote-server-timeout": tr("The server of \(name) does not answer")
    case "resource-constraint": tr("\(name)'s mailbox is full")
    default: reason(error)
    }
  }

  /// Conditions that pass by themselves, whatever type servers give them (RFC 6120 §8.3.3).
  private static let passing: Set<String> = ["recipient-unavailable", "remote-server-timeout"]

  /// It can heal by itself, so it is tried again (O10).
  static func canHeal(_ error: StanzaError) -> Bool {
    error.kind == "wait" || passing.contains(error.condition)
  }
}

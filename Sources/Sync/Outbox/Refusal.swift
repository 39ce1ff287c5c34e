internal import XMPP

/// A stanza error (RFC 6120 §8.3.3) in plain words.
enum Refusal {
  static let words: [String: String] = [
    "bad-request": "the server did not understand the message",
    "conflict": "the server has a conflict with it",
    "feature-not-implemented": "the recipient's server cannot do that",
    "forbidden": "you are not allowed to write there",
    "gone": "the recipient has moved away",
    "internal-server-error": "the server has a problem of its own",
    "item-not-found": "there is no such user",
    "jid-malformed": "the address is not valid",
    "not-acceptable": "the recipient does not accept it",
    "not-allowed": "you are not allowed to write there",
    "not-authorized": "you are not allowed to write there",
    "policy-violation": "the server's rules forbid it, perhaps for its size",
    "recipient-unavailable": "the recipient cannot be reached now",
    "redirect": "the recipient has moved",
    "registration-required": "the recipient wants you to register first",
    "remote-server-not-found": "the recipient's server does not exist",
    "remote-server-timeout": "the recipient's server does not answer",
    "resource-constraint": "the recipient's mailbox is full",
    "service-unavailable": "no such address, or it does not accept messages",
    "subscription-required": "the recipient accepts messages from contacts only",
    "undefined-condition": "the server refused it",
    "unexpected-request": "the server did not expect it",
  ]

  static func reason(_ error: StanzaError) -> String {
    words[error.condition] ?? "the server refused it (\(error.condition))"
  }

  /// Conditions that pass by themselves, whatever type servers give them (RFC 6120 §8.3.3).
  private static let passing: Set<String> = ["recipient-unavailable", "remote-server-timeout"]

  /// It can heal by itself, so it is tried again (O10).
  static func canHeal(_ error: StanzaError) -> Bool {
    error.kind == "wait" || passing.contains(error.condition)
  }
}

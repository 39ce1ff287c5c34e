/// Why a server refuses a message: the defined conditions of RFC 6120 §8.3.3.
enum Reason {
  static let all = [
    "bad-request", "conflict", "feature-not-implemented", "forbidden", "gone",
    "internal-server-error", "item-not-found", "jid-malformed", "not-acceptable", "not-allowed",
    "not-authorized", "policy-violation", "recipient-unavailable", "redirect",
    "registration-required", "remote-server-not-found", "remote-server-timeout",
    "resource-constraint", "service-unavailable", "subscription-required",
    "undefined-condition", "unexpected-request",
  ]
}

internal import XMLStream

/// `<error/>` inside a stanza ⇄ ``StanzaError`` (RFC 6120 §8.3).
extension StanzaError {
  private static let kinds: Set<String> = ["auth", "cancel", "continue", "modify", "wait"]

  /// Reads the error of a stanza of type `error`; what it leaves out is a plain refusal.
  init(of stanza: XMLElement) {
    let error = stanza.child("error", Namespace.client)
    let defined = error?.children.filter { $0.namespace == Namespace.stanzaErrors } ?? []
    let kind = error?["type"] ?? "cancel"
    self.init(
      kind: Self.kinds.contains(kind) ? kind : "cancel",
      condition: defined.first { $0.name != "text" }.map { Self.bounded($0.name) }
        ?? "undefined-condition",
      text: defined.first { $0.name == "text" }.map { Self.bounded($0.text) })
    fileLimit = error.flatMap { XEP0363Upload.limit(ofError: $0) }
  }

  /// What is kept of a reason in somebody else's words, and of a condition that is none (Z4): it is stored with the
  /// message it is about.
  static func bounded(_ text: String) -> String {
    text.utf8.count <= 500 ? text : String(text.unicodeScalars.prefix(500))
  }

  var element: XMLElement {
    XMLElement(
      "error", Namespace.client, ["type": kind], [XMLElement(condition, Namespace.stanzaErrors)])
  }

  static let serviceUnavailable = StanzaError(kind: "cancel", condition: "service-unavailable")
  /// What the session says where no answer came in time (RFC 6120 §8.3.3.16): it proves nothing.
  public static let timeout = StanzaError(kind: "wait", condition: "remote-server-timeout")
}

internal import Model
internal import XMLStream

/// Ends a session: thrown inside, told outside as ``SessionEvent/ended(_:)``.
struct SessionFailure: Error, Equatable {
  var end: SessionEnd
  /// What the server is told before the stream is closed (RFC 6120 §4.9.3); `nil` where it did nothing wrong.
  var condition: String?

  init(_ end: SessionEnd, telling condition: String? = nil) {
    self.end = end
    self.condition = condition
  }

  /// The server broke the rules of the protocol.
  static func broken(_ reason: String, _ condition: String = "undefined-condition")
    -> SessionFailure
  {
    SessionFailure(.protocolError(reason: reason), telling: condition)
  }

  /// - Parameter concession: what the user may say will do.
  static func notSafe(
    _ reason: String, unless concession: SignInConcession? = nil
  ) -> SessionFailure {
    SessionFailure(
      .notSafe(reason: reason, unless: concession), telling: "policy-violation")
  }

  init(_ violation: XMLViolation) {
    self = .broken(violation.detail, violation.condition.rawValue)
  }

  /// What `<stream:error/>` from the server says (RFC 6120 §4.9).
  init(streamError element: XMLElement) {
    let defined = element.children.filter { $0.namespace == Namespace.streamErrors }
    let condition = defined.first { $0.name != "text" }?.name ?? "undefined-condition"
    let text = defined.first { $0.name == "text" }.map { StanzaError.bounded($0.text) }
    self.init(.streamError(condition: condition, text: text))
  }

  /// What we send: the error where there is one, and the end of the stream.
  var farewell: String {
    guard let condition else { return "</stream:stream>" }
    let inner = XMLElement(condition, Namespace.streamErrors)
    return "<stream:error>\(inner.serialized(inside: Namespace.client))</stream:error>"
      + "</stream:stream>"
  }
}

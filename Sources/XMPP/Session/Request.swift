internal import Model
internal import XMLStream

/// A question (IQ of type `get` or `set`, RFC 6120 §8.2.3), and what its answer means.
struct Request: Sendable {
  enum Kind: String { case get, set }

  enum Answer: Sendable {
    /// The whole stanza.
    case result(XMLElement)
    case error(StanzaError)
    /// None came in time, or so many questions were open that this one was not even asked.
    case timeout
  }

  var kind: Kind
  /// Whom it is put to; `nil` is the account itself.
  var to: JID?
  var payload: XMLElement
  /// It is sent again where the stream is resumed and the server did not handle it.
  var isRepeatable = false
  /// Milliseconds that an answer may take.
  var timeout: Int64 = 30_000
  /// What the answer tells; may change the session, or end it.
  var read: @Sendable (Answer, inout BoundSession) throws(SessionFailure) -> [SessionEvent]

  init(
    _ kind: Kind, to: JID? = nil, _ payload: XMLElement,
    read: @escaping @Sendable (Answer, inout BoundSession) throws(SessionFailure) -> [SessionEvent]
  ) {
    (self.kind, self.to, self.payload, self.read) = (kind, to, payload, read)
  }

  func stanza(id: String) -> XMLElement {
    XMLElement(
      "iq", Namespace.client, ["type": kind.rawValue, "to": to?.description, "id": id], [payload])
  }
}

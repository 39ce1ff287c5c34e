/// What a stream says, in order.
public enum XMLStreamEvent: Sendable, Equatable {
  /// The stream's element began: its name and attributes, no children.
  case opened(XMLElement)
  /// A whole child of the stream's element.
  case stanza(XMLElement)
  /// The stream's element ended.
  case closed
  /// Reading ends here; nothing follows.
  case violation(XMLViolation)
}

/// What a stream says, in order.
public enum XMLStreamEvent: Sendable, Equatable {
  /// The stream's element began: its name and attributes, no children.
  case opened(XMLElement)
  /// A whole child of the stream's element.
  case stanza(XMLElement)
  /// A child of the stream's element that was over a bound of ``XMLLimits``: its own tag, and nothing of what was inside.
  case cut(XMLElement)
  /// The stream's element ended.
  case closed
  /// Reading ends here; nothing follows.
  case violation(XMLViolation)
}

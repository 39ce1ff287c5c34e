internal import XMLStream

/// What somebody's question is answered with (RFC 6120 §8.2.3).
enum Reply {
  /// With this in it, or with nothing but that it was understood.
  case result(XMLElement?)
  case error(StanzaError)

  /// The type of the stanza.
  var type: String { if case .error = self { "error" } else { "result" } }

  /// What the stanza has inside.
  var payload: XMLElement? {
    switch self {
    case .result(let payload): payload
    case .error(let error): error.element
    }
  }
}

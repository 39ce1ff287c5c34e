import XMLStream

/// The stanzas of a stream as text, header included.
func stanzas(_ stream: String) -> [XMLElement] {
  let parser = XMLStreamParser(limits: .afterAuthentication)
  return parser.push(Array(stream.utf8)).compactMap {
    if case .stanza(let element) = $0 { element } else { nil }
  }
}

/// One stanza of a client's stream.
func stanza(_ xml: String) -> XMLElement {
  stanzas(Rig.header + xml)[0]
}

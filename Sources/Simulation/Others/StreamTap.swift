internal import XMLStream

/// Reads along what one connection brings to a device.
final class StreamTap {
  private let parser = XMLStreamParser(limits: .afterAuthentication)

  /// Ids of messages that came back with these bytes, and may be tried again.
  func returned(in bytes: [UInt8]) -> [String] {
    var ids: [String] = []
    for event in parser.push(bytes) {
      guard case .stanza(let stanza) = event else { continue }
      if stanza.name == "success" { parser.restart(limits: .afterAuthentication) }
      if stanza.name == "message", stanza["type"] == "error", let id = stanza["id"], canHeal(stanza)
      {
        ids.append(id)
      }
    }
    return ids
  }

  private func canHeal(_ message: XMLElement) -> Bool {
    guard let error = message.child("error", ServerNamespace.client) else { return false }
    return error["type"] == "wait"
      || error.children.contains {
        $0.name.hasPrefix("remote-server") || $0.name == "recipient-unavailable"
      }
  }
}

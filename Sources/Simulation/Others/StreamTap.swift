internal import XMLStream

/// Reads along what one connection brings to a device.
final class StreamTap {
  private let parser = XMLStreamParser(limits: .afterAuthentication)

  /// One that cannot heal fails, and holds nothing back.
  private func heals(_ stanza: XMLElement) -> Bool {
    let error = stanza.child("error", ServerNamespace.client)
    return error?["type"] == "wait"
      || error?.children.contains { $0.name == "remote-server-not-found" } == true
  }

  /// Ids of messages that came back with these bytes, and may go again.
  func returned(in bytes: [UInt8]) -> [String] {
    var ids: [String] = []
    for event in parser.push(bytes) {
      guard case .stanza(let stanza) = event else { continue }
      if stanza.name == "success" { parser.restart(limits: .afterAuthentication) }
      if stanza.name == "message", stanza["type"] == "error", heals(stanza), let id = stanza["id"] {
        ids.append(id)
      }
    }
    return ids
  }
}

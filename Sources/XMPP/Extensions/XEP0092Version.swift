internal import Model
internal import XMLStream

/// XEP-0092: what program somebody's device says it is. psst asks when somebody wants to know, and says nothing of
/// itself but its name (XEP-0030): there has to be a version (§3), and it is empty.
enum XEP0092Version: Extension {
  static let namespace = "jabber:iq:version"
  static let features = [namespace]
  /// Characters of what is kept of an answer (Z4).
  static let longest = 100

  static func reply(to question: XMLElement) -> Reply? {
    guard question.is("query", namespace) else { return nil }
    let name = XMLElement("name", namespace, text: XEP0030Discovery.name)
    return .result(XMLElement("query", namespace, [:], [name, XMLElement("version", namespace)]))
  }

  /// Some tell their name alone (XEP-0030).
  static func requests(to device: JID) -> [Request] {
    [XEP0030Discovery.client(of: device), request(to: device)]
  }

  private static func request(to device: JID) -> Request {
    Request(.get, to: device, XMLElement("query", namespace)) { answer, _ in
      guard case .result(let stanza) = answer, let query = stanza.child("query", namespace) else {
        return []
      }
      let words = ["name", "version", "os"].compactMap { query.child($0, namespace)?.text }
        .filter { !$0.isEmpty }
      let program = words.joined(separator: " ").prefix(longest)
      return program.isEmpty ? [] : [.programTold(device, String(program))]
    }
  }
}

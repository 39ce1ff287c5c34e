internal import Model
internal import XMLStream

/// XEP-0191: whom the account wants to have nothing to do with; its own server keeps the list, and says when another
/// device changed it. With XEP-0377 it is told why.
enum XEP0191Blocking: Extension {
  static let namespace = "urn:xmpp:blocking"
  /// XEP-0377 §3.
  static let reporting = "urn:xmpp:reporting:1"

  /// The questions for the list, and for what the server does with reports. Who has asked is told of changes.
  static func requests(own: JID) -> [Request] {
    let list = Request(.get, XMLElement("blocklist", namespace)) { answer, _ in
      switch answer {
      case .result(let stanza):
        [.blockList(addresses(in: stanza.child("blocklist", namespace)))]
      case .error(let error): [.noBlockList(error)]
      case .timeout: [.dropped(reason: "no answer about who is blocked in time")]
      }
    }
    guard let server = JID(own.domain) else { return [list] }
    let features = Request(.get, to: server, XMLElement("query", XEP0030Discovery.namespace)) {
      answer, _ in
      guard case .result(let stanza) = answer else { return [] }
      return [.takesReports(XEP0030Discovery.features(in: stanza).contains(reporting))]
    }
    return [list, features]
  }

  /// - Parameter isBlocked: `false` takes it back.
  static func request(
    _ id: String, _ who: JID, isBlocked: Bool, report: BlockReport?
  ) -> Request {
    let said = report.map {
      [XMLElement("report", reporting, ["reason": "urn:xmpp:reporting:\($0.rawValue)"])]
    }
    let item = XMLElement("item", namespace, ["jid": who.description], said ?? [])
    let order = XMLElement(isBlocked ? "block" : "unblock", namespace, [:], [item])
    return Request(.set, order) { answer, _ in
      switch answer {
      case .result: [.blockingDone(id: id, nil)]
      case .error(let error): [.blockingDone(id: id, error)]
      case .timeout: [.blockingDone(id: id, .timeout)]
      }
    }
  }

  /// What another device, or this one, has changed (XEP-0191 §3.3, §3.4); `nil` where it is none such.
  static func push(_ payload: XMLElement) -> SessionEvent? {
    let some = addresses(in: payload)
    switch payload.name {
    case "block" where !some.isEmpty: return .blocked(some)
    // Nobody is blocked any more.
    case "unblock" where payload.children.isEmpty: return .unblocked(nil)
    case "unblock" where !some.isEmpty: return .unblocked(some)
    default: return nil
    }
  }

  private static func addresses(in list: XMLElement?) -> [JID] {
    let items = list?.children.filter { $0.is("item", namespace) } ?? []
    return items.prefix(BlockList.capacity).compactMap { $0["jid"].flatMap { JID($0) } }
  }
}

internal import Model
internal import XMLStream

/// The roster (RFC 6121 §2).
enum Roster {
  static let namespace = "jabber:iq:roster"

  static var request: Request {
    Request(.get, XMLElement("query", namespace)) { answer, _ throws(SessionFailure) in
      switch answer {
      case .result(let stanza):
        [.roster(stanza.child("query", namespace).map(items) ?? [])]
      case .error(let error): [.dropped(reason: "no roster: \(error.condition)")]
      case .timeout: throw SessionFailure(.closed, telling: "connection-timeout")
      }
    }
  }

  static func items(of query: XMLElement) -> [RosterItem] {
    query.children.filter { $0.is("item", namespace) }.compactMap(item)
  }

  /// `nil` without a valid bare address. An unknown subscription is none.
  static func item(_ element: XMLElement) -> RosterItem? {
    guard let jid = element["jid"].flatMap({ JID($0) })?.bare else { return nil }
    let name = element["name"].flatMap { $0.isEmpty ? nil : $0 }
    let subscription = element["subscription"].flatMap { Contact.Subscription(rawValue: $0) }
    let contact = Contact(
      jid: jid, name: name, subscription: subscription ?? .none,
      isAsking: element["ask"] == "subscribe")
    return RosterItem(contact: contact, isRemoved: element["subscription"] == "remove")
  }

  /// The one item of a push (RFC 6121 §2.1.6).
  static func push(_ query: XMLElement) -> RosterItem? {
    let items = query.children.filter { $0.is("item", namespace) }
    return items.count == 1 ? item(items[0]) : nil
  }
}

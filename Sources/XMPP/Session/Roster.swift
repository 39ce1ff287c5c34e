internal import Model
internal import XMLStream

/// The roster (RFC 6121 §2).
enum Roster {
  static let namespace = "jabber:iq:roster"

  static var request: Request {
    Request(.get, XMLElement("query", namespace)) { answer, session throws(SessionFailure) in
      switch answer {
      case .result(let stanza):
        let query = stanza.child("query", namespace)
        session.rosterGroups = [:]
        for item in query?.children ?? [] { learn(item, &session) }
        return [.roster(query.map(items) ?? [])]
      case .error(let error): return [.dropped(reason: "no roster: \(error.condition)")]
      case .timeout: throw SessionFailure(.closed, telling: "connection-timeout")
      }
    }
  }

  /// The groups that somebody is in (RFC 6121 §2.1.2.5).
  static func learn(_ item: XMLElement, _ session: inout BoundSession) {
    guard let jid = item["jid"].flatMap({ JID($0) })?.bare else { return }
    let groups = item.children.filter { $0.is("group", namespace) }.prefix(Contact.mostLabels)
    session.rosterGroups[jid] = groups.isEmpty ? nil : Array(groups)
  }

  /// The groups of these names.
  static func groups(_ labels: [String]) -> [XMLElement] {
    labels.map { XMLElement("group", namespace, text: $0) }
  }

  /// Gives somebody a name; what else is said of them stays.
  static func naming(_ id: String, _ who: JID, _ name: String, in groups: [XMLElement]) -> Request {
    let item = XMLElement(
      "item", namespace, ["jid": who.description, "name": name.isEmpty ? nil : name], groups)
    return Request(.set, XMLElement("query", namespace, [:], [item])) { answer, _ in
      switch answer {
      case .result: [.contactNamed(id: id, nil)]
      case .error(let error): [.contactNamed(id: id, error)]
      case .timeout: [.contactNamed(id: id, .timeout)]
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
    let groups = element.children.lazy.filter { $0.is("group", namespace) }.map(\.text)
    let contact = Contact(
      jid: jid, name: name, subscription: subscription ?? .none,
      isAsking: element["ask"] == "subscribe", labels: Contact.labels(groups))
    return RosterItem(contact: contact, isRemoved: element["subscription"] == "remove")
  }

  /// The one item of a push (RFC 6121 §2.1.6).
  static func push(_ query: XMLElement) -> RosterItem? {
    let items = query.children.filter { $0.is("item", namespace) }
    return items.count == 1 ? item(items[0]) : nil
  }
}

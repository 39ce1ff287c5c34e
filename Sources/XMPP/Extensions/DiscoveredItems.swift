public import Model
internal import XMLStream

/// What a server or a service has: services, or rooms (XEP-0030 §4, XEP-0045 §6.3).
enum DiscoveredItems {
  private static let namespace = "http://jabber.org/protocol/disco#items"
  /// Of one answer (Z4).
  static let mostOfPage = 100
  /// Characters of a name.
  static let longestName = 200

  /// - Parameter seen: how many have come.
  static func request(of service: JID, after place: String?, seen: Int) -> Request {
    let set = XEP0059ResultSets.wish(most: mostOfPage, after: place)
    let query = XMLElement("query", namespace, [:], [set])
    return Request(.get, to: service, query) { answer, _ in
      switch answer {
      case .result(let stanza):
        return [.items(of: service, page(in: stanza, after: place, seen: seen), nil)]
      case .error(let error): return [.items(of: service, ItemPage(), error)]
      case .timeout: return [.items(of: service, ItemPage(), .timeout)]
      }
    }
  }

  private static func page(in stanza: XMLElement, after place: String?, seen: Int) -> ItemPage {
    guard let query = stanza.child("query", namespace) else { return ItemPage() }
    let all = query.children.filter { $0.is("item", namespace) }
    let items = all.compactMap { item -> ItemPage.Item? in
      guard let jid = item["jid"].flatMap({ JID($0) }), item["node"] == nil else { return nil }
      return .init(jid: jid.bare, name: String((item["name"] ?? "").prefix(longestName)))
    }
    // Who knows no pages sends all at once.
    let next =
      all.isEmpty ? nil : XEP0059ResultSets.next(in: query, seen: seen + all.count, after: place)
    return ItemPage(items: items, next: next)
  }
}

/// Some of what a server or a service has.
public struct ItemPage: Sendable, Equatable {
  /// One of them.
  public struct Item: Sendable, Equatable {
    /// The bare address.
    public var jid: JID
    /// May be empty.
    public var name: String

    /// - Parameter name: of at most 200 characters.
    public init(jid: JID, name: String = "") {
      self.jid = jid
      self.name = name
    }
  }

  /// In the server's order.
  public var items: [Item]
  /// Where the next page begins; `nil`: there is none.
  public var next: String?

  /// - Parameter next: as the server calls the place.
  public init(items: [Item] = [], next: String? = nil) {
    self.items = items
    self.next = next
  }
}

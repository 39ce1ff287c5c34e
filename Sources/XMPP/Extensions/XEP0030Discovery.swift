internal import Model
internal import XMLStream

/// XEP-0030: what this program can do, for those who ask.
enum XEP0030Discovery: Extension {
  static let namespace = "http://jabber.org/protocol/disco#info"
  static let features = [namespace]

  private static let (category, kind) = ("client", "console")
  /// What the program is called.
  static let name = "psst"

  /// As XEP-0115 writes it: category, type, language and name.
  static let identity = "\(category)/\(kind)//\(name)"

  /// What the account's server does for it. Nothing waits for the answer.
  static func request(to account: JID) -> Request {
    Request(.get, to: account, XMLElement("query", namespace)) { answer, session in
      switch answer {
      case .result(let stanza):
        let features = features(in: stanza)
        session.givesArchiveIDs = features.contains(XEP0359StanzaIDs.namespace)
        let store = BookmarkStore(features: features)
        return [.givesArchiveIDs(session.givesArchiveIDs), .bookmarkStore(store)]
      case .error:
        session.givesArchiveIDs = false
        return [.givesArchiveIDs(false)]
      case .timeout: return [.dropped(reason: "no answer about the account's features in time")]
      }
    }
  }

  /// What somebody's device is called.
  static func client(of device: JID) -> Request {
    Request(.get, to: device, XMLElement("query", namespace)) { answer, _ in
      guard case .result(let stanza) = answer else { return [] }
      let identities = stanza.child("query", namespace)?.children ?? []
      let name = identities.lazy
        .filter { $0.is("identity", namespace) && $0["category"] == category }
        .compactMap { $0["name"] }.first { !$0.isEmpty }
      return name.map { [.clientTold(device, String($0.prefix(XEP0092Version.longest)))] } ?? []
    }
  }

  /// Types of clients that run on computers (XMPP Registrar, Service Discovery Identities).
  private static let computers: Set<String> = ["console", "pc"]

  /// What somebody's device is.
  static func kind(of device: JID) -> Request {
    Request(.get, to: device, XMLElement("query", namespace)) { answer, _ in
      guard case .result(let stanza) = answer else { return [] }
      let types = (stanza.child("query", namespace)?.children ?? [])
        .filter { $0.is("identity", namespace) && $0["category"] == category }
        .compactMap { $0["type"] }
      let isComputer = !types.isEmpty && types.allSatisfy { computers.contains($0) }
      return [.kindTold(device, isComputer: isComputer)]
    }
  }

  /// The features in somebody else's answer.
  static func features(in answer: XMLElement) -> [String] {
    answer.child("query", namespace)?.children.filter { $0.is("feature", namespace) }
      .compactMap { $0["var"] } ?? []
  }

  static func reply(to question: XMLElement) -> Reply? {
    guard question.is("query", namespace) else { return nil }
    let node = question["node"]
    guard node == nil || node == XEP0115Capabilities.askedNode else {
      return .error(StanzaError(kind: "cancel", condition: "item-not-found"))
    }
    let identity = XMLElement(
      "identity", namespace, ["category": category, "type": kind, "name": name])
    let features = Extensions.features.map { XMLElement("feature", namespace, ["var": $0]) }
    return .result(XMLElement("query", namespace, ["node": node], [identity] + features))
  }
}

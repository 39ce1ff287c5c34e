internal import XMLStream

/// XEP-0030: what this program can do, for those who ask.
enum XEP0030Discovery {
  static let namespace = "http://jabber.org/protocol/disco#info"

  static let features = [
    XEP0085ChatStates.namespace, namespace, XEP0184Receipts.namespace, XEP0199Ping.namespace,
    XEP0333Markers.namespace, XEP0359StanzaIDs.namespace,
  ]

  /// The answer to a query; `nil` for a node we do not have.
  static func answer(to query: XMLElement) -> XMLElement? {
    guard query["node"] == nil else { return nil }
    let identity = XMLElement(
      "identity", namespace, ["category": "client", "type": "console", "name": "psst"])
    let features = features.map { XMLElement("feature", namespace, ["var": $0]) }
    return XMLElement("query", namespace, [:], [identity] + features)
  }
}

internal import XMLStream

/// The account's node for what its devices have read (XEP-0490), as far as a server has one.
extension ServerModel {
  /// Every third seed's server has no such nodes.
  var keepsReading: Bool { world.scenario.seed % 3 != 0 }

  /// What to answer a question about nodes with; `nil`: it is refused.
  func answerAboutNodes(_ query: XMLElement, _ session: ServerSession) -> XMLElement? {
    guard keepsReading else { return nil }
    let item = query.child("publish", ServerNamespace.nodes)?.child("item", ServerNamespace.nodes)
    if let item, let name = item["id"] {
      accounts[session.account]?.reading[name] = item
      tell(item, to: session.account)
      return XMLElement("pubsub", ServerNamespace.nodes)
    }
    let reading = accounts[session.account]?.reading ?? [:]
    let items = reading.sorted { $0.key < $1.key }.map(\.value)
    let node = XMLElement("items", ServerNamespace.nodes, ["node": ServerNamespace.reading], items)
    return XMLElement("pubsub", ServerNamespace.nodes, [:], [node])
  }

  /// To the devices that named what they want in their presence.
  private func tell(_ item: XMLElement, to account: String) {
    var told = item
    told.namespace = ServerNamespace.nodeEvents
    let items = XMLElement(
      "items", ServerNamespace.nodeEvents, ["node": ServerNamespace.reading], [told])
    for device in accounts[account]?.sessions ?? [] {
      guard device.presence?.child("c", ServerNamespace.capabilities) != nil, !device.isAbsent
      else {
        continue
      }
      device.send(
        XMLElement(
          "message", ServerNamespace.client,
          ["from": account, "to": device.address, "type": "headline"],
          [XMLElement("event", ServerNamespace.nodeEvents, [:], [items])]))
    }
  }
}

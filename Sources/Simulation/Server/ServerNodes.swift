internal import XMLStream

/// The account's own nodes (XEP-0163): what its devices have read (XEP-0490), the rooms that it is in (XEP-0402), as far
/// as a server has them.
extension ServerModel {
  /// Every third seed's server has no such nodes.
  var keepsNodes: Bool { world.scenario.seed % 3 != 0 }

  /// What to answer a question about nodes with; `nil`: it is refused.
  func answerAboutNodes(_ query: XMLElement, _ session: ServerSession) -> XMLElement? {
    guard keepsNodes, let step = query.children.first, let node = step["node"] else { return nil }
    let account = session.account
    switch step.name {
    case "publish":
      guard let item = step.child("item", ServerNamespace.nodes), let name = item["id"] else {
        return nil
      }
      accounts[account]?.nodes[node, default: [:]][name] = item
      tell(item, of: node, to: account)
      return XMLElement("pubsub", ServerNamespace.nodes)
    case "retract":
      guard let name = step.child("item", ServerNamespace.nodes)?["id"],
        accounts[account]?.nodes[node]?.removeValue(forKey: name) != nil
      else { return nil }
      let gone = XMLElement("retract", ServerNamespace.nodeEvents, ["id": name])
      tell(gone, of: node, to: account)
      return XMLElement("pubsub", ServerNamespace.nodes)
    case "items":
      let all = (accounts[account]?.nodes[node] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
      let items = XMLElement("items", ServerNamespace.nodes, ["node": node], all)
      return XMLElement("pubsub", ServerNamespace.nodes, [:], [items])
    default: return nil
    }
  }

  /// To the devices that named what they want in their presence.
  private func tell(_ item: XMLElement, of node: String, to account: String) {
    var told = item
    told.namespace = ServerNamespace.nodeEvents
    let items = XMLElement("items", ServerNamespace.nodeEvents, ["node": node], [told])
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

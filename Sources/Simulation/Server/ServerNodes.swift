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
    let isPrivate = !Self.openNodes.contains(node)
    let concerned = world.cast.accounts.filter {
      $0 == account || !isPrivate && !isBlocked($0, account)
    }
    for device in concerned.flatMap({ accounts[$0]?.sessions ?? [] }) {
      give(items, of: account, to: device)
    }
  }

  /// What everybody who sees somebody may read.
  private static let openNodes: Set<String> = [ServerNamespace.nick]

  /// What the nodes of all have, to who has just come (XEP-0163 §4.3.4).
  func giveOpenNodes(to session: ServerSession) {
    guard keepsNodes else { return }
    for account in world.cast.accounts where !isBlocked(account, session.account) {
      for node in Self.openNodes.sorted() {
        let all = (accounts[account]?.nodes[node] ?? [:]).sorted { $0.key < $1.key }
        guard var item = all.last?.value else { continue }
        item.namespace = ServerNamespace.nodeEvents
        give(
          XMLElement("items", ServerNamespace.nodeEvents, ["node": node], [item]), of: account,
          to: session)
      }
    }
  }

  private func give(_ items: XMLElement, of account: String, to device: ServerSession) {
    guard device.presence?.child("c", ServerNamespace.capabilities) != nil, !device.isAbsent
    else { return }
    device.send(
      XMLElement(
        "message", ServerNamespace.client,
        ["from": account, "to": device.address, "type": "headline"],
        [XMLElement("event", ServerNamespace.nodeEvents, [:], [items])]))
  }
}

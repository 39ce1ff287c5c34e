internal import XMLStream

/// The roster (RFC 6121 §2): who is in it is given, what they are called their owner says.
extension ServerModel {
  /// Returns what the answer has.
  func obey(roster query: XMLElement, _ session: ServerSession, isSet: Bool) -> XMLElement? {
    let account = session.account
    guard isSet else {
      let items = world.cast.peers(of: account).map { item($0, of: account) }
      return XMLElement("query", ServerNamespace.roster, [:], items)
    }
    for change in query.children {
      guard let jid = change["jid"] else { continue }
      accounts[account]?.names[jid] = change["name"] ?? ""
      let news = XMLElement("query", ServerNamespace.roster, [:], [item(jid, of: account)])
      for device in accounts[account]?.sessions ?? [] {
        device.send(
          XMLElement(
            "iq", ServerNamespace.client,
            ["type": "set", "id": newName("push-"), "to": device.address], [news]))
      }
    }
    return nil
  }

  private func item(_ jid: String, of account: String) -> XMLElement {
    let given = accounts[account]?.names[jid]
    let name = given.map { $0.isEmpty ? nil : $0 } ?? world.cast.names[jid]
    return XMLElement(
      "item", ServerNamespace.roster, ["jid": jid, "name": name, "subscription": "both"])
  }
}

internal import XMLStream

/// XEP-0191: whom an account has blocked, kept for it.
extension ServerModel {
  /// Returns what the answer has.
  func obey(blocking query: XMLElement, _ session: ServerSession) -> XMLElement? {
    let account = session.account
    let named = query.children.compactMap { $0["jid"] }
    switch query.name {
    case "blocklist":
      let items = (accounts[account]?.blocked ?? []).sorted().map {
        XMLElement("item", ServerNamespace.blocking, ["jid": $0])
      }
      return XMLElement("blocklist", ServerNamespace.blocking, [:], items)
    case "block":
      for other in named where accounts[account]?.blocked.insert(other).inserted == true {
        show(account, to: other, isThere: false)
      }
    default:
      for other in named where accounts[account]?.blocked.remove(other) != nil {
        show(account, to: other, isThere: true)
      }
    }
    for device in accounts[account]?.sessions ?? [] {
      device.send(
        XMLElement(
          "iq", ServerNamespace.client,
          ["type": "set", "id": newName("push-"), "to": device.address], [query]))
    }
    return nil
  }

  /// One of the two will have nothing to do with the other.
  func isBlocked(_ one: String, _ other: String) -> Bool {
    accounts[one]?.blocked.contains(other) == true
      || accounts[other]?.blocked.contains(one) == true
  }

  private func show(_ account: String, to other: String, isThere: Bool) {
    for device in accounts[account]?.sessions ?? [] {
      guard let presence = device.presence else { continue }
      let told =
        isThere
        ? presence
        : XMLElement(
          "presence", ServerNamespace.client, ["from": device.address, "type": "unavailable"])
      for receiver in accounts[other]?.sessions ?? [] where receiver.presence != nil {
        receiver.send(told.with("to", other))
      }
    }
  }
}

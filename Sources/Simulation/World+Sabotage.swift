internal import XMLStream

/// What a device with some mistakes would not take.
extension World {
  func isOverlooked(_ stanza: XMLElement, by device: String) -> Bool {
    switch sabotage {
    case .takesEqualTextForRepeat: isEqualText(stanza, for: device)
    case .dropsRepeatedIDs: isRepeatedID(stanza, for: device)
    case .dropsStrangeKinds:
      isStrangers(stanza)
        && (stanza["type"] != "chat" || stanza.child("body", ServerNamespace.client) == nil)
    case .ignoresBounces: stanza.name == "message" && stanza["type"] == "error"
    default: false
    }
  }

  private func isStrangers(_ stanza: XMLElement) -> Bool {
    stanza.name == "message" && bareAddress(stanza["from"] ?? "") == Stranger.account
  }

  /// An id that came with another text before.
  private func isRepeatedID(_ stanza: XMLElement, for device: String) -> Bool {
    guard isStrangers(stanza), let key = Saying.key(of: stanza) else { return false }
    let origin = stanza.child("origin-id", ServerNamespace.ids)?["id"]
    guard let id = origin ?? stanza["id"] else { return false }
    let first = equalTexts["\(device) \(id)"]?.id ?? key
    equalTexts["\(device) \(id)"] = (first, now)
    return first != key
  }

  /// A program that takes what was acknowledged for arrived asks its user about nothing.
  var asksNobody: Bool { sabotage == .trustsAcknowledgements || sabotage == .trustsTheWay }

  /// The same text from the same person, under another id, within a minute.
  private func isEqualText(_ stanza: XMLElement, for device: String) -> Bool {
    guard stanza["type"] != "error",
      let body = stanza.child("body", ServerNamespace.client)?.text, let id = stanza["id"],
      let from = stanza["from"]
    else { return false }
    let key = "\(device) \(from) \(body)"
    defer { if equalTexts[key] == nil { equalTexts[key] = (id, now) } }
    guard let earlier = equalTexts[key] else { return false }
    return earlier.id != id && now - earlier.time < 60_000
  }
}

/// What a server does to let a device look as if it had a mistake.
extension ServerModel {
  /// The message would never have been sent again.
  func isRepeatTrusted(_ id: String) -> Bool {
    guard let entry = world.ledger.entries[id] else { return false }
    switch world.sabotage {
    case .acknowledgesTooEarly: return entry.isBelieved
    case .trustsAcknowledgements: return entry.forgotten > 0
    case .trustsTheWay: return entry.transitLosses > 0
    default: return false
    }
  }

  /// Where in the archive a device goes on that never looks back: it has asked up to there.
  func furthest(_ after: String?, in archive: Archive?, for device: String) -> String? {
    guard world.sabotage == .trustsCursor, let after, let place = archive?.place(of: after) else {
      return after
    }
    let known = world.equalTexts[device].map { ($0.id, Int($0.time)) } ?? (after, place)
    return known.1 > place ? known.0 : after
  }

  /// A device was told so much of its archive.
  func told(_ entry: Archive.Entry, of archive: Archive?, to device: String) {
    guard world.sabotage == .trustsCursor, let place = archive?.place(of: entry.id) else { return }
    let before = world.equalTexts[device]?.time ?? -1
    if Int64(place) > before { world.equalTexts[device] = (entry.id, Int64(place)) }
  }

  /// As a device takes it that has some mistakes.
  func disguised(_ entry: Archive.Entry) -> XMLElement {
    switch world.sabotage {
    case .deletesOnlyLive: entry.stanza.without("retract")
    case .forgetsGraves: forgotten(entry)
    default: entry.stanza
    }
  }

  /// As a device writes it that has not heard yet that what it corrects was deleted, and would not mind.
  func disguised(_ message: XMLElement, from account: String) -> XMLElement {
    let entries = world.ledger.entries
    guard world.sabotage == .correctsWhatIsDeleted,
      let target = entries[textID(message) ?? ""]?.corrects,
      let archive = accounts[account]?.archive,
      archive.entries.contains(where: { entries[$0.textID ?? ""]?.deletes == target })
    else { return message }
    return message.without("replace")
  }

  /// As it is told once the message was refused, deleted, and forgotten.
  private func forgotten(_ entry: Archive.Entry) -> XMLElement {
    guard let id = entry.textID, world.graves.isBuried(id) else { return entry.stanza }
    return entry.stanza.with("id", "forgotten-" + id).without("origin-id")
  }
}

extension XMLElement {
  /// Without the children of that name.
  fileprivate func without(_ name: String) -> XMLElement {
    var element = self
    element.nodes.removeAll {
      if case .element(let child) = $0 { child.name == name } else { false }
    }
    return element
  }
}

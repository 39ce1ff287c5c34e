internal import XMLStream

/// What a room's moderators delete of what others said (XEP-0425).
extension SimulatedRoom {
  /// It was configured (XEP-0045 §10.2.1).
  func tellChange() {
    let status = XMLElement("status", ServerNamespace.roomUser, ["code": "104"])
    for other in occupants {
      reach(
        other.session,
        XMLElement(
          "message", ServerNamespace.client,
          ["from": address, "to": other.session.address, "type": "groupchat"],
          [XMLElement("x", ServerNamespace.roomUser, [:], [status])]))
    }
  }

  func moderate(_ iq: XMLElement, by session: ServerSession) -> AdminAnswer {
    guard let speaker = occupants.first(where: { $0.session === session }),
      role(of: session.account) == "moderator"
    else { return .refused("forbidden") }
    guard let id = iq.children.first?["id"], archive.entry(id) != nil else {
      return .refused("item-not-found")
    }
    remove(id, by: speaker.nick)
    return .done(nil)
  }

  /// Somebody leads it who has no device here, and deletes what was said so many messages before the newest.
  func removeSaid(back: Int) {
    let said = archive.entries.filter { $0.text != nil && !$0.isRemoved }
    guard let entry = said.dropLast(back).last else { return }
    remove(entry.id, by: "warden")
  }

  private func remove(_ id: String, by nick: String) {
    guard let entry = archive.entry(id), !entry.isRemoved else { return }
    world.tell("\(nick) removes \(entry.textID ?? id) from \(address)")
    if let name = entry.name { removed.insert(name) }
    let moderated = XMLElement(
      "moderated", ServerNamespace.moderation, ["by": "\(address)/\(nick)"])
    tell(
      XMLElement("retract", ServerNamespace.retraction, ["id": id], [moderated]), from: address)
    let kept = entry.stanza.children.filter { $0.name != "body" }
    let retracted = XMLElement("retracted", ServerNamespace.retraction, ["id": id], [moderated])
    var tombstone = entry.stanza
    tombstone.nodes = (kept + [retracted]).map { .element($0) }
    archive.replace(id, by: tombstone)
  }

  /// An occupant writes what looks as if the room said that a moderator deleted something.
  func forgeRemoval(by session: ServerSession, back: Int) {
    let said = archive.entries.filter { $0.text != nil && !$0.isRemoved }
    guard let speaker = occupants.first(where: { $0.session === session }),
      let entry = said.dropLast(back).last
    else { return }
    world.tell("\(speaker.nick) pretends that \(entry.textID ?? entry.id) was removed")
    let moderated = XMLElement(
      "moderated", ServerNamespace.moderation, ["by": "\(address)/warden"])
    tell(
      XMLElement("retract", ServerNamespace.retraction, ["id": entry.id], [moderated]),
      from: "\(address)/\(speaker.nick)")
  }

  /// Archived, and told to all who are there.
  private func tell(_ child: XMLElement, from: String) {
    let message = XMLElement(
      "message", ServerNamespace.client, ["from": from, "type": "groupchat"], [child])
    let id = archive.store(message, with: address, stamp: server.clock)
    for other in occupants {
      reach(
        other.session,
        server.identified(message.with("to", other.session.address), id, by: address))
    }
  }
}

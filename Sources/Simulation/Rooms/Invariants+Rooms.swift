internal import Model

/// What must hold of what is said in the room.
extension Invariants {
  /// A message of mine in the room: only the room's own word makes it sent.
  func mineInRoom(_ message: Message, _ entry: Ledger.Entry, _ device: Device) {
    guard world.server.rooms.serves(entry.chat), entry.acceptances == 0,
      message.status.map({ $0.rank >= DeliveryStatus.sent.rank }) ?? true
    else { return }
    world.report(
      .falselySent, "\(device.seat.address) shows \(entry.id) as sent, which the room never had",
      entry.id)
  }

  /// Somebody else's message in the room.
  func theirsInRoom(_ message: Message, _ device: Device) {
    let id = message.originID?.value
    let room = world.server.rooms.room(at: message.chat.description)
    world.tell("\(device.seat.resource) draws \(id ?? "?") at \(message.order)")
    if message.isForgers {
      if let id, room?.forged.contains(id) == true { return }
      return world.report(.unexpected, "\(device.seat.address) shows what nobody forged", id)
    }
    guard let id, let entry = world.ledger.entries[id], entry.acceptances > 0,
      entry.chat == message.chat.description, entry.account != device.seat.account,
      // Of a group that was deleted nobody can be asked who spoke.
      room == nil || message.sender.resource == room?.speaker(of: id)
    else {
      return world.report(.unexpected, "\(device.seat.address) shows \(id ?? "a message")", id)
    }
    world.ledger.change(id) { $0.isSeen = true }
  }

  /// The room on a device against its archive: each once, in its order. Returns the ids that are there.
  func checkRoom(on device: Device) -> [String] {
    let messages = device.wholeChat(RoomHost.room).messages
    let place = "\(device.seat.address) in the room"
    let room = world.server.rooms.talk
    let all = room.archive.entries.compactMap(\.name)
    let there: Set<DeliveryStatus> = [.sent, .delivered, .read]
    let shown = messages.filter { $0.status.map(there.contains) ?? true }.compactMap(\.name)
    let unheard = unheard(in: room, by: device).subtracting(shown)
    let archived = all.filter { !unheard.contains($0) }
    if Set(all).count != all.count { world.report(.repeated, "the room has a message twice") }
    if Set(shown).count != shown.count { world.report(.repeated, "\(place): a message twice") }
    for id in Set(archived).subtracting(shown).sorted() {
      world.report(.lost, "\(place): \(id) is missing", id)
    }
    for id in Set(shown).subtracting(archived).sorted() {
      world.report(.lost, "\(place): \(id) is shown and not in the archive", id)
    }
    if Set(shown) == Set(archived) {
      for (mine, right) in zip(shown, archived) where mine != right {
        world.report(.diverged, "\(place): \(mine) in place of \(right)", mine)
        break
      }
    }
    let removed = room.removed
    for message in messages {
      guard let id = message.name, archived.contains(id),
        message.isErased != removed.contains(id)
      else { continue }
      let what = message.isErased ? "deleted, by no moderator" : "not deleted"
      world.report(.undeleted, "\(place): \(id) is \(what)", id)
    }
    return messages.filter { !$0.isForgers }.compactMap { $0.originID?.value }
  }

  /// Messages that nobody can ask a room without an archive for: those said before they first came, and those lost on
  /// the way to a device that was believed to be there.
  private func unheard(in room: SimulatedRoom, by device: Device) -> Set<String> {
    guard !room.hasArchive else { return [] }
    let before = room.archive.entries.prefix(room.saidBefore[device.seat.address] ?? .max)
    let lost = room.unheard[device.seat.address] ?? []
    return Set(before.compactMap(\.name)).union(
      room.archive.entries.filter { $0.textID.map(lost.contains) ?? false }.compactMap(\.name))
  }

  /// Who is there on a device's screen, against the room: itself first of all.
  func checkPeople(on device: Device) {
    guard let shown = device.drawn.rooms[RoomHost.room] else { return }
    let room = world.server.rooms.talk
    let names = shown.occupants.sorted.map(\.nick)
    if !room.isThere(device.seat.address) {
      world.report(.absent, "\(device.seat.address) believes to be in the room")
    } else if names != room.nicks, !room.untold.contains(device.seat.address) {
      let text = "shows \(names) in the room, where \(room.nicks) are"
      world.report(.absent, "\(device.seat.address) \(text)")
    }
  }

  /// Nobody is counted who did not show that they read it, and no more than there are.
  func readInRoom(_ room: Room, _ device: Device) {
    guard let reading = room.reading, world.server.rooms.serves(room.jid.description),
      !world.has(.bareGroup)
    else { return }
    let (id, account) = (reading.originID.value, device.seat.account)
    world.tell("\(device.seat.resource) counts \(reading.readers) of \(reading.all) for \(id)")
    let others = world.cast.peers(of: account).count
    let shown = world.server.rooms.room(at: room.jid.description)?.readers(of: id, except: account)
    if reading.readers > shown ?? 0 || reading.readers > reading.all || reading.all > others {
      let text = "\(reading.readers) of \(reading.all) read, \(shown ?? 0) of \(others) did"
      world.report(.falselyRead, "\(device.seat.address) shows \(text)", id)
    }
  }

  /// Every device knows of all who have shown that they read the newest of its account's.
  func checkReaders(on device: Device) {
    let (room, account) = (world.server.rooms.talk, device.seat.account)
    guard room.hasArchive,
      let newest = room.archive.entries.last(where: { entry in
        let written = entry.name.flatMap { world.ledger.entries[$0] }
        let isText = entry.text != nil || entry.name.map(room.removed.contains) ?? false
        return isText && written?.account == account && written?.amends == nil
      })?.name,
      // Nothing is told of what was deleted.
      !room.removed.contains(newest)
    else { return }
    let shown = room.readers(of: newest, except: account)
    let reading = device.drawn.rooms[RoomHost.room]?.reading
    let counted = reading?.originID.value == newest ? reading?.readers : nil
    if counted ?? 0 != shown {
      let text = "counts \(counted.map(String.init) ?? "nobody"), \(shown) have read"
      world.report(.unread, "\(device.seat.address) \(text) \(newest)", newest)
    }
  }
}

extension Message {
  fileprivate var isForgers: Bool { !isMine && sender.resource == Forger.nick }

  /// Its id, and whether another says it under that.
  fileprivate var name: String? {
    originID.map { isForgers ? "\($0.value) by \(Forger.nick)" : $0.value }
  }
}

extension Archive.Entry {
  /// Its id, and whether another said it under that.
  var name: String? {
    textID.map { Forger.said(self) ? "\($0) by \(Forger.nick)" : $0 }
  }
}

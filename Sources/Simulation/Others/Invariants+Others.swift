internal import Model
internal import XMLStream

/// What must hold with servers that are bare, forgetful or far from each other.
extension Invariants {
  /// Without an archive only the senders' own order can be demanded.
  func checkBare(_ messages: [Message], of peer: String, on device: Device) {
    let place = "\(device.seat.address) with \(peer)"
    let all = messages.compactMap { $0.originID?.value }
    checkRepeats(messages, place)
    // Of several devices one can be told what waited after it was told, by copies, what is newer.
    guard world.cast.seats.count(where: { $0.account == device.seat.account }) == 1 else { return }
    var newest: [Int: Ledger.Entry] = [:]
    for entry in all.compactMap({ world.ledger.entries[$0] })
    where entry.isOrdered && entry.arrivals == 1 && !entry.wasLeftInBox {
      if let before = newest[entry.seat], before.rank > entry.rank {
        return world.report(.diverged, "\(place): \(entry.id) below \(before.id)", entry.id)
      }
      newest[entry.seat] = entry
    }
  }

  func checkRepeats(_ messages: [Message], _ place: String) {
    let keys = messages.compactMap(\.rowKey)
    if Set(keys).count != keys.count { world.report(.repeated, "\(place): rows are twice there") }
  }

  /// What the server acknowledged and did not keep has come to its reader all the same.
  func checkForgotten(_ reached: [String: Set<String>]) {
    for id in world.ledger.ids {
      guard let entry = world.ledger.entries[id], entry.refusals == 0, entry.readers == 0,
        entry.forgotten > 0 || world.has(.bareServer) && entry.acceptances > 0,
        !isReached(entry, reached), !isStored(entry)
      else { continue }
      world.report(.lost, "\(id) was acknowledged, stored nowhere, and never came", id)
    }
  }

  /// It is in the archive of a stranger, who came later, to a server without a box for who is away, and reads none;
  /// or still in that box.
  private func isStored(_ entry: Ledger.Entry) -> Bool {
    let box = world.server.accounts[entry.chat]?.offline ?? []
    return box.contains { $0["id"] == entry.id }
      || !world.scenario.server.keepsOffline && isWithStranger(entry)
  }

  /// A stranger has no device that could be looked into: his program took it, or his archive has it.
  private func isWithStranger(_ entry: Ledger.Entry) -> Bool {
    guard entry.chat == Stranger.account, entry.readers == 0 else { return entry.readers > 0 }
    let archive = world.server.accounts[entry.chat]?.archive
    return archive?.entries.contains { $0.textID == entry.id } == true
  }

  /// It was lost between two servers on its way to another maker's program, of which who wrote it never had a
  /// receipt. The own server has acknowledged and archived it, no error comes, and silence is what such a program
  /// answers to what arrived as well: nobody can know.
  func isUnknowable(_ entry: Ledger.Entry) -> Bool {
    entry.transitLosses > 0 && entry.chat == Stranger.account
      && ServerModel.domain(of: entry.account) != ServerModel.domain(of: entry.chat)
      && !world.devices[entry.seat].knowsReceipts(from: entry.chat)
  }

  /// What was lost between two servers has come, and what came back from one that restarted as well.
  func checkDistant(_ reached: [String: Set<String>]) {
    for id in world.ledger.ids {
      guard let entry = world.ledger.entries[id], entry.transitLosses + entry.notFound > 0,
        entry.refusals == entry.notFound, entry.shown != .failed || entry.transitLosses == 0,
        !isReached(entry, reached), !isWithStranger(entry), !isUnknowable(entry)
      else { continue }
      guard entry.shown == .failed else {
        world.report(.lost, "\(id) was lost between two servers, and never came", id)
        continue
      }
      world.report(.falselyFailed, "\(id) failed over a server that was restarting", id)
    }
  }

  /// What its reader has is confirmed, or the user is told that it is not.
  func checkConfirmed() {
    for entry in world.ledger.ids.compactMap({ world.ledger.entries[$0] })
    where world.ledger.isUnconfirmed(entry) {
      world.report(.lost, "what \(entry.chat) said of \(entry.id) never came", entry.id)
    }
  }

  /// One of the devices it was for has it, nobody waits for it any more, or the user is asked.
  private func isReached(_ entry: Ledger.Entry, _ reached: [String: Set<String>]) -> Bool {
    if entry.isCancelled || entry.isDeleted || entry.isAskedAbout { return true }
    if isOfNoUse(entry) || world.ledger.isRetracted(entry.id) { return true }
    if entry.shown == .failed, entry.notFound == 0 { return true }
    if world.graves.wasDeleted(entry.account, anywhereFor: entry.chat)
      || world.graves.wasDeleted(entry.chat, at: entry.seat)
    {
      return true
    }
    return world.cast.seats.contains { seat in
      seat.account == entry.chat && reached[seat.address]?.contains(entry.id) == true
    }
  }
}

extension [String] {
  /// Each element once, where it stands first.
  var firstOfEach: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

internal import XMLStream

/// A server whose storage is slow, dear, late or out of order.
extension ServerModel {
  /// Nothing can be stored or read now.
  var isStorageBroken: Bool {
    world.scenario.brokenStorage.contains { $0.contains(world.now) }
  }

  /// How much longer an answer from an archive of so many entries takes, and all after it: milliseconds.
  func cost(of archive: Archive) -> Int64 {
    guard world.has(.costlyArchive) else { return 0 }
    let start = max(world.now, storageBusyUntil)
    storageBusyUntil = start + min(800, Int64(archive.entries.count) * 4)
    return storageBusyUntil - world.now
  }

  /// The message is taken, told to who is there, and stored nowhere: oftener where nobody is.
  func forgets(_ message: XMLElement, for target: String) -> Bool {
    guard world.has(.forgetfulArchive), world.isFaulty, textID(message) != nil else {
      return false
    }
    let isAway = accounts[target]?.sessions.allSatisfy { $0.presence == nil } ?? true
    return world.odd.chance(isAway ? 70 : 10)
  }

  /// Nothing before an account's first entries: who has read them looks for nothing older.
  func lateness(in archive: Archive?) -> Lateness? {
    guard world.has(.lateEntries), world.isFaulty, archive?.entries.count ?? 0 > 4 else {
      return nil
    }
    return Lateness.drawn(&world.odd)
  }

  /// What is in the archive of ana before anybody is there.
  func remember(_ history: [Saying]) {
    for saying in history {
      let stanza = stanza(saying)
      let stamp = world.cast.epoch + saying.time
      let id = accounts[saying.to]?.archive.store(
        stanza, with: Stranger.account, stamp: stamp)
      world.sayings.said(saying, archiveID: id)
      guard world.scenario.waitsForTheFirst else { continue }
      keep(identified(stanza, id, by: saying.to), for: saying.to, stamp: stamp)
    }
  }

  /// What a session did not acknowledge waits for the next, where no archive has it (as Prosody's
  /// `mod_smacks` does).
  func giveBack(_ session: ServerSession) {
    guard !traits.hasArchive, let queue = session.management?.queue else { return }
    let rest = queue.filter { $0.name == "message" && textID($0) != nil && $0["type"] != "error" }
    for message in rest where !Self.wasKept(message) {
      keep(message, for: session.account, stamp: clock)
    }
    accounts[session.account]?.offline.insert(contentsOf: rest.filter(Self.wasKept), at: 0)
  }

  private static func wasKept(_ message: XMLElement) -> Bool {
    message.child("delay", ServerNamespace.delay) != nil
  }

  /// For the next device that comes online (XEP-0160).
  func keep(_ message: XMLElement, for account: String, stamp: Int64) {
    let delay = XMLElement(
      "delay", ServerNamespace.delay,
      ["from": Self.domain(of: account), "stamp": SimulatedTime.text(stamp, wholeSeconds: true)])
    accounts[account]?.offline.append(message.adding(delay))
  }
}

internal import Model

/// What people deleted, and what was refused for good: neither comes back as something else.
final class Graves {
  private unowned let world: World
  /// When a device last deleted a chat, by seat and chat.
  private var chats: [String: Int64] = [:]
  /// Deleted at a device that knew of the refusal, by message.
  private var buried: [String: Set<Int>] = [:]
  /// Shown as read before its own device gave it up, by message: a marker of a later one covered a copy of an attempt
  /// that nobody could tell from success yet, and nothing falls from read (S4).
  private var covered: [String: Set<Int>] = [:]

  init(world: World) { self.world = world }

  func chatDeleted(_ chat: String, at seat: Int) {
    chats["\(seat) \(chat)"] = world.now
    world.tell("\(world.cast.seats[seat].resource) deletes the chat with \(chat)")
  }

  func buried(_ id: String, at seat: Int) {
    guard let entry = world.ledger.entries[id], entry.refusals > 0, entry.acceptances == 0 else {
      return
    }
    buried[id, default: []].insert(seat)
  }

  func isBuried(_ id: String) -> Bool { buried[id] != nil }

  /// By the server's clock; `nil` where the device never did.
  func deletion(of chat: String, at seat: Int) -> Int64? {
    chats["\(seat) \(chat)"].map { $0 + world.cast.epoch }
  }

  func wasDeleted(_ chat: String, at seat: Int) -> Bool { chats["\(seat) \(chat)"] != nil }

  func wasDeleted(_ chat: String, anywhereFor account: String) -> Bool {
    world.devices.contains { device in
      device.seat.account == account && chats["\(device.number) \(chat)"] != nil
    }
  }

  /// A device shows a message of its account.
  func drawn(_ entry: Ledger.Entry, as status: DeliveryStatus, on device: Device) {
    if status == .read, entry.shown != .failed, !isBuried(entry.id) {
      covered[entry.id, default: []].insert(device.number)
    }
    guard buried[entry.id]?.contains(device.number) == true, entry.acceptances == 0 else {
      return
    }
    world.report(
      .unexpected,
      "\(device.seat.address) shows \(entry.id) as \(status), which was refused and deleted",
      entry.id)
  }

  /// At the end: what was refused for good is shown as sent nowhere, where the archive says so.
  func check() {
    guard world.has(.buriedRefusals), world.scenario.server.archivesErrors else { return }
    for id in world.ledger.ids {
      // Where users of several devices try again, what the archive has last may be another's refused attempt.
      guard let entry = world.ledger.entries[id], entry.refusals > 0, entry.acceptances == 0,
        isBuried(id) || entry.shown == .failed, entry.hands.subtracting([entry.seat]).isEmpty
      else { continue }
      for device in world.devices
      where device.seat.account == entry.account && covered[id]?.contains(device.number) != true {
        let row = device.drawn.mine(in: [.sent, .delivered, .read]).first {
          $0.originID?.value == id
        }
        guard let status = row?.status else { continue }
        world.report(
          .falselySent, "\(device.seat.address) shows \(id), which was refused, as \(status)", id)
      }
    }
  }
}

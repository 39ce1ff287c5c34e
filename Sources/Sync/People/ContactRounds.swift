internal import Model
internal import Storage
internal import XMPP

/// Whose device is asked next whether it is there (``ContactWatch``), of the contacts talked to last: one device a
/// minute, by turns, while psst is in front. Only computers are asked, for a question wakes a phone.
struct ContactRounds {
  /// Milliseconds from question to question.
  static let interval: Int64 = 60_000
  /// So many of the chats talked in last are looked at, and so many people of those are asked.
  static let chats = 32
  static let people = 8
  /// Devices of which the kind is remembered (Z4).
  private static let mostKnown = 256

  enum Question: Equatable {
    case kind(JID)
    case presence(JID)
  }

  private(set) var dueAt: Int64?
  private var lastAt: Int64?
  private var round = 0
  /// In which round a device was asked last.
  private var asked: [JID: Int] = [:]
  /// Whether it is a computer, of devices that were asked; one that has not answered is none.
  private var isComputer: [JID: Bool] = [:]

  /// - Parameter isInFront: psst is linked, and somebody looks.
  mutating func plan(isInFront: Bool, _ turn: Turn) {
    guard isInFront else { return dueAt = nil }
    dueAt = dueAt ?? max(turn.now.uptime, (lastAt ?? turn.now.uptime) + Self.interval)
    lastAt = lastAt ?? turn.now.uptime
  }

  mutating func told(_ device: JID, isComputer: Bool) {
    if self.isComputer[device] != nil { self.isComputer[device] = isComputer }
  }

  /// - Parameter watched: is asked by itself.
  mutating func next(
    except watched: JID?, _ presence: PresenceTracker, _ turn: Turn
  ) throws(StorageError) -> Question? {
    guard let due = dueAt, due <= turn.now.uptime else { return nil }
    (lastAt, dueAt) = (turn.now.uptime, turn.now.uptime + Self.interval)
    var all: [[JID]] = []
    for chat in try turn.database.chats.all(limit: Self.chats)
    where chat.kind == .direct && chat.jid != watched && all.count < Self.people {
      guard try turn.database.roster.contact(chat.jid)?.isSeen == true else { continue }
      let devices = presence.devices(of: chat.jid).filter { isComputer[$0] != false }
      if !devices.isEmpty { all.append(devices) }
    }
    // Whose devices were all asked before those of the others; of those the one that was.
    let person = all.min { lastRound(of: $0) < lastRound(of: $1) }
    guard let device = person?.min(by: { asked[$0, default: 0] < asked[$1, default: 0] }) else {
      return nil
    }
    if asked.count >= Self.mostKnown { (asked, isComputer) = ([:], [:]) }
    round += 1
    asked[device] = round
    guard isComputer[device] == nil else { return .presence(device) }
    isComputer[device] = false
    return .kind(device)
  }

  private func lastRound(of devices: [JID]) -> Int {
    devices.map { asked[$0, default: 0] }.max() ?? 0
  }

  /// What was learned of devices is kept.
  mutating func forgetLink() { (dueAt, lastAt) = (nil, nil) }
}

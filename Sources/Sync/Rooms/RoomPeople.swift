internal import Model
internal import Storage
internal import XMPP

/// Who is in a room, and who came and went while I was there.
struct RoomPeople {
  /// Bounds for what a room can make us hold (Z4).
  static let mostOccupants = 5_000
  /// Beyond those so many are counted.
  static let mostCounted = 100_000
  static let mostEvents = 100

  private(set) var occupants = Occupants()
  private(set) var events: [RoomEvent] = []
  private var number = 0
  /// Who was there under another name a moment ago.
  private var renamed: Set<String> = []
  /// Of those who are there and not kept: the hashes of their names.
  private var unnamed: Set<UInt64> = []
  /// Who came, changed or went since that was told.
  private(set) var changes = Occupants.Changes()
  /// How many were only counted, as it was told.
  private var toldUnnamed = 0
  /// There are others than were told.
  private(set) var hasNewEvents = false
  /// Somebody may have come or gone without a word of it to me.
  private(set) var isDoubtful = false
  /// Who is named while all are named anew.
  private var named: Set<String>?

  /// Nobody is there, as far as is known: to be told with the whole room.
  mutating func forget() {
    (occupants, renamed, unnamed, changes) = (Occupants(), [], [], Occupants.Changes())
    (isDoubtful, named) = (false, nil)
  }

  /// Many are there now: nobody reads who comes and goes.
  mutating func forgetEvents() {
    let kept = events.filter { $0.kind == .missed }
    guard kept.count < events.count else { return }
    (events, hasNewEvents) = (kept, true)
  }

  /// Something may have been said there that is not here.
  mutating func missed(after row: Int64) {
    note(.missed, "", "missed behind \(row)", nil, after: row)
  }

  // MARK: Whether that is so

  mutating func doubt() { isDoubtful = true }

  /// All who are there are named from here on.
  mutating func beginCheck() { named = [] }

  var isChecking: Bool { named != nil }

  /// All were named: gives those who were not.
  mutating func endCheck() -> [String] {
    let named = named ?? []
    (isDoubtful, self.named) = (false, nil)
    return occupants.sorted.map(\.nick).filter { !named.contains($0) }
  }

  // MARK: What is to be told

  /// It is not what was told.
  var hasNews: Bool { hasNewEvents || changes.count > 0 || changes.unnamed != toldUnnamed }

  mutating func wereTold() {
    (toldUnnamed, hasNewEvents) = (unnamed.count, false)
    changes = Occupants.Changes(unnamed: toldUnnamed)
  }

  /// Who somebody is; `nil` where nothing but a name says it.
  /// - Parameter hasIDs: the room says who is who.
  func person(_ nick: String, hasIDs: Bool) -> RoomReaderTable.Person? {
    guard let occupant = occupants[nick] else { return nil }
    let id = hasIDs ? occupant.occupantID : nil
    guard id != nil || occupant.address != nil else { return nil }
    return .init(occupantID: id, address: occupant.address, nick: nick)
  }

  // MARK: Who comes and goes

  /// Somebody is there, as this says.
  /// - Parameters:
  ///   - isNews: it is to be told, where they were not there.
  ///   - row: the newest message there.
  mutating func came(_ occupant: Room.Occupant, isNews: Bool, after row: Int64?) {
    let nick = occupant.nick
    named?.insert(nick)
    let before = occupants[nick]
    guard before != nil || occupants.named < Self.mostOccupants else { return count(nick) }
    unnamed.remove(Occupants.hash(of: nick))
    let wasRenamed = renamed.remove(nick) != nil
    if before == nil, isNews, !wasRenamed {
      note(.joined, nick, occupant.occupantID, occupant.address, after: row)
    }
    if before != occupant { set(nick, occupant) }
  }

  /// The same of who goes; returns whether they were there.
  mutating func went(
    _ nick: String, _ occupancy: Occupancy, isNews: Bool, after row: Int64?
  ) -> Bool {
    guard let gone = occupants[nick] else {
      defer { countUnnamed() }
      return unnamed.remove(Occupants.hash(of: nick)) != nil
    }
    let kind = Self.kind(of: occupancy)
    if case .renamed(let next) = kind, renamed.count < Self.mostEvents { renamed.insert(next) }
    if isNews { note(kind, nick, gone.occupantID, gone.address, after: row) }
    set(nick, nil)
    return true
  }

  private mutating func set(_ nick: String, _ occupant: Room.Occupant?) {
    occupants[nick] = occupant
    changes.note(nick, occupant)
    countUnnamed()
  }

  private mutating func countUnnamed() {
    (occupants.unnamed, changes.unnamed) = (unnamed.count, unnamed.count)
  }

  /// There are too many to keep who it is.
  private mutating func count(_ nick: String) {
    if unnamed.count < Self.mostCounted { unnamed.insert(Occupants.hash(of: nick)) }
    countUnnamed()
  }

  /// What it is that somebody is there no more (XEP-0045 §15.6.2).
  private static func kind(of occupancy: Occupancy) -> RoomEvent.Kind {
    let (codes, who, why) = (occupancy.codes, occupancy.actor, occupancy.reason)
    if codes.contains(303), let next = occupancy.newNick { return .renamed(to: next) }
    if codes.contains(301) { return .banned(by: who, reason: why) }
    // With 333 it is the service that has lost them.
    if codes.contains(321) || codes.contains(307) && !codes.contains(333) {
      return .removed(by: who, reason: why)
    }
    return .left
  }

  private mutating func note(
    _ kind: RoomEvent.Kind, _ nick: String, _ id: String?, _ address: JID?, after row: Int64?
  ) {
    number += 1
    hasNewEvents = true
    let person = id ?? address?.description ?? nick
    events.append(
      RoomEvent(number: number, after: row, person: person, nick: nick, kind: kind))
    if events.count > Self.mostEvents { events.removeFirst() }
  }
}

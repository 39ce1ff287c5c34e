internal import Model
internal import Storage
internal import XMPP

/// Who is in a room, and who came and went while I was there.
struct RoomPeople {
  /// Bounds for what a room can make us hold (Z4).
  static let mostOccupants = 5_000
  static let mostEvents = 100

  private(set) var occupants: [String: Room.Occupant] = [:]
  /// Who they are, whatever they are called (XEP-0421), by name.
  private var ids: [String: String] = [:]
  private(set) var events: [RoomEvent] = []
  private var number = 0
  /// Who was there under another name a moment ago.
  private var renamed: Set<String> = []

  var inOrder: [Room.Occupant] { occupants.values.sorted { $0.nick < $1.nick } }

  /// Nobody is there, as far as is known.
  mutating func forget() { (occupants, ids, renamed) = ([:], [:], []) }

  /// Many are there now: nobody reads who comes and goes.
  mutating func forgetEvents() { events = [] }

  /// Who somebody is; `nil` where nothing but a name says it.
  /// - Parameter hasIDs: the room says who is who.
  func person(_ nick: String, hasIDs: Bool) -> RoomReaderTable.Person? {
    guard let occupant = occupants[nick] else { return nil }
    let id = hasIDs ? ids[nick] : nil
    guard id != nil || occupant.address != nil else { return nil }
    return .init(occupantID: id, address: occupant.address, nick: nick)
  }

  /// Returns whether that changes anything.
  /// - Parameters:
  ///   - isNews: it is to be told, where they were not there.
  ///   - row: the newest message there.
  mutating func came(
    _ occupant: Room.Occupant, id: String?, isNews: Bool, after row: Int64?
  ) -> Bool {
    let nick = occupant.nick
    guard occupants[nick] != nil || occupants.count < Self.mostOccupants else { return false }
    ids[nick] = id
    let before = occupants.updateValue(occupant, forKey: nick)
    let wasRenamed = renamed.remove(nick) != nil
    if before == nil, isNews, !wasRenamed { note(.joined, nick, occupant.address, after: row) }
    return before != occupant
  }

  /// The same of who goes.
  mutating func went(
    _ nick: String, _ occupancy: Occupancy, isNews: Bool, after row: Int64?
  ) -> Bool {
    guard let gone = occupants.removeValue(forKey: nick) else { return false }
    let kind = Self.kind(of: occupancy)
    if case .renamed(let next) = kind, renamed.count < Self.mostEvents { renamed.insert(next) }
    if isNews { note(kind, nick, gone.address, after: row) }
    ids[nick] = nil
    return true
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
    _ kind: RoomEvent.Kind, _ nick: String, _ address: JID?, after row: Int64?
  ) {
    number += 1
    let person = ids[nick] ?? address?.description ?? nick
    events.append(
      RoomEvent(number: number, after: row, person: person, nick: nick, kind: kind))
    if events.count > Self.mostEvents { events.removeFirst() }
  }
}

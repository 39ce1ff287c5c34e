internal import Handover
internal import Localization
internal import Model

/// Whether I am in the groups, one line for each time that changes.
struct PlainRooms {
  private struct Told: Equatable {
    var attendance: Room.Attendance
    /// What I am called there, where I am.
    var nick: String?
  }

  /// Who comes and goes is told.
  var tellsJoins = true
  private var told: [JID: Told] = [:]
  /// As they are.
  private var current: [JID: Room] = [:]
  /// The last of who came and went that was told.
  private var events: [JID: Int] = [:]

  /// Those that I am in now.
  func isIn(_ room: JID) -> Bool { told[room]?.attendance == .joined }

  /// As it is, where I am in it now.
  func room(_ jid: JID) -> Room? { isIn(jid) ? current[jid] : nil }

  /// I have left it, here or on another device.
  mutating func forget(_ room: JID) { told[room] = nil }

  mutating func apply(
    _ room: Room, tellsPeople: Bool, _ wording: PlainWording, _ names: NameBook
  ) -> [PlainMode.Action] {
    let name = names.name(of: room.jid)
    let before = current.updateValue(room, forKey: room.jid)
    let events = news(in: room)
    let lines =
      (tellsPeople ? events : []).map { event in
        PlainMode.Action.say(wording.clean("* \(event.words) (\(name))"))
      } + topic(room, before, wording, names)
    let new = Told(
      attendance: room.attendance, nick: room.attendance == .joined ? room.nick : nil)
    guard told.updateValue(new, forKey: room.jid) != new else { return lines }
    return attendance(of: room, name, wording) + lines
  }

  /// Who is there is said to who asks.
  mutating func apply(_ changes: Occupants.Changes, in room: JID) {
    current[room]?.occupants.apply(changes)
  }

  /// Who came and went since it was told last, each by itself.
  private mutating func news(in room: Room) -> [RoomEvent] {
    let last = events[room.jid] ?? 0
    if let newest = room.events.last { events[room.jid] = newest.number }
    return tellsJoins ? room.events.filter { $0.number > last } : []
  }

  private func attendance(
    of room: Room, _ name: String, _ wording: PlainWording
  ) -> [PlainMode.Action] {
    switch room.attendance {
    case .joining: return []
    case .joined: return [.say(wording.clean(tr("in \(name) as \(room.nick)")))]
    case .retrying(let reason):
      return [.say(wording.clean(tr("error: \(name): \(reason); it is tried again by itself")))]
    case .locked(let wasWrong):
      let words =
        wasWrong
        ? tr("error: \(name): The password is wrong: /password \(room.jid) PASSWORD")
        : tr("error: \(name): This group wants a password: /password \(room.jid) PASSWORD")
      return [.say(wording.clean(words))]
    case .refused(let reason): return [.say(wording.clean(tr("error: \(name): \(reason)")))]
    }
  }

  private func topic(
    _ room: Room, _ before: Room?, _ wording: PlainWording, _ names: NameBook
  ) -> [PlainMode.Action] {
    guard let before, before.topic != room.topic, room.attendance == .joined else { return [] }
    let name = names.name(of: room.jid)
    let words =
      room.topic.isEmpty
      ? tr("\(name): has no topic any more") : tr("\(name): topic: \(room.topic)")
    return [.say(wording.clean(words))]
  }
}

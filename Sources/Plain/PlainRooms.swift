internal import Handover
internal import Model

/// Whether I am in the groups, one line for each time that changes.
struct PlainRooms {
  private var told: [JID: Room.Attendance] = [:]

  /// Those that I am in now.
  func isIn(_ room: JID) -> Bool { told[room] == .joined }

  /// I have left it, here or on another device.
  mutating func forget(_ room: JID) { told[room] = nil }

  mutating func apply(
    _ room: Room, _ wording: PlainWording, _ names: NameBook
  ) -> [PlainMode.Action] {
    guard told.updateValue(room.attendance, forKey: room.jid) != room.attendance else { return [] }
    let name = names.name(of: room.jid)
    switch room.attendance {
    case .joining: return []
    case .joined: return [.say(wording.clean("in \(name) as \(room.nick)"))]
    case .retrying(let reason):
      return [.say(wording.clean("error: \(name): \(reason); it is tried again by itself"))]
    case .locked(let wasWrong):
      let what = wasWrong ? "The password is wrong" : "This group wants a password"
      return [.say(wording.clean("error: \(name): \(what): /password \(room.jid) PASSWORD"))]
    case .refused(let reason): return [.say(wording.clean("error: \(name): \(reason)"))]
    }
  }
}

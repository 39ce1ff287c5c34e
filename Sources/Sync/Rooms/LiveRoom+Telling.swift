internal import Model
internal import Storage
internal import XMPP

/// What is told of a room, and what it is told of me.
extension LiveRoom {
  /// What is told of it.
  var room: Room {
    let attendance: Room.Attendance =
      switch phase {
      case .away, .joining, .waiting: trouble.map { .retrying($0) } ?? .joining
      case .joined: .joined
      case .locked(let wasWrong): .locked(wasWrong: wasWrong)
      case .refused(let reason): .refused(reason)
      }
    var room = Room(jid: jid, attendance: attendance, nick: stored.nick, topic: stored.topic)
    room.occupants = people.occupants
    (room.reading, room.events) = (receipts.count, people.events)
    room.people = lists.people
    room.deletesMessages = facts?.deletion != nil
    room.isMembersOnly = facts?.isMembersOnly ?? false
    room.wantsPassword = facts?.wantsPassword ?? false
    return room
  }

  /// What is shown of it is not what is told.
  var hasNews: Bool { isChanged || people.hasNews }

  /// What is to be told of it.
  var news: Change {
    isChanged || people.hasNewEvents ? .room(room) : .occupants(jid, people.changes)
  }

  mutating func wasTold() {
    (isLost, isChanged) = (false, false)
    people.wereTold()
  }

  // MARK: What it is told of me

  /// Tells it where I am: what a server is told for all it passes on to no room. Who is not told that I am away need
  /// not be told that I am back.
  mutating func tell(_ presence: OwnPresence, _ turn: Turn) {
    guard let me else { return }
    toldPresence = presence
    turn.command(.presence(to: me, presence))
  }

  /// Asks it to call me otherwise.
  mutating func ask(forName nick: String, _ turn: Turn) {
    guard let occupant = jid.with(resource: nick) else { return }
    turn.command(.presence(to: occupant, toldPresence))
  }

  /// It takes me to be elsewhere.
  func isToLearn(_ presence: OwnPresence) -> Bool {
    phase == .joined && toldPresence != presence
      && (presence == .available || occupantCount <= Self.mostTold)
  }
}

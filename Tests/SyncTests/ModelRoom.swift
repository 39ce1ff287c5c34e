import Model
import Scratch
import XMPP

let team = JID("team@rooms.example.org")!

/// A room of the model server: it archives what is said, and tells all who are there.
struct ModelRoom {
  private(set) var archive: [ModelServer.Archived] = []
  /// How many it has given an id.
  private var number = 0
  /// The owner is in it.
  var hasMe = false
  /// What it archives reaches nobody.
  var isSilent = false
  /// It keeps what is said there, and gives it ids; else it tells who enters the last of it.
  var hasArchive = true
  /// How many of the last, and when it is, milliseconds.
  var kept = 20
  var time: Int64 = 1_000
  /// What is said there is lost on the way.
  var isFar = false
  var nick = "me"
  /// What it makes of the id of what I say.
  var renaming = Renaming.none
  /// What is told now has the id that the archive gave it.
  var tellsArchiveIDs = true
  /// It tells each line by itself.
  var cutsLines = false

  enum Renaming: CaseIterable { case none, another, anotherEachTime, dropped }
  /// Said in the moment before somebody is let in, who is not told of it.
  var saidBefore: String?
  /// What is said there is so a second after what was said before; else all is said at once.
  var isTimed = false
  /// Who else is there, as who enters is told.
  var others: [String] = []
  /// It says of each who they are.
  var givesIDs = true
  /// What it makes of who somebody is; a restart may change it.
  var secret = "one "
  /// What all that is for it is answered with while nothing reaches it; it takes everybody for gone then.
  var outage: StanzaError? { didSet { if outage != nil { hasMe = false } } }
  /// Why nobody is let in; `nil` where everybody is.
  var refusal: StanzaError?
  /// Somebody else is called so there.
  var takenNick: String?
  /// It calls me so, whatever I ask for.
  var forcedNick: String?
  /// Without it nobody is let in.
  var password: String?
  /// Why nobody may delete it; `nil` where I may.
  var destruction: StanzaError?
  private(set) var isDestroyed = false
  /// What it says to who asks what it is.
  var facts: RoomFacts? = RoomFacts()
  /// Why nobody may moderate; `nil` where I may.
  var orderRefusal: StanzaError?
  /// By which its owner says what it is; `nil` where that is not for me.
  var form: DataForm?
  private(set) var submitted: [DataForm] = []
  /// Its orders are answered by nobody.
  var isDeaf = false
  private(set) var orders: [RoomOrder] = []
  private(set) var topic = ""
  /// Who is what to it; what is not here is not told.
  var people: [Room.Affiliation: [JID]] = [:]
  /// Why nobody may invite; `nil` where I may.
  var inviteRefusal: StanzaError?

  mutating func destroy() -> StanzaError? {
    isDestroyed = destruction == nil
    if isDestroyed { hasMe = false }
    return destruction
  }

  /// What stands at this place of the archive, beginning with 1, is deleted.
  mutating func bury(_ number: Int) {
    archive[number - 1].message.content = nil
    archive[number - 1].message.news = .removed
  }

  mutating func obey(_ order: RoomOrder) -> StanzaError? {
    if orderRefusal == nil { orders.append(order) }
    return orderRefusal
  }

  mutating func take(_ form: DataForm) -> StanzaError? {
    if orderRefusal == nil { submitted.append(form) }
    return orderRefusal
  }

  mutating func change(topic: String) -> StanzaError? {
    if orderRefusal == nil { self.topic = topic }
    return orderRefusal
  }

  /// The id that it gives a piece of what I say.
  func renamed(_ id: OriginID, _ piece: Int = 0) -> OriginID {
    switch renaming {
    case .none: piece == 0 ? id : OriginID("\(id.value)-\(piece)")
    case .another: OriginID("the-room-gave-it-this-\(number)")
    case .anotherEachTime: OriginID("\(number)-at-\(time)")
    case .dropped: OriginID("")
    }
  }

  static func occupant(_ nick: String) -> JID { team.with(resource: nick)! }

  /// Who somebody is there, whatever they are called.
  func identity(of nick: String) -> String { secret + nick }

  mutating func say(
    _ text: String, id: OriginID, as nick: String, identity: String? = nil,
    amending amendment: Amendment? = nil
  ) -> InboundMessage {
    let archiveID = nextID()
    var message = InboundMessage(
      source: .live, from: Self.occupant(nick), to: me, kind: .group,
      id: id.value.isEmpty ? nil : id.value, originID: id.value.isEmpty ? nil : id,
      archiveID: hasArchive && tellsArchiveIDs ? archiveID : nil, content: .text(text),
      payloads: amendment.map { [.amendment($0)] } ?? [])
    message.occupantID = givesIDs ? identity ?? self.identity(of: nick) : nil
    var stored = message
    let time: Int64 = isTimed ? Int64(number) * 1_000 : time
    (stored.source, stored.stamp) = (.archive, Timestamp(milliseconds: time))
    archive.append(ModelServer.Archived(id: archiveID, message: stored))
    return message
  }

  private mutating func nextID() -> ArchiveID {
    number += 1
    return ArchiveID(named: "r\(number)")
  }

  /// It lost what it had kept last, as one that is put back from a copy.
  mutating func forgetNewest(_ count: Int) { archive.removeLast(count) }

  /// It was said, and is kept nowhere.
  mutating func forgetNewest() { archive.removeLast() }

  /// Its archive says who wrote the newest.
  mutating func noteAuthor(_ author: JID) { archive[archive.count - 1].message.author = author }

  /// An entry that one of its nodes shows only now, so many entries behind the end.
  mutating func showLate(_ text: String, id: OriginID, as nick: String, behind: Int) {
    _ = say(text, id: id, as: nick)
    archive.insert(archive.removeLast(), at: archive.count - behind)
  }

  /// Somebody shows that they read what has this id in the archive.
  mutating func mark(
    _ id: String, as nick: String, identity: String? = nil, isKept: Bool = true
  ) -> InboundMessage {
    var message = InboundMessage(
      source: .live, from: Self.occupant(nick), to: me, kind: .group,
      payloads: [.displayed(id: NamedID.id(of: id))])
    message.occupantID = identity ?? self.identity(of: nick)
    guard isKept else { return message }
    message.archiveID = nextID()
    var stored = message
    (stored.source, stored.stamp) = (.archive, Timestamp(milliseconds: 1_000))
    archive.append(ModelServer.Archived(id: message.archiveID!, message: stored))
    return message
  }

  func told(topic: String) -> InboundMessage {
    var message = InboundMessage(
      source: .live, from: Self.occupant(nick), to: me, kind: .group)
    message.news = .topic(topic)
    return message
  }

  /// - Parameter codes: XEP-0045 §15.6.2.
  func presence(
    of nick: String, _ kind: InboundPresence.Kind = .available, codes: Set<Int> = [],
    role: Room.Role = .participant, affiliation: Room.Affiliation = .none, address: JID? = nil,
    identity: String? = nil, newNick: String? = nil, reason: String? = nil, actor: String? = nil
  ) -> SessionEvent {
    var presence = InboundPresence(from: Self.occupant(nick), kind: kind)
    presence.occupancy = Occupancy(
      role: role, affiliation: affiliation, address: address, newNick: newNick,
      occupantID: givesIDs ? identity ?? self.identity(of: nick) : nil, codes: codes,
      reason: reason, actor: actor)
    return .presence(presence)
  }
}

extension ModelServer {
  /// Whether the command was for the room.
  mutating func stepInRoom(_ command: SessionCommand) -> Bool {
    switch command {
    case .join(let occupant, let password, let seconds): letIn(occupant, password, seconds)
    case .destroyRoom: tell(.roomDestroyed(team, room.destroy()))
    case .leave: room.hasMe = false
    case .order(team, let order, let id) where !room.isDeaf:
      tell(.roomObeyed(id: id, room.obey(order)))
    case .order(team, _, _): break
    case .changeTopic(team, let topic, let id):
      if let error = room.change(topic: topic) {
        tell(.refused(OriginID(id), from: team, error))
      } else {
        tell(.message(room.told(topic: topic)))
      }
    case .fetchRoomForm(team):
      let error = StanzaError(kind: "auth", condition: "forbidden")
      tell(.roomForm(team, room.form, room.form == nil ? error : nil))
    case .configureRoom(team, let form): tell(.roomConfigured(team, room.take(form)))
    case .listPeople(team, let affiliation):
      let people = room.people[affiliation]?.map {
        Room.Person(address: $0, affiliation: affiliation)
      }
      tell(.roomPeople(team, affiliation, people))
    case .describeRoom: tell(.roomDescribed(team, room.facts))
    case .inviteByRoom(let id, _, _):
      if let error = room.inviteRefusal { tell(.refused(OriginID(id), from: team, error)) }
    case .tellRoom(team, .displayed(let id)):
      guard room.hasMe else {
        let error = StanzaError(kind: "modify", condition: "not-acceptable")
        tell(.refused(OriginID("marker"), from: team, error))
        return true
      }
      markers.append(id)
      tell(.message(room.mark(NamedID.name(of: id), as: room.nick)))
    case .pingRoom:
      let error = StanzaError(kind: "cancel", condition: "not-acceptable")
      tell(.roomAnswered(team, room.outage ?? (room.hasMe ? nil : error)))
    case .send(team, let id, let text, let amendment, let reply, let audience)
    where audience != .person:
      take((reply.map { Quote.marked($0.quote) } ?? "") + text, id, amendment)
    case .queryArchive(let query) where query.archive == team && !room.hasArchive:
      let error = StanzaError(kind: "cancel", condition: "service-unavailable")
      tell(.archiveFailed(query: query.id, error))
    case .queryArchive(let query) where query.archive == team:
      tell(answer(query, from: room.archive))
    default: return false
    }
    return true
  }

  private mutating func letIn(_ occupant: JID, _ password: String?, _ seconds: Int?) {
    if room.password != nil, password != room.password {
      room.refusal = StanzaError(kind: "auth", condition: "not-authorized")
    } else if room.password != nil {
      room.refusal = nil
    }
    var answer = InboundPresence(from: occupant, kind: .error)
    answer.error = room.outage ?? room.refusal
    if occupant.resource == room.takenNick {
      answer.error = StanzaError(kind: "cancel", condition: "conflict")
    }
    room.hasMe = answer.error == nil
    if let text = room.saidBefore {
      room.saidBefore = nil
      _ = room.say(text, id: OriginID(named: "before"), as: "bo")
    }
    if room.hasMe { for other in room.others { tell(room.presence(of: other)) } }
    let nick = room.forcedNick ?? occupant.resource!
    tell(room.hasMe ? room.presence(of: nick, codes: [110]) : .presence(answer))
    if room.hasMe { tellHistory(seconds) }
  }

  /// Of the last that was said, and then what it is about.
  private mutating func tellHistory(_ seconds: Int?) {
    guard !room.hasArchive else { return }
    let all = room.archive.map(\.message).suffix(room.kept)
    let start = seconds.map { room.time - Int64($0) * 1_000 } ?? .max
    for var message in all where message.stamp.map({ start <= $0.milliseconds }) ?? false {
      (message.source, message.roomStamp, message.stamp) = (.live, message.stamp, nil)
      if room.renaming == .anotherEachTime {
        message.id = "told-\(room.time)-\(message.id ?? "")"
        message.originID = message.id.map { OriginID($0) }
      }
      tell(.message(message))
    }
    tell(.message(room.told(topic: room.topic)))
  }

  private mutating func take(_ text: String, _ id: OriginID, _ amendment: Amendment?) {
    countHandled(id)
    if let outage = room.outage { return tell(.refused(id, from: team, outage)) }
    guard room.hasMe else {
      let error = StanzaError(kind: "modify", condition: "not-acceptable")
      return tell(.refused(id, from: team, error))
    }
    guard !room.isFar else { return }
    let pieces =
      room.cutsLines && !text.isEmpty ? text.split(separator: "\n").map(String.init) : [text]
    for (number, piece) in pieces.enumerated() {
      let said = room.say(
        piece, id: room.renamed(id, number), as: room.nick, amending: amendment)
      if !room.isSilent { tell(.message(said)) }
    }
  }
}

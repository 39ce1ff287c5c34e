internal import Model
internal import Storage
internal import XMPP

/// The devices of the person whose card is shown: where each is, and what program it says it is, which is asked for
/// once while somebody looks.
struct PersonCards: Tracker {
  static let keyPath: any Path = \.cards

  private(set) var shown: JID?
  private var told: PersonCard?
  /// By device, as they said on this link.
  private var programs: [JID: String] = [:]
  /// What those are called that may not say more.
  private var clients: [JID: String] = [:]
  private var asked: Set<JID> = []
  /// When nobody was there any more, as their server says.
  private var lastThere: Timestamp?

  mutating func forgetLink(_ turn: Turn) { asked = [] }

  mutating func show(_ who: JID?) {
    (shown, told, programs, clients, asked, lastThere) = (who, nil, [:], [:], [], nil)
  }

  mutating func learned(secondsSince seconds: Int64, of who: JID, _ turn: Turn) {
    guard who == shown, asked.contains(who) else {
      return turn.log("dropped: when \(who) was there last, which nobody asked")
    }
    lastThere = Timestamp(milliseconds: turn.now.wall.milliseconds - seconds * 1_000)
  }

  /// Only of whose card is shown: what others say unasked is not kept.
  mutating func learned(_ program: String, of device: JID, _ turn: Turn) {
    guard device.bare == shown, asked.contains(device) else {
      return turn.log("dropped: the program of \(device), who was not asked")
    }
    programs[device] = program
  }

  mutating func learned(client name: String, of device: JID, _ turn: Turn) {
    guard device.bare == shown, asked.contains(device) else {
      return turn.log("dropped: the name of \(device), who was not asked")
    }
    clients[device] = name
  }

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard let who = state.cards.shown else { return }
    try state.cards.tell(who, state.presence, isLinked: state.ready != nil, turn)
  }

  /// Of who does not see me nothing is asked: it would tell them that I am there.
  private mutating func ask(_ devices: [JID], _ turn: Turn) throws(StorageError) {
    for device in devices where !asked.contains(device) {
      let subscription = try turn.database.roster.contact(device.bare)?.subscription
      guard subscription == .both || subscription == .from else { return }
      asked.insert(device)
      turn.command(.askProgram(device))
    }
  }

  /// Their server tells who may see when they are there.
  private mutating func askLastThere(_ who: JID, _ turn: Turn) throws(StorageError) {
    guard !asked.contains(who), try turn.database.roster.contact(who)?.isSeen == true else {
      return
    }
    asked.insert(who)
    turn.command(.askLastThere(who))
  }

  private mutating func tell(
    _ who: JID, _ presence: PresenceTracker, isLinked: Bool, _ turn: Turn
  ) throws(StorageError) {
    let all = presence.states(of: who)
    let devices = all.keys.sorted().compactMap { resource -> (JID, PersonCard.Device)? in
      guard let device = who.with(resource: resource), let state = all[resource] else { return nil }
      let program = programs[device] ?? clients[device]
      return (device, .init(resource: resource, presence: state, program: program))
    }
    if isLinked { try ask(devices.map(\.0), turn) }
    if isLinked, devices.isEmpty { try askLastThere(who, turn) }
    let nick = try turn.database.nicks.name(of: who)
    var card = PersonCard(jid: who, devices: devices.map(\.1), nick: nick)
    if let avatar = try turn.database.avatars.avatar(of: who), avatar.isKept {
      card.avatar = avatar.hash
    }
    if devices.isEmpty {
      let seen = try turn.database.presences.lastSeen(who)
      card.lastSeen = lastThere ?? seen
    }
    guard card != told else { return }
    told = card
    turn.change(.card(card))
  }
}

internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Where the account's groups are, and which groups a service shows (XEP-0030, XEP-0045 §6). Nothing is asked before
/// the user wants to know.
struct GroupDirectory: Tracker {
  static let keyPath: any Path = \.directory

  /// Bounds of what a server can make us ask and hold (Z4).
  private static let mostServices = 30
  static let mostListed = 1_000
  private static let mostDescribed = 300
  /// Questions about single groups that are open at a time.
  private static let window = 10

  private(set) var service: JID?
  /// What the server has that may be its service of groups: `nil` while nobody looks.
  private var candidates: [JID]?
  /// Somebody wants to know where they are.
  private var isWanted = false
  private var listing: GroupListing?
  /// Of the listed ones, those that nobody has asked yet, and those that were and have not answered.
  private var undescribed: [JID] = []
  private var asked: Set<JID> = []
  /// There is no page to come; what the listing is then.
  private var end: GroupListing.Progress?
  /// Whose question the user put.
  private var wanted: Set<JID> = []
  private var isChanged = false

  private static let key = "groups.service"

  mutating func start(_ turn: Turn) throws(StorageError) {
    service = try turn.database.settings.value(Self.key).flatMap { JID(stored: $0) }
    if let service { turn.change(.groupService(service)) }
  }

  mutating func forgetLink(_ turn: Turn) {
    (candidates, undescribed, asked, wanted) = (nil, [], [], [])
    if listing?.progress == .reading { fail(tr("The connection was lost")) }
  }

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    state.directory.tell(turn)
  }

  private mutating func tell(_ turn: Turn) {
    guard isChanged else { return }
    isChanged = false
    listing?.groups.sort {
      ($1.people ?? -1, $0.title, $0.jid) < ($0.people ?? -1, $1.title, $1.jid)
    }
    turn.change(.groups(listing))
  }

  private mutating func fail(_ why: String) {
    listing?.progress = .failed(why)
    isChanged = true
  }

  /// There is a link.
  mutating func begin(_ turn: Turn) { if isWanted { find(isLinked: true, turn) } }

  // MARK: What the user wants

  /// - Parameter service: `nil` is the account's own.
  mutating func list(_ service: JID?, isLinked: Bool, _ turn: Turn) {
    (undescribed, asked, end) = ([], [], nil)
    listing = GroupListing(service: service ?? self.service)
    isChanged = true
    guard isLinked else { return fail(tr("This needs a connection")) }
    if let service = listing?.service { read(service, turn) } else { find(isLinked: true, turn) }
  }

  mutating func close() {
    (listing, undescribed, asked) = (nil, [], [])
    isChanged = true
  }

  mutating func find(isLinked: Bool, _ turn: Turn) {
    isWanted = true
    guard isLinked, service == nil, candidates == nil, let server = JID(turn.me.domain) else {
      return
    }
    candidates = []
    turn.command(.fetchItems(of: server, after: nil, seen: 0))
  }

  mutating func describe(_ room: JID, isLinked: Bool, _ turn: Turn) {
    guard isLinked, wanted.count < Self.mostDescribed else { return }
    wanted.insert(room)
    turn.command(.describeRoom(room))
  }

  // MARK: What comes

  mutating func receive(
    _ page: ItemPage, of whom: JID, _ error: StanzaError?, _ turn: Turn
  ) throws(StorageError) {
    if whom.description == turn.me.domain, candidates != nil {
      candidates = page.items.map(\.jid).filter { $0.local == nil }.prefix(Self.mostServices)
        .map(\.self)
      return askNext(turn)
    }
    guard listing?.service == whom, listing?.progress == .reading else { return }
    if let error { return fail(Self.words(error)) }
    add(page, whom)
    let count = listing?.groups.count ?? 0
    if let next = page.next, end == nil {
      turn.command(.fetchItems(of: whom, after: next, seen: count))
    } else {
      end = end ?? .whole
    }
    askAboutGroups(turn)
  }

  private mutating func add(_ page: ItemPage, _ service: JID) {
    let known = Set(listing?.groups.map(\.jid) ?? [])
    let fresh = page.items.filter {
      $0.jid.local != nil && $0.jid.domain == service.domain && !known.contains($0.jid)
    }
    let count = known.count
    for item in fresh.prefix(max(0, Self.mostListed - count)) {
      listing?.groups.append(ListedGroup(jid: item.jid, name: item.name))
    }
    undescribed += fresh.prefix(max(0, Self.mostDescribed - count)).map(\.jid)
    if count + fresh.count >= Self.mostListed { end = .cut }
    isChanged = true
  }

  private mutating func askAboutGroups(_ turn: Turn) {
    while asked.count < Self.window, !undescribed.isEmpty {
      let room = undescribed.removeFirst()
      asked.insert(room)
      turn.command(.describeRoom(room))
    }
    guard asked.isEmpty, let end, listing?.progress == .reading else { return }
    listing?.progress = end
    isChanged = true
  }

  /// One after the other, in the server's order: the first that is one is taken.
  private mutating func askNext(_ turn: Turn) {
    guard let next = candidates?.first else {
      candidates = nil
      if listing == nil { turn.notice(.error, tr("Your server has no groups")) }
      return fail(tr("Your server has no groups"))
    }
    turn.command(.describeRoom(next))
  }

  mutating func described(_ room: JID, _ facts: RoomFacts?, _ turn: Turn) throws(StorageError) {
    if candidates?.first == room {
      candidates?.removeFirst()
      guard facts?.hasRooms == true else { return askNext(turn) }
      try learn(room, turn)
    }
    let group = facts.flatMap { $0.hasRooms ? ListedGroup(room, $0) : nil }
    if wanted.remove(room) != nil { turn.change(.groupDescribed(room, group)) }
    guard asked.remove(room) != nil else { return }
    if let group, let index = listing?.groups.firstIndex(where: { $0.jid == room }) {
      let listed = listing?.groups[index].name ?? ""
      listing?.groups[index] = group
      if group.name.isEmpty { listing?.groups[index].name = listed }
      isChanged = true
    }
    askAboutGroups(turn)
  }

  private mutating func learn(_ found: JID, _ turn: Turn) throws(StorageError) {
    (service, candidates) = (found, nil)
    try turn.database.settings.set(Self.key, found.description)
    turn.change(.groupService(found))
    guard listing != nil, listing?.service == nil else { return }
    listing?.service = found
    isChanged = true
    read(found, turn)
  }

  private func read(_ service: JID, _ turn: Turn) {
    turn.command(.fetchItems(of: service, after: nil, seen: 0))
  }

  private static func words(_ error: StanzaError) -> String {
    switch error.condition {
    case "item-not-found", "service-unavailable", "feature-not-implemented":
      tr("There are no groups at this address")
    case "remote-server-not-found": tr("The server cannot be found")
    case "remote-server-timeout": tr("The server does not answer")
    case "forbidden", "not-allowed", "not-authorized": tr("You may not see the groups there")
    case _ where error == .timeout: tr("No answer in time")
    default:
      error.text.map { tr("The server refused: \($0)") }
        ?? tr("The server refused (\(error.condition))")
    }
  }
}

extension ListedGroup {
  fileprivate init(_ jid: JID, _ facts: RoomFacts) {
    self.init(
      jid: jid, name: facts.name, about: facts.about, people: facts.people,
      isMembersOnly: facts.isMembersOnly, wantsPassword: facts.wantsPassword)
  }

  /// What it is ordered by.
  fileprivate var title: String { (name.isEmpty ? jid.local ?? "" : name).lowercased() }
}

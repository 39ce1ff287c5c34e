import Model
import XMPP

/// A service of groups, in which each who enters a room that is not there makes it.
struct ModelGroups {
  static let address = JID("rooms.example.org")!

  struct Made: Equatable {
    var isMine: Bool
    var facts = RoomFacts()
    /// As its owner wants it; `nil` while nobody has said so.
    var configuration: DataForm?
    var members: [JID] = []
  }

  /// What is for a room comes here.
  var isOn = false
  var rooms: [JID: Made] = [:]
  /// Why nobody may make one.
  var makingRefusal: StanzaError?
  var configurationRefusal: StanzaError?
  /// Somebody has the address by the time that one enters it.
  var isOvertaken = false
  /// It does not answer what is asked of it by its owner.
  var isSilent = false
  /// What the server has.
  var items = [JID("upload.example.org")!, address]
  private(set) var destroyed: [JID] = []

  static let form = DataForm(
    .form,
    fields: ["roomname", "persistentroom", "membersonly", "publicroom", "whois"].map {
      DataForm.Field(name: "muc#roomconfig_" + $0)
    })

  mutating func answer(_ command: SessionCommand) -> [SessionEvent]? {
    switch command {
    case .fetchItems(Self.address, _, _):
      return [
        .items(of: Self.address, ItemPage(items: rooms.keys.sorted().map { .init(jid: $0) }), nil)
      ]
    case .fetchItems(let whom, _, _):
      return [.items(of: whom, ItemPage(items: items.map { .init(jid: $0) }), nil)]
    case .describeRoom(let jid) where jid.local == nil:
      return [.roomDescribed(jid, RoomFacts(hasRooms: jid == Self.address))]
    case .describeRoom(let jid): return [.roomDescribed(jid, rooms[jid]?.facts)]
    case .join(let occupant, _, _): return enter(occupant)
    case .leave: return []
    case .fetchRoomForm(let jid):
      return isSilent ? [] : [.roomForm(jid, Self.form, nil)]
    case .configureRoom(let jid, let form):
      if configurationRefusal == nil { rooms[jid]?.configuration = form }
      return [.roomConfigured(jid, configurationRefusal)]
    case .admit(let people, let jid):
      rooms[jid]?.members += people
      return [.admitted(to: jid, nil)]
    case .destroyRoom(let jid):
      rooms[jid] = nil
      destroyed.append(jid)
      return [.roomDestroyed(jid, nil)]
    case .queryArchive(let query) where query.archive != nil:
      return [.archivePage(ArchivePage(query: query.id, entries: [], isComplete: true))]
    default: return nil
    }
  }

  private mutating func enter(_ occupant: JID) -> [SessionEvent] {
    let room = occupant.bare
    if isOvertaken, rooms[room] == nil {
      isOvertaken = false
      rooms[room] = Made(isMine: false)
    }
    if rooms[room] == nil, let makingRefusal {
      var presence = InboundPresence(from: occupant, kind: .error)
      presence.error = makingRefusal
      return [.presence(presence)]
    }
    let isNew = rooms[room] == nil
    if isNew { rooms[room] = Made(isMine: true) }
    var presence = InboundPresence(from: occupant, kind: .available)
    presence.occupancy = Occupancy(
      affiliation: rooms[room]?.isMine == true ? .owner : .none, codes: isNew ? [110, 201] : [110])
    return [.presence(presence)]
  }
}

internal import Model
internal import XMLStream

/// XEP-0045: rooms, which many are in at once.
enum XEP0045Rooms: Extension {
  static let namespace = "http://jabber.org/protocol/muc"
  static let features = [namespace]
  /// The room keeps the ids that authors give their messages (XEP-0045 §18.4).
  static let stableIDs = namespace + "#stable_id"
  private static let user = namespace + "#user"
  /// Status codes of one presence.
  private static let mostCodes = 20

  /// Enters a room under a name.
  /// - Parameter seconds: for which the room is to tell what was said before (§7.2.13), by whatever clock it has; `nil`:
  ///   nothing, its archive has it.
  static func join(_ occupant: JID, password: String?, telling seconds: Int?) -> XMLElement {
    let history = XMLElement(
      "history", namespace,
      ["seconds": seconds.map(String.init), "maxstanzas": seconds == nil ? "0" : nil])
    let children =
      [history]
      + (password.map { [XMLElement("password", namespace, text: $0)] } ?? [])
    return XMLElement(
      "presence", Namespace.client, ["to": occupant.description],
      [XMLElement("x", namespace, [:], children), XEP0115Capabilities.element])
  }

  /// A new room is as its service makes them.
  static func opening(_ room: JID) -> Request {
    let owner = namespace + "#owner"
    let form = XMLElement("x", "jabber:x:data", ["type": "submit"])
    return Request(.set, to: room, XMLElement("query", owner, [:], [form])) { answer, _ in
      switch answer {
      case .result: []
      case .error(let error): [.dropped(reason: "a new group stays closed: \(error.condition)")]
      case .timeout: [.dropped(reason: "no answer about a new group in time")]
      }
    }
  }

  /// What was said there is nobody's any more.
  static func destruction(of room: JID) -> Request {
    let owner = namespace + "#owner"
    let query = XMLElement("query", owner, [:], [XMLElement("destroy", owner)])
    return Request(.set, to: room, query) { answer, _ in
      switch answer {
      case .result: [.roomDestroyed(room, nil)]
      case .error(let error): [.roomDestroyed(room, error)]
      case .timeout: [.roomDestroyed(room, .timeout)]
      }
    }
  }

  /// Says of a message that it is for one person of a room (§7.5), so that copies of it can be told from others.
  static var privateMark: XMLElement { XMLElement("x", user) }

  static func leave(_ occupant: JID) -> XMLElement {
    XMLElement(
      "presence", Namespace.client, ["to": occupant.description, "type": "unavailable"])
  }

  /// What a room says with a presence; `nil` where the presence is not of one.
  static func occupancy(of presence: XMLElement) -> Occupancy? {
    guard let x = presence.child("x", user) else { return nil }
    let item = x.child("item", user)
    let end = x.child("destroy", user)
    var occupancy = Occupancy(
      role: item?["role"].flatMap { Room.Role(rawValue: $0) } ?? .none,
      affiliation: item?["affiliation"].flatMap { Room.Affiliation(rawValue: $0) } ?? .none,
      address: item?["jid"].flatMap { JID($0) }, newNick: item?["nick"],
      occupantID: XEP0421OccupantIDs.id(of: presence), codes: codes(of: presence),
      reason: (end ?? item)?.child("reason", user)?.text,
      actor: item?.child("actor", user)?["nick"], isEnd: end != nil)
    occupancy.venue = end?["jid"].flatMap { JID($0) }.flatMap { $0.isRoom ? $0 : nil }
    occupancy.hats = XEP0317Hats.titles(of: presence)
    return occupancy
  }

  /// The author of an archived message, where the room's archive says that. ejabberd does, and takes away whatever a
  /// participant puts there. Of other servers that is not known, and a participant's word is no proof: theirs lacks the
  /// id that the archive gave it (XEP-0313 before version 0.5).
  static func author(of stanza: XMLElement, in room: JID, _ id: ArchiveID) -> JID? {
    let mark = stanza.child("archived", "urn:xmpp:mam:tmp")
    let told = stanza.children.filter { $0.is("x", user) }
    guard mark?["id"] == id.value, mark?["by"].flatMap({ JID($0) }) == room, told.count == 1 else {
      return nil
    }
    return told[0].child("item", user)?["jid"].flatMap { JID($0)?.bare }
  }

  /// A subject without a body is what the room is about (XEP-0045 §8.1); what has both is a message.
  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard message.kind == .group, stanza.child("body", Namespace.client) == nil else { return }
    if message.from.resource == nil, !configured.isDisjoint(with: codes(of: stanza)) {
      message.news = .configured
    }
    guard let subject = stanza.child("subject", Namespace.client)
    else { return }
    message.news = .topic(String(subject.text.prefix(longestTopic)))
  }

  /// XEP-0045 §15.6.2: something else of how it is set up, or who sees whose address.
  private static let configured: Set<Int> = [104, 170, 171, 172, 173, 174]

  private static func codes(of stanza: XMLElement) -> Set<Int> {
    let x = stanza.child("x", user)
    let codes = x?.children.filter { $0.is("status", user) }.prefix(mostCodes) ?? []
    return Set(codes.compactMap { $0["code"].flatMap { Int($0) } })
  }

  /// Characters of a topic.
  private static let longestTopic = 1_000
}

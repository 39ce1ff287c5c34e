public import Model
internal import XMLStream

/// What a room is to change about somebody (XEP-0045 §8.2 – §8.4, §9, §10.3 – §10.7).
public enum RoomOrder: Sendable, Equatable {
  /// Of who is there, by name.
  case role(Room.Role, nick: String, reason: String)
  /// Of an address, there or not.
  case affiliation(Room.Affiliation, JID, reason: String)
  /// Delete what somebody said (XEP-0425), by the id that the room's archive has for it.
  case remove(ArchiveID, isOld: Bool)
}

/// XEP-0045 §8, §9, §10: what moderators, admins and owners ask of a room.
enum RoomModeration {
  private static let admin = XEP0045Rooms.namespace + "#admin"
  /// People of one list (Z4).
  static let mostPeople = 1_000

  static func request(_ order: RoomOrder, to room: JID, id: String) -> Request {
    Request(.set, to: room, payload(of: order)) { answer, _ in
      switch answer {
      case .result: [.roomObeyed(id: id, nil)]
      case .error(let error): [.roomObeyed(id: id, error)]
      case .timeout: [.roomObeyed(id: id, .timeout)]
      }
    }
  }

  private static func payload(of order: RoomOrder) -> XMLElement {
    switch order {
    case .role(let role, let nick, let reason):
      query(["nick": nick, "role": role.rawValue], reason)
    case .affiliation(let affiliation, let who, let reason):
      query(["affiliation": affiliation.rawValue, "jid": who.bare.description], reason)
    case .remove(let id, let isOld):
      XEP0425ModeratedRetraction.payload(removing: id, isOld: isOld)
    }
  }

  private static func query(
    _ attributes: KeyValuePairs<String, String?>, _ reason: String
  ) -> XMLElement {
    let words = reason.isEmpty ? [] : [XMLElement("reason", admin, text: reason)]
    return XMLElement("query", admin, [:], [XMLElement("item", admin, attributes, words)])
  }

  static func topic(_ topic: String, of room: JID, id: String) -> XMLElement {
    XMLElement(
      "message", Namespace.client, ["to": room.description, "id": id, "type": "groupchat"],
      [XMLElement("subject", Namespace.client, text: topic)])
  }

  static func people(_ affiliation: Room.Affiliation, of room: JID) -> Request {
    let query = query(["affiliation": affiliation.rawValue], "")
    return Request(.get, to: room, query) { answer, _ in
      guard case .result(let stanza) = answer, let query = stanza.child("query", admin) else {
        return [.roomPeople(room, affiliation, nil)]
      }
      let people = query.children.filter { $0.is("item", admin) }.prefix(mostPeople)
        .compactMap { $0["jid"].flatMap { JID($0) } }
        .map { Room.Person(address: $0.bare, affiliation: affiliation) }
      return [.roomPeople(room, affiliation, people)]
    }
  }
}

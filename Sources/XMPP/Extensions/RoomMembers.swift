internal import Model
internal import XMLStream

/// Makes people members of a room before they come (XEP-0045 §9.3).
enum RoomMembers {
  private static let admin = XEP0045Rooms.namespace + "#admin"

  static func admission(of people: [JID], to room: JID) -> Request {
    let items = people.map {
      XMLElement("item", admin, ["affiliation": "member", "jid": $0.bare.description])
    }
    return Request(.set, to: room, XMLElement("query", admin, [:], items)) { answer, _ in
      switch answer {
      case .result: [.admitted(to: room, nil)]
      case .error(let error): [.admitted(to: room, error)]
      case .timeout: [.admitted(to: room, .timeout)]
      }
    }
  }
}

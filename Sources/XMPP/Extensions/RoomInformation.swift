internal import Model
internal import XMLStream

/// What a room says of itself to who asks, there or not (XEP-0045 §6.4).
enum RoomInformation {
  static func request(about room: JID) -> Request {
    let namespace = XEP0030Discovery.namespace
    return Request(.get, to: room, XMLElement("query", namespace)) { answer, _ in
      guard case .result(let stanza) = answer else { return [.roomDescribed(room, nil)] }
      return [.roomDescribed(room, facts(in: stanza))]
    }
  }

  private static func facts(in answer: XMLElement) -> RoomFacts {
    let features = Set(XEP0030Discovery.features(in: answer))
    return RoomFacts(
      isMembersOnly: features.contains("muc_membersonly"),
      wantsPassword: features.contains("muc_passwordprotected"))
  }
}

/// What a room is to who is not in it.
public struct RoomFacts: Sendable, Equatable {
  public var isMembersOnly: Bool
  public var wantsPassword: Bool

  public init(isMembersOnly: Bool = false, wantsPassword: Bool = false) {
    self.isMembersOnly = isMembersOnly
    self.wantsPassword = wantsPassword
  }
}

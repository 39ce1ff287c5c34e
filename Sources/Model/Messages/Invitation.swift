internal import Localization

/// An invitation to a group, as it stands in the chat with who invites (XEP-0249, XEP-0045 §7.8).
public struct Invitation: Sendable, Hashable {
  /// What came of it, on this computer.
  public enum Answer: String, Sendable { case open, accepted, declined }

  /// The group's bare address.
  public var room: JID
  /// In the inviter's words; may be empty.
  public var reason: String
  /// The group says who invites; else that one says it.
  public var isByRoom: Bool
  public var answer: Answer

  /// Characters of a reason that are kept (Z4).
  public static let longestReason = 300

  public init(
    room: JID, reason: String = "", isByRoom: Bool = false, answer: Answer = .open
  ) {
    self.room = room
    self.reason = String(reason.unicodeScalars.prefix(Self.longestReason))
    self.isByRoom = isByRoom
    self.answer = answer
  }

  /// For people, whatever came of it.
  public var words: String {
    tr("(an invitation to the group \(room))") + (reason.isEmpty ? "" : " \(reason)")
  }

  private static let codeName = "invited"
  private static let (byRoom, byPerson) = ("room", "person")

  /// For files of ours: `invited open person team@rooms.example.org come and see`.
  public var code: String {
    let way = isByRoom ? Self.byRoom : Self.byPerson
    return [Self.codeName, answer.rawValue, way, room.description, reason]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// What ``code`` wrote; `nil` where it did not.
  public init?(code: String) {
    let parts = code.split(separator: " ", maxSplits: 4).map(String.init)
    guard parts.count >= 4, parts[0] == Self.codeName, let answer = Answer(rawValue: parts[1]),
      let room = JID(parts[3])
    else { return nil }
    self.init(
      room: room, reason: parts.count > 4 ? parts[4] : "", isByRoom: parts[2] == Self.byRoom,
      answer: answer)
  }
}

extension Message.Content {
  /// What it invites to.
  public var invitation: Invitation? { if case .invitation(let one) = self { one } else { nil } }
}

extension Message {
  /// What it invites to.
  public var invitation: Invitation? { content.invitation }
}

/// An invitation that stands in no chat, because there are too many: it waits in a list for its answer.
public struct FoldedInvitation: Sendable, Equatable {
  public var invitation: Invitation
  /// Who invites: the bare address.
  public var inviter: JID

  public init(_ invitation: Invitation, by inviter: JID) {
    self.invitation = invitation
    self.inviter = inviter
  }
}

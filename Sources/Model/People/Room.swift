/// A group chat as this device is in it (XEP-0045): who is there, and what it is about. Of the moment, not of the disk.
public struct Room: Sendable, Equatable {
  /// Somebody who is in the room.
  public struct Occupant: Sendable, Equatable {
    /// What they are called there; two people can have had the same one after the other.
    public var nick: String
    /// Their own bare address, where the room tells it.
    public var address: JID?
    public var role: Role
    public var affiliation: Affiliation
    public var presence: Presence
    /// Who they are there, whatever they are called (XEP-0421), where the room says it.
    public var occupantID: String?
    /// What the room calls them besides (XEP-0317), in its words.
    public var hats: [String] = []

    public init(
      nick: String, address: JID? = nil, role: Role = .participant,
      affiliation: Affiliation = .none, presence: Presence = .online, occupantID: String? = nil
    ) {
      self.occupantID = occupantID
      self.nick = nick
      self.address = address
      self.role = role
      self.affiliation = affiliation
      self.presence = presence
    }
  }

  /// What somebody may do while they are there (XEP-0045 §5.1).
  public enum Role: String, Sendable { case moderator, participant, visitor, none }

  /// What somebody is to the room, there or not (XEP-0045 §5.2).
  public enum Affiliation: String, Sendable { case owner, admin, member, none, outcast }

  /// Whether I am there.
  public enum Attendance: Sendable, Equatable {
    /// Not yet, or not any more: it is tried again by itself.
    case joining
    /// In plain words what is in the way; it is tried again by itself, ever more seldom.
    case retrying(String)
    case joined
    /// Who comes in says its password; one was said and is wrong.
    case locked(wasWrong: Bool)
    /// In plain words why not; the user has to do something about it.
    case refused(String)
  }

  /// The bare address.
  public var jid: JID
  public var attendance: Attendance
  /// My own name there.
  public var nick: String
  public var topic: String
  /// Its moderators can delete for everyone what others said there (XEP-0425).
  public var deletesMessages = false
  /// Who is no member may not come in.
  public var isMembersOnly = false
  /// Who comes in says a password.
  public var wantsPassword = false
  /// Who is there.
  public var occupants: Occupants
  /// How many have read the newest of mine that the room has; `nil` where that is not told there.
  public var reading: ReadCount?
  /// Who came and went while I was there, the newest last; none where many are.
  public var events: [RoomEvent] = []
  /// Those who belong to it or are banned, there or not, as far as that was asked and is told.
  public var people: [Person] = []

  /// What I am to it; `nil` where I am not there.
  public var standing: Affiliation? {
    me?.affiliation
  }

  /// Its password would let me in.
  public var isLocked: Bool { if case .locked = attendance { true } else { false } }

  public init(
    jid: JID, attendance: Attendance = .joining, nick: String, topic: String = "",
    occupants: [Occupant] = []
  ) {
    self.jid = jid
    self.attendance = attendance
    self.nick = nick
    self.topic = topic
    self.occupants = Occupants(occupants)
  }
}

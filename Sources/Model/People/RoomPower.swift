/// What can be done to somebody in a room by who may (XEP-0045 §8.2 – §8.4, §9, §10.3 – §10.7).
public enum RoomPower: String, Sendable, CaseIterable {
  case giveVoice = "give-voice"
  case takeVoice = "take-voice"
  case makeModerator = "make-moderator"
  case takeModerator = "take-moderator"
  case makeMember = "make-member"
  case makeAdmin = "make-admin"
  case makeOwner = "make-owner"
  /// They are nothing to the room any more.
  case makeNobody = "make-nobody"
  case kick, ban, unban

  /// What they may do from then on, while they are there; `nil` where it is about what they are to the room.
  public var role: Room.Role? {
    switch self {
    case .kick: Room.Role.none
    case .giveVoice, .takeModerator: .participant
    case .takeVoice: .visitor
    case .makeModerator: .moderator
    default: nil
    }
  }

  /// What they are to the room from then on, there or not.
  public var affiliation: Room.Affiliation? {
    switch self {
    case .ban: .outcast
    case .unban, .makeNobody: Room.Affiliation.none
    case .makeMember: .member
    case .makeAdmin: .admin
    case .makeOwner: .owner
    default: nil
    }
  }
}

/// What is wanted of a room by who may moderate or lead it.
public enum ModerationAct: Sendable, Equatable {
  /// The reason may be empty.
  case use(RoomPower, on: Room.Subject, reason: String)
  /// What it is about from now on (XEP-0045 §8.1).
  case topic(String)
  /// Delete for everyone what somebody said, by its row in the local database (XEP-0425).
  case delete(row: Int64)
  /// Have the form by which its owners say what it is: ``Change/roomForm(_:_:)`` follows.
  case configure
  /// That form, filled in.
  case submit(DataForm)
  case cancelConfiguration
  /// Learn who belongs to it besides those who are there, as far as I may know.
  case listPeople
}

extension Room {
  /// Who is meant, as they were when somebody chose them: since then another may have taken their name.
  public struct Subject: Sendable, Equatable {
    public var nick: String?
    /// The bare address, where it is told.
    public var address: JID?
    /// XEP-0421.
    public var occupantID: String?

    public init(nick: String? = nil, address: JID? = nil, occupantID: String? = nil) {
      self.nick = nick
      self.address = address?.bare
      self.occupantID = occupantID
    }

    /// What to call them.
    public var name: String { nick ?? address?.description ?? "?" }
  }

  /// Somebody who belongs to a room or is banned from it, there or not (XEP-0045 §9.5).
  public struct Person: Sendable, Equatable {
    public var address: JID
    public var affiliation: Affiliation

    public init(address: JID, affiliation: Affiliation) {
      self.address = address
      self.affiliation = affiliation
    }

    /// They, as they are known now.
    public var subject: Subject { Subject(address: address) }
  }

  /// I myself, where I am there.
  public var me: Occupant? {
    attendance == .joined ? occupants[nick] : nil
  }

  /// I may give and take voice, put people out, and delete what they said.
  public var isModerated: Bool { me?.role == .moderator }

  /// What I may do to somebody who is there.
  public func powers(over occupant: Occupant) -> [RoomPower] {
    guard let me else { return [] }
    if occupant.nick == nick { return me.affiliation == .owner ? stepsDown : [] }
    return RoomPower.allCases.filter { power in
      power.role.map { me.may(make: occupant, $0, power) }
        ?? me.may(make: occupant.affiliation, power)
    }
  }

  /// What I may do to somebody who is not there.
  public func powers(over person: Person) -> [RoomPower] {
    guard let me, person.address != me.address else { return [] }
    return RoomPower.allCases.filter { $0.role == nil && me.may(make: person.affiliation, $0) }
  }

  /// Another owner is known: I need not be one.
  public var hasAnotherOwner: Bool {
    guard let me else { return false }
    return occupants.sorted.contains {
      $0.affiliation == .owner && $0.nick != nick
        && ($0.address == nil || $0.address != me.address)
    } || people.contains { $0.affiliation == .owner && $0.address != me.address }
  }

  private var stepsDown: [RoomPower] {
    hasAnotherOwner ? [.makeMember, .makeAdmin, .makeNobody] : []
  }
}

extension Room.Occupant {
  /// They, as they are known now.
  public var subject: Room.Subject {
    Room.Subject(nick: nick, address: address, occupantID: occupantID)
  }

  fileprivate var isLeading: Bool { affiliation.rank >= Room.Affiliation.admin.rank }

  /// Who stands higher is nobody's to change.
  fileprivate func may(
    make other: Room.Occupant, _ role: Room.Role, _ power: RoomPower
  ) -> Bool {
    guard self.role == .moderator, other.affiliation.rank <= affiliation.rank else { return false }
    return switch power {
    case .kick: other.role != Room.Role.none && (!other.isLeading || affiliation == .owner)
    case .giveVoice: other.role == .visitor
    case .takeVoice: other.role == .participant && !other.isLeading
    case .makeModerator: isLeading && (other.role == .participant || other.role == .visitor)
    default: isLeading && other.role == .moderator && !other.isLeading
    }
  }

  /// Owners may all, admins what makes nobody their equal and concerns nobody who is.
  fileprivate func may(make affiliation: Room.Affiliation, _ power: RoomPower) -> Bool {
    guard isLeading, let next = power.affiliation, next != affiliation else { return false }
    let isFree = affiliation == .outcast
    switch power {
    case .unban: guard isFree else { return false }
    case .makeNobody: guard !isFree else { return false }
    default: break
    }
    let highest = max(affiliation.rank, next.rank)
    return self.affiliation == .owner || highest < Room.Affiliation.admin.rank
  }
}

extension Room.Affiliation {
  /// Greater stands higher (XEP-0045 §5.2).
  public var rank: Int {
    switch self {
    case .outcast: 0
    case .none: 1
    case .member: 2
    case .admin: 3
    case .owner: 4
    }
  }
}

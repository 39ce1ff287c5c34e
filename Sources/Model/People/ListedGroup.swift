/// A group as its service shows it to who is not in it.
public struct ListedGroup: Sendable, Equatable {
  /// The bare address.
  public var jid: JID
  /// As its owner calls it; may be empty.
  public var name: String
  /// Its description, else its topic; may be empty.
  public var about: String
  /// How many are in it; `nil` where that is not known.
  public var people: Int?
  /// Only who is one of its members may come in.
  public var isMembersOnly: Bool
  /// Who comes in says it.
  public var wantsPassword: Bool

  public init(
    jid: JID, name: String = "", about: String = "", people: Int? = nil,
    isMembersOnly: Bool = false, wantsPassword: Bool = false
  ) {
    self.jid = jid
    self.name = name
    self.about = about
    self.people = people
    self.isMembersOnly = isMembersOnly
    self.wantsPassword = wantsPassword
  }
}

/// The groups that a service shows.
public struct GroupListing: Sendable, Equatable {
  /// What is to come of it.
  public enum Progress: Sendable, Equatable {
    case reading
    case whole
    /// There are more than are read.
    case cut
    /// In plain words why there is none.
    case failed(String)
  }

  /// The service's domain; `nil` while that of the account is looked for.
  public var service: JID?
  /// The largest first, as far as is known, then by name.
  public var groups: [ListedGroup]
  /// How far it is read.
  public var progress: Progress

  public init(service: JID?, groups: [ListedGroup] = [], progress: Progress = .reading) {
    self.service = service
    self.groups = groups
    self.progress = progress
  }
}

public import Model

/// What a room says with the presence of somebody in it (XEP-0045 §7.2).
public struct Occupancy: Sendable, Equatable {
  public var role: Room.Role
  public var affiliation: Room.Affiliation
  /// Their full or bare address, where the room tells it.
  public var address: JID?
  /// Their next name, where they only change it.
  public var newNick: String?
  /// XEP-0421.
  public var occupantID: String?
  /// XEP-0045 §15.6.2: 110 it is I, 301 banned, 307 kicked …
  public var codes: Set<Int>
  public var reason: String?
  /// What somebody is called who has put them out (XEP-0045 §8.2).
  public var actor: String?
  /// XEP-0317, in the room's words.
  public var hats: [String] = []
  /// They are out because the room is no more (XEP-0045 §10.9).
  public var isEnd: Bool
  /// The room that goes on in its place.
  public var venue: JID?

  /// It is my own presence.
  public var isMine: Bool { codes.contains(110) }

  public init(
    role: Room.Role = .participant, affiliation: Room.Affiliation = .none, address: JID? = nil,
    newNick: String? = nil, occupantID: String? = nil, codes: Set<Int> = [],
    reason: String? = nil, actor: String? = nil, isEnd: Bool = false
  ) {
    self.role = role
    self.affiliation = affiliation
    self.address = address
    self.newNick = newNick
    self.occupantID = occupantID
    self.codes = codes
    self.reason = reason
    self.actor = actor
    self.isEnd = isEnd
  }
}

internal import Model
internal import XMLStream

/// What a room says of itself to who asks, there or not, or its service (XEP-0045 §6.2, §6.4).
enum RoomInformation {
  private static let form = XEP0045Rooms.namespace + "#roominfo"
  /// Characters of what is said.
  private static let longest = 1_000

  static func request(about room: JID) -> Request {
    let namespace = XEP0030Discovery.namespace
    return Request(.get, to: room, XMLElement("query", namespace)) { answer, _ in
      guard case .result(let stanza) = answer else { return [.roomDescribed(room, nil)] }
      return [.roomDescribed(room, facts(in: stanza))]
    }
  }

  private static func facts(in answer: XMLElement) -> RoomFacts {
    let features = Set(XEP0030Discovery.features(in: answer))
    let identities =
      answer.child("query", XEP0030Discovery.namespace)?.children.filter {
        $0.is("identity", XEP0030Discovery.namespace) && $0["category"] == "conference"
      } ?? []
    let identity = identities.first { $0["type"] == "text" }
    let said = answer.child("query", XEP0030Discovery.namespace)
      .flatMap(XEP0004DataForms.form).flatMap { $0.type == form ? $0 : nil }
    func text(_ name: String) -> String {
      String((said?.value("muc#roominfo_" + name) ?? "").prefix(longest))
    }
    let about = text("description")
    var facts = RoomFacts(
      isMembersOnly: features.contains("muc_membersonly"),
      wantsPassword: features.contains("muc_passwordprotected"),
      isHidden: features.contains("muc_hidden"),
      hasRooms: identity != nil && features.contains(XEP0045Rooms.namespace),
      name: String((identity?["name"] ?? "").prefix(DiscoveredItems.longestName)),
      about: about.isEmpty ? text("subject") : about,
      people: Int(text("occupants")).flatMap { $0 >= 0 ? $0 : nil })
    let isRoom = features.contains(XEP0045Rooms.namespace)
    facts.changesIDs = isRoom && !features.contains(XEP0045Rooms.stableIDs)
    facts.cutsLines = identities.contains { $0["type"] == "irc" }
    if features.contains(XEP0425ModeratedRetraction.namespace) {
      facts.deletion = .current
    } else if features.contains(XEP0425ModeratedRetraction.oldNamespace) {
      facts.deletion = .old
    }
    return facts
  }
}

/// What a room is to who is not in it; or a service of rooms.
public struct RoomFacts: Sendable, Equatable {
  /// Only its members may come in.
  public var isMembersOnly: Bool
  /// Who comes in says it.
  public var wantsPassword: Bool
  /// It stands in no list of its service.
  public var isHidden: Bool
  /// It is a room, or a service that has rooms.
  public var hasRooms: Bool
  /// As its owner calls it; may be empty.
  public var name: String
  /// Its description, else its topic; may be empty.
  public var about: String
  /// How many are in it; `nil` where it does not say.
  public var people: Int?
  /// How its moderators ask it to delete what others said (XEP-0425); `nil` where it cannot.
  public var deletion: Deletion?

  /// What it tells of a message may have another id than its author gave it, or none (XEP-0045 §18.4).
  public var changesIDs = false
  /// It told one of mine under the id that I gave it, whatever it promises.
  public var hasKeptID = false
  /// It is a channel of IRC: what has several lines, or is long, is told in pieces.
  public var cutsLines = false

  /// The XEP as it is, or as it was before version 0.3.
  public enum Deletion: Sendable { case current, old }

  /// Not everybody finds it and comes in.
  public var isPrivate: Bool { isMembersOnly || isHidden }

  public init(
    isMembersOnly: Bool = false, wantsPassword: Bool = false, isHidden: Bool = false,
    hasRooms: Bool = true, name: String = "", about: String = "", people: Int? = nil
  ) {
    self.isMembersOnly = isMembersOnly
    self.wantsPassword = wantsPassword
    self.isHidden = isHidden
    self.hasRooms = hasRooms
    self.name = name
    self.about = about
    self.people = people
  }
}

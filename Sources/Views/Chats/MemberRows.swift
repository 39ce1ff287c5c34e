internal import Localization
internal import Model
internal import Screen
internal import Store

/// What stands in the list of a group's people: who is there, then who belongs to it and is not.
struct MemberRows {
  enum Row: Equatable {
    case here(Room.Occupant)
    case heading(String)
    case elsewhere(Room.Person)
  }

  let rows: [Row]

  /// Those who may do most first, then by name, as they come.
  init(_ room: Room?, matching query: String) {
    let occupants = room?.occupants.sorted ?? []
    let here = occupants.filter { one in
      Self.matches(query, [one.nick, one.address?.description])
    }
    let addresses = Set(occupants.compactMap(\.address))
    let others = (room?.people ?? []).filter { one in
      !addresses.contains(one.address) && Self.matches(query, [one.address.description])
    }
    let banned = others.filter { $0.affiliation == .outcast }
    let away = others.filter { $0.affiliation != .outcast }
    rows =
      Room.Occupant.ranks.flatMap { rank in here.filter { $0.rank == rank } }.map { .here($0) }
      + Self.group(tr("not here now"), away) + Self.group(tr("banned"), banned)
  }

  private static func group(_ heading: String, _ people: [Room.Person]) -> [Row] {
    people.isEmpty ? [] : [.heading(heading)] + people.map { .elsewhere($0) }
  }

  private static func matches(_ query: String, _ texts: [String?]) -> Bool {
    query.isEmpty || texts.compactMap(\.self).contains { FuzzyMatch(query, in: $0) != nil }
  }

  /// Nobody can be chosen by a heading: the next one in the direction one comes from.
  func selectable(_ index: Int, from before: Int) -> Int {
    guard rows.indices.contains(index), case .heading = rows[index] else { return index }
    let isUp = index < before && index > 0
    return isUp ? index - 1 : min(index + 1, rows.count - 1)
  }

  /// Who is chosen; `nil` where nobody is.
  subscript(index: Int) -> MemberChoice? {
    guard rows.indices.contains(index) else { return nil }
    return switch rows[index] {
    case .here(let occupant): .here(occupant)
    case .elsewhere(let person): .elsewhere(person)
    case .heading: nil
    }
  }
}

/// Somebody of a group, there or not.
enum MemberChoice: Equatable {
  case here(Room.Occupant)
  case elsewhere(Room.Person)

  var address: JID? {
    switch self {
    case .here(let occupant): occupant.address
    case .elsewhere(let person): person.address
    }
  }

  /// The chat with them through the group; `nil` of who is not there.
  func privateChat(in room: ChatID) -> ChatID? {
    guard case .here(let occupant) = self else { return nil }
    return room.address.with(resource: occupant.nick).map { ChatID($0, of: room.account) }
  }

  /// What they are called there.
  var name: String {
    switch self {
    case .here(let occupant): ShownName.marked(occupant.nick)
    case .elsewhere(let person): Names.address(person.address)
    }
  }

  /// They are there under a name that can pass for another's.
  var isLookalike: Bool {
    if case .here(let occupant) = self { ShownName.isDoubtful(occupant.nick) } else { false }
  }

  var subject: Room.Subject {
    switch self {
    case .here(let occupant): occupant.subject
    case .elsewhere(let person): person.subject
    }
  }

  /// What I may do to them.
  func powers(in room: Room?) -> [RoomPower] {
    switch self {
    case .here(let occupant): room?.powers(over: occupant) ?? []
    case .elsewhere(let person): room?.powers(over: person) ?? []
    }
  }
}

extension Room.Occupant {
  fileprivate static let ranks = 0...5

  /// Smaller may do more.
  fileprivate var rank: Int {
    switch (affiliation, role) {
    case (.owner, _): 0
    case (.admin, _): 1
    case (_, .moderator): 2
    case (_, .visitor), (_, .none): 5
    case (.member, _): 3
    default: 4
    }
  }

  /// What they may do there besides talking, and what the group calls them.
  fileprivate var standing: [String] {
    let word: String? =
      switch rank {
      case 0: tr("owner")
      case 1: tr("admin")
      case 2: tr("moderator")
      case 5: tr("may not speak")
      default: nil
      }
    return [word].compactMap(\.self) + hats
  }
}

extension Room.Affiliation {
  /// What is said of who has it; nothing where a heading says it.
  fileprivate var word: String {
    switch self {
    case .owner: tr("owner")
    case .admin: tr("admin")
    case .member: tr("member")
    case .none: tr("none", as: "standing")
    case .outcast: ""
    }
  }
}

/// Draws a row of the list.
struct MemberPainter {
  let room: Room?
  let look: Look

  func render(
    _ row: MemberRows.Row, isSelected: Bool, in area: Rect, into surface: inout Surface
  ) {
    let ground: Role = isSelected ? .dialogSelected : .dialog
    surface.fill(area, style: look.style(ground))
    let mark = Span(isSelected ? look.glyphs.selected : " ", .accent)
    switch row {
    case .heading(let words):
      surface.draw([Span(" \(words)", .dialogTitle)], in: area, look: look, on: ground)
    case .here(let member): render(member, mark, on: ground, in: area, into: &surface)
    case .elsewhere(let person):
      render(
        [mark, Span("\(look.glyphs.offline) \(Names.address(person.address))", .dim)],
        right: person.affiliation.word, on: ground, in: area, into: &surface)
    }
  }

  private func render(
    _ member: Room.Occupant, _ mark: Span, on ground: Role, in area: Rect,
    into surface: inout Surface
  ) {
    let isMe = member.nick == room?.nick
    let isHere = member.presence == .online
    let dot = Span(
      isHere ? look.glyphs.online : look.glyphs.away,
      isHere ? .presenceOnline : .presenceAway)
    let name = Span(
      " \(isMe ? member.nick : ShownName.marked(member.nick))", .dialog,
      color: isMe ? nil : look.theme.color(ofName: member.nick, on: ground))
    let words = (isMe ? [tr("you")] : []) + member.standing
    render(
      [mark, dot, name], right: words.joined(separator: ", "), on: ground, in: area,
      into: &surface)
  }

  private func render(
    _ left: [Span], right words: String, on ground: Role, in area: Rect,
    into surface: inout Surface
  ) {
    let right = words.isEmpty ? [] : [Span(words, .dim)]
    let inset = right.isEmpty ? 0 : min(right.width + 1, area.width / 2)
    surface.draw(left, in: area.inset(right: inset), look: look, on: ground)
    let place = Rect(x: area.maxX - inset, y: area.y, width: inset, height: area.height)
    surface.drawRight(right, in: place, look: look, on: ground)
  }
}

internal import Model
internal import Screen
internal import Store

/// Who is in a group: beside its messages where there is room for both, else instead of them.
struct MemberList: Layer {
  let room: ChatID
  private var filter = ListFilter()

  init(of room: ChatID) { self.room = room }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }
  var openedBy: Command? { .members }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    filter.type(text, most: 100)
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    let members = members(surroundings.context)
    switch command {
    case .close, .members: return .consumed([.close])
    case .accept:
      let member = members.indices.contains(selected) ? members[selected] : nil
      return .consumed(member.map(open) ?? [])
    default: filter.perform(command, of: members.count)
    }
    return .consumed([])
  }

  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let count = members(surroundings.context).count
    let rows = Self.rows(of: frame(in: surroundings))
    let window = ListWindow(count: count, selected: selected, area: rows)
    if let index = window.selection(by: mouse) { filter.select(index, of: count) }
    return []
  }

  /// People come and go.
  mutating func update(in surroundings: Surroundings) -> [Action] {
    filter.select(selected, of: members(surroundings.context).count)
    return []
  }

  private var query: TextBuffer { filter.query }
  private var selected: Int { filter.selected }

  /// A group may keep the addresses to itself.
  private func open(_ member: Room.Occupant) -> [Effect] {
    guard let address = member.address else {
      return [.tell(Notice(.information, "The group does not tell the address of \(member.nick)."))]
    }
    return [.close, .open(ChatID(address, of: room.account)), .focus(.composer)]
  }

  func hintWords(_ context: Context) -> [Command: String] {
    let members = members(context)
    let canWrite = members.indices.contains(selected) && members[selected].address != nil
    return [.accept: canWrite ? "write to" : ""]
  }

  // MARK: Who

  /// Those who may do most first, then by name, as they come.
  func members(_ context: Context) -> [Room.Occupant] {
    let all = context.snapshot.room(room)?.occupants ?? []
    let found =
      query.isEmpty
      ? all
      : all.filter {
        FuzzyMatch(query.text, in: $0.nick) != nil
          || $0.address.map { FuzzyMatch(query.text, in: $0.description) != nil } ?? false
      }
    return Room.Occupant.ranks.flatMap { rank in found.filter { $0.rank == rank } }
  }

  // MARK: On the screen

  private static let width = 36

  private func frame(in surroundings: Surroundings) -> Box {
    let body = surroundings.body
    let isNarrow = Layout.isOnePane(
      Size(width: surroundings.screen.width, height: surroundings.screen.height))
    let width = isNarrow ? body.width : min(Self.width, body.width)
    let area = Rect(x: body.maxX - width, y: body.y, width: width, height: body.height)
    return Box(width: width, height: body.height, in: area)
  }

  /// Between how many there are and what is to be known of the selected one.
  private static func rows(of box: Box) -> Rect {
    let inner = box.inner
    return Rect(
      x: inner.x, y: inner.y + 1, width: inner.width, height: max(0, inner.height - 2))
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let context = surroundings.context
    let look = context.look
    let box = frame(in: surroundings)
    box.render(into: &surface, look: look)
    guard box.inner.height > 1, box.inner.width > 0 else { return }
    renderTitle(box.inner.row(0), context, into: &surface)
    let members = members(context)
    let rows = Self.rows(of: box)
    let top = ListWindow(count: members.count, selected: selected, area: rows).top
    for row in 0..<rows.height where top + row < members.count {
      render(
        members[top + row], isSelected: top + row == selected, in: rows.row(row), context,
        into: &surface)
    }
    let facts =
      members.indices.contains(selected)
      ? members[selected].address.map(Names.address) ?? "the group does not tell the address"
      : "nobody"
    surface.draw(
      [Span(facts, .dim)], in: box.inner.row(box.inner.height - 1), look: look, on: .dialog)
  }

  private func renderTitle(_ area: Rect, _ context: Context, into surface: inout Surface) {
    let name = Names.short(room, in: context.snapshot)
    let count = context.snapshot.room(room)?.occupants.count ?? 0
    let used = surface.draw(
      [Span("\(name): \(count) online ", .dialogTitle), Span(query.text, .dialog)], in: area,
      look: context.look, on: .dialog)
    surface.cursor = Point(x: area.x + min(used, area.width - 1), y: area.y)
  }

  private func render(
    _ member: Room.Occupant, isSelected: Bool, in area: Rect, _ context: Context,
    into surface: inout Surface
  ) {
    let look = context.look
    let ground: Role = isSelected ? .dialogSelected : .dialog
    surface.fill(area, style: look.style(ground))
    let isMe = member.nick == context.snapshot.room(room)?.nick
    let words = [isMe ? "you" : nil, member.standing].compactMap(\.self).joined(separator: ", ")
    let right = words.isEmpty ? [] : [Span(words, .dim)]
    let isHere = member.presence == .online
    let left = [
      Span(isSelected ? look.glyphs.selected : " ", .accent),
      Span(
        isHere ? look.glyphs.online : look.glyphs.offline,
        isHere ? .presenceOnline : .presenceAway),
      Span(
        " \(member.nick)", .dialog,
        color: isMe ? nil : look.theme.color(ofName: member.nick, on: ground)),
    ]
    surface.draw(
      left, in: area.inset(right: right.isEmpty ? 0 : right.width + 1), look: look, on: ground)
    surface.drawRight(right, in: area, look: look, on: ground)
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

  /// What they may do there besides talking; `nil` where that is nothing.
  fileprivate var standing: String? {
    switch rank {
    case 0: "owner"
    case 1: "admin"
    case 2: "moderator"
    case 5: "may not speak"
    default: nil
    }
  }
}

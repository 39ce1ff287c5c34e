internal import Localization
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
    let rows = rows(surroundings.context)
    switch command {
    case .close, .members: return .consumed([.close])
    case .accept: return .consumed(rows[selected].map { choose($0, surroundings.context) } ?? [])
    default:
      let before = selected
      filter.perform(command, of: rows.rows.count)
      filter.select(rows.selectable(selected, from: before), of: rows.rows.count)
    }
    return .consumed([])
  }

  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let rows = rows(surroundings.context)
    let area = Self.rows(of: frame(in: surroundings))
    let window = ListWindow(count: rows.rows.count, selected: selected, area: area)
    if let index = window.selection(by: mouse) {
      filter.select(rows.selectable(index, from: selected), of: rows.rows.count)
    }
    return []
  }

  /// People come and go.
  mutating func update(in surroundings: Surroundings) -> [Action] {
    let rows = rows(surroundings.context)
    filter.select(rows.selectable(selected, from: selected), of: rows.rows.count)
    return []
  }

  /// Who belongs to it and is not there is asked for.
  var opening: [Action] { [.intent(.moderate(room.address, .listPeople), of: room.account)] }

  private var query: TextBuffer { filter.query }
  private var selected: Int { filter.selected }

  private func rows(_ context: Context) -> MemberRows {
    MemberRows(context.snapshot.room(room), matching: query.text)
  }

  /// Where there is more than one thing to do, one chooses.
  private func choose(_ member: MemberChoice, _ context: Context) -> [Effect] {
    let powers = member.powers(in: context.snapshot.room(room))
    guard offersMore(member, context) else { return MemberMenu.write(to: member, in: room) }
    return [.show(MemberMenu(member, in: room, powers))]
  }

  private func offersMore(_ member: MemberChoice, _ context: Context) -> Bool {
    let isChoice = member.address != nil && member.privateChat(in: room) != nil
    return isChoice || !member.powers(in: context.snapshot.room(room)).isEmpty
  }

  func hintWords(_ context: Context) -> [Command: String] {
    guard let member = rows(context)[selected] else { return [.accept: ""] }
    if offersMore(member, context) { return [.accept: tr("what to do")] }
    let isReached = member.address != nil || member.privateChat(in: room) != nil
    return [.accept: isReached ? tr("write to") : ""]
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
    let rows = rows(context)
    let area = Self.rows(of: box)
    let top = ListWindow(count: rows.rows.count, selected: selected, area: area).top
    let painter = MemberPainter(room: context.snapshot.room(room), look: look)
    for row in 0..<area.height where top + row < rows.rows.count {
      painter.render(
        rows.rows[top + row], isSelected: top + row == selected, in: area.row(row),
        into: &surface)
    }
    let facts = Span(rows[selected].map(facts) ?? tr("nobody"), .dim)
    surface.draw([facts], in: box.inner.row(box.inner.height - 1), look: look, on: .dialog)
  }

  private func facts(of member: MemberChoice) -> String {
    let address = member.address.map(Names.address) ?? tr("the group does not tell the address")
    return member.isLookalike ? tr("a look-alike; \(address)") : address
  }

  private func renderTitle(_ area: Rect, _ context: Context, into surface: inout Surface) {
    let name = Names.short(room, in: context.snapshot)
    let count = context.snapshot.room(room)?.occupants.count ?? 0
    let title = tr("\(name): \(count) online")
    let used = surface.draw(
      [Span(title + " ", .dialogTitle), Span(query.text, .dialog)], in: area,
      look: context.look, on: .dialog)
    surface.cursor = Point(x: area.x + min(used, area.width - 1), y: area.y)
  }
}

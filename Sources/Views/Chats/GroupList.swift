internal import Localization
internal import Model
internal import Screen
internal import Store

/// The groups that a service shows, of one's own server or of another (G1).
struct GroupList: Layer {
  private enum Row: Equatable {
    case group(ListedGroup)
    /// One that is not in the list.
    case address(JID)
    /// Another service.
    case service(JID)
  }

  let account: AccountID
  private var filter = ListFilter()

  init(of account: AccountID) { self.account = account }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }
  var opening: [Action] { [.intent(.listGroups(at: nil), of: account)] }
  var closing: [Action] { [.intent(.closeGroups, of: account)] }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    filter.type(text, most: 300)
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    let rows = rows(surroundings.context)
    switch command {
    case .close: return .consumed([.close])
    case .accept:
      guard rows.indices.contains(filter.selected) else { return .consumed([]) }
      return .consumed(choose(rows[filter.selected], surroundings.context.snapshot))
    default: filter.perform(command, of: rows.count)
    }
    return .consumed([])
  }

  private mutating func choose(_ row: Row, _ snapshot: Snapshot) -> [Effect] {
    switch row {
    case .service(let service):
      filter.perform(.deleteToStart, of: 0)
      return [.action(.intent(.listGroups(at: service), of: account))]
    case .group(let group): return join(group.jid, snapshot)
    case .address(let jid): return join(jid, snapshot)
    }
  }

  private func join(_ room: JID, _ snapshot: Snapshot) -> [Effect] {
    let join = Effect.action(
      .intent(.join(room, nick: nil, password: nil), of: account))
    let isThere = snapshot[account].rooms[room] != nil
    return [.close] + (isThere ? [] : [join]) + [
      .open(ChatID(room, of: account)), .focus(.composer),
    ]
  }

  mutating func update(in surroundings: Surroundings) -> [Action] {
    filter.select(filter.selected, of: rows(surroundings.context).count)
    return []
  }

  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let count = rows(surroundings.context).count
    let list = Self.list(Self.frame(surroundings).inner)
    let window = ListWindow(count: count, selected: filter.selected, area: list)
    if let index = window.selection(by: mouse) { filter.select(index, of: count) }
    return []
  }

  // MARK: What is found

  private func rows(_ context: Context) -> [Row] {
    let query = filter.query.text
    let listing = context.snapshot[account].groups
    let groups = listing?.groups ?? []
    guard !query.isEmpty else { return groups.map { .group($0) } }
    let found = groups.compactMap { group -> (ListedGroup, FuzzyMatch)? in
      let texts = [group.name, group.jid.local ?? "", group.about]
      return texts.compactMap { FuzzyMatch(query, in: $0) }.min().map { (group, $0) }
    }
    let rows = found.enumerated()
      .sorted { ($0.1.1, $0.0) < ($1.1.1, $1.0) }.map { Row.group($0.1.0) }
    guard let jid = JID(query.filter { $0 != " " })?.bare else { return rows }
    if jid.local != nil {
      return groups.contains { $0.jid == jid } ? rows : rows + [.address(jid)]
    }
    let isPlace = query.contains(".") && jid != listing?.service
    return rows + (isPlace ? [.service(jid)] : [])
  }

  func hintWords(_ context: Context) -> [Command: String] {
    let rows = rows(context)
    guard rows.indices.contains(filter.selected) else { return [.accept: ""] }
    switch rows[filter.selected] {
    case .service: return [.accept: tr("list", as: "verb")]
    case .group(let group):
      return [.accept: tr(context.snapshot[account].rooms[group.jid] == nil ? "join" : "open")]
    case .address: return [.accept: tr("join")]
    }
  }

  // MARK: On the screen

  private static func frame(_ surroundings: Surroundings) -> Box {
    let area = surroundings.screen
    let margin = area.height < 10 ? 0 : 2
    return Box(
      width: min(76, area.width - margin), height: min(20, area.height - margin), in: area)
  }

  /// Between where one types and what is to be known of the selected one.
  private static func list(_ inner: Rect) -> Rect {
    Rect(x: inner.x, y: inner.y + 1, width: inner.width, height: max(0, inner.height - 2))
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let context = surroundings.context
    let box = Self.frame(surroundings)
    box.render(into: &surface, look: context.look)
    guard box.inner.height > 0, box.inner.width > 0 else { return }
    let top = box.inner.row(0)
    let used = surface.draw(
      [Span(title(context.snapshot) + " ", .dialogTitle), Span(filter.query.text, .dialog)],
      in: top,
      look: context.look, on: .dialog)
    surface.cursor = Point(x: top.x + min(used, top.width - 1), y: top.y)
    let rows = rows(context)
    let list = Self.list(box.inner)
    let first = ListWindow(count: rows.count, selected: filter.selected, area: list).top
    for row in 0..<list.height where first + row < rows.count {
      let isSelected = first + row == filter.selected
      render(rows[first + row], isSelected, list.row(row), context, into: &surface)
    }
    guard box.inner.height > 1 else { return }
    let facts = facts(rows, context.snapshot)
    surface.draw(
      [Span(facts, .dim)], in: box.inner.row(box.inner.height - 1), look: context.look,
      on: .dialog)
  }

  /// Whose groups, and in whose name.
  private func title(_ snapshot: Snapshot) -> String {
    switch (snapshot[account].groups?.service, Names.mark(of: account, in: snapshot)) {
    case (let service?, let mark?): tr("Groups at \(service) as \(mark):")
    case (let service?, nil): tr("Groups at \(service):")
    case (nil, let mark?): tr("Groups as \(mark):")
    case (nil, nil): tr("Groups:")
    }
  }

  private func render(
    _ row: Row, _ isSelected: Bool, _ area: Rect, _ context: Context, into surface: inout Surface
  ) {
    let ground: Role = isSelected ? .dialogSelected : .dialog
    surface.fill(area, style: context.look.style(ground))
    let right = note(row, context.snapshot).map { [Span($0, .dim)] } ?? []
    surface.draw(
      [
        Span(isSelected ? context.look.glyphs.selected : " ", .accent),
        Span(Self.title(row), .dialog),
      ], in: area.inset(right: right.isEmpty ? 0 : right.width + 1), look: context.look,
      on: ground)
    surface.drawRight(right, in: area, look: context.look, on: ground)
  }

  private static func title(_ row: Row) -> String {
    switch row {
    case .group(let group):
      group.name.isEmpty ? Names.address(group.jid) : ShownName.marked(group.name)
    case .address(let jid): tr("Join the group \(Names.address(jid))")
    case .service(let jid): tr("list the groups at \(Names.address(jid))")
    }
  }

  private func note(_ row: Row, _ snapshot: Snapshot) -> String? {
    guard case .group(let group) = row else { return nil }
    let words = [
      snapshot[account].rooms[group.jid] == nil ? nil : tr("you are in it"),
      group.isMembersOnly ? tr("members only") : nil, group.wantsPassword ? tr("password") : nil,
      group.people.map { tr($0, "1 person", "\($0) people") },
    ].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// What the selected one is about; else how far the list is.
  private func facts(_ rows: [Row], _ snapshot: Snapshot) -> String {
    switch snapshot[account].groups?.progress {
    case .failed(let why) where rows.isEmpty: return why + "."
    case nil, .reading?: if rows.isEmpty { return tr("Looking for groups…") }
    case .whole?, .cut?, .failed?: break
    }
    guard rows.indices.contains(filter.selected) else {
      return filter.query.isEmpty
        ? tr("No public groups here.") : tr("No such group. An address lists another server's.")
    }
    guard case .group(let group) = rows[filter.selected] else { return "" }
    let about = group.about.split { $0.isWhitespace }.joined(separator: " ")
    return Names.address(group.jid) + (about.isEmpty ? "" : ": \(about)")
  }
}

internal import Localization
internal import Model
internal import Screen
internal import Store

/// Makes a group (C3): first what it is called, then who is invited.
struct NewGroupBox: Layer {
  private enum Step: Equatable {
    case name
    /// Others have the address.
    case taken(ListedGroup)
    case people
    /// It is being made; the engine has said so.
    case making(NewGroup, isKnown: Bool)
  }

  /// What a row of the list stands for.
  private enum Row: Equatable {
    /// Who may join.
    case kind
    case person(JID)
  }

  let account: AccountID
  private var step = Step.name
  private var name = TextBuffer()
  private var filter = ListFilter()
  private var isPublic = false
  private var picked: [JID] = []
  /// Those that can be selected, as they were drawn last.
  private var rows: [Row] = []
  /// What the address of that name is was asked.
  private var asked: JID?

  init(of account: AccountID) { self.account = account }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }
  var opening: [Action] { [.intent(.findGroups, of: account)] }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    switch step {
    case .name:
      let rest = max(0, NewGroup.longestName - name.count)
      name.insert(String(text.filter { !$0.isNewline }.prefix(rest)))
    case .people where text == " ": mark()
    case .people: filter.type(text, most: 100)
    case .taken, .making: break
    }
    return []
  }

  /// Space picks the selected one, or says who may join.
  private mutating func mark() {
    guard rows.indices.contains(filter.selected) else { return }
    switch rows[filter.selected] {
    case .kind: isPublic.toggle()
    case .person(let jid):
      if let index = picked.firstIndex(of: jid) {
        picked.remove(at: index)
      } else if picked.count < NewGroup.mostPeople {
        picked.append(jid)
      }
      if !filter.query.isEmpty { filter.perform(.deleteToStart, of: 0) }
    }
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    let context = surroundings.context
    switch (step, command) {
    case (.name, .close), (.making, .close): return .consumed([.close])
    case (_, .close):
      (step, filter) = (.name, ListFilter())
    case (.name, .accept): return .consumed(choosePeople(context))
    case (.name, .deleteLeft): name.deleteLeft()
    case (.name, .deleteToStart): name.clear()
    case (.taken(let group), .accept): return .consumed(decide(on: group))
    case (.taken, _): filter.perform(command, of: 2)
    case (.people, .accept): return .consumed(make(context))
    case (.people, _): filter.perform(command, of: rows.count)
    default: break
    }
    return .consumed([])
  }

  private var title: String {
    name.text.split { $0.isWhitespace }.joined(separator: " ")
  }

  private func address(_ context: Context) -> JID? {
    Switcher.groupDomain(of: account, in: context.snapshot).flatMap {
      JID(local: NewGroup.local(of: title), domain: $0)
    }
  }

  private mutating func choosePeople(_ context: Context) -> [Effect] {
    guard !title.isEmpty, let address = address(context) else { return [] }
    if let why = ShownName.refusal(of: title) {
      return [.tell(Notice(.error, tr("The group was not made: \(why)")))]
    }
    (step, filter, asked) = (.people, ListFilter(), address)
    return [.action(.intent(.describeGroup(address), of: account))]
  }

  /// The first makes another group, at the next address; the second joins this one.
  private mutating func decide(on group: ListedGroup) -> [Effect] {
    guard filter.selected == 1 else {
      (step, filter) = (.people, ListFilter())
      return []
    }
    let join = Intent.join(group.jid, nick: nil, password: nil)
    return [
      .close, .action(.intent(join, of: account)), .open(ChatID(group.jid, of: account)),
      .focus(.composer),
    ]
  }

  private mutating func make(_ context: Context) -> [Effect] {
    guard let room = address(context) else { return [] }
    let group = NewGroup(room: room, name: title, isPublic: isPublic, people: picked)
    let wish = Effect.action(.intent(.makeGroup(group), of: account))
    guard context.snapshot[account].connection.isOnline else { return [.close, wish] }
    step = .making(group, isKnown: false)
    return [wish]
  }

  /// Whether one looks on while this group is made, under whichever address.
  func awaits(_ made: NewGroup) -> Bool {
    guard case .making(let group, _) = step else { return false }
    return Self.isSame(group, made)
  }

  private static func isSame(_ left: NewGroup, _ right: NewGroup) -> Bool {
    left.name == right.name && left.people == right.people
  }

  mutating func update(in surroundings: Surroundings) -> [Action] {
    let snapshot = surroundings.context.snapshot
    rows = found(surroundings.context)
    filter.select(filter.selected, of: max(rows.count, 2))
    if let asked, let described = snapshot[account].described, described.jid == asked {
      self.asked = nil
      if step == .people, let group = described.group {
        (step, filter) = (.taken(group), ListFilter())
      }
    }
    guard case .making(let group, let isKnown) = step else { return [] }
    let isWaiting = snapshot[account].newGroups.contains { Self.isSame($0, group) }
    if isWaiting, !isKnown { step = .making(group, isKnown: true) }
    // It was refused, and a notice says why.
    if isKnown, !isWaiting { step = .people }
    return []
  }

  // MARK: Who

  private func found(_ context: Context) -> [Row] {
    let (snapshot, query) = (context.snapshot, filter.query.text)
    let people = Switcher().people(snapshot).map(\.id).filter {
      $0.account == account && !snapshot.isMe($0)
        && snapshot.chat($0)?.kind ?? .direct == .direct
    }.map(\.address)
    guard !query.isEmpty else {
      let others = picked.filter { !people.contains($0) }
      return [.kind] + (others + people).map { .person($0) }
    }
    let matching = people.compactMap { jid -> (JID, FuzzyMatch)? in
      let texts = [Names.person(ChatID(jid, of: account), in: snapshot), jid.local ?? jid.domain]
      return texts.compactMap { FuzzyMatch(query, in: $0) }.min().map { (jid, $0) }
    }
    let known = matching.sorted { $0.1 < $1.1 }.map { Row.person($0.0) }
    return known
      + (Switcher.address(query, of: account, in: snapshot).map { [.person($0.address)] } ?? [])
  }

  // MARK: On the screen

  func hintWords(_ context: Context) -> [Command: String] {
    switch step {
    case .name:
      let isReady = !title.isEmpty && address(context) != nil
      return [.accept: isReady ? tr("choose people") : "", .down: ""]
    case .taken: return [.accept: tr(filter.selected == 1 ? "join" : "make another")]
    case .people: return [.accept: tr("make the group")]
    case .making: return [.accept: "", .down: ""]
    }
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let (area, context) = (surroundings.screen, surroundings.context)
    let margin = area.height < 10 ? 0 : 2
    let height = step == .name ? 5 : 16
    let box = Box(
      width: min(66, area.width - margin), height: min(height, area.height - margin), in: area)
    box.render(into: &surface, look: context.look)
    guard box.inner.height > 0, box.inner.width > 0 else { return }
    switch step {
    case .name: renderName(box.inner, context, into: &surface)
    case .taken(let group): renderTaken(group, box.inner, context, into: &surface)
    case .people: renderPeople(box.inner, context, into: &surface)
    case .making(let group, _):
      let words = Span(tr("Making the group \(group.name)…"), .dialog)
      draw([words], 0, box.inner, context, into: &surface)
    }
  }

  private func draw(
    _ spans: [Span], _ row: Int, _ area: Rect, _ context: Context,
    into surface: inout Surface
  ) {
    guard row < area.height else { return }
    surface.draw(spans, in: area.row(row), look: context.look, on: .dialog)
  }

  private func renderField(
    _ label: String, _ text: String, _ area: Rect, _ context: Context, into surface: inout Surface
  ) {
    let used = surface.draw(
      [Span(label, .dialogTitle), Span(text, .dialog)], in: area, look: context.look, on: .dialog)
    surface.cursor = Point(x: area.x + min(used, area.width - 1), y: area.y)
  }

  private func renderName(_ area: Rect, _ context: Context, into surface: inout Surface) {
    let mark = Names.mark(of: account, in: context.snapshot)
    let label = mark.map { tr("New group as \($0):") } ?? tr("New group:")
    renderField(label + " ", name.text, area.row(0), context, into: &surface)
    let place = address(context)?.description ?? missing(context)
    let what = tr(
      title.isEmpty && address(context) != nil ? "Type its name." : "Address: \(place)")
    draw([Span(what, .dim)], 1, area, context, into: &surface)
    draw([Span(tr("The address is made of the name."), .dim)], 2, area, context, into: &surface)
  }

  /// Why there is no address.
  private func missing(_ context: Context) -> String {
    context.snapshot[account].connection.isOnline
      ? tr("looking for the groups of your server…")
      : tr("not known yet: this needs a connection")
  }

  private func renderTaken(
    _ group: ListedGroup, _ area: Rect, _ context: Context, into surface: inout Surface
  ) {
    let title = tr("There is a group at \(group.jid).")
    draw([Span(title, .dialogTitle)], 0, area, context, into: &surface)
    let called = group.name.isEmpty ? group.jid.local ?? "" : group.name
    let join =
      group.people.map { tr($0, "join \(called), 1 person", "join \(called), \($0) people") }
      ?? tr("join \(called)")
    let choices = [tr("make another one, at the next free address"), join]
    for (index, choice) in choices.enumerated() {
      render([Span(choice, .dialog)], index, area.row(index + 1), context, into: &surface)
    }
  }

  private func render(
    _ spans: [Span], _ index: Int, _ area: Rect, _ context: Context, into surface: inout Surface
  ) {
    guard area.height > 0 else { return }
    let isSelected = index == filter.selected
    let ground: Role = isSelected ? .dialogSelected : .dialog
    surface.fill(area, style: context.look.style(ground))
    let sign = Span(isSelected ? context.look.glyphs.selected : " ", .accent)
    surface.draw([sign] + spans, in: area, look: context.look, on: ground)
  }

  private func renderPeople(_ area: Rect, _ context: Context, into surface: inout Surface) {
    let heading = picked.isEmpty ? title : tr("\(title) (\(picked.count) picked)")
    draw([Span(heading, .dialogTitle)], 0, area, context, into: &surface)
    renderField(tr("Invite:") + " ", filter.query.text, area.row(1), context, into: &surface)
    let list = Rect(
      x: area.x, y: area.y + 2, width: area.width, height: max(0, area.height - 3))
    let top = ListWindow(count: rows.count, selected: filter.selected, area: list).top
    for row in 0..<list.height where top + row < rows.count {
      render(spans(rows[top + row], context), top + row, list.row(row), context, into: &surface)
    }
    if rows.isEmpty, list.height > 0 {
      surface.draw([Span(tr("nobody"), .dim)], in: list.row(0), look: context.look, on: .dialog)
    }
    let keys = tr("Space picks · Enter makes the group")
    draw([Span(keys, .dim)], area.height - 1, area, context, into: &surface)
  }

  private func spans(_ row: Row, _ context: Context) -> [Span] {
    switch row {
    case .kind:
      let what =
        isPublic
        ? tr("Public: anybody can find it and join")
        : tr("Members only: who is invited can join")
      return [Span(what, .dialog), Span("  " + tr("Space changes it"), .dim)]
    case .person(let jid):
      let mark = Span(picked.contains(jid) ? "[x] " : "[ ] ", .dialogMatch)
      return [mark]
        + PresenceDot.spans(of: ChatID(jid, of: account), kind: .direct, context: context)
        + [Span(Names.person(ChatID(jid, of: account), in: context.snapshot), .dialog)]
    }
  }
}

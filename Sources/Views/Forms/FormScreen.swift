internal import Localization
internal import Model
internal import Screen
internal import Store

/// A screen on which an owner of a group says what it is, by the form that the group hands out (XEP-0004).
struct FormScreen: Layer {
  let room: ChatID
  private var entries: FormEntries?
  private var selected = 0
  /// Why it was not taken, or cannot be sent.
  private var problem: String?
  private var isSaving = false
  private var isSaved = false
  /// What was made of the room's word already.
  private var seen: RoomForm?

  init(of room: ChatID) { self.room = room }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .betweenBars }
  var isOver: Bool { isSaved }
  var opening: [Action] { [act(.configure)] }
  /// Where nothing was sent the group is told that nothing will be.
  var closing: [Action] { [act(.cancelConfiguration)] }

  private func act(_ act: ModerationAct) -> Action {
    .intent(.moderate(room.address, act), of: room.account)
  }

  // MARK: Input

  mutating func update(in surroundings: Surroundings) -> [Action] {
    guard let open = surroundings.context.snapshot[room.account].roomForm,
      open.room == room.address,
      open.state != seen
    else { return [] }
    seen = open.state
    switch open.state {
    case .loading: break
    case .open(let form): if entries == nil { (entries, problem) = (FormEntries(form), nil) }
    case .refused(let words): if isSaving || entries == nil { (problem, isSaving) = (words, false) }
    case .saved: isSaved = isSaving
    }
    return []
  }

  mutating func type(_ text: String) -> [Effect] {
    if let cell { entries?.type(text, in: cell) }
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    let count = entries?.cells.count ?? 0
    switch command {
    case .close: return .consumed([.close])
    case .down, .nextPane: selected = min(selected + 1, max(0, count - 1))
    case .up, .previousPane: selected = max(selected - 1, 0)
    case .scrollDown: selected = min(selected + 10, max(0, count - 1))
    case .scrollUp: selected = max(selected - 10, 0)
    case .deleteLeft: if let cell { entries?.deleteLeft(in: cell) }
    case .deleteToStart: if let cell { entries?.clear(cell) }
    case .accept: return .consumed(accept())
    default: break
    }
    return .consumed([])
  }

  private var cell: FormEntries.Cell? {
    entries.flatMap { $0.cells.indices.contains(selected) ? $0.cells[selected] : nil }
  }

  private mutating func accept() -> [Effect] {
    switch cell {
    case .cancel: return [.close]
    case .save: return save()
    case let cell?:
      if entries?.accept(cell) == false { selected += 1 }
      return []
    case nil: return []
    }
  }

  private mutating func save() -> [Effect] {
    guard let entries, !isSaving else { return [] }
    if let field = entries.missing {
      problem = tr("“\(field.label)” must be filled in")
      return []
    }
    (problem, isSaving) = (nil, true)
    return [.action(act(.submit(entries.submission)))]
  }

  func hintWords(_ context: Context) -> [Command: String] {
    let words: String =
      switch cell {
      case .save: tr("save")
      case .cancel: tr("back")
      case .field(let number):
        switch entries?.form.fields[number].kind {
        case .boolean, .choice: tr("change")
        case .lines, .addresses: tr("new line")
        default: tr("next")
        }
      case .option: tr("change")
      case nil: ""
      }
    return [.accept: words, .close: tr("back, unchanged")]
  }

  // MARK: On the screen

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let (area, context) = (surroundings.body, surroundings.context)
    let look = context.look
    surface.fill(area, style: look.style(.text))
    surface.cursor = nil
    guard area.height > 2, area.width > 4 else { return }
    let name = Names.chat(room, in: context.snapshot)
    let title = " " + tr("Configure the group \(name)")
    surface.fill(area.row(0), style: look.style(.paneHeader))
    surface.draw([Span(title, .paneHeader)], in: area.row(0), look: look, on: .paneHeader)
    let body = Rect(x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 2)
    if let entries {
      FormPainter(entries: entries, selected: cell, look: look).render(in: body, into: &surface)
    } else if problem == nil {
      surface.draw([Span(tr("Asking the group…"), .dim)], in: body.row(0), look: look)
    }
    let note = isSaving ? Span(" " + tr("Saving…"), .dim) : problem.map { Span(" \($0)", .error) }
    surface.draw([note].compactMap(\.self), in: area.row(area.height - 1), look: look)
  }
}

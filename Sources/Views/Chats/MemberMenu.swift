internal import Localization
internal import Model
internal import Screen
internal import Store

/// What can be done with somebody of a group: write to them, and what I may do to them.
struct MemberMenu: Layer {
  private enum Entry: Equatable {
    /// To their own address.
    case write
    /// Through the group (XEP-0045 §7.5).
    case writePrivately(ChatID)
    case use(RoomPower)
  }

  let member: MemberChoice
  let room: ChatID
  private let entries: [Entry]
  private var selected = 0

  /// - Parameter powers: what I may do to them.
  init(_ member: MemberChoice, in room: ChatID, _ powers: [RoomPower]) {
    (self.member, self.room) = (member, room)
    entries =
      (member.address == nil ? [] : [.write]) + powers.map { .use($0) }
      + (member.privateChat(in: room).map { [.writePrivately($0)] } ?? [])
  }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    switch command {
    case .close: return .consumed([.close])
    case .down, .nextPane: selected = min(selected + 1, entries.count - 1)
    case .up, .previousPane: selected = max(selected - 1, 0)
    case .accept where entries.indices.contains(selected):
      let group = Names.chat(room, in: surroundings.context.snapshot)
      return .consumed([.close] + perform(entries[selected], group))
    default: break
    }
    return .consumed([])
  }

  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let area = Self.rows(of: frame(in: surroundings.screen))
    let window = ListWindow(count: entries.count, selected: selected, area: area)
    if let index = window.selection(by: mouse) { selected = max(0, min(index, entries.count - 1)) }
    return []
  }

  func hintWords(_ context: Context) -> [Command: String] { [.accept: tr("do it")] }

  // MARK: What follows

  /// With the list below it, where one writes.
  private func perform(_ entry: Entry, _ group: String) -> [Effect] {
    switch entry {
    case .write: Self.write(to: member, in: room)
    case .writePrivately(let chat): [.close, .open(chat), .focus(.composer)]
    case .use(let power): Self.use(power, on: member, in: room, called: group)
    }
  }

  /// Closes the list. Where a group keeps the addresses to itself, it is through the group.
  static func write(to member: MemberChoice, in room: ChatID) -> [Effect] {
    let chat = member.address.map { ChatID($0, of: room.account) }
    guard let chat = chat ?? member.privateChat(in: room) else { return [] }
    return [.close, .open(chat), .focus(.composer)]
  }

  /// Who is to go is asked about first, with a reason for them.
  static func use(
    _ power: RoomPower, on member: MemberChoice, in room: ChatID, called group: String
  ) -> [Effect] {
    if power == .kick || power == .ban {
      return [.show(LineBox.reason(of: power, on: member, in: room, called: group))]
    }
    let act = Intent.moderate(room.address, .use(power, on: member.subject, reason: ""))
    return [.action(.intent(act, of: room.account))]
  }

  // MARK: On the screen

  private func frame(in screen: Rect) -> Box {
    let words = entries.map { PrintableText(Self.words($0)).width }
    let title = PrintableText(member.name).width
    let width = min(max(title, words.max() ?? 0) + 6, screen.width)
    return Box(width: width, height: min(entries.count + 3, screen.height), in: screen)
  }

  private static func rows(of box: Box) -> Rect {
    let inner = box.inner
    return Rect(
      x: inner.x, y: inner.y + 1, width: inner.width, height: max(0, inner.height - 1))
  }

  private static func words(_ entry: Entry) -> String {
    switch entry {
    case .write: tr("write to")
    case .writePrivately: tr("write privately in this group")
    case .use(let power): power.title
    }
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let look = surroundings.context.look
    let box = frame(in: surroundings.screen)
    box.render(into: &surface, look: look)
    guard box.inner.height > 0, box.inner.width > 0 else { return }
    surface.draw(
      [Span(member.name, .dialogTitle)], in: box.inner.row(0), look: look, on: .dialog)
    let area = Self.rows(of: box)
    let top = ListWindow(count: entries.count, selected: selected, area: area).top
    for row in 0..<area.height where top + row < entries.count {
      let isSelected = top + row == selected
      let ground: Role = isSelected ? .dialogSelected : .dialog
      surface.fill(area.row(row), style: look.style(ground))
      let spans = [
        Span(isSelected ? look.glyphs.selected : " ", .accent),
        Span(" \(Self.words(entries[top + row]))", .dialog),
      ]
      surface.draw(spans, in: area.row(row), look: look, on: ground)
    }
  }
}

extension RoomPower {
  /// What it is called where somebody is chosen.
  var title: String {
    switch self {
    case .giveVoice: tr("let them speak")
    case .takeVoice: tr("keep them from speaking")
    case .makeModerator: tr("make a moderator")
    case .takeModerator: tr("no moderator any more")
    case .makeMember: tr("make a member")
    case .makeAdmin: tr("make an admin")
    case .makeOwner: tr("make an owner")
    case .makeNobody: tr("no member any more")
    case .kick: tr("kick: remove from the group")
    case .ban: tr("ban: remove for good")
    case .unban: tr("unban: may come again")
    }
  }
}

internal import Localization
internal import Model
internal import Screen
internal import Store

/// Asks for a line of text, and does something with it.
struct LineBox: Layer {
  private let title: String
  private let label: String
  /// What Enter does, in a word.
  private let verb: String
  /// What the keys do.
  private let keys: String
  /// Characters of it.
  private let longest: Int
  private var line: TextBuffer
  private let accept: (String) -> [Effect]

  private init(
    _ title: String, label: String, verb: String, keys: String, longest: Int, text: String = "",
    accept: @escaping (String) -> [Effect]
  ) {
    (self.title, self.label, self.verb, self.keys) = (title, label, verb, keys)
    (self.longest, self.accept) = (longest, accept)
    line = TextBuffer(String(text.filter { !$0.isNewline }.prefix(longest)))
  }

  /// Asks before somebody is removed from a group, and for a reason, which may be left out.
  static func reason(
    of power: RoomPower, on member: MemberChoice, in room: ChatID, called group: String
  ) -> LineBox {
    let title =
      power == .ban
      ? tr("Ban \(member.name) from the group \(group)?")
      : tr("Remove \(member.name) from the group \(group)?")
    return LineBox(
      title, label: tr("Reason:"), verb: tr(power == .ban ? "ban" : "remove"),
      keys: tr("[Enter] yes, with this reason or none   [Esc] no"), longest: 200
    ) { reason in
      let act = ModerationAct.use(power, on: member.subject, reason: reason)
      return [.action(.intent(.moderate(room.address, act), of: room.account))]
    }
  }

  /// Asks what to call somebody.
  static func name(of who: ChatID, in snapshot: Snapshot) -> LineBox {
    let given = snapshot.isStranger(who) ? nil : snapshot.name(of: who)
    return LineBox(
      tr("Rename \(Names.address(who.address))"), label: tr("Name:"), verb: tr("rename"),
      keys: tr("[Enter] rename; an empty one takes the name back   [Esc] leave it"),
      longest: Contact.longestName.characters, text: given ?? ""
    ) { [.action(.intent(.nameContact(who.address, $0), of: who.account))] }
  }

  /// Asks what labels somebody is to have.
  static func labels(of who: ChatID, in snapshot: Snapshot) -> LineBox {
    let labels = snapshot[who.account].labels[who.address] ?? []
    return LineBox(
      tr("Labels of \(Names.person(who, in: snapshot)), between commas"), label: tr("Labels:"),
      verb: tr("set"),
      keys: tr("[Enter] set them; an empty line takes them off   [Esc] leave them"),
      longest: 1_000, text: labels.joined(separator: ", ")
    ) { words in
      let all = words.split(separator: ",").map(String.init)
      return [.action(.intent(.label(who.address, all), of: who.account))]
    }
  }

  /// Asks what I am to be called by others.
  static func ownName(of account: AccountID, in snapshot: Snapshot) -> LineBox {
    LineBox(
      tr("Your name for others") + Names.suffix(of: account, in: snapshot), label: tr("Name:"),
      verb: tr("set"), keys: tr("[Enter] set it; an empty one takes it back   [Esc] leave it"),
      longest: Contact.longestName.characters, text: snapshot[account].ownName ?? ""
    ) { [.action(.intent(.setMyName($0), of: account))] }
  }

  /// Asks for the file that others are to see as me.
  static func picture(of account: AccountID, in snapshot: Snapshot) -> LineBox {
    LineBox(
      tr("Your picture for others") + Names.suffix(of: account, in: snapshot),
      label: tr("PNG or JPEG:"), verb: tr("show"),
      keys: tr("[Enter] show it; no path: none any more   [Esc] leave it"),
      longest: 4_096
    ) { path in
      let path = FilePath.pasted(as: path) ?? path.filter { !$0.isNewline }
      return [
        .action(
          path.isEmpty
            ? .intent(.setMyPicture([]), of: account) : .showPicture(path, of: account))
      ]
    }
  }

  /// Asks what to say beside my presence.
  static func status(of account: AccountID, in snapshot: Snapshot) -> LineBox {
    LineBox(
      tr("Your status") + Names.suffix(of: account, in: snapshot), label: tr("Status:"),
      verb: tr("set"), keys: tr("[Enter] set it; an empty one clears it   [Esc] leave it"),
      longest: StatusText.longest.characters, text: snapshot[account].ownStatus ?? ""
    ) { [.action(.intent(.setStatus($0), of: account))] }
  }

  /// Asks what a group is to be about.
  static func topic(_ topic: String, of room: ChatID, called group: String) -> LineBox {
    LineBox(
      tr("Topic of the group \(group)"), label: tr("Topic:"), verb: tr("change"),
      keys: tr("[Enter] change it   [Esc] leave it"), longest: 500, text: topic
    ) { [.action(.intent(.moderate(room.address, .topic($0)), of: room.account))] }
  }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }

  mutating func type(_ text: String) -> [Effect] {
    let rest = max(0, longest - line.count)
    line.insert(String(text.filter { !$0.isNewline }.prefix(rest)))
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    switch command {
    case .close: return .consumed([.close])
    case .accept: return .consumed([.close] + accept(line.text))
    case .deleteLeft: line.deleteLeft()
    case .deleteToStart: line.clear()
    default: break
    }
    return .consumed([])
  }

  func hintWords(_ context: Context) -> [Command: String] { [.accept: verb, .down: ""] }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let (area, look) = (surroundings.screen, surroundings.context.look)
    let box = Box(width: min(64, area.width), height: min(5, area.height), in: area)
    box.render(into: &surface, look: look)
    let inner = box.inner
    guard inner.height > 0, inner.width > 0 else { return }
    surface.draw([Span(title, .dialogTitle)], in: inner.row(0), look: look, on: .dialog)
    guard inner.height > 1 else { return }
    renderLine(inner.row(1), look, into: &surface)
    guard inner.height > 2 else { return }
    surface.draw([Span(keys, .hintKey)], in: inner.row(2), look: look, on: .dialog)
  }

  /// The end of what is typed is seen.
  private func renderLine(_ area: Rect, _ look: Look, into surface: inout Surface) {
    let used = surface.draw([Span(label + " ", .dim)], in: area, look: look, on: .dialog)
    let rest = Rect(x: area.x + used, y: area.y, width: max(0, area.width - used), height: 1)
    var shown = PrintableText(line.text)
    if shown.width >= rest.width {
      let end = line.text.suffix(max(0, rest.width / 2))
      shown = PrintableText("…" + end)
    }
    let drawn = surface.draw([Span(shown, .dialog)], in: rest, look: look, on: .dialog)
    surface.cursor = Point(x: min(rest.x + drawn, area.maxX - 1), y: area.y)
  }
}

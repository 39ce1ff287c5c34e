internal import Localization
internal import Model
internal import Screen
internal import Store

/// What is known of a person, a row each, and what one can do about it (C2). Without a connection it says what was so.
struct PersonView: Layer {
  /// One line of it.
  struct Row {
    var label: String
    var value: String
    /// What Enter does with it, in a word; empty: nothing.
    var verb = ""
    var effects: [Effect] = []
  }

  let who: ChatID
  private var selected = 0
  private var awaited = AwaitedPictures()

  init(of who: ChatID) { self.who = who }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }
  var opening: [Action] { [.intent(.openCard(who.address), of: who.account)] }
  var closing: [Action] { [.intent(.closeCard, of: who.account)] }

  // MARK: Input

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    let rows = rows(surroundings.context)
    switch command {
    case .close: return .consumed([.close])
    case .down, .nextPane: selected = min(selected + 1, rows.count - 1)
    case .up, .previousPane: selected = max(selected - 1, 0)
    case .accept where rows.indices.contains(selected): return .consumed(rows[selected].effects)
    default: break
    }
    return .consumed([])
  }

  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let count = rows(surroundings.context).count
    let area = Self.rows(of: frame(in: surroundings))
    let window = ListWindow(count: count, selected: selected, area: area)
    if let index = window.selection(by: mouse) { selected = max(0, min(index, count - 1)) }
    return []
  }

  mutating func update(in surroundings: Surroundings) -> [Action] {
    let context = surroundings.context
    return Portrait(who: who).request(context).map { awaited.ask(for: [$0], context.snapshot) }
      ?? []
  }

  func hintWords(_ context: Context) -> [Command: String] {
    let rows = rows(context)
    return [.accept: rows.indices.contains(selected) ? rows[selected].verb : ""]
  }

  // MARK: What is known

  func rows(_ context: Context) -> [Row] {
    let snapshot = context.snapshot
    let address = who.address.description
    let given = snapshot.isStranger(who) ? nil : snapshot.name(of: who)
    return [
      Row(
        label: tr("Name"), value: given ?? tr("none", as: "name"), verb: tr("rename"),
        effects: [.show(LineBox.name(of: who, in: snapshot))])
    ] + nick(snapshot) + [
      Row(
        label: tr("Address"), value: Names.address(who.address), verb: tr("copy"),
        effects: [
          .action(.copy(address)), .tell(Notice(.information, tr("Copied \(address)."))),
        ]),
      Row(label: tr("Presence"), value: presence(snapshot)),
    ] + lastSeen(context) + status(snapshot) + devices(snapshot) + [
      contact(context), labels(snapshot),
    ] + alerts(context) + [receipts(snapshot), block(snapshot)]
  }

  private func presence(_ snapshot: Snapshot) -> String {
    let word = snapshot.presence(of: who).word
    return snapshot[who.account].isPresenceOutdated
      ? tr("\(word), before the connection was lost") : word
  }

  private func nick(_ snapshot: Snapshot) -> [Row] {
    guard let card = snapshot[who.account].card, card.jid == who.address, let nick = card.nick
    else { return [] }
    return [Row(label: tr("Says it is"), value: ShownName.marked(nick))]
  }

  /// What they say of it themselves.
  private func status(_ snapshot: Snapshot) -> [Row] {
    snapshot[who.account].statuses[who.address].map { [Row(label: tr("Status"), value: $0)] } ?? []
  }

  private func devices(_ snapshot: Snapshot) -> [Row] {
    guard let card = snapshot[who.account].card, card.jid == who.address else { return [] }
    return card.devices.map { device in
      let program = device.program.map { ": \($0)" } ?? ""
      return Row(
        label: tr("Device"), value: "\(device.resource), \(device.presence.word)\(program)")
    }
  }

  private func contact(_ context: Context) -> Row {
    let snapshot = context.snapshot
    if context.snapshot[who.account].isPrivate {
      return Row(label: tr("Contact"), value: tr("yes, as everyone on this server"))
    }
    let chat = snapshot.chat(who)
    func row(_ value: String, _ verb: String, _ action: SubscriptionAction) -> Row {
      let intent = Intent.subscription(who.address, action)
      return Row(
        label: tr("Contact"), value: value, verb: verb,
        effects: [.action(.intent(intent, of: who.account))])
    }
    if snapshot[who.account].requests.contains(who.address) {
      return row(tr("asks to see when you are online"), tr("accept"), .grant)
    }
    if chat?.isAsking == true { return row(tr("request sent"), tr("take it back"), .withdraw) }
    switch chat?.subscription ?? Contact.Subscription.none {
    case .both: return row(tr("you see each other"), tr("remove"), .withdraw)
    case .to: return row(tr("you see when they are online"), tr("remove"), .withdraw)
    case .from: return row(tr("they see when you are online"), tr("ask the same"), .ask)
    case .none: return row(tr("no"), tr("add"), .ask)
    }
  }

  private func labels(_ snapshot: Snapshot) -> Row {
    let all = snapshot[who.account].labels[who.address] ?? []
    return Row(
      label: tr("Labels"),
      value: all.isEmpty ? tr("none", as: "labels") : all.joined(separator: ", "),
      verb: tr("change"),
      effects: [.show(LineBox.labels(of: who, in: snapshot))])
  }

  /// Of who is not there.
  private func lastSeen(_ context: Context) -> [Row] {
    guard let card = context.snapshot[who.account].card, card.jid == who.address,
      let time = card.lastSeen
    else { return [] }
    let day = context.time.day(time, now: context.now.wall)
    return [Row(label: tr("Last seen"), value: "\(day), \(context.time.clock(time))")]
  }

  /// Whether there are some; where there are, also how to have none for a time.
  private func alerts(_ context: Context) -> [Row] {
    let choice = AlertChoice(who, in: context)
    func row(_ label: String, _ value: String, _ verb: String, _ choice: AlertChoice) -> Row {
      Row(label: label, value: value, verb: verb, effects: [.action(choice.action)])
    }
    if let mark = choice.mark { return [row(tr("Alerts"), mark, tr("unmute"), choice.next)] }
    let timed = choice.timed.map { row("", $0.span?.offer ?? "", tr("mute"), $0) }
    return [row(tr("Alerts"), tr("on"), tr("mute"), choice.next)] + timed
  }

  private func receipts(_ snapshot: Snapshot) -> Row {
    let isHidden = snapshot.chat(who)?.hidesReading == true
    let intent = Intent.hideReading(who.address, !isHidden)
    return Row(
      label: tr("Read receipts"), value: tr(isHidden ? "off" : "on"),
      verb: tr(isHidden ? "turn on" : "turn off"),
      effects: [.action(.intent(intent, of: who.account))])
  }

  private func block(_ snapshot: Snapshot) -> Row {
    guard let entry = snapshot[who.account].blocked.entry(of: who.address) else {
      return Row(
        label: tr("Blocked"), value: tr("no"), verb: tr("block"),
        effects: [Question.ask(.block(who))])
    }
    return Row(
      label: tr("Blocked"),
      value: tr(entry == who.address ? "yes" : "yes, as everybody at \(entry)"),
      verb: tr("unblock"), effects: [.action(.intent(.unblock(entry), of: who.account))])
  }

  // MARK: On the screen

  private func frame(in surroundings: Surroundings) -> Box {
    let screen = surroundings.screen
    let rows = rows(surroundings.context).count
    return Box(
      width: min(76, screen.width), height: min(rows + 3, max(1, screen.height - 1)), in: screen)
  }

  private static func rows(of box: Box) -> Rect {
    Rect(
      x: box.inner.x, y: box.inner.y + 1, width: box.inner.width,
      height: max(0, box.inner.height - 1))
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let context = surroundings.context
    let look = context.look
    let box = frame(in: surroundings)
    box.render(into: &surface, look: look)
    guard box.inner.height > 0, box.inner.width > 0 else { return }
    let title =
      PresenceDot.spans(of: who, kind: .direct, on: .dialog, context: context)
      + [Span(Names.marked(who, in: context.snapshot), .dialogTitle)]
    surface.draw(title, in: box.inner.row(0), look: look, on: .dialog)
    let rows = rows(context)
    let area = Self.rows(of: box)
    let top = ListWindow(count: rows.count, selected: selected, area: area).top
    let labels = (rows.map(\.label.count).max() ?? 0) + 1
    // Not on a narrow screen, where the words need all of it.
    let beside = area.width >= 70 && area.height >= Portrait.height ? Portrait.width : 0
    for row in 0..<area.height where top + row < rows.count {
      let line = row < Portrait.height ? area.row(row).inset(right: beside) : area.row(row)
      render(
        rows[top + row], labels: labels, isSelected: top + row == selected, in: line, look, &surface
      )
    }
    guard beside > 0 else { return }
    let place = Rect(
      x: area.x + area.width - beside, y: area.y, width: beside, height: Portrait.height)
    Portrait(who: who).render(in: place, into: &surface, context)
  }

  private func render(
    _ row: Row, labels: Int, isSelected: Bool, in area: Rect, _ look: Look,
    _ surface: inout Surface
  ) {
    let ground: Role = isSelected ? .dialogSelected : .dialog
    surface.fill(area, style: look.style(ground))
    let label = row.label.padding(to: labels)
    surface.draw(
      [
        Span(isSelected ? look.glyphs.selected : " ", .accent), Span(" \(label)", .dim),
        Span(row.value, .dialog),
      ], in: area, look: look, on: ground)
  }
}

extension Presence {
  fileprivate var word: String {
    switch self {
    case .online: tr("online")
    case .away: tr("away")
    case .offline: tr("offline")
    }
  }
}

extension String {
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

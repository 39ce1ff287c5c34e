internal import Localization
internal import Model
internal import Screen
internal import Store

/// The palette on the screen: what one types, and below it what is found.
extension Switcher {
  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let (area, context) = (surroundings.screen, surroundings.context)
    let look = context.look
    let items = items(context)
    let margin = area.height < 10 ? 0 : 2
    let box = Box(
      width: min(60, area.width - margin), height: min(16, area.height - margin), in: area)
    box.render(into: &surface, look: look)
    let label = tr(peopleOnly ? "New chat:" : "Go to:") + " "
    let inner = box.inner
    guard inner.height > 0, inner.width > 0 else { return }
    let used = surface.draw(
      [Span(label, .dialogTitle), Span(query.text, .dialog)], in: inner, look: look, on: .dialog)
    surface.cursor = Point(x: inner.x + min(used, inner.width - 1), y: inner.y)
    let rows = inner.height - 1
    let top = max(0, min(selected - rows + 1, items.count - rows))
    for row in 0..<max(rows, 0) where top + row < items.count {
      render(
        items[top + row], isSelected: top + row == selected, in: inner.row(row + 1),
        into: &surface, context: context)
    }
    if items.isEmpty, rows > 0 {
      let why = AddressCheck.fault(in: query.text) ?? nobody(context) ?? tr("No matches")
      surface.draw([Span(why, .dim)], in: inner.row(1), look: look, on: .dialog)
    }
  }

  /// How one comes to somebody new.
  private func nobody(_ context: Context) -> String? {
    guard !query.isEmpty, !query.text.contains(" ") else { return nil }
    return context.isPrivateServer
      ? tr("Nobody here is called so: psst invite NAME makes an account")
      : tr("No matches; for somebody new type the whole address")
  }

  private func render(
    _ item: Item, isSelected: Bool, in area: Rect, into surface: inout Surface, context: Context
  ) {
    let ground: Role = isSelected ? .dialogSelected : .dialog
    surface.fill(area, style: context.look.style(ground))
    var spans = [Span(isSelected ? context.look.glyphs.selected : " ", .accent)]
    spans += sign(of: item, context: context)
    spans.append(Span(item.title, .dialog))
    let right = note(on: item, context: context)
    surface.draw(
      spans, in: area.inset(right: right.isEmpty ? 0 : right.width + 1), look: context.look,
      on: ground)
    surface.drawRight(right, in: area, look: context.look, on: ground)
  }

  private func sign(of item: Item, context: Context) -> [Span] {
    switch item.target {
    case .chat(let id):
      let kind: Chat.Kind = context.snapshot.isMe(id) ? .notes : .direct
      return PresenceDot.spans(of: id, kind: kind, context: context)
    case .newChat, .join, .newGroup, .groupList: return [Span("+ ", .dialogMatch)]
    case .leave, .destroy, .password, .command, .policy, .subscription, .alerts, .since, .invite,
      .intent, .begin, .topic, .name, .labels, .own, .about, .use, .configure, .keep, .keepQuestion,
      .keepAll, .signIn, .signOut, .messages, .setting:
      return [Span("  ", .dialog)]
    }
  }

  private func note(on item: Item, context: Context) -> [Span] {
    switch item.target {
    case .chat(let id):
      let unread = context.snapshot.chat(id)?.unreadCount ?? 0
      let isStranger = context.snapshot.isStranger(id)
      let unreadWords = unread > 0 ? [Span(" " + tr("\(unread) unread"), .listUnread)] : []
      let isAsking = context.snapshot[id.account].requests.contains(id.address)
      let who = isAsking ? tr("contact request") : Names.blocked(id, in: context.snapshot)
      let place = context.snapshot.chat(id)?.isArchived == true ? tr("archived") : nil
      return (who ?? (isStranger ? tr("not a contact") : place)).map { [Span($0, .dim)] } ?? []
        + unreadWords
    case .newChat, .join, .subscription, .intent, .newGroup, .groupList:
      return actor(of: item.target, in: context.snapshot).map { [Span($0, .hintKey)] } ?? []
    case .leave, .destroy, .password, .since, .invite, .begin, .topic, .name, .labels, .own, .about,
      .use, .configure, .keep, .keepQuestion, .keepAll, .signOut, .messages:
      return []
    case .setting(let key):
      let setting = context.settings.settings.first { $0.key == key }
      return setting.map { [Span($0.words, .dim)] } ?? []
    case .signIn(let known):
      return known == nil
        ? [] : context.keymap.label(of: .newPassword).map { [Span($0, .hintKey)] } ?? []
    case .command(let command):
      return context.keymap.label(of: command).map { [Span($0, .hintKey)] } ?? []
    case .alerts(let choice):
      let current = AlertChoice(choice.chat, in: context)
      if choice == current { return [Span(tr("now"), .hintKey)] }
      let isNext = choice == current.next
      return isNext ? context.keymap.label(of: .mute).map { [Span($0, .hintKey)] } ?? [] : []
    case .policy(let policy):
      return note(on: policy, context)
    }
  }

  /// In whose name it is done, where there are several: `as work`. It stands where no long title hides it.
  func actor(of target: Target, in snapshot: Snapshot) -> String? {
    let account: AccountID
    switch target {
    case .newChat(let id), .subscription(let id, _): account = id.account
    case .join(let id, let nick):
      // The name there stands behind "as" already.
      if nick != nil { return Names.mark(of: id.account, in: snapshot) }
      account = id.account
    case .intent(_, let own), .newGroup(let own), .groupList(let own): account = own
    default: return nil
    }
    return Names.mark(of: account, in: snapshot).map { tr("as \($0)") }
  }

  /// Set for all; whose it is now, where they differ.
  private func note(on policy: SendPolicy, _ context: Context) -> [Span] {
    let snapshot = context.snapshot
    let those = snapshot.accountIDs.filter { snapshot[$0].policy == policy }
    guard !those.isEmpty else { return [] }
    let marks = those.compactMap { Names.mark(of: $0, in: snapshot) }.joined(separator: ", ")
    let isAll = those.count == snapshot.accountIDs.count
    return [Span(tr(isAll ? "now" : "now: \(marks)"), .hintKey)]
  }
}

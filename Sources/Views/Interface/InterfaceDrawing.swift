internal import Localization
internal import Model
internal import Screen
internal import Store

extension Interface {
  func draw(_ context: Context, size: Size, isProvisional: Bool) -> Surface {
    let layout = layout(context.snapshot, size: size, now: context.now)
    var surface = mainScreen(layout, context, isProvisional: isProvisional)
    drawOverlays(layout, context, into: &surface)
    drawNotice(layout, context, into: &surface)
    return surface
  }

  private func drawOverlays(
    _ layout: Layout, _ context: Context, into surface: inout Surface
  ) {
    guard !overlays.isEmpty else { return }
    let surroundings = surroundings(context, size: surface.size)
    for layer in overlays.layers {
      layer.render(in: surroundings, into: &surface)
      guard layer.coverage == .betweenBars else { continue }
      draw(topRow(context), layout, context, into: &surface)
      drawLastLine(layout, context, into: &surface)
    }
  }

  func drawBars(
    _ connection: ConnectionState, _ top: TopRow, _ layout: Layout, _ context: Context,
    into surface: inout Surface
  ) {
    TitleBar(context: context, connection: connection).render(layout.title, into: &surface)
    draw(top, layout, context, into: &surface)
    drawLastLine(layout, context, into: &surface)
  }

  func drawPane(
    _ layout: Layout, isPulseDim: Bool, _ context: Context, into surface: inout Surface
  ) {
    guard let openChat = navigation.openChat else {
      let area = layout.messages
      return surface.drawCentred(
        [Span(tr("No chat open"), .dim)], in: area.row(max(0, area.height / 2)), look: context.look)
    }
    let view = PaneView(
      context: context, state: navigation.pane, chat: openChat, isPulseDim: isPulseDim,
      laidOut: appearance.laidOut)
    view.render(header: layout.header, messages: layout.messages, into: &surface)
  }

  func drawComposer(_ layout: Layout, _ context: Context, into surface: inout Surface) {
    surface.cursor = nil
    let frame = Composer.Frame(
      title: composerTitle(context), answered: answered(context.snapshot),
      hasFocus: navigation.focus == .composer, news: news(context),
      misspelt: markedWords(context.snapshot))
    let composer = drafts.composer
    composer.renderEdge(layout.edge, into: &surface, look: context.look, frame: frame)
    composer.render(
      layout.composer, into: &surface, look: context.look, frame: frame,
      showsTitle: layout.edge.height == 0)
  }

  /// Whom what is typed goes to; while nothing goes there, what one is doing and the key that writes.
  private func composerTitle(_ context: Context) -> String {
    guard let chat = navigation.openChat else {
      return context.keymap.label(of: .goTo).map { tr("\($0), then a name") } ?? tr("No chat open")
    }
    if let refusal = Names.refusal(chat, in: context.snapshot) { return refusal }
    guard navigation.focus == .composer else {
      let doing = tr(navigation.focus == .list ? "Chats" : "Browsing")
      let way = context.keymap.label(of: .compose).map { tr("\($0) to write") }
      return doing + (way.map { " \(context.look.glyphs.separator) \($0)" } ?? "")
    }
    if drafts.composer.editing != nil { return tr("Edit the message") }
    let name =
      Names.chat(chat, in: context.snapshot) + Names.acting(as: chat.account, in: context.snapshot)
    return tr(drafts.composer.isAnswering ? "Reply to \(name)" : "Write to \(name)")
  }

  /// What came from others below what is seen (S11), and the key that goes there.
  func news(_ context: Context) -> [Span] {
    guard let pane = navigation.openPane(context.snapshot) else { return [] }
    if hidesUnread(pane, context) { return unreadAbove(pane, context) }
    let count = navigation.pane.newCount(pane)
    guard count > 0 || !pane.isEnd else { return [] }
    let words =
      pane.isEnd ? tr(count, "1 new", "\(Grouped.number(count)) new") : tr("newer")
    let key = context.keymap.label(of: .newestMessage).map { [Span("\($0) ", .hintKey)] } ?? []
    return [Span("\(context.look.glyphs.arrowDown) \(words) ", .accent)] + key
  }

  /// Of a chat whose end is shown.
  func hidesUnread(_ pane: Pane, _ context: Context) -> Bool {
    guard pane.firstUnread != nil, navigation.pane.isAtEnd else { return false }
    return viewport(context.snapshot, context.now).map {
      navigation.pane.hidesUnread(of: pane, in: $0)
    } ?? false
  }

  /// The number of unread messages above what is seen, and the key that goes there.
  private func unreadAbove(_ pane: Pane, _ context: Context) -> [Span] {
    let count = context.snapshot.chat(pane.chat)?.unread ?? 0
    guard count > 0 else { return [] }
    let words = tr(count, "1 unread", "\(Grouped.number(count)) unread")
    // The key leads to other chats first.
    let label = context.snapshot.unread == count ? context.keymap.label(of: .nextUnread) : nil
    let key = label.map { [Span("\($0) ", .hintKey)] } ?? []
    return [Span("\(context.look.glyphs.arrowUp) \(words) ", .accent)] + key
  }

  /// What the composer answers, as it is now where it is in sight.
  private func answered(_ snapshot: Snapshot) -> PrintableText? {
    guard drafts.composer.isAnswering, let target = drafts.composer.replyTo,
      let open = navigation.openChat
    else { return nil }
    let message = navigation.openPane(snapshot)?.messages.last { $0.originID?.value == target.id }
    let newest = message.flatMap { ReplyTarget(answering: $0) } ?? target
    return AnsweredMessage.line(newest, of: open.account, in: snapshot, isNew: true)
  }

  func drawLastLine(_ layout: Layout, _ context: Context, into surface: inout Surface) {
    hintLine(context).render(layout.hints, into: &surface)
  }

  func hintLine(_ context: Context) -> HintLine {
    HintLine(context: context, place: place, composer: drafts.composer, words: hintWords(context))
  }

  func hintWords(_ context: Context) -> [Command: String] {
    overlays.top?.hintWords(context) ?? focusWords(context.snapshot)
  }

  private func focusWords(_ snapshot: Snapshot) -> [Command: String] {
    switch navigation.focus {
    case .messages: browsingWords(snapshot).merging(fileWords(snapshot)) { first, _ in first }
    case .composer: composerWords(snapshot)
    case .list:
      navigation.chats.target(in: snapshot.chats, open: navigation.openChat) == nil
        ? [.info: "", .delete: ""] : [:]
    }
  }

  private func composerWords(_ snapshot: Snapshot) -> [Command: String] {
    var words: [Command: String] = [:]
    if markedWords(snapshot).isEmpty { words[.spelling] = "" }
    if drafts.composer.isAnswering {
      words[.browse] = tr("cancel reply")
    } else if Layout.isOnePane(size) {
      // Where there is room for one of them it is the list that Esc goes to.
      words[.browse] = tr("chats")
    }
    return words
  }

  /// What is of use for a file, where the selected message has one.
  private func fileWords(_ snapshot: Snapshot) -> [Command: String] {
    let file = navigation.selected(snapshot)?.attachment
    let isHere = file?.savedAs != nil
    return [
      .saveFile: file?.address == nil || isHere ? "" : tr("save"),
      .openLink: isHere ? tr("open") : "",
    ]
  }

  /// What Enter does with the selected message, and nothing that it is not for.
  private func browsingWords(_ snapshot: Snapshot) -> [Command: String] {
    let marked = markedMessages(snapshot)
    if !marked.isEmpty {
      let number = Grouped.number(marked.count)
      let deletable = marked.count { !$0.isDeleted && Deletion(of: $0, in: snapshot) != nil }
      return Dictionary(
        uniqueKeysWithValues: Self.ofText.union([.act, .info]).map { ($0, "") }
      ).merging([
        .mark: tr("mark"), .copy: tr("copy \(number)"),
        .delete: deletable > 0 ? tr("delete \(Grouped.number(deletable))") : "",
      ]) { $1 }
    }
    let selected = navigation.selected(snapshot)
    let again = selected?.stuck.map { $0.status == .failed ? tr("retry") : tr("send again") }
    if selected?.isDeleted ?? false {
      let none = Self.ofText.map { ($0, "") } + [again.map { (.act, $0) } ?? (.info, "")]
      return [.act: tr("info")].merging(none) { $1 }
    }
    if let again {
      let none: [Command: String] = selected?.status == .failed ? [.reply: "", .react: ""] : [:]
      return none.merging([.act: again]) { $1 }
    }
    switch selected?.status {
    case .queued: return [.act: tr("cancel"), .reply: "", .react: ""]
    default:
      let isCut = selected.map { navigation.pane.hidesPart(of: $0) } ?? false
      var words: [Command: String] =
        isCut
        ? [.act: tr("show all")]
        : selected.flatMap(look) != nil
          ? [.act: tr("view")]
          : selected?.replyTo != nil ? [.act: tr("show quoted")] : [.act: tr("info"), .info: ""]
      if selected?.isMine != true { words.merge([.edit: "", .delete: ""]) { $1 } }
      return words
    }
  }
}

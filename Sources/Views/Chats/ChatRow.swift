internal import Localization
internal import Model
internal import Screen
internal import Store

/// One chat in the chat list.
struct ChatRow {
  let chat: Chat
  let context: Context
  let isOpen: Bool
  let isSelected: Bool

  private static let timeWidth = 6
  private static let statusWidth = 3
  /// A narrower list has no times, in any of its rows.
  private static let widthWithTime = 24

  private var look: Look { context.look }
  private var showsWaiting: Bool { context.showsWaiting && chat.queued > 0 }

  private var ground: Role {
    if isSelected { return .listSelected }
    return isOpen ? .listOpen : .listItem
  }

  /// What it is drawn from, besides what the whole screen is.
  struct Source: Equatable {
    var chat: Chat
    var isOpen: Bool
    var isSelected: Bool
    var typing: String?
    var surroundings: Revision
    /// While they fade.
    var fades: [Fade?]
    /// How many rows stand on the list's ground, which is drawn anew for another number.
    var count: Int
  }

  func source(among count: Int) -> Source {
    let isStill = context.fades.isStill
    return Source(
      chat: chat, isOpen: isOpen, isSelected: isSelected,
      typing: Names.typing(in: chat.id, kind: chat.kind, snapshot: context.snapshot),
      surroundings: context.snapshot.surroundings,
      fades: isStill ? [] : [dot, ticks].map { $0.first?.fade }, count: count)
  }

  private var dot: [Span] {
    PresenceDot.spans(of: chat.id, kind: chat.kind, on: ground, context: context)
  }

  func render(_ area: Rect, into surface: inout Surface) {
    surface.fill(area, style: look.style(ground))
    if isOpen {
      for row in 0..<area.height {
        surface.draw([Span(look.glyphs.edge, .accent)], in: area.row(row), look: look, on: ground)
      }
    }
    let hasTime = area.width >= Self.widthWithTime
    let first = area.row(0).inset(left: 1)
    guard area.height > 1 else {
      return renderName(in: first, into: &surface) { rightSpans(hasTime: hasTime, room: $0) }
    }
    renderName(in: first, into: &surface) { room in
      let time = hasTime && chat.last != nil ? time : []
      let wide = standing(isShort: false) + marks + news + time
      let short = standing(isShort: true) + news
      let choices = [wide, short + pin + time, short + time, short, news, mentions]
      return choices.first { $0.width <= room } ?? []
    }
    renderPreview(in: area.row(1).inset(left: 3, right: 1), into: &surface)
  }

  private func renderName(
    in area: Rect, into surface: inout Surface, right: (_ room: Int) -> [Span]
  ) {
    var left = dot
    let name = PrintableText(Names.chat(chat.id, in: context.snapshot))
    // Of a stranger's address more has to be seen than where it begins.
    let least =
      min(name.width, isStranger && !isBlocked ? 24 : 8) + min(account.width, Self.leastAccount)
    let right = right(area.width - left.width - least - 1)
    let room = max(0, area.width - left.width - right.width - 1)
    // The name keeps at least a half.
    let mark = account.truncated(to: max(room - name.width, room / 2))
    let nameRoom = max(0, room - mark.width)
    left.append(Span(name.truncated(to: nameRoom), chat.unreadCount > 0 ? .listUnread : .listItem))
    left.append(Span(mark, .dim))
    surface.draw(left, in: area, look: look, on: ground)
    surface.drawRight(right, in: area, look: look, on: ground)
  }

  // MARK: The second row

  private func renderPreview(in area: Rect, into surface: inout Surface) {
    let right = progress
    let room = area.inset(right: right.isEmpty ? 0 : right.width + 1)
    surface.draw(previewSpans(room.width), in: room, look: look, on: ground)
    surface.drawRight(right, in: area, look: look, on: ground)
  }

  private func previewSpans(_ width: Int) -> [Span] {
    func line(_ text: String, _ role: Role) -> [Span] {
      [Span(PrintableText(text).truncated(to: width), role)]
    }
    if let who = Names.typing(in: chat.id, kind: chat.kind, snapshot: context.snapshot) {
      let isGroup = chat.kind == .room
      return line(
        isGroup ? who : Names.isTyping(Names.chat(chat.id, in: context.snapshot)), .typing)
    }
    if !chat.draft.isEmpty, !isOpen { return line(tr("Draft: \(draft)"), .listDraft) }
    guard let last = chat.last else { return [] }
    let nick = last.nick.map(ShownName.marked)
    if let action = ActionText(last.preview) {
      return line(action.told(of: actor(of: last, nick)), .listTime)
    }
    let speaker = last.status != nil ? tr("you") : nick
    let text = last.isDeleted ? tr("deleted") : last.preview
    return line(speaker.map { "\($0): \(text)" } ?? text, .listTime)
  }

  /// As in the pane: nobody reads `you waves`.
  private func actor(of last: LastMessage, _ nick: String?) -> String {
    last.status == nil
      ? nick ?? Names.short(chat.id, in: context.snapshot)
      : Names.person(context.snapshot.me(of: chat.account), in: context.snapshot)
  }

  /// The beginning of it in one line.
  private var draft: String {
    chat.draft.prefix(80).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// How far my last message has come, or how many wait or failed.
  private var progress: [Span] {
    if chat.failed > 0 { return [Span("!\(chat.failed)", .statusFailed)] }
    if showsWaiting { return [Span(waiting, .statusQueued)] }
    return ticks
  }

  private var waiting: String { "\(look.glyphs.queued)\(chat.queued)" }

  /// What the user has set for it.
  private var marks: [Span] {
    let isMuted = chat.isMuted(at: context.now.wall)
    return (isMuted ? [Span(tr("muted") + " ", .dim)] : []) + pin
  }

  // MARK: The parts

  /// Whose chat it is, where there are several accounts.
  private var account: PrintableText {
    PrintableText(Names.suffix(of: chat.account, in: context.snapshot))
  }

  /// ` · wo…`: so much of it stays beside what stands at the right.
  private static let leastAccount = 6

  /// What stands at the right, without its less important parts where there is no room.
  private func rightSpans(hasTime: Bool, room: Int) -> [Span] {
    if chat.last == nil, badges(isShort: false).isEmpty { return [] }
    let status = status
    let wide = badges(isShort: false) + status + (hasTime ? time : [])
    if wide.width <= room { return wide }
    let short = badges(isShort: true)
    let timed = hasTime ? [short + status + time] : []
    return (timed + [short + status, short, news, mentions]).first { $0.width <= room } ?? []
  }

  /// How I stand with who writes here.
  private func standing(isShort: Bool) -> [Span] {
    if isBlocked { return [Span(tr("Blocked") + " ", .statusQueued)] }
    if isAsking { return [Span(tr(isShort ? "request" : "contact request") + " ", .statusQueued)] }
    return isStranger ? [Span(isShort ? "? " : tr("not a contact") + " ", .dim)] : []
  }

  private func badges(isShort: Bool) -> [Span] {
    var spans = standing(isShort: isShort)
    if let typing {
      return spans + [Span(isShort ? look.glyphs.ellipsis : typing, .typing)]
    }
    if chat.failed > 0 {
      let words = isShort ? "!\(chat.failed)" : tr("!\(chat.failed) failed")
      spans.append(Span(words + " ", .statusFailed))
    }
    if showsWaiting, chat.failed == 0 || isShort {
      let words = isShort ? waiting : tr("\(waiting) queued")
      spans.append(Span(words + " ", .statusQueued))
    }
    if !chat.draft.isEmpty, !isOpen, spans.isEmpty {
      spans.append(Span(tr(isShort ? "[d]" : "[draft]") + " ", .listDraft))
    }
    return spans + news + (isShort ? pin : marks)
  }

  private var pin: [Span] { chat.isPinned ? [Span("\(look.glyphs.pinned) ", .dim)] : [] }

  /// How much is unread, and how much of it is for me.
  private var news: [Span] {
    guard chat.unread > 0 else { return chat.isMarkedUnread ? pill(look.glyphs.bullet) : [] }
    let mentions = chat.mentions > 0 ? "@\(chat.mentions) " : ""
    return pill("\(mentions)\(Grouped.number(chat.unread))")
  }

  private var mentions: [Span] { chat.mentions > 0 ? pill("@\(chat.mentions)") : [] }

  private func pill(_ text: String) -> [Span] {
    [Span(" \(text) ", .listCount), Span(" ", .listItem)]
  }

  private var isAsking: Bool {
    context.snapshot[chat.account].requests.contains(chat.jid)
  }

  private var isBlocked: Bool { context.snapshot.isBlocked(chat.id) }

  private var isStranger: Bool { context.snapshot.isStranger(chat.id) }

  private var typing: String? {
    Names.typing(in: chat.id, kind: .direct, snapshot: context.snapshot).map { "\($0) " }
  }

  /// How far my last message has come (S7), in a column of its own; what waits and what failed has its own words.
  private var status: [Span] {
    if chat.failed > 0 || showsWaiting { return [] }
    let ticks = ticks
    let blanks = String(repeating: " ", count: max(0, Self.statusWidth - ticks.width))
    return ticks + [Span(blanks, .listItem)]
  }

  private var ticks: [Span] {
    guard let last = chat.last, let badge = StatusBadge.of(last) else { return [] }
    let fade = context.fade(
      of: .status(MessageKey(last, of: chat.account)), as: badge.role, on: ground)
    return [Span(badge.glyph, badge.role, fade: fade)]
  }

  private var time: [Span] {
    let text = chat.last.map {
      context.time.brief($0.shownTime, now: context.now.wall)
    }
    let words = text ?? ""
    let blanks = String(repeating: " ", count: max(0, Self.timeWidth - words.count))
    return [Span(" " + blanks + words + " ", .listTime)]
  }
}

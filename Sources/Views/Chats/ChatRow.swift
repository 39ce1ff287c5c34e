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
  private var showsWaiting: Bool { context.showsWaiting && chat.waiting > 0 }

  private var ground: Role {
    if isSelected { return .listSelected }
    return isOpen ? .listOpen : .listItem
  }

  func render(_ area: Rect, into surface: inout Surface) {
    let hasTime = area.width >= Self.widthWithTime
    surface.fill(area, style: look.style(ground))
    let marker = isOpen || isSelected ? look.glyphs.selected : " "
    var left = [Span(marker, .accent)]
    left += PresenceDot.spans(of: chat.id, kind: chat.kind, on: ground, context: context)
    let name = PrintableText(Names.chat(chat.id, in: context.snapshot))
    // Of a stranger's address more has to be seen than where it begins.
    let least =
      min(name.width, isStranger && !isBlocked ? 24 : 8) + min(account.width, Self.leastAccount)
    let right = rightSpans(hasTime: hasTime, room: area.width - left.width - least - 1)
    let room = max(0, area.width - left.width - right.width - 1)
    // The name keeps at least a half.
    let mark = account.truncated(to: max(room - name.width, room / 2))
    let nameRoom = max(0, room - mark.width)
    left.append(Span(name.truncated(to: nameRoom), chat.unread > 0 ? .listUnread : .listItem))
    left.append(Span(mark, .dim))
    surface.draw(left, in: area, look: look, on: ground)
    surface.drawRight(right, in: area, look: look, on: ground)
  }

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

  private func badges(isShort: Bool) -> [Span] {
    var spans: [Span] = []
    if isBlocked {
      spans.append(Span("Blocked ", .bannerWaiting))
    } else if isAsking {
      spans.append(Span(isShort ? "request " : "contact request ", .bannerWaiting))
    } else if isStranger {
      spans.append(Span(isShort ? "? " : "not a contact ", .dim))
    }
    if let typing {
      return spans + [Span(isShort ? look.glyphs.ellipsis : typing, .typing)]
    }
    if chat.failed > 0 {
      spans.append(Span("!\(chat.failed)\(isShort ? "" : " failed") ", .statusFailed))
    }
    if showsWaiting, chat.failed == 0 || isShort {
      spans.append(Span("~\(chat.waiting)\(isShort ? "" : " queued") ", .statusQueued))
    }
    if !chat.draft.isEmpty, !isOpen, spans.isEmpty {
      spans.append(Span(isShort ? "[d] " : "[draft] ", .listDraft))
    }
    return spans + news
  }

  /// How much is unread, and how much of it is for me.
  private var news: [Span] {
    guard chat.unread > 0 else { return [] }
    return mentions + [Span("\(chat.unread) ", .listUnread)]
  }

  private var mentions: [Span] {
    chat.mentions > 0 ? [Span("@\(chat.mentions) ", .accent)] : []
  }

  private var isAsking: Bool {
    context.snapshot[chat.account].requests.contains(chat.jid)
  }

  private var isBlocked: Bool { context.snapshot.isBlocked(chat.id) }

  private var isStranger: Bool { context.snapshot.isStranger(chat.id) }

  private var typing: String? {
    Names.typing(in: chat.id, kind: .direct, snapshot: context.snapshot).map { "\($0) " }
  }

  /// How far my last message has come (S7); what waits and what failed has its own words.
  private var status: [Span] {
    if chat.failed > 0 || showsWaiting { return [] }
    guard let last = chat.last, let badge = StatusBadge.of(last) else {
      return [Span(String(repeating: " ", count: Self.statusWidth), .listItem)]
    }
    let blanks = max(0, Self.statusWidth - badge.glyph.width)
    let color = context.color(
      of: .status(MessageKey(last, of: chat.account)), as: badge.role, on: ground)
    return [
      Span(
        badge.glyph + PrintableText(String(repeating: " ", count: blanks)), badge.role,
        color: color)
    ]
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

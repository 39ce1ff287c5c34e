internal import Localization
internal import Model
internal import Screen
internal import Store

/// The life of one of my messages, a full screen of its own.
struct MessageInfo: Layer {
  let id: SentMessageID
  private var top = 0

  init(of id: SentMessageID) { self.id = id }

  var place: Keymap.Place { .reading }
  var coverage: LayerCoverage { .betweenBars }
  var opening: [Action] { [.intent(.openInfo(id.originID), of: id.account)] }
  var closing: [Action] { [.intent(.closeInfo, of: id.account)] }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    let rows = surroundings.body.height
    let lines = lines(surroundings.context, width: surroundings.body.width)
    let last = max(0, lines.count - max(1, rows))
    switch command {
    case .close, .info: return .consumed([.close])
    case .down: top = min(top + 1, last)
    case .up: top = max(top - 1, 0)
    case .scrollDown: top = min(top + max(1, rows - 1), last)
    case .scrollUp: top = max(top - max(1, rows - 1), 0)
    default: return .consumed([])
    }
    return .consumed([])
  }

  /// The title stands in the screen's first row.
  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let (area, body) = (surroundings.screen, surroundings.body)
    let context = surroundings.context
    let look = context.look
    surface.fill(area, style: look.style(.text))
    surface.cursor = nil
    surface.fill(area.row(0), style: look.style(.title))
    let note = WaitingNote.spans(context)
    surface.draw(
      title(context), in: area.inset(right: note.width + 1), look: look, on: .title)
    surface.drawRight(note, in: area.inset(right: 1), look: look, on: .title)
    let lines = lines(context, width: body.width)
    for row in 0..<max(0, body.height) where top + row < lines.count {
      surface.draw(lines[top + row], in: body.row(row), look: look)
    }
  }

  private func title(_ context: Context) -> [Span] {
    guard let message = life(context)?.message else { return [Span(" \(tr("Message"))", .title)] }
    let shown = Names.shown(message, in: context.snapshot)
    let line = shown.prefix { !$0.isNewline }.prefix(100)
    let words =
      message.amendment.flatMap(Self.words) ?? (message.isText ? "\"\(line)\"" : String(line))
    let whom = "\(message.chat)" + Names.acting(as: message.account, in: context.snapshot)
    return [Span(" \(words)", .title), Span("  \(tr("to \(whom)"))", .titleDim)]
  }

  /// What is no text, in words.
  private static func words(_ amendment: Amendment) -> String? {
    switch amendment {
    case .correction: nil
    case .retraction: tr("Deletes a message for everyone")
    case .reactions(let emoji, _):
      tr(emoji.isEmpty ? "Takes back a reaction" : "Reacts with \(emoji.joined) to a message")
    }
  }

  private func life(_ context: Context) -> MessageLife? {
    context.snapshot.life.flatMap { $0.message.sentID == id ? $0 : nil }
  }

  // MARK: Lines

  private func lines(_ context: Context, width: Int) -> [[Span]] {
    guard let life = life(context) else { return [[Span(" …", .dim)]] }
    var lines: [[Span]] = []
    var day: Int?
    for event in life.events {
      let number = context.time.dayNumber(event.at)
      if number != day, event.kind != .read {
        lines.append([Span(" \(context.time.day(event.at, now: context.now.wall))", .paneDay)])
        day = number
      }
      lines += Self.lines(event, width: width, context: context)
    }
    lines += [[]]
    lines += outlook(life.message, context).flatMap {
      PrintableText($0).wrapped(to: max(1, width - 2)).map { [Span(" ", .dim), Span($0, .dim)] }
    }
    return lines + MessageReaders.lines(life.readers, context: context)
      + Self.reactions(to: life.message, context: context)
      + Self.answered(by: life.message, width: width, context: context)
      + Self.whole(life.message, width: width, context: context)
      + MessageVersions.lines(of: life, width: width, context: context)
  }

  private static func reactions(to message: Message, context: Context) -> [[Span]] {
    let facts = ReactedMessage.facts(message, in: context.snapshot)
    return facts.isEmpty ? [] : [[]] + facts.map { [Span(" \($0)", .dim)] }
  }

  private static func answered(
    by message: Message, width: Int, context: Context
  ) -> [[Span]] {
    guard let target = message.replyTo else { return [] }
    let words = AnsweredMessage.line(target, of: message.account, in: context.snapshot)
    return [[], [Span(" ", .dim), Span(words.truncated(to: max(1, width - 2)), .dim)]]
  }

  /// The text, where the title has no room for all of it.
  private static func whole(_ message: Message, width: Int, context: Context) -> [[Span]] {
    let isLong = message.text.count > 60 || message.text.contains { $0.isNewline }
    guard isLong else { return [] }
    let text = LongText(message.text)
    let paragraphs = text.shown.split(omittingEmptySubsequences: false) { $0.isNewline }
    let count = tr(
      text.missing, "1 more character", "\(Grouped.number(text.missing)) more characters")
    let more = "\(Glyphs.current.ellipsis) \(count)"
    return [[]]
      + paragraphs.flatMap { paragraph in
        PrintableText(String(paragraph)).wrapped(to: max(1, width - 3)).map { line in
          [Span("  ", .messageText), Span(line, .messageText)]
        }
      } + (text.isCut ? [[Span("  \(more)", .dim)]] : [])
  }

  /// A time, and beside it what happened, in as many rows as that needs.
  private static func lines(_ event: LifeEvent, width: Int, context: Context) -> [[Span]] {
    let (words, role) = wording(event, context.look.glyphs)
    // When somebody read is nobody's business (D5).
    let isTimed = event.kind != .read
    let clock = isTimed ? context.time.clockWithMilliseconds(event.at) : ""
    return PrintableText(words).wrapped(to: max(1, width - 16)).enumerated().map { row, line in
      let time = row == 0 ? clock : ""
      let blanks = String(repeating: " ", count: 14 - time.count)
      return [Span(" \(time)\(blanks)", .messageTime), Span(line, role)]
    }
  }

  private static func wording(_ event: LifeEvent, _ glyphs: Glyphs) -> (String, Role) {
    let word = event.kind.word
    let why = event.cause.map { ": \($0)" } ?? ""
    switch event.kind {
    case .written: return (word + (event.cause.map { ", \($0)" } ?? ""), .text)
    case .again where event.attempt == 0:
      return (tr("sent again, under the same id") + why, .text)
    case .sending, .again: return (tr("attempt \(event.attempt)") + why, .text)
    case .sent:
      return ("\(glyphs.sent)  \(word): \(event.cause ?? tr("the server has it"))", .statusSent)
    case .delivered: return ("\(glyphs.delivered) \(word)\(why)", .statusDelivered)
    case .read: return ("\(glyphs.read) \(word)", .statusRead)
    case .failed: return ("\(glyphs.failed)  \(word)\(why)", .statusFailed)
    default: return (word + why, .text)
    }
  }

  /// What happens next (O8).
  private func outlook(_ message: Message, _ context: Context) -> [String] {
    if message.stuck?.status == .sent {
      return [tr("Enter on the message sends it again, under the same id.")]
    }
    if let pending = message.pendingDeletion, message.isDeleted, pending.status != .failed {
      return [tr("It will be deleted for everyone, once the server has what says so.")]
    }
    if message.isDeleted {
      return [tr("It was deleted for everyone. Programs that cannot do that still show it.")]
    }
    if let standing = context.snapshot.standing(of: message, uptime: context.now.uptime) {
      return [context.outlook(standing)]
    }
    switch message.status {
    case .failed: return [tr("Stays here until it is sent or deleted.")]
    default: return []
    }
  }
}

extension LifeEvent.Kind {
  /// What happened, in a word or few.
  var word: String {
    switch self {
    case .written: tr("written")
    case .queued: DeliveryStatus.queued.word
    case .sending: DeliveryStatus.sending.word
    case .sent: DeliveryStatus.sent.word
    case .delivered: DeliveryStatus.delivered.word
    case .read: DeliveryStatus.read.word
    case .failed: DeliveryStatus.failed.word
    case .edited: tr("edited")
    case .refused: tr("refused")
    case .again: tr("again")
    case .restored: tr("deleted, and brought back")
    case .uploading: tr("uploading")
    case .uploaded: tr("uploaded")
    case .retracted: tr("deleted for everyone")
    case .archiveAsked: tr("archive asked")
    case .archiveUnavailable: tr("archive not available")
    case .notConfirmed: tr("not confirmed")
    }
  }
}

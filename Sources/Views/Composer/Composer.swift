internal import Localization
internal import Model
internal import Screen

/// The field one writes in: several lines, line editing, and the message that is being edited, if
/// any.
struct Composer {
  private(set) var buffer = TextBuffer() { didSet { laidOut = LaidOutText() } }
  /// The unsent message whose text stands here instead of a new one.
  private(set) var editing: OriginID? { didSet { laidOut = LaidOutText() } }
  /// What stood here before an edit began.
  private var setAside = ""
  /// The message that what stands here answers; not what is edited.
  private(set) var replyTo: ReplyTarget? { didSet { laidOut = LaidOutText() } }
  /// Another one after each change of what is seen of it.
  private(set) var laidOut = LaidOutText()
  /// The name that was put last.
  private var completion: NameCompletion?
  /// What was quoted last.
  private var quoted: Quote?
  /// What was taken over last: as long as the text is this, nothing was typed.
  private var base = ""

  var text: String { laidOut.text(of: buffer) }
  /// What is kept on disk while nothing is sent: with what was changed in a message being edited.
  var draft: Draft {
    guard editing != nil else { return Draft(text: text, replyTo: replyTo) }
    let text = text == base ? setAside : Self.joined(text, setAside)
    return Draft(text: text, replyTo: replyTo)
  }
  /// It is a reply that is written.
  var isAnswering: Bool { replyTo != nil && editing == nil }
  /// What would be sent (S8).
  var outgoing: OutgoingText { OutgoingText(text) }

  mutating func open(_ draft: Draft) {
    editing = nil
    setAside = ""
    replyTo = draft.replyTo
    load(draft.text)
  }

  private mutating func load(_ text: String) {
    buffer.replace(with: text)
    base = text
  }

  /// Puts back a draft, losing nothing that was typed meanwhile.
  mutating func restore(_ draft: Draft) {
    replyTo = replyTo ?? draft.replyTo
    guard editing == nil else {
      setAside = Self.joined(draft.text, setAside)
      return
    }
    buffer.replace(with: text == base ? draft.text : Self.joined(draft.text, text))
    base = draft.text
  }

  private static func joined(_ draft: String, _ typed: String) -> String {
    if draft.isEmpty || typed.contains(draft) { return typed }
    return typed.isEmpty ? draft : draft + "\n" + typed
  }

  mutating func edit(_ origin: OriginID, text: String) {
    if editing == nil { setAside = self.text }
    editing = origin
    load(text)
  }

  /// Back to what stood here before an edit, or to nothing after a send.
  mutating func finish() {
    if editing == nil { replyTo = nil }
    editing = nil
    load(setAside)
    setAside = ""
  }

  /// What is written answers this message, or none.
  mutating func answer(_ target: ReplyTarget?) { replyTo = target }

  /// Puts the message that is answered, and has no name, in front of what was typed. Where that is an answer already, one
  /// answers point by point: it follows. Where it is no more than a quote, it was the wrong one.
  mutating func quote(_ quote: Quote) {
    let typed = text == quoted?.text ? "" : text
    let isAnswer = typed.hasPrefix(">")
    let end = typed.last?.isNewline == true ? "" : "\n"
    buffer.replace(with: isAnswer ? typed + end + quote.text : quote.text + typed)
    quoted = quote
  }

  /// The words that a dictionary may know.
  var words: [WrittenWord] { laidOut.words(of: buffer) }

  /// Puts another word in the place of one, if that still stands there; returns whether it did.
  mutating func correct(_ word: WrittenWord, to text: String) -> Bool {
    guard words.contains(word) else { return false }
    let isCurly = buffer.characters[word.range].contains("’")
    buffer.correct(word.range, with: isCurly ? text.replacing("'", with: "’") : text)
    return true
  }

  mutating func replace(with text: String) { buffer.replace(with: text) }
  mutating func insert(_ text: String) { buffer.insert(text) }
  mutating func clear() { buffer.clear() }

  /// Completes the name or the emoji that one has begun to write, or puts the next one in its place.
  /// - Parameter names: the first is offered first; `nil` where there are none.
  mutating func complete(_ names: (() -> [String])?) -> NameCompletion.Outcome {
    let next = completion?.next(in: buffer)
    let code = NameCompletion.emojiCode(in: buffer)
    let word = names == nil ? code.map { ":" + $0 } ?? "" : NameCompletion.word(in: buffer)
    if next == nil, word.isEmpty { return .nothing }
    let emoji = code.flatMap { NameCompletion(emoji: $0, in: buffer) }
    guard var completed = next ?? emoji ?? names.flatMap({ NameCompletion(in: buffer, of: $0()) })
    else { return .unknown(word) }
    completed.put(in: &buffer)
    completion = completed
    return .completed
  }

  /// A command that changes the text or moves in it; false where it is none of these.
  mutating func perform(_ command: Command, width: Int) -> Bool {
    if let edit = Self.edits[command] {
      edit(&buffer)
      return true
    }
    switch command {
    case .rowUp: return moveRow(-1, width: width)
    case .rowDown: return moveRow(1, width: width)
    default: return false
    }
  }

  private static let edits: [Command: @Sendable (inout TextBuffer) -> Void] = [
    .newLine: { $0.insert("\n") },
    .left: { $0.left() },
    .right: { $0.right() },
    .wordLeft: { $0.wordLeft() },
    .wordRight: { $0.wordRight() },
    .lineStart: { $0.lineStart() },
    .lineEnd: { $0.lineEnd() },
    .deleteLeft: { $0.deleteLeft() },
    .deleteRight: { $0.deleteRight() },
    .deleteWord: { $0.deleteWord() },
    .deleteWordRight: { $0.deleteWordRight() },
    .deleteToStart: { $0.deleteToStart() },
    .deleteToEnd: { $0.deleteToEnd() },
    .yank: { $0.yank() },
  ]

  private mutating func moveRow(_ step: Int, width: Int) -> Bool {
    let layout = layout(width)
    let row = layout.cursorRow + step
    guard layout.rows.indices.contains(row) else {
      buffer.move(to: step < 0 ? 0 : buffer.count)
      return true
    }
    buffer.move(to: layout.index(row: row, column: layout.cursorColumn))
    return true
  }

  // MARK: On the screen

  /// A blank, the prompt and another blank.
  static let promptWidth = 3

  private func layout(_ width: Int) -> ComposerLayout {
    laidOut.layout(of: buffer, width: width - Self.promptWidth)
  }

  /// Rows it wants, at least 1 and at most `limit`.
  func height(width: Int, limit: Int) -> Int {
    let limit = max(1, limit)
    let rows = laidOut.rows(of: buffer, width: width - Self.promptWidth, limit: limit)
    return min(max(1, rows) + (isAnswering ? 1 : 0), limit)
  }

  /// What stands around it.
  struct Frame {
    /// Whom one writes to, or what one is doing instead.
    var title: String
    /// What is answered, for a row above the text.
    var answered: PrintableText?
    var hasFocus: Bool
    /// What lies below what is seen, and the key that goes there.
    var news: [Span] = []
    /// The characters of words that are misspelt, in their order.
    var misspelt: [Range<Int>] = []
  }

  /// The rule above it: bright while what is typed goes there.
  func renderEdge(_ area: Rect, into surface: inout Surface, look: Look, frame: Frame) {
    guard area.width > 0, area.height > 0 else { return }
    let role: Role = frame.hasFocus ? .composerEdge : .border
    surface.fill(area.row(0), cluster: look.glyphs.horizontal, style: look.style(role))
    let count = layout(area.width).rows.count
    let words = tr(count, "1 line", "\(Grouped.number(count)) lines")
    let lines = count > 1 ? [Span(words + " ", .dim)] : []
    let right = frame.news + lines
    let notes = right.isEmpty ? [] : [Span(" ", .dim)] + right
    surface.drawRight(notes, in: area.inset(right: 1), look: look)
    let room = area.inset(left: 1, right: notes.isEmpty ? 1 : notes.width + 2)
    let title = PrintableText(frame.title).truncated(to: max(0, room.width - 2))
    let blank = PrintableText(" ")
    surface.draw([Span(blank + title + blank, frame.hasFocus ? role : .dim)], in: room, look: look)
  }

  /// - Parameter showsTitle: there is no edge that has it.
  func render(
    _ area: Rect, into surface: inout Surface, look: Look, frame: Frame, showsTitle: Bool
  ) {
    guard area.width > 0, area.height > 0 else { return }
    surface.fill(area, style: look.style(.composer))
    var area = area
    if let answered = frame.answered, area.height > 1 {
      let room = area.row(0).inset(left: 1)
      surface.draw([Span(answered, .dim)], in: room, look: look, on: .composer)
      area = Rect(x: area.x, y: area.y + 1, width: area.width, height: area.height - 1)
    }
    let layout = layout(area.width)
    let top = max(0, min(layout.cursorRow - area.height + 1, layout.rows.count - area.height))
    for row in 0..<area.height {
      if top + row == 0 {
        let prompt = [Span(look.glyphs.prompt, frame.hasFocus ? .composerPrompt : .dim)]
        surface.draw(prompt, in: area.row(row).inset(left: 1), look: look)
      }
      guard top + row < layout.rows.count else { continue }
      draw(
        layout.rows[top + row], in: area.row(row).inset(left: Self.promptWidth), into: &surface,
        look: look, misspelt: frame.misspelt)
    }
    if buffer.isEmpty, showsTitle {
      surface.draw(
        [Span(frame.title, .composerHint)], in: area.row(0).inset(left: Self.promptWidth),
        look: look, on: .composer)
    }
    guard frame.hasFocus else { return }
    let column = min(Self.promptWidth + layout.cursorColumn, area.width - 1)
    surface.cursor = Point(x: area.x + column, y: area.y + layout.cursorRow - top)
  }

  /// A row of the text, with what is misspelt in it.
  private func draw(
    _ row: Range<Int>, in room: Rect, into surface: inout Surface, look: Look,
    misspelt: [Range<Int>]
  ) {
    var (start, used) = (row.lowerBound, 0)
    func write(to end: Int, _ style: Style) {
      let text = PrintableText(buffer.characters[start..<end].joined)
      let place = Point(x: room.x + used, y: room.y)
      used += surface.write(text, at: place, width: room.width - used, style: style)
      start = end
    }
    for word in misspelt where word.overlaps(row) {
      write(to: max(start, word.lowerBound), look.style(.composer))
      write(
        to: min(word.upperBound, row.upperBound), look.style(.composerMisspelt, on: .composer))
    }
    write(to: row.upperBound, look.style(.composer))
  }
}

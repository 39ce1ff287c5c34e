internal import Localization
internal import Model
internal import Screen
internal import Store

/// The policy's question in the banner's row (O5). Only the keys of the queue answer it: what is typed goes on to where
/// it went.
struct Toast: Equatable {
  /// How many messages it is about.
  let waiting: Int
  /// Seconds until it goes by itself.
  let seconds: Int64

  /// `nil` where nothing is asked, or its time is over.
  static func of(_ snapshot: Snapshot, now: Moment) -> Toast? {
    guard let question = snapshot.question, question.until > now.uptime else { return nil }
    return Toast(
      waiting: question.waiting, seconds: (question.until - now.uptime + 999) / 1000)
  }

  /// Uptime when the countdown moves.
  static func nextWake(_ snapshot: Snapshot, now: Moment) -> Int64? {
    guard let question = snapshot.question, question.until > now.uptime else { return nil }
    return now.uptime + (question.until - now.uptime - 1) % 1000 + 1
  }

  /// From the whole question to the shortest one.
  private var questions: [String] {
    let number = Grouped.number(waiting)
    return [
      tr(
        waiting, "Connected. Auto-send 1 queued message?",
        "Connected. Auto-send \(number) queued messages?"),
      tr(waiting, "Auto-send 1 queued message?", "Auto-send \(number) queued messages?"),
      tr("Auto-send \(number) queued?"), tr("Send \(number)?"),
    ]
  }

  /// One part of the row, and what a click on it does.
  private struct Part {
    var spans: [Span]
    var command: Command?

    init(_ text: String, _ command: Command? = nil, key: String? = nil) {
      let key = key.map { [Span($0, .toastKey)] } ?? []
      let text = text.isEmpty ? [] : [Span(key.isEmpty ? text : " \(text)", .toast)]
      (spans, self.command) = (key + text, command)
    }
  }

  /// What stands in the row, and the blanks between two parts.
  private struct Row {
    var parts: [Part]
    var gap: Int

    var width: Int { parts.reduce(1 - gap) { $0 + gap + $1.spans.width } }
  }

  private func row(
    _ question: String, yes: String, review: String, gap: Int, countsDown: Bool = true,
    _ context: Context
  ) -> Row {
    let answers = [(Command.sendAll, yes), (.queue, review)].map { command, word in
      Part(word, command, key: context.keymap.label(of: command))
    }
    let countdown = countsDown ? [Part("(\(seconds))")] : []
    let asked = Part("\(context.look.glyphs.sent) \(question)")
    return Row(parts: [asked] + answers + countdown, gap: gap)
  }

  /// The longest that fits: of what can be done, the words go last.
  private func row(_ context: Context, width: Int) -> Row {
    let (yes, first, review) = (tr("Yes"), tr("Review first"), tr("Review"))
    var choices = [3, 2].map { row(questions[0], yes: yes, review: first, gap: $0, context) }
    for question in questions {
      choices += [first, review].map { row(question, yes: yes, review: $0, gap: 2, context) }
    }
    choices += [true, false].map {
      row(questions[3], yes: yes, review: review, gap: 1, countsDown: $0, context)
    }
    // What is left of two digits moves nothing in the row.
    let reserve = seconds < 10 ? 1 : 0
    return choices.first { $0.width + reserve <= width }
      ?? row(questions[3], yes: "", review: "", gap: 1, context)
  }

  func render(_ area: Rect, into surface: inout Surface, context: Context) {
    guard area.height > 0 else { return }
    surface.fill(area, style: context.look.style(.toast))
    let row = row(context, width: area.width)
    var spans = [Span(" ", .toast)]
    for (number, part) in row.parts.enumerated() {
      if number > 0 { spans.append(Span(String(repeating: " ", count: row.gap), .toast)) }
      spans += part.spans
    }
    surface.draw(spans, in: area, look: context.look, on: .toast)
  }

  /// What a click does; `nil` where it is on no answer.
  func command(at point: Point, in area: Rect, context: Context) -> Command? {
    guard area.contains(point) else { return nil }
    let row = row(context, width: area.width)
    var x = area.x + 1
    for part in row.parts {
      if (x..<(x + part.spans.width)).contains(point.x) { return part.command }
      x += part.spans.width + row.gap
    }
    return nil
  }
}

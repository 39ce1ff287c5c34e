internal import Localization
internal import Model
internal import Screen
internal import Store

/// The policy's question over the top of the screen (O5). Only the keys of the queue answer
/// it: what is typed goes on to where it went.
struct Toast {
  let question: PolicyQuestion

  /// `nil` where nothing is asked, or its time is over.
  static func of(_ snapshot: Snapshot, now: Moment) -> Toast? {
    guard let question = snapshot.question, question.until > now.uptime else { return nil }
    return Toast(question: question)
  }

  /// Uptime when the countdown moves.
  func nextWake(now: Moment) -> Int64 {
    let left = question.until - now.uptime
    return now.uptime + (left - 1) % 1000 + 1
  }

  private var words: String {
    tr(
      question.waiting, "Connected. Send 1 queued message?",
      "Connected. Send \(Grouped.number(question.waiting)) queued messages?")
  }

  /// One part on the screen, and what a click on it does.
  private struct Part {
    var spans: [Span]
    var command: Command?
  }

  private func parts(_ context: Context, review: String) -> [Part] {
    let left = (question.until - context.now.uptime + 999) / 1000
    let answers = [(Command.sendAll, tr("Yes")), (.queue, review)].map { command, word in
      let key = context.keymap.label(of: command).map { "[\($0)] " } ?? ""
      return Part(spans: [Span(key, .toastKey), Span(word, .toast)], command: command)
    }
    return [Part(spans: [Span(words, .toast)])] + answers + [
      Part(spans: [Span("(\(left))", .toast)])
    ]
  }

  /// What stands where: the parts of each row and the blanks between them.
  private struct Rows {
    var rows: [[Part]]
    var gap: Int

    func width(_ row: [Part]) -> Int { row.reduce(-gap) { $0 + gap + $1.spans.width } }
    var width: Int { rows.map(width).max() ?? 0 }
  }

  /// In one row where there is room, else the answers below the question.
  private func rows(_ context: Context, width: Int) -> Rows {
    let whole = parts(context, review: tr("Review first"))
    let short = parts(context, review: tr("Review"))
    let choices = [
      Rows(rows: [whole], gap: 3), Rows(rows: [whole], gap: 2),
      Rows(rows: [[whole[0]], Array(whole[1...])], gap: 2),
    ]
    return choices.first { $0.width <= width }
      ?? Rows(rows: [[short[0]], Array(short[1...])], gap: 2)
  }

  private func box(_ rows: Rows, in area: Rect) -> Box {
    let width = rows.width + 4
    let height = min(rows.rows.count + 2, area.height)
    let top = Rect(x: area.x, y: area.y, width: area.width, height: height)
    return Box(width: width, height: height, in: top)
  }

  /// At the top of the area, over what is there.
  func render(_ area: Rect, into surface: inout Surface, context: Context) {
    guard area.height > 0 else { return }
    let cursor = surface.cursor
    let rows = rows(context, width: area.width - 4)
    let box = box(rows, in: area)
    box.render(into: &surface, look: context.look, role: .toast)
    surface.cursor = cursor.flatMap { box.frame.contains($0) ? nil : $0 }
    for (number, row) in rows.rows.enumerated() where number < box.inner.height {
      var spans: [Span] = []
      for part in row {
        if !spans.isEmpty { spans.append(Span(String(repeating: " ", count: rows.gap), .toast)) }
        spans += part.spans
      }
      surface.draw(spans, in: box.inner.row(number), look: context.look, on: .toast)
    }
  }

  /// What a click does; `nil` where it is not on the toast, ``Command/queue`` and so on.
  func command(at point: Point, in area: Rect, context: Context) -> Command? {
    let rows = rows(context, width: area.width - 4)
    let inner = box(rows, in: area).inner
    let number = point.y - inner.y
    guard rows.rows.indices.contains(number), number < inner.height else { return nil }
    var x = inner.x
    for part in rows.rows[number] {
      if (x..<(x + part.spans.width)).contains(point.x) { return part.command }
      x += part.spans.width + rows.gap
    }
    return nil
  }
}

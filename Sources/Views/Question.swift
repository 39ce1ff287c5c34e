internal import Model
internal import Screen
internal import Store

/// A small box over the screen that asks before something is lost, or tells about one message.
enum Question {
  /// Quitting with messages waiting (O18).
  case quit(waiting: Int)
  case delete(Message)
  /// A queued message: cancel it, or read what will happen (O8).
  case queued(Message)
  case info(Message)

  func handle(_ command: Command) -> Outcome {
    switch (self, command) {
    case (_, .close): .consumed([.close])
    // Ctrl-C again is the same wish again.
    case (.quit, .accept), (.quit, .quit): .consumed([.close, .leave])
    case (_, .quit): .consumed([.close])
    case (.delete(let message), .accept): .consumed([.close] + Self.cancel(message))
    case (.queued(let message), .delete): .consumed([.close] + Self.cancel(message))
    case (.queued(let message), .info): .consumed([.close, .ask(.info(message))])
    case (.info, .accept), (.queued, .accept): .consumed([.close])
    default: .consumed([])
    }
  }

  private static func cancel(_ message: Message) -> [Effect] {
    message.originID.map { [.action(.intent(.cancel($0)))] } ?? []
  }

  /// The rows of the box; the last is the keys.
  private func lines(_ context: Context) -> [String] {
    switch self {
    case .quit(let count):
      let what =
        count == 1
        ? "1 message is waiting; it is kept and sent next time."
        : "\(count) messages are waiting; they are kept and sent next time."
      return ["\(what) Quit?", "[Enter] yes   [Esc] no"]
    case .delete(let message):
      return [
        "Delete this message? It has not been sent.", Self.quoted(message),
        "[Enter] yes   [Esc] no",
      ]
    case .queued(let message):
      return [
        Self.quoted(message), "Queued: sends by itself when you're back online.",
        "[c] Cancel the message   [i] Info   [Esc] leave it",
      ]
    case .info(let message):
      return MessageFacts.lines(message, context: context) + ["[Esc] back"]
    }
  }

  private static func quoted(_ message: Message) -> String {
    let line = message.text.split { $0.isNewline }.first.map(String.init) ?? ""
    return "\"\(line.prefix(100))\""
  }

  func render(_ area: Rect, into surface: inout Surface, context: Context) {
    let lines = lines(context)
    let limit = max(1, area.width - 4)
    let rows = lines.flatMap { PrintableText($0).wrapped(to: limit) }
    let width = min(area.width, (rows.map(\.width).max() ?? 0) + 4)
    let box = Box(width: width, height: rows.count + 2, in: area)
    box.render(into: &surface, look: context.look)
    for (number, row) in rows.enumerated() where number < box.inner.height {
      let role: Role = number == rows.count - 1 ? .hintKey : .dialog
      surface.draw([Span(row, role)], in: box.inner.row(number), look: context.look, on: .dialog)
    }
  }
}

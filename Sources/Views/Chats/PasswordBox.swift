internal import Localization
internal import Model
internal import Screen
internal import Store

/// Asks for the password of a group, and does not show it.
struct PasswordBox: Layer {
  let room: ChatID
  private var password = TextBuffer()

  init(of room: ChatID) { self.room = room }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }

  /// Characters of it.
  private static let longest = 1_000

  mutating func type(_ text: String) -> [Effect] {
    let rest = max(0, Self.longest - password.count)
    password.insert(String(text.filter { !$0.isNewline }.prefix(rest)))
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    switch command {
    case .close: return .consumed([.close])
    case .accept where !password.isEmpty:
      let join = Intent.join(room.address, nick: nil, password: password.text)
      return .consumed([.close, .action(.intent(join, of: room.account))])
    case .deleteLeft: password.deleteLeft()
    case .deleteToStart: password.clear()
    default: break
    }
    return .consumed([])
  }

  func hintWords(_ context: Context) -> [Command: String] {
    [.accept: password.isEmpty ? "" : tr("join"), .down: ""]
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let (area, look) = (surroundings.screen, surroundings.context.look)
    let name = Names.chat(room, in: surroundings.context.snapshot)
    let box = Box(width: min(60, area.width), height: min(4, area.height), in: area)
    box.render(into: &surface, look: look)
    guard box.inner.height > 0, box.inner.width > 0 else { return }
    surface.draw(
      [Span(tr("Password of the group \(name)"), .dialogTitle)], in: box.inner.row(0), look: look,
      on: .dialog)
    guard box.inner.height > 1 else { return }
    // A long one does not tell how long it is.
    let stars = String(repeating: "*", count: min(password.count, box.inner.width - 1))
    let used = surface.draw(
      [Span(stars, .dialog)], in: box.inner.row(1), look: look, on: .dialog)
    surface.cursor = Point(x: box.inner.x + used, y: box.inner.y + 1)
  }
}

internal import Model
internal import Screen
internal import Store

/// Signs in to another account, or to one whose password is wrong, over the chats (C1).
struct SignInScreen: Layer {
  private var form: SignInForm
  private(set) var isOver = false

  /// - Parameter known: the account whose password is wrong; `nil` for another one.
  init(known: JID?) { form = SignInForm(known: known) }

  var place: Keymap.Place { .signingIn }
  var coverage: LayerCoverage { .betweenBars }
  /// An answer that comes later is nobody's.
  var closing: [Action] { form.isBusy ? [.account(.cancelOrder)] : [] }

  mutating func update(in surroundings: Surroundings) -> [Action] {
    guard form.isBusy, let answer = surroundings.context.snapshot.signIn else { return [] }
    form.take(answer)
    if case .done = answer { isOver = true }
    return []
  }

  mutating func type(_ text: String) -> [Effect] {
    form.type(text)
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    switch form.perform(command) {
    case .order(let order): .consumed([.action(.account(.order(order)))])
    case .cancel: .consumed([.action(.account(.cancelOrder))])
    case .back: .consumed([.close])
    case nil: .consumed([])
    }
  }

  func hintWords(_ context: Context) -> [Command: String] { form.hintWords }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let (area, look) = (surroundings.body, surroundings.context.look)
    surface.fill(area, style: look.style(.text))
    guard area.height > 0 else { return }
    surface.fill(area.row(0), style: look.style(.paneHeader))
    surface.draw(
      [Span(" \(form.title)", .paneHeader)], in: area.row(0), look: look, on: .paneHeader)
    let inner = Rect(
      x: area.x + 1, y: area.y + 2, width: max(0, area.width - 2), height: max(0, area.height - 2))
    form.render(in: inner, look: look, into: &surface)
  }
}

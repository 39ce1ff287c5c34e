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
    .consumed(effects(of: form.perform(command)))
  }

  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let area = Self.inner(surroundings.body)
    guard mouse.action == .press,
      let row = form.row(at: mouse.at, in: area, look: surroundings.context.look)
    else { return [] }
    return effects(of: form.press(row))
  }

  private func effects(of wish: SignInForm.Wish?) -> [Effect] {
    switch wish {
    case .order(let order): [.action(.account(.order(order)))]
    case .cancel: [.action(.account(.cancelOrder))]
    case .back: [.close]
    case nil: []
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
    form.render(in: Self.inner(area), look: look, into: &surface)
  }

  /// Below the title.
  private static func inner(_ area: Rect) -> Rect {
    Rect(
      x: area.x + 1, y: area.y + 2, width: max(0, area.width - 2), height: max(0, area.height - 2))
  }
}

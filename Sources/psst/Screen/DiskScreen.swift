internal import Model
internal import Screen
internal import Views

/// Messages that cannot be opened, on the screen, until it is decided what is to be done.
@MainActor final class DiskScreen: ScreenContent {
  private var screen: TroubleScreen
  /// `nil` is to try again.
  private let settle: @MainActor (DiskTrouble.Remedy?) -> Void
  private let quit: @MainActor () -> Void

  init(
    _ screen: TroubleScreen, settle: @escaping @MainActor (DiskTrouble.Remedy?) -> Void,
    quit: @escaping @MainActor () -> Void
  ) {
    self.screen = screen
    self.settle = settle
    self.quit = quit
  }

  var nextWake: Int64? { nil }

  func wake() {}

  func terminate() { quit() }

  func render(size: Size) -> Surface { screen.render(size: size) }

  func handle(_ input: Input) {
    switch screen.handle(input) {
    case .tryAgain: settle(nil)
    case .remedy(let remedy): settle(remedy)
    case .quit: quit()
    case nil: break
    }
  }
}

internal import Accounts
internal import Dispatch
internal import Files
internal import Screen
internal import Views

/// What is there before the chats.
@MainActor protocol StartScreen: ScreenContent {
  func draw(in theme: Theme)
}

/// The first run on the screen: asks how to begin, and does it off the main thread.
@MainActor final class FirstRunScreen: StartScreen {
  private let loop: ScreenLoop
  private var onboarding: Onboarding
  private var isBusy = false
  /// Makes the account of a choice; blocks, runs off the main thread, throws words for the user.
  private let prepare: @Sendable (Onboarding.Choice) throws -> StoredAccount
  private let whenReady: @MainActor (StoredAccount?) -> Void

  /// - Parameter whenReady: receives the account to open, or `nil` where the user left.
  init(
    loop: ScreenLoop, onboarding: Onboarding,
    prepare: @escaping @Sendable (Onboarding.Choice) throws -> StoredAccount,
    whenReady: @escaping @MainActor (StoredAccount?) -> Void
  ) {
    self.loop = loop
    self.onboarding = onboarding
    self.prepare = prepare
    self.whenReady = whenReady
  }

  func draw(in theme: Theme) { onboarding.draw(in: theme) }

  var nextWake: Int64? { nil }

  func wake() {}

  func terminate() { whenReady(nil) }

  func render(size: Size) -> Surface { onboarding.render(size: size) }

  func handle(_ input: Input) {
    guard let choice = onboarding.handle(input) else { return }
    if choice == .quit { return whenReady(nil) }
    if choice == .tour {
      return watchTour()
    }
    guard !isBusy else { return }
    isBusy = true
    onboarding.message = "One moment…"
    begin(choice)
  }

  /// In a process of its own, which knows nothing of the user's.
  private func watchTour() {
    do throws(ChildProgram.Refusal) {
      try loop.lend(to: { () throws(ChildProgram.Refusal) in
        try ChildProgram(["/proc/self/exe", "demo"], on: .terminal)
      }) { [self] status in
        onboarding.message = status == 0 ? nil : "The tour could not be played."
      }
    } catch {
      onboarding.message = "The tour could not be played: \(error.words)"
    }
  }

  private func begin(_ choice: Onboarding.Choice) {
    DispatchQueue.global().async { [prepare] in
      let result = Result { try prepare(choice) }
      DispatchQueue.main.async { MainActor.assumeIsolated { self.finish(result) } }
    }
  }

  private func finish(_ result: Result<StoredAccount, any Error>) {
    isBusy = false
    switch result {
    case .success(let account): whenReady(account)
    case .failure(let error):
      onboarding.message = Failure(describing: error).text
      loop.setNeedsDraw()
    }
  }
}

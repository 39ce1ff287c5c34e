internal import Accounts
internal import Dispatch
internal import Files
internal import Localization
internal import Model
internal import Screen
internal import Synchronization
internal import Views

/// A screen full of choices that lead to an account.
protocol StartPage {
  associatedtype Choice: Sendable

  /// What became of a choice.
  var message: String? { get set }
  mutating func handle(_ input: Input) -> Choice?
  mutating func take(_ answer: SignInAnswer)
  func render(size: Size) -> Surface
  mutating func draw(in theme: Theme)
}

extension StartPage {
  mutating func take(_ answer: SignInAnswer) {}
}

extension AccountQuestion: StartPage {}
extension Onboarding: StartPage {}

/// What is there before the chats.
@MainActor protocol StartContent: ScreenContent {
  func draw(in theme: Theme)
}

/// Asks how to begin, and does it off the main thread.
@MainActor final class StartScreen<Page: StartPage>: StartContent {
  /// What a choice leads to.
  enum Step {
    case leave
    /// An account; blocks, runs off the main thread, throws words for the user.
    case make(@Sendable () throws -> StoredAccount)
    case order(SignInOrder)
    /// The order is not wanted any more.
    case cancel
    /// Nothing more: it is done, and the page stays.
    case stay
  }

  var page: Page { didSet { loop.setNeedsDraw() } }
  private let loop: ScreenLoop
  private let desk: SignInDesk
  private var isBusy = false
  private let step: @MainActor (Page.Choice, StartScreen) -> Step
  private let whenReady: @MainActor (StoredAccount?) -> Void

  /// - Parameters:
  ///   - step: asked for each choice.
  ///   - whenReady: receives the account to open, or `nil` where the user left.
  init(
    loop: ScreenLoop, page: Page, desk: SignInDesk,
    step: @escaping @MainActor (Page.Choice, StartScreen) -> Step,
    whenReady: @escaping @MainActor (StoredAccount?) -> Void
  ) {
    (self.loop, self.page, self.desk) = (loop, page, desk)
    (self.step, self.whenReady) = (step, whenReady)
  }

  func draw(in theme: Theme) { page.draw(in: theme) }

  var nextWake: Int64? { nil }

  func wake() {}

  func terminate() { whenReady(nil) }

  func render(size: Size) -> Surface { page.render(size: size) }

  func handle(_ input: Input) {
    guard let choice = page.handle(input) else { return }
    switch step(choice, self) {
    case .leave: whenReady(nil)
    case .make(let account): make(account)
    case .order(let order):
      desk.take(order) { [weak self] answer, stored in
        self?.page.take(answer)
        if let stored { self?.whenReady(stored) }
      }
    case .cancel: desk.cancel()
    case .stay: break
    }
  }

  private func make(_ account: @escaping @Sendable () throws -> StoredAccount) {
    guard !isBusy else { return }
    isBusy = true
    page.message = tr("One moment…")
    DispatchQueue.global().async {
      let result = Result { try account() }
      DispatchQueue.main.async { MainActor.assumeIsolated { self.finish(result) } }
    }
  }

  private func finish(_ result: Result<StoredAccount, any Error>) {
    isBusy = false
    switch result {
    case .success(let account): whenReady(account)
    case .failure(let error): page.message = Failure(describing: error).text
    }
  }
}

extension StartScreen<Onboarding> {
  /// The tour, in a process of its own, which knows nothing of the user's.
  func watchTour() -> Step {
    do throws(ChildProgram.Refusal) {
      try loop.lend(to: { () throws(ChildProgram.Refusal) in
        try ChildProgram(["/proc/self/exe", "demo"], on: .terminal)
      }) { [self] status in
        page.message = status == 0 ? nil : tr("The tour could not be played.")
      }
    } catch {
      page.message = tr("The tour could not be played: \(error.words)")
    }
    return .stay
  }
}

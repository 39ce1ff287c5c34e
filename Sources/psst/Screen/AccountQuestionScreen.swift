internal import Accounts
internal import Dispatch
internal import Files
internal import Screen
internal import Views

/// Asks on the screen whether an account of a new name is to be made, and makes it off the main thread.
@MainActor final class AccountQuestionScreen: StartScreen {
  private let loop: ScreenLoop
  private var question: AccountQuestion
  private var isBusy = false
  /// The account of the choice; blocks, runs off the main thread, throws words for the user.
  private let prepare: @Sendable (AccountQuestion.Choice) throws -> StoredAccount
  private let whenReady: @MainActor (StoredAccount?) -> Void

  /// - Parameter whenReady: receives the account to open, or `nil` where the user left.
  init(
    loop: ScreenLoop, question: AccountQuestion,
    prepare: @escaping @Sendable (AccountQuestion.Choice) throws -> StoredAccount,
    whenReady: @escaping @MainActor (StoredAccount?) -> Void
  ) {
    self.loop = loop
    self.question = question
    self.prepare = prepare
    self.whenReady = whenReady
  }

  func draw(in theme: Theme) { question.draw(in: theme) }

  var nextWake: Int64? { nil }

  func wake() {}

  func terminate() { whenReady(nil) }

  func render(size: Size) -> Surface { question.render(size: size) }

  func handle(_ input: Input) {
    guard let choice = question.handle(input) else { return }
    if choice == .quit { return whenReady(nil) }
    guard !isBusy else { return }
    isBusy = true
    question.message = "One moment…"
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
      question.message = Failure(describing: error).text
      loop.setNeedsDraw()
    }
  }
}

internal import Accounts
internal import Dispatch
internal import Files
internal import Model
internal import Synchronization

/// Takes orders to sign in, or to make an account, one at a time, and carries them out off the main thread.
@MainActor final class SignInDesk {
  private let signIn: SignIn
  /// The order that is waited for.
  private var current: Order?

  /// Whether somebody still waits for it is asked on another thread.
  private final class Order: Sendable {
    let isWanted = Mutex(true)
  }

  init(_ signIn: SignIn) { self.signIn = signIn }

  /// - Parameters:
  ///   - open: the accounts that are open in this program.
  ///   - answer: with the account where there is one now; never called once the order is cancelled.
  func take(
    _ order: SignInOrder, open: Set<JID> = [],
    answer: @escaping @MainActor (SignInAnswer, StoredAccount?) -> Void
  ) {
    cancel()
    let mine = Order()
    current = mine
    var circumstances = SignIn.Circumstances()
    circumstances.isOpenHere = { open.contains($0.bare) }
    circumstances.isWanted = { mine.isWanted.withLock { $0 } }
    DispatchQueue.global().async { [signIn, circumstances] in
      let outcome = Result { try signIn.carryOut(order, circumstances) }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard self.current === mine else { return }
          self.current = nil
          Self.tell(outcome, answer)
        }
      }
    }
  }

  func cancel() {
    current?.isWanted.withLock { $0 = false }
    current = nil
  }

  private static func tell(
    _ outcome: Result<SignIn.Outcome, any Error>,
    _ answer: @MainActor (SignInAnswer, StoredAccount?) -> Void
  ) {
    switch outcome {
    case .success(.account(let stored)): answer(.done(stored.account.jid), stored)
    case .success(.asks(let form, let why)): answer(.asks(form, because: why), nil)
    case .failure(let problem as SignInProblem): answer(.refused(problem), nil)
    case .failure(let error):
      answer(.refused(SignInProblem(Failure(describing: error).text, at: .form)), nil)
    }
  }
}

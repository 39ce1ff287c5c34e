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

  /// One is kept or cancelled, whichever begins first; they are asked on different threads.
  private final class Order: Sendable {
    private enum State { case asked, kept, cancelled }
    private let state = Mutex(State.asked)

    /// Whether nobody cancelled it.
    func keep() -> Bool { move(to: .kept) }

    /// Where it was not kept before.
    func cancel() { _ = move(to: .cancelled) }

    /// Nobody cancelled it in time.
    var isAwaited: Bool { state.withLock { $0 != .cancelled } }

    private func move(to next: State) -> Bool {
      state.withLock { state in
        if state == .asked { state = next }
        return state == next
      }
    }
  }

  init(_ signIn: SignIn) { self.signIn = signIn }

  /// - Parameters:
  ///   - open: the accounts that are open in this program.
  ///   - answer: with the account where there is one now; never called once the order is cancelled, unless that came
  ///     too late: what is kept is opened.
  func take(
    _ order: SignInOrder, open: Set<JID> = [],
    answer: @escaping @MainActor (SignInAnswer, StoredAccount?) -> Void
  ) {
    cancel()
    let mine = Order()
    current = mine
    var circumstances = SignIn.Circumstances()
    circumstances.isOpenHere = { open.contains($0.bare) }
    circumstances.beginsKeeping = { mine.keep() }
    DispatchQueue.global().async { [signIn, circumstances] in
      let outcome = Result { try signIn.carryOut(order, circumstances) }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard mine.isAwaited else { return }
          if self.current === mine { self.current = nil }
          Self.tell(outcome, answer)
        }
      }
    }
  }

  func cancel() {
    current?.cancel()
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

internal import Accounts
internal import Dispatch
internal import Handover
internal import Model
internal import Store
internal import Sync

/// One account of the screen: its engine, or what stands in for that while another psst has the account.
@MainActor final class AccountSession {
  /// What becomes of what the account tells.
  struct Listener {
    var deliver: @MainActor (PendingChanges.Batch, AccountSession) -> Void
    /// The other psst has ended, and this one goes on.
    var tookOver: @MainActor (AccountSession) -> Void
  }

  let id: AccountID
  let stored: StoredAccount
  private let context: AccountContext
  private let choices: [Intent]
  private let listener: Listener
  private let pending = PendingChanges()
  private(set) var owned: OwnedEngine?
  /// In place of an engine, while another psst has the account.
  private var borrowed: BorrowedAccount?
  private var isEnding = false
  /// The account was signed out of: nothing of it counts any more.
  private(set) var hasLeft = false
  /// What the disk has has come.
  private(set) var hasTold = false

  /// - Parameter choices: what the user set; the rest stays as it was chosen last.
  init(
    _ context: AccountContext, as id: AccountID, choices: [Intent], listener: Listener
  ) {
    self.context = context
    self.id = id
    self.choices = choices
    self.listener = listener
    stored = context.stored
  }

  var isBorrowed: Bool { borrowed != nil }

  /// Begins, as the account's owner or beside the psst that is; what it tells comes from now on.
  func open() throws {
    if let owned = try OwnedEngine(context, publish: publish) {
      begin(owned)
    } else {
      let borrowed = try BorrowedAccount(stored, publish: publish)
      self.borrowed = borrowed
      borrowed.start()
      takeOverWhenFree()
    }
  }

  private func begin(_ owned: OwnedEngine) {
    self.owned = owned
    owned.start()
    choices.forEach(owned.runner.submit)
  }

  func submit(_ intent: Intent) {
    if let owned { owned.runner.submit(intent) } else { borrowed?.submit(intent) }
  }

  // MARK: What it tells

  private nonisolated var publish: @Sendable ([Change]) -> Void {
    { [weak self, pending] changes in
      guard pending.add(changes) else { return }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.deliver(pending.take()) } }
    }
  }

  private func deliver(_ batch: PendingChanges.Batch) {
    hasTold = true
    listener.deliver(batch, self)
  }

  // MARK: Beside another psst

  /// The other psst may end: then this one goes on where it stands.
  private func takeOverWhenFree() {
    AccountLock.whenFree(folder: stored.folder) { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.takeOver() } }
    }
  }

  private func takeOver() {
    guard !isEnding, borrowed != nil else { return }
    guard let owned = try? OwnedEngine(context, publish: publish) else {
      return takeOverWhenFree()
    }
    let unsent = borrowed?.stop() ?? []
    borrowed = nil
    begin(owned)
    // Before anything that is written from now on; what the other stored after all is known by its id.
    for text in unsent { owned.runner.submit(text.intent) }
    listener.tookOver(self)
  }

  // MARK: The account itself

  /// Another password, which the server took.
  func signIn(with password: String, on terms: SignInTerms) {
    owned?.runner.signIn(with: password, on: terms)
  }

  /// Says goodbye to the server and gives the account's data back; off the main thread, as `then` is.
  func leave(_ then: @escaping @Sendable () -> Void) {
    (isEnding, hasLeft) = (true, true)
    let leaving = owned
    owned = nil
    DispatchQueue.global().async {
      leaving?.stop()
      then()
    }
  }

  // MARK: The end

  /// Hands over what was just sent, at most so many seconds, and then off the main thread tells the texts that are on
  /// no disk.
  func finish(seconds: Int, _ then: @escaping @Sendable ([String]) -> Void) {
    guard let borrowed else { return then([]) }
    DispatchQueue.global().async { then(borrowed.finish(seconds: seconds)) }
  }

  /// The work that ends it: it blocks, may be done off the main thread, and returns the texts that reached no disk.
  func ending() -> @Sendable () -> [String] {
    isEnding = true
    return { [owned] in owned?.stop() ?? [] }
  }
}

public import Accounts
internal import Dispatch
public import Files
internal import Glibc
internal import Handover
internal import LocalServer
internal import Model

/// `psst watch`: prints each message when it is stored, until it is interrupted. The account is this program's where no
/// other psst has it; what is printed is read from the disk in any case, so that a cursor means the same to all.
public final class WatchProgram: Sendable {
  /// Confined to `queue`.
  private final class State: @unchecked Sendable {
    var feed: MessageFeed?
    var cursor: Int64?
    var owned: OwnedEngine?
    var watch: FolderWatch?
    var isReading = false
    var exitCode: ExitCode?
    var signals: SignalHandlers?
    init(_ cursor: Int64?) { self.cursor = cursor }
  }

  /// Milliseconds for which what changes is gathered.
  private static let pace = 50

  private let context: AccountContext
  private let isJSON: Bool
  private let queue = DispatchQueue(label: "psst.watching")
  private let done = DispatchSemaphore(value: 0)
  private let state: State

  /// - Parameter cursor: what came after it is printed first; `nil` for what comes from now on.
  public init(_ context: AccountContext, since cursor: Int64?, asJSON: Bool) {
    self.context = context
    isJSON = asJSON
    state = State(cursor)
  }

  /// Blocks until SIGINT, SIGTERM or SIGHUP, or until nobody reads what is printed.
  public func run() throws(Failure) -> ExitCode {
    queue.async { [self] in
      state.signals = SignalHandlers(on: queue)
      state.signals?.on(SIGINT, SIGTERM, SIGHUP) { [self] _ in end(.done) }
      begin()
    }
    done.wait()
    let owned = queue.sync { () -> OwnedEngine? in
      state.watch = nil
      return state.owned
    }
    owned?.stop()
    return queue.sync { state.exitCode ?? .failed }
  }

  private func end(_ code: ExitCode, saying reason: String? = nil) {
    guard state.exitCode == nil else { return }
    state.exitCode = code
    if let reason { Output.complain("psst: \(reason)") }
    done.signal()
  }

  private func begin() {
    do {
      guard let owned = try OwnedEngine(context, publish: { [self] _ in changed() }) else {
        try follow()
        return takeOverWhenFree()
      }
      state.owned = owned
      // When it is ready, the disk has all that it ever had.
      owned.start { [self] _ in queue.async { [self] in followSafely() } }
    } catch {
      end(.failed, saying: Failure(describing: error).text)
    }
  }

  private func followSafely() {
    do { try follow() } catch { end(.failed, saying: Failure(describing: error).text) }
  }

  private func follow() throws {
    guard state.exitCode == nil else { return }
    let feed = try MessageFeed(context.stored)
    state.cursor = try state.cursor ?? feed.end()
    state.feed = feed
    state.watch = FolderWatch(folder: context.stored.folder, seesWrites: true) { [weak self] in
      self?.changed()
    }
    read()
  }

  /// The other psst may end: then this one keeps the account online.
  private func takeOverWhenFree() {
    AccountLock.whenFree(folder: context.stored.folder) { [self] in
      queue.async { [self] in takeOver() }
    }
  }

  private func takeOver() {
    guard state.exitCode == nil, state.owned == nil else { return }
    guard let owned = try? OwnedEngine(context, publish: { [self] _ in changed() }) else {
      return takeOverWhenFree()
    }
    state.owned = owned
    owned.start()
  }

  private func changed() {
    queue.async { [self] in
      guard !state.isReading, state.feed != nil, state.exitCode == nil else { return }
      state.isReading = true
      queue.asyncAfter(deadline: .now() + .milliseconds(Self.pace)) { [self] in
        state.isReading = false
        read()
      }
    }
  }

  private func read() {
    guard state.exitCode == nil, let cursor = state.cursor else { return }
    do {
      guard let messages = try state.feed?.next(after: cursor), !messages.isEmpty else { return }
      try state.feed?.learnNames()
      try print(messages)
      if messages.count == MessageFeed.page { changed() }
    } catch {
      end(.failed, saying: Failure(describing: error).text)
    }
  }

  private func print(_ messages: [Message]) throws {
    guard let names = state.feed?.names else { return }
    let output = BlockOutput()
    for message in messages {
      let line = FeedLine(message: message, names: names)
      output.write(isJSON ? [try line.json()] : line.lines(withChat: true))
      state.cursor = message.id
    }
    if output.finish() != .done { end(.failed) }
  }
}

public import Files
internal import Handover
internal import LocalServer
internal import Localization
public import Model
internal import Network
public import Sync
internal import Synchronization

/// An account's engine, owned by this program: the lock on its data, the engine, and the socket through which other
/// programs hand over.
public final class OwnedEngine: Sendable {
  public let runner: SyncRunner
  let desk: HandoverDesk
  private let lock: AccountLock
  private let context: AccountContext
  private let publish: @Sendable ([Change]) -> Void
  private let server = Mutex<HandoverServer?>(nil)
  private let monitor = Mutex<LinkMonitor?>(nil)
  private let watch = Mutex<FolderWatch?>(nil)

  /// `nil` where another program owns the account. `publish` is called on the engine's queue.
  /// `isUnattended`: nobody is there whom the policy could ask (O4).
  public init?(
    _ context: AccountContext, isUnattended: Bool = false,
    publish: @escaping @Sendable ([Change]) -> Void
  ) throws(Failure) {
    guard let lock = try AccountLock(folder: context.stored.folder) else { return nil }
    self.lock = lock
    EditorDraft.recover(context.stored)
    self.context = context
    self.publish = publish
    let desk = LateDesk()
    let runner = context.makeRunner { changes in
      desk.desk?.apply(changes)
      publish(changes)
    }
    self.runner = runner
    let (account, isPrivate) = (context.stored.account.jid, context.stored.account.isPrivate)
    self.desk = HandoverDesk(
      account: account, isPrivate: isPrivate, submit: { runner.submit($0) },
      readOutbox: { runner.readOutbox($0) },
      readNames: { answer in
        runner.readPeople { people in
          answer(people.map { NameBook(account: account, isPrivate: isPrivate, $0) })
        }
      }, sendsForSure: isUnattended)
    desk.set(self.desk)
  }

  /// Starts the engine. `ready` follows on the engine's queue, with the outbox, when what the disk has
  /// was published; from then on other programs are answered.
  public func start(ready: (@Sendable ([OutboxEntry]) -> Void)? = nil) {
    if context.stored.account.isPrivate { watchServer() } else { watchNetwork() }
    runner.start()
    // Reading 10,000 entries that nobody wants would keep the first frame waiting.
    runner.readOutbox(limit: ready == nil ? 0 : .max) { [self] entries in
      listen()
      ready?(entries)
    }
  }

  /// Answers who has asked already (at most `patience` seconds), says goodbye to the server; blocks.
  /// - Returns: texts that were submitted and are on no disk, though that had its time.
  @discardableResult public func stop(timeout: Int = 0) -> [String] {
    server.withLock { server in
      server?.stop()
      server = nil
    }
    desk.waitUntilIdle(seconds: timeout)
    let done = Signal()
    runner.stop { done.give() }
    // The goodbye is worth less than what somebody wrote.
    if !done.wait(seconds: 3), !runner.unsettledTexts.isEmpty { done.wait(seconds: 10) }
    return runner.unsettledTexts
  }

  /// `psst server start` brings this program online at once: a server that is held is not asked for again and again (I6).
  private func watchServer() {
    let fresh = FolderWatch(folder: context.paths.server) { [runner, server = context.server] in
      if !server.isHeld { runner.submit(.connectNow) }
    }
    if fresh == nil { context.log.write("the private server's folder cannot be watched") }
    watch.withLock { $0 = fresh }
  }

  /// The private server is reached whatever becomes of the networks.
  private func watchNetwork() {
    let fresh = LinkMonitor { [runner, log = context.log] change in
      log.write(
        "network \(change.isNew ? "changed" : "looked at")\(change.isReachable ? "" : ", none")")
      runner.networkChanged(change)
    }
    if fresh == nil { context.log.write("network: the kernel gives no news") }
    monitor.withLock { $0 = fresh }
  }

  /// Without the socket everything works but handing over.
  private func listen() {
    do {
      let path = LocalSocket.path(for: context.stored.folder)
      let fresh = try HandoverServer(path: path) { [desk] in desk.handle($0, $1) }
      server.withLock { $0 = fresh }
    } catch {
      context.log.write("handover: \(error.text)")
      publish([
        .notice(Notice(.error, tr("Other programs cannot send through this one: \(error.text)")))
      ])
    }
  }
}

/// The desk needs the runner and the runner's changes go to the desk: the one that is made last is set later.
private final class LateDesk: Sendable {
  private let cell = Mutex<HandoverDesk?>(nil)
  var desk: HandoverDesk? { cell.withLock { $0 } }
  func set(_ desk: HandoverDesk) { cell.withLock { $0 = desk } }
}

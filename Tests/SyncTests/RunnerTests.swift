import Dispatch
import Glibc
import Model
import Scratch
import Synchronization
import Testing

@testable import Sync

/// The engine in the real world, with a wire that says what the test wants.
@Suite struct RunnerTests {
  private final class TalkingWire: LiveWire {
    let say: @Sendable (LinkEvent) -> Void

    init(_ say: @escaping @Sendable (LinkEvent) -> Void) { self.say = say }

    func connect() {}
    func startTLS(domain: String) {}
    func send(_ bytes: [UInt8]) {}
    func close() {}
  }

  /// A runner that is busy with each change that it tells until `goOn` is given once, and the server's end of its wire.
  private func busy(
    in folder: ScratchFolder, told: @escaping @Sendable ([Change]) -> Void = { _ in }
  ) throws -> (runner: SyncRunner, say: @Sendable (LinkEvent) -> Void, goOn: DispatchSemaphore) {
    let wire = Mutex<TalkingWire?>(nil)
    let isConnecting = DispatchSemaphore(value: 0)
    let isBusy = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let account = Account(jid: me, server: nil, security: .off, isPrivate: true)
    let runner = SyncRunner(
      .init(
        account: account, secret: .password("p"), resource: "psst", databasePath: folder.file()),
      makeWire: { say in
        let made = TalkingWire(say)
        wire.withLock { $0 = made }
        isConnecting.signal()
        return made
      },
      publish: { changes in
        guard wire.withLock({ $0 != nil }) else { return }
        told(changes)
        isBusy.signal()
        goOn.wait()
      }, log: { _ in })
    runner.start()
    try #require(isConnecting.wait(timeout: .now() + 10) == .success)
    runner.submit(.openQueue)
    try #require(isBusy.wait(timeout: .now() + 10) == .success)
    return (runner, try #require(wire.withLock { $0 }).say, goOn)
  }

  @Test func `Z4 a server that is faster than the disk is read no further`() throws {
    let folder = ScratchFolder()
    let (runner, say, goOn) = try busy(in: folder)
    let taken = Atomic(0)
    let total = 100
    let all = DispatchSemaphore(value: 0)
    DispatchQueue(label: "server").async { [total] in
      for _ in 0..<total {
        say(.received([32]))
        taken.add(1, ordering: .relaxed)
      }
      all.signal()
    }
    #expect(all.wait(timeout: .now() + 0.5) == .timedOut, "the engine is busy")
    #expect(taken.load(ordering: .relaxed) <= SyncRunner.mostUnhandled)

    for _ in 0..<(2 * total) { goOn.signal() }
    #expect(all.wait(timeout: .now() + 10) == .success, "nothing is thrown away")
    let stopped = DispatchSemaphore(value: 0)
    runner.stop { stopped.signal() }
    #expect(stopped.wait(timeout: .now() + 10) == .success)
  }

  @Test func `S1 Z4 what is typed is not behind what a server said before it`() throws {
    let folder = ScratchFolder()
    let order = Mutex<[String]>([])
    let isOver = DispatchSemaphore(value: 0)
    let (runner, say, goOn) = try busy(in: folder) { changes in
      for case .message(let message) in changes { order.withLock { $0.append(message.text) } }
      for case .connection(.offline) in changes {
        order.withLock { $0.append("closed") }
        isOver.signal()
      }
    }
    say(.received([UInt8](repeating: 32, count: 200_000)))
    say(.closed(reason: "over"))
    runner.submit(.send(chat: bo, text: "typed", originID: OriginID(named: "typed")))
    #expect(runner.unsettledTexts == ["typed"])
    for _ in 0..<100 { goOn.signal() }
    try #require(isOver.wait(timeout: .now() + 10) == .success)
    #expect(order.withLock { $0.prefix(2) } == ["typed", "closed"])
    #expect(runner.unsettledTexts.isEmpty, "it is on disk")
  }

  /// One that has told of what is stored.
  private func start(in folder: ScratchFolder) -> SyncRunner {
    let account = Account(jid: me, server: nil, security: .off, isPrivate: true)
    let told = DispatchSemaphore(value: 0)
    let runner = SyncRunner(
      .init(
        account: account, secret: .password("p"), resource: "psst", databasePath: folder.file()),
      makeWire: { TalkingWire($0) }, publish: { _ in told.signal() }, log: { _ in })
    runner.start()
    #expect(told.wait(timeout: .now() + 10) == .success)
    return runner
  }

  @Test func `P5 a commit is noted beside the file, for who looks whether the log is missing`()
    throws
  {
    let folder = ScratchFolder()
    let runner = start(in: folder)
    let isIdle = DispatchSemaphore(value: 0)
    func settle() throws {
      runner.readOutbox { _ in isIdle.signal() }
      try #require(isIdle.wait(timeout: .now() + 10) == .success)
    }
    try settle()
    let mark = folder.file() + ".open"
    let old = [timespec(tv_sec: 1_000, tv_nsec: 0), timespec(tv_sec: 1_000, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, mark, old, 0) == 0)
    runner.submit(.send(chat: bo, text: "x", originID: OriginID(named: "x")))
    try settle()
    #expect(modified(mark) > 1_000)
  }

  private func modified(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mtim.tv_sec : 0
  }

  @Test func `S1 the log of changes is folded once what was changed has been told`() throws {
    let folder = ScratchFolder()
    let runner = start(in: folder)
    let before = size(of: folder.file())
    // Some twenty pages each.
    for number in 0..<100 {
      runner.submit(.send(chat: bo, text: "\(number)", originID: OriginID(named: "m\(number)")))
    }
    let isIdle = DispatchSemaphore(value: 0)
    let end = ContinuousClock.now + .seconds(30)
    repeat {
      runner.readOutbox { entries in
        #expect(entries.count == 100)
        isIdle.signal()
      }
      try #require(isIdle.wait(timeout: .now() + 30) == .success)
    } while size(of: folder.file()) <= before && ContinuousClock.now < end
    #expect(size(of: folder.file()) > before)
    #expect(size(of: folder.file() + "-wal") < 2_000 * 4_096)
  }

  private func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}

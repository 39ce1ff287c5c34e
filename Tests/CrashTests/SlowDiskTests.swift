import CFaultyDisk
import Model
import Scratch
import Store
import Sync
import Synchronization
import Testing

extension CrashTests {
  /// The store and the engine as the program has them, on a disk that takes its time or refuses.
  @MainActor @Suite struct SlowDiskTests {
    let folder = ScratchFolder(inMemory: true)
    private let published = Published()

    init() { fd_register(0) }

    private func start(vfs: String? = "faulty") -> (SyncRunner, AppStore) {
      let account = Account(jid: Story.me, server: nil, security: .off, isPrivate: true)
      let configuration = SyncRunner.Configuration(
        account: account, secret: .password(""), resource: "psst", databasePath: folder.file(),
        vfs: vfs)
      let runner = SyncRunner(
        configuration, makeWire: { _ in NoWire() }, publish: { [published] in published.add($0) },
        log: { _ in })
      runner.start()
      return (runner, AppStore(account: Story.me) { runner.submit($0) })
    }

    /// Applies what comes until the condition holds, for at most a minute: all tests of the main actor
    /// take turns.
    private func wait(_ store: AppStore, until condition: (Snapshot) -> Bool) async {
      let end = SyncRunner.now().uptime + 60_000
      while !condition(store.snapshot), SyncRunner.now().uptime < end {
        store.apply(published.take(), of: .first)
        await Task.yield()
      }
      #expect(condition(store.snapshot))
    }

    private func send(_ text: String, _ store: AppStore) {
      let now = SyncRunner.now()
      store.perform(
        .send(chat: Story.bo, text: text, originID: OriginID(text)), of: .first, at: now)
    }

    @Test func `S2 an echo says saving while a slow disk takes more than 5 ms, in the same row`()
      async
    {
      fd_arm(FD_NONE, 0, 0)
      let (_, store) = start()
      store.perform(.open(Story.bo), of: .first, at: SyncRunner.now())
      await wait(store) { $0.pane?.isLoading == false }
      // However slow this test itself is: held, not delayed.
      fd_hold_syncs()
      send("one", store)
      send("two", store)
      #expect(store.nextDeadline != nil)
      let due = SyncRunner.now().uptime + AppStore.savingDelay
      while SyncRunner.now().uptime < due { await Task.yield() }
      store.apply(published.take(), of: .first)
      store.tick(SyncRunner.now())
      #expect(store.snapshot.pane?.messages.map(\.text) == ["one", "two"])
      #expect(store.snapshot.pane?.messages.map(\.isSaving) == [true, true])
      fd_release_syncs()
      await wait(store) { $0.pane?.messages.allSatisfy { !$0.isSaving } == true }
      #expect(store.snapshot.pane?.messages.map(\.text) == ["one", "two"])
      #expect(store.snapshot.pane?.messages.allSatisfy { $0.id > 0 } == true)
    }

    @Test
    func `S2 P5 what a full disk refuses stands there as failed, and is saved once there is room`()
      async
    {
      fd_arm(FD_NONE, 0, 0)
      let (_, store) = start()
      store.perform(.open(Story.bo), of: .first, at: SyncRunner.now())
      await wait(store) { $0.pane?.isLoading == false }
      fd_arm(FD_FULL, 1, 0)
      send("kept", store)
      await wait(store) { $0.unsaved.count == 1 && $0.disk != nil }
      #expect(store.snapshot[.first].disk?.reason == "the disk is full")
      #expect(store.snapshot.pane?.messages.map(\.status) == [.failed])
      #expect(store.snapshot.pane?.messages[0].failure == "not saved: the disk is full")
      store.perform(.open(Story.cy), of: .first, at: SyncRunner.now())
      store.perform(.open(Story.bo), of: .first, at: SyncRunner.now())
      await wait(store) { $0.pane?.chat.address == Story.bo && $0.pane?.isLoading == false }
      #expect(store.snapshot.pane?.messages.map(\.text) == ["kept"], "also in another chat's place")
      fd_arm(FD_NONE, 0, 0)
      store.perform(.retry(OriginID("kept")), of: .first, at: SyncRunner.now())
      await wait(store) { $0.unsaved.isEmpty && $0.pane?.messages.first?.status == .queued }
      await wait(store) { $0.disk == nil }
    }
  }
}

/// What the engine has published and the store has not taken.
private final class Published: Sendable {
  private let changes = Mutex<[Change]>([])

  func add(_ more: [Change]) { changes.withLock { $0 += more } }

  func take() -> [Change] {
    changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }
}

/// A network that never answers.
private struct NoWire: LiveWire {
  func connect() {}
  func startTLS(domain: String) {}
  func send(_ bytes: [UInt8]) {}
  func close() {}
  func abandon() {}
  func networkChanged() {}
}

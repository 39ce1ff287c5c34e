import Dispatch
import Model
import Scratch
import Storage
import Synchronization
import Testing

@testable import Accounts

/// An account that another psst owns.
@Suite struct BorrowedAccountTests {
  private final class Screen: Sendable {
    let chats = Mutex<Set<JID>>([])
    let told = DispatchSemaphore(value: 0)
    /// Nobody ends it.
    let busy = DispatchSemaphore(value: 0)

    /// Waits until a chat is told, at most so many seconds.
    func wait(for chat: JID, seconds: Int) -> Bool {
      let end = DispatchTime.now() + .seconds(seconds)
      while !chats.withLock({ $0.contains(chat) }) {
        if told.wait(timeout: end) == .timedOut { return false }
      }
      return true
    }
  }

  private let bo = JID("bo@example.org")!
  private let cy = JID("cy@example.org")!

  @Test func `S2 what changes is told soon, however long the screen took for what was before`()
    throws
  {
    let folder = ScratchFolder()
    let accounts = AccountDirectory(paths: folder.paths) { _, _ in }
    let account = Account(
      jid: JID("ana@example.org")!, server: Endpoint(host: "::1", port: 5223), security: .startTLS,
      isPrivate: false)
    let stored = try accounts.add(account, password: "a")
    let owner = try Database(path: stored.databasePath)
    try owner.chats.ensure(bo, kind: .direct)
    let screen = Screen()
    let borrowed = try BorrowedAccount(stored) { changes in
      for case .chat(let chat) in changes {
        // A processor that others have, or a terminal that is slow.
        if chat.jid == JID("bo@example.org") { _ = screen.busy.wait(timeout: .now() + 0.8) }
        _ = screen.chats.withLock { $0.insert(chat.jid) }
      }
      screen.told.signal()
    }
    borrowed.start()
    #expect(screen.wait(for: bo, seconds: 10))
    try owner.chats.ensure(cy, kind: .direct)
    #expect(screen.wait(for: cy, seconds: 7))
    _ = borrowed.stop()
  }
}

import Model
import Scratch
import Storage
import Testing

@testable import Sync

@Suite struct SyncEngineTests {
  let folder = ScratchFolder()

  func moment(_ uptime: Int64) -> Moment {
    Moment(wall: Timestamp(milliseconds: 0), uptime: uptime, bootID: "boot", random: 7)
  }

  func engine() throws -> SyncEngine {
    let account = Account(jid: me, server: nil, security: .off, isPrivate: true)
    return SyncEngine(
      account: account, secret: .password("secret"), resource: "psst.1",
      database: try Database(path: folder.file()))
  }

  @Test func `P2 the disk's word comes first, then the connection, then the next wake`() throws {
    let effects = try engine().handle(.start, at: moment(1_000))
    let kinds = effects.map { effect in
      switch effect {
      case .change: "change"
      case .connect: "connect"
      case .wake(let uptime): "wake \(uptime ?? 0)"
      default: "other"
      }
    }
    #expect(kinds.first == "change")
    let told = kinds.filter { $0 != "other" }
    #expect(told.suffix(2) == ["connect", "wake \(1_000 + Reconnect.timeout)"])
  }

  @Test func `I6 a wake is asked for only when it changed`() throws {
    let engine = try engine()
    _ = engine.handle(.start, at: moment(1_000))
    let effects = engine.handle(.intent(.open(bo)), at: moment(1_001))
    #expect(!effects.contains { if case .wake = $0 { true } else { false } })
  }

  @Test func `S2 the echo is told once it is on disk`() throws {
    let engine = try engine()
    _ = engine.handle(.start, at: moment(1_000))
    let intent = Intent.send(chat: bo, text: "hi", originID: OriginID(named: "m1"))
    let effects = engine.handle(.intent(intent), at: moment(1_001))
    let reader = try Database(path: folder.file(), access: .readOnly)
    let stored = try #require(try reader.messages.mine(OriginID(named: "m1")))
    let told = effects.compactMap { effect -> Message? in
      if case .change(.message(let message)) = effect { message } else { nil }
    }
    #expect(told == [stored])
    #expect(stored.status == .queued)
  }
}

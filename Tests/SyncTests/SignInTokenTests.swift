import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

@Suite struct SignInTokenTests {
  private let folder = ScratchFolder()
  private let token = SignInToken("secret", for: .unbound)

  private func engine() throws -> SyncEngine {
    let account = Account(jid: me, server: nil, security: .direct, isPrivate: false)
    return SyncEngine(
      account: account, secret: .password("secret"), resource: "psst.1",
      database: try Database(path: folder.file()), agent: "agent", token: token)
  }

  private func at(_ uptime: Int64) -> Moment {
    Moment(wall: Timestamp(milliseconds: 0), uptime: uptime, bootID: "boot", random: 7)
  }

  private let refusal =
    "<stream:stream version='1.0' xmlns='jabber:client' "
    + "xmlns:stream='http://etherx.jabber.org/streams'><stream:features/>"

  @Test func `Z3 where the token is refused the password is used at once, and nobody is asked`()
    throws
  {
    let engine = try engine()
    _ = engine.handle(.start, at: at(1_000))
    let first = engine.handle(.link(.connected(isSecure: true, binding: nil)), at: at(1_001))
    #expect(first.written.contains("<fast"))
    let refused = engine.handle(.link(.received(Array(refusal.utf8))), at: at(1_002))
    let kept = refused.contains { if case .keepToken(nil) = $0 { true } else { false } }
    #expect(kept)
    let closed = engine.handle(.link(.closed(reason: "closed")), at: at(1_003))
    #expect(closed.contains { if case .connect = $0 { true } else { false } })
    let states = (refused + closed).compactMap { effect -> ConnectionState? in
      if case .change(.connection(let state)) = effect { state } else { nil }
    }
    #expect(!states.contains { if case .paused = $0 { true } else { false } })
    let again = engine.handle(.link(.connected(isSecure: true, binding: nil)), at: at(1_004))
    #expect(!again.written.contains("<fast"))
  }

  @Test func `O17 a try with the token that comes to nothing is followed by one without`() throws {
    let engine = try engine()
    _ = engine.handle(.start, at: at(1_000))
    var tries: [Bool] = []
    var uptime: Int64 = 1_000
    for _ in 1...3 {
      uptime += 100_000
      // Where there is no connection nobody was shown it.
      _ = engine.handle(.link(.closed(reason: "no route")), at: at(uptime - 2))
      _ = engine.handle(.intent(.connectNow), at: at(uptime - 1))
      let said = engine.handle(.link(.connected(isSecure: true, binding: nil)), at: at(uptime))
      tries.append(said.written.contains("<fast"))
      _ = engine.handle(.link(.closed(reason: "cut")), at: at(uptime + 1))
      _ = engine.handle(.intent(.connectNow), at: at(uptime + 2))
    }
    #expect(tries == [true, false, true])
  }
}

extension [SyncEffect] {
  fileprivate var written: String {
    reduce(into: "") { text, effect in
      if case .write(let bytes) = effect { text += String(decoding: bytes, as: UTF8.self) }
    }
  }
}

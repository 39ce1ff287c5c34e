import Model
import Testing
import XMPP

@testable import Sync

/// What the computer's networks do to the link.
@Suite struct NetworkChangeTests {
  static let another = CoreEvent.network(NetworkChange(isNew: true, isReachable: true))
  static let same = CoreEvent.network(NetworkChange(isNew: false, isReachable: true))
  static let none = CoreEvent.network(NetworkChange(isNew: true, isReachable: false))

  /// Failed so often that the next try is a minute away.
  private func waiting() throws -> Rig {
    let rig = try Rig(isPrivate: false)
    rig.handle(.start)
    for _ in 0..<8 {
      rig.handle(.closed(reason: "refused"))
      rig.pass(60_000)
    }
    rig.handle(.closed(reason: "refused"))
    rig.forget()
    return rig
  }

  @Test func `O17 when the network changes it connects at once, and counts anew`() throws {
    let rig = try waiting()
    rig.handle(Self.same)
    #expect(rig.connections.isEmpty)
    rig.handle(Self.another)
    #expect(rig.connections == [.connecting(attempt: 1)])
    rig.handle(.closed(reason: "refused"))
    let planned = try #require(rig.core.nextDeadline) - rig.uptime
    #expect((800...1_200).contains(planned))
  }

  @Test func `I6 O17 without any network nothing is tried and nothing wakes, until there is one`()
    throws
  {
    let rig = try waiting()
    rig.handle(Self.none)
    #expect(rig.connections == [.offline(reason: "no network", nextTry: nil)])
    #expect(rig.core.nextDeadline == nil)
    rig.forget()
    rig.handle(Self.none)
    #expect(rig.connections.isEmpty)
    rig.handle(Self.another)
    #expect(rig.connections == [.connecting(attempt: 1)])
  }

  @Test func `O17 a key tries even without a network`() throws {
    let rig = try waiting()
    rig.handle(Self.none)
    rig.forget()
    rig.wish(.connectNow)
    #expect(rig.connections == [.connecting(attempt: 1)])
  }

  @Test func `O1 it is offline at once when the last network is gone`() throws {
    let rig = try Rig.online(isPrivate: false)
    rig.isSilent = true
    rig.send("one", "m1")
    rig.forget()
    rig.handle(Self.none)
    #expect(!rig.isLinked)
    let offline = ConnectionState.offline(reason: "no network", nextTry: nil)
    #expect(rig.connections.first == offline)
    #expect(rig.core.nextDeadline == nil)
    #expect(try rig.status("m1") == .queued)
    rig.forget()
    rig.handle(Self.another)
    #expect(rig.connections == [.connecting(attempt: 1)])
  }

  @Test func `O1 on another network the server has five seconds to answer`() throws {
    let rig = try Rig.online(isPrivate: false)
    rig.pass(30_000)
    rig.isSilent = true
    rig.handle(Self.another)
    #expect(rig.pings == 1 && rig.isLinked)
    rig.pass(4_000)
    // Further news does not put off the end.
    rig.handle(Self.another)
    rig.forget()
    rig.pass(1_000)
    #expect(!rig.isLinked)
    #expect(rig.connections.last == .connecting(attempt: 1))
  }

  @Test func `O1 a link that survived the change stays, and nothing is shown`() throws {
    let rig = try Rig.online(isPrivate: false)
    rig.handle(Self.another)
    rig.run()
    #expect(rig.isLinked)
    #expect(rig.connections == [.online(roundTrip: 0)])
  }

  @Test func `O17 a way in begun on the old network is begun anew, one at a time`() throws {
    let rig = try Rig(isPrivate: false)
    rig.handle(.start)
    rig.pass(5_000)
    let effects = rig.handle(Self.another)
    #expect(effects.contains(.disconnect) && !effects.contains(.connect))
    #expect(!rig.handle(Self.another).contains(.connect))
    #expect(rig.handle(.closed(reason: "closed")).contains(.connect))
    #expect(rig.connections.last == .connecting(attempt: 1))
  }

  @Test func `T2 O17 hours asleep, and the link is tried at the first moment awake`() throws {
    let rig = try Rig.online(isPrivate: false)
    rig.isSilent = true
    rig.uptime += 8 * 3_600_000
    rig.handle(Self.another)
    rig.handle(.wake)
    #expect(rig.pings == 1 && rig.isLinked)
    rig.pass(5_000)
    #expect(!rig.isLinked)
    #expect(rig.connections.last == .connecting(attempt: 1))
    let waiting = try waiting()
    waiting.uptime += 8 * 3_600_000
    waiting.handle(Self.another)
    #expect(waiting.connections == [.connecting(attempt: 1)])
    #expect(!waiting.handle(.wake).contains(.connect))
  }

  @Test func `O17 who signs in wrongly is not tried again because of a network`() throws {
    let rig = try Rig(isPrivate: false)
    rig.handle(.start)
    rig.handle(.session(.ended(.signInRefused(reason: "wrong password"))))
    rig.handle(.closed(reason: "closed"))
    rig.forget()
    for news in [Self.none, Self.another] { rig.handle(news) }
    #expect(rig.connections.isEmpty && rig.core.nextDeadline == nil)
  }

  /// By a name that the computer itself knows, as in a container with a tunnel.
  @Test func `O1 a name that leads to this computer is tried without a network, and stays`() throws
  {
    let rig = try Rig(isPrivate: false)
    rig.handle(.start)
    rig.handle(.network(NetworkChange(isNew: false, isReachable: false)))
    #expect(rig.isConnecting)
    rig.core.connected(isNearby: true, at: rig.uptime)
    rig.handle(Self.none)
    #expect(rig.isConnecting)
    rig.handle(.closed(reason: "refused"))
    #expect(rig.core.nextDeadline != nil, "it is tried again")
    rig.pass(5_000)
    rig.core.connected(isNearby: false, at: rig.uptime)
    rig.handle(.closed(reason: "refused"))
    #expect(rig.core.nextDeadline == nil)
  }

  @Test func `O1 a server on this computer needs no network`() throws {
    let rig = try Rig.online()
    rig.handle(Self.none)
    #expect(rig.isLinked)
    rig.pass(60_000)
    rig.cut()
    #expect(rig.isConnecting)
    for (host, isNearby) in [
      ("127.0.0.1", true), ("localhost", true), ("::1", true), ("192.0.2.1", false),
      ("localhost.example", false),
    ] {
      let account = Account(
        jid: me, server: Endpoint(host: host, port: 5222), security: .off, isPrivate: false)
      #expect(account.isNearby == isNearby)
    }
  }
}

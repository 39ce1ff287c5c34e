import Glibc
import Dispatch
import Glibc
import Harness
import Model
import Synchronization
import Testing

@testable import Network

@Suite(.serialized, .thread(.sockets)) struct WireTests {
  @Test func `Z3 without TLS nothing goes to an address off this computer`() {
    let log = WireLog(
      security: .off,
      resolver: Resolver { _ in [Destination(SocketAddress(numeric: "192.0.2.1", port: 5222)!)] })
    log.wire.connect()
    #expect(log.closing()?.contains("192.0.2.1 is not on this computer") == true)
  }

  @Test func `Z3 without TLS one address off this computer is enough to refuse them all`() {
    let peer = TestPeer()
    let port = peer.port
    let log = WireLog(
      security: .off,
      resolver: Resolver { _ in
        [
          SocketAddress(numeric: "127.0.0.1", port: port)!,
          SocketAddress(numeric: "2001:db8::1", port: 5222)!,
        ].map { Destination($0) }
      })
    log.wire.connect()
    #expect(log.closing()?.contains("not safe") == true)
    #expect(peer.isQuiet)
  }

  @Test func `O1 every address is tried in turn`() {
    let peer = TestPeer()
    let port = peer.port
    let log = WireLog(
      security: .off,
      resolver: Resolver { _ in
        [
          SocketAddress(numeric: "::1", port: 1)!, SocketAddress(numeric: "127.0.0.1", port: 1)!,
          SocketAddress(numeric: "127.0.0.1", port: port)!,
        ].map { Destination($0) }
      })
    log.wire.connect()
    #expect(log.reach { $0.connected.count == 1 })
    #expect(log.state.connected.first?.isSecure == false)
    log.wire.close()
  }

  @Test func `O1 an address that does not answer holds up the next one only a moment`() {
    let silent = DeafPeer()
    let peer = TestPeer()
    let (deaf, port) = (silent.port, peer.port)
    let log = WireLog(
      security: .off,
      resolver: Resolver { _ in
        [deaf, port].map { Destination(SocketAddress(numeric: "127.0.0.1", port: $0)!) }
      })
    log.wire.connect()
    peer.accept()
    #expect(log.reach { $0.connected.count == 1 })
    peer.send([1, 2, 3])
    #expect(log.reach { $0.received == [1, 2, 3] })
    #expect(log.state.connected.count == 1 && log.state.closed.isEmpty)
    log.wire.abandon()
    #expect(log.closing() == "closed")
  }

  @Test func `O17 a dead connection is let go without waiting for the other side`() {
    let peer = TestPeer()
    let log = WireLog(security: .off, port: peer.port)
    log.wire.connect()
    peer.accept()
    #expect(log.reach { $0.connected.count == 1 })
    log.wire.send([UInt8](repeating: 7, count: 20_000_000))
    log.wire.abandon()
    #expect(log.closing() == "closed")
    #expect(peer.readAll().count < 20_000_000)
    #expect(peer.lastFailure == ECONNRESET)
  }

  @Test func `O1 the kernel says how far a connection gets`() {
    let peer = TestPeer()
    let log = WireLog(security: .off, port: peer.port)
    #expect(log.progress() == nil)
    log.wire.connect()
    peer.accept()
    #expect(log.reach { $0.connected.count == 1 })
    log.wire.send([1, 2, 3])
    #expect(log.reach { _ in log.progress()?.awaitsAcknowledgement == false })
    #expect(log.reach { _ in (log.progress()?.silence ?? 0) > 50 })
    let start = ContinuousClock.now
    peer.send([1])
    // Something moved since.
    #expect(
      log.reach { _ in
        log.progress().map { .milliseconds($0.silence) <= ContinuousClock.now - start } ?? false
      })
    log.wire.abandon()
  }

  @Test func `O1 news of the networks does nothing to a connection on this computer`() {
    let peer = TestPeer()
    let log = WireLog(security: .off, port: peer.port)
    log.wire.connect()
    peer.accept()
    #expect(log.reach { $0.connected.count == 1 })
    log.wire.networkChanged()
    peer.send([1])
    #expect(log.reach { $0.received == [1] })
    log.wire.abandon()
  }

  @Test func `O1 the families of addresses are tried by turns, each address once`() {
    let all = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "192.0.2.1", "2001:db8::1"]
    let order = SocketAddress.interleaved(all.map { SocketAddress(numeric: $0, port: 1)! })
    #expect(order.map(\.description) == ["2001:db8::1", "192.0.2.1", "2001:db8::2", "2001:db8::3"])
    #expect(SocketAddress.interleaved([]).isEmpty)
  }

  @Test func `A4 a server that is not there is said in words, once`() {
    let log = WireLog(security: .off, port: 1)
    log.wire.connect()
    #expect(log.closing() == "cannot connect: Connection refused")
    log.wire.send([1])
    log.wire.close()
    #expect(log.state.closed.count == 1)
  }

  @Test func `A4 of several ways that lead nowhere each is named with its reason`() {
    let log = WireLog(
      security: .off,
      resolver: Resolver { _ in
        (1...5).map { Destination(SocketAddress(numeric: "127.0.0.\($0)", port: 1)!) }
      })
    log.wire.connect()
    let refused = (1...3).map { "127.0.0.\($0): Connection refused" }
    #expect(log.closing() == "cannot connect: \(refused.joined(separator: "; ")); and 2 more")
  }

  @Test func `A4 a name that is not found is said in words`() {
    let log = WireLog(
      security: .startTLS,
      resolver: Resolver { (_) throws(ResolverError) in throw ResolverError(reason: "no such name")
      })
    log.wire.connect()
    #expect(log.closing() == "no such name")
  }

  @Test func `S9 what is sent arrives whole and in order, and closing waits for it`() {
    let peer = TestPeer()
    let log = WireLog(security: .off, port: peer.port)
    log.wire.connect()
    peer.accept()
    #expect(log.reach { $0.connected.count == 1 })
    let blocks = (0..<200).map { block in (0..<50_000).map { UInt8(($0 + block) & 0xff) } }
    for block in blocks { log.wire.send(block) }
    log.wire.close()
    log.wire.send([0xff])
    #expect(peer.readAll() == blocks.flatMap { $0 })
    peer.hangUp()
    #expect(log.closing() == "closed")
  }

  @Test func `Z4 what is received comes in bounded pieces and in order`() {
    let peer = TestPeer()
    let log = WireLog(security: .off, port: peer.port)
    log.wire.connect()
    peer.accept()
    let sent = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    peer.send(sent)
    peer.hangUp()
    #expect(log.closing() == "the other side closed the connection")
    #expect(log.state.received == sent)
    #expect(log.state.largestChunk <= 65536)
  }

  @Test func `O1 closing ends within its bound when the other side neither reads nor closes`() {
    let peer = TestPeer()
    let log = WireLog(security: .off, port: peer.port)
    log.wire.connect()
    peer.accept()
    #expect(log.reach { $0.connected.count == 1 })
    log.wire.send([UInt8](repeating: 7, count: 20_000_000))
    log.wire.close()
    #expect(log.closing() == "closed")
  }

  @Test func `O9 the other side's half close takes nothing from what is still to be sent`() {
    let peer = TestPeer()
    let log = WireLog(security: .off, port: peer.port)
    log.wire.connect()
    peer.accept()
    #expect(log.reach { $0.connected.count == 1 })
    let sent = [UInt8](repeating: 7, count: 20_000_000)
    log.wire.send(sent)
    log.wire.close()
    peer.endWriting()
    #expect(peer.readAll().count == sent.count)
    #expect(log.closing() == "closed")
  }

  @Test func `Z4 what the other side does not take has a bound`() {
    let peer = TestPeer()
    let log = WireLog(security: .off, port: peer.port)
    log.wire.connect()
    peer.accept()
    #expect(log.reach { $0.connected.count == 1 })
    for _ in 0..<9 { log.wire.send([UInt8](repeating: 7, count: 8 << 20)) }
    #expect(log.closing()?.contains("too much waits") == true)
  }

  @Test func `O1 a reset by the other side closes the wire, and the program lives`() {
    let peer = TestPeer()
    let log = WireLog(security: .off, port: peer.port)
    log.wire.connect()
    peer.accept()
    #expect(log.reach { $0.connected.count == 1 })
    peer.hangUp()
    for _ in 0..<50 { log.wire.send([UInt8](repeating: 7, count: 100_000)) }
    #expect(log.closing() != nil)
    #expect(log.state.closed.count == 1)
  }

  @Test func `O1 a reset that comes together with the last bytes is heard`() {
    for _ in 0..<20 {
      let peer = TestPeer()
      let log = WireLog(security: .off, port: peer.port)
      log.wire.connect()
      peer.accept()
      #expect(log.reach { $0.connected.count == 1 })
      log.whileBusy {
        peer.send([1, 2, 3])
        _ = poll(nil, 0, 2)
        peer.send([4, 5, 6])
        peer.reset()
      }
      #expect(log.closing() != nil)
      #expect([[], [1, 2, 3], [1, 2, 3, 4, 5, 6]].contains(log.state.received))
    }
  }

  @Test func `O1 a reset that comes with the connection is heard`() {
    for _ in 0..<200 {
      let peer = TestPeer()
      let log = WireLog(security: .off, port: peer.port)
      log.wire.connect()
      peer.accept()
      peer.reset()
      #expect(log.closing() != nil)
    }
  }

  @Test func `O1 closing before the connection stands is heard`() {
    let log = WireLog(security: .off, port: 1)
    log.wire.close()
    #expect(log.closing() == "closed")
  }
}

@Suite struct SocketAddressTests {
  @Test(arguments: [
    ("127.0.0.1", true), ("127.255.3.4", true), ("::1", true), ("::ffff:127.0.0.1", true),
    ("128.0.0.1", false), ("0.0.0.0", false), ("::", false), ("::2", false), ("fe80::1", false),
    ("::ffff:10.0.0.1", false), ("100::1", false), ("::127.0.0.1", false), ("192.0.2.1", false),
  ])
  func `Z3 loopback is what never leaves this computer`(address: String, isLoopback: Bool) throws {
    let parsed = try #require(SocketAddress(numeric: address, port: 1))
    #expect(parsed.isLoopback == isLoopback)
    #expect(parsed.description == address)
  }

  @Test(arguments: ["localhost", "", "1.2.3.4.5", "[::1]"])
  func `Z3 a name is no address`(name: String) {
    #expect(SocketAddress(numeric: name, port: 1) == nil)
  }
}

import Glibc
import Harness
import Model
import Network
import Testing
import XMPP

@Suite(.serialized, .thread(.sockets)) struct TLSTests {
  private func connected(_ peer: TLSPeer, domain: String = "localhost") -> WireLog {
    let log = WireLog(
      domain: domain, security: .direct, port: peer.port, trustFile: peer.trustFile)
    log.wire.connect()
    return log
  }

  @Test func `Z3 a good certificate is taken, and TLS 1 3 has its exporter binding`() throws {
    let peer = try TLSPeer(.good, options: "-tls1_3")
    let log = connected(peer)
    #expect(log.reach { !$0.connected.isEmpty || !$0.closed.isEmpty })
    let connection = try #require(log.state.connected.first, "\(log.state.closed)")
    #expect(connection.isSecure)
    guard case .exporter(let bytes) = connection.binding else {
      Issue.record("\(String(describing: connection.binding))")
      return
    }
    #expect(bytes.count == 32 && Set(bytes).count > 1)
    log.wire.close()
  }

  @Test func `Z3 TLS 1 2 has its unique binding`() throws {
    let peer = try TLSPeer(.good, options: "-tls1_2")
    let log = connected(peer)
    #expect(log.reach { !$0.connected.isEmpty || !$0.closed.isEmpty })
    guard case .unique(let bytes) = log.state.connected.first?.binding else {
      Issue.record("\(log.state)")
      return
    }
    #expect(bytes.count == 12)
    log.wire.close()
  }

  @Test func `C1 TLS from the first byte says what is to be spoken`() throws {
    let peer = try TLSPeer(.good, options: "-alpn xmpp-client")
    let log = connected(peer)
    #expect(log.reach { !$0.connected.isEmpty || !$0.closed.isEmpty })
    #expect(log.reach { _ in peer.output.contains("ALPN protocols selected: xmpp-client") })
    log.wire.close()
  }

  @Test func `C1 where TLS from the first byte comes to nothing the next way is tried`() throws {
    let (bad, good) = (try TLSPeer(.expired), try TLSPeer(.good))
    let plain = TestPeer()
    let ports = [plain.port, bad.port, good.port]
    let log = WireLog(
      security: .startTLS, trustFile: good.trustFile,
      resolver: Resolver { _ in
        ports.map { Destination(SocketAddress(numeric: "127.0.0.1", port: $0)!, isDirect: true) }
      })
    log.wire.connect()
    plain.accept()
    plain.hangUp()
    #expect(log.reach { !$0.connected.isEmpty || !$0.closed.isEmpty })
    #expect(log.state.connected.map(\.isSecure) == [true] && log.state.closed.isEmpty)
    log.wire.close()
  }

  @Test func `Z3 TLS that begins later is announced as secured, and keeps the order`() throws {
    let peer = try TLSPeer(.good)
    let log = WireLog(security: .startTLS, port: peer.port, trustFile: peer.trustFile)
    log.wire.connect()
    #expect(log.reach { $0.connected.first?.isSecure == false })
    log.wire.startTLS(domain: "localhost")
    log.wire.send(Array("first\n".utf8))
    #expect(log.reach { $0.secured.count == 1 })
    log.wire.send(Array("second\n".utf8))
    log.wire.close()
    #expect(log.closing() == "closed")
    #expect(log.reach { _ in peer.output.contains("first\nsecond\n") })
  }

  private static let refusals: [(TLSPeer.Certificate, String)] = [
    (.wrongHost, "was made for another name than localhost"), (.expired, "has expired"),
    (.selfSigned, "self-signed"), (.wildcard, "was made for another name"),
    (.address, "was made for another name than localhost"),
    (.commonNameOnly, "was made for another name than localhost"),
  ]

  @Test(arguments: refusals)
  func `Z3 a certificate that does not prove the domain is refused in plain words`(
    certificate: TLSPeer.Certificate, words: String
  ) throws {
    let peer = try TLSPeer(certificate)
    let log = connected(peer)
    #expect(log.closing()?.contains(words) == true, "\(log.state.closed)")
    #expect(log.state.connected.isEmpty)
  }

  @Test func `Z3 an authority nobody named is not trusted`() throws {
    let peer = try TLSPeer(.good)
    let log = WireLog(security: .direct, port: peer.port)
    log.wire.connect()
    #expect(log.closing()?.contains("authority unknown here") == true, "\(log.state.closed)")
  }

  @Test func `Z3 a domain that is an address needs a certificate for that address`() throws {
    let peer = try TLSPeer(.address)
    let log = connected(peer, domain: "127.0.0.1")
    #expect(log.reach { $0.connected.count == 1 }, "\(log.state.closed)")
    log.wire.close()
    let other = try TLSPeer(.good)
    let refused = connected(other, domain: "127.0.0.1")
    #expect(refused.closing()?.contains("another address than 127.0.0.1") == true)
  }

  @Test func `Z3 TLS below 1 2 is refused`() throws {
    let peer = try TLSPeer(.good, options: "-tls1_1 -cipher ALL:@SECLEVEL=0")
    let log = connected(peer)
    #expect(log.closing()?.contains("the secure connection failed") == true)
  }

  @Test func `Z3 the name of the domain is in the hello`() throws {
    let peer = try TLSPeer(
      .good, options: "-servername localhost -servername_fatal -cert2 cert.pem -key2 key.pem")
    let log = connected(peer)
    #expect(log.reach { $0.connected.count == 1 }, "\(log.state.closed)")
    #expect(log.reach { _ in peer.output.contains("localhost") })
    log.wire.close()
  }

  @Test func `S9 closing waits until everything has left through TLS`() throws {
    let peer = try TLSPeer(.good)
    let log = connected(peer)
    #expect(log.reach { $0.connected.count == 1 })
    let line = String(repeating: "0123456789", count: 10) + "\n"
    for _ in 0..<10_000 { log.wire.send(Array(line.utf8)) }
    log.wire.send(Array("the last line\n".utf8))
    log.wire.close()
    #expect(log.closing() == "closed")
    #expect(log.reach { _ in peer.output.contains("the last line\n") })
    #expect(peer.output.split(separator: "\n").count { $0.hasPrefix("0123456789") } == 10_000)
  }

  @Test func `A4 a file of trusted certificates that is not there is said`() throws {
    let peer = try TLSPeer(.good)
    let log = WireLog(security: .direct, port: peer.port, trustFile: "/nowhere.pem")
    log.wire.connect()
    #expect(log.closing()?.contains("/nowhere.pem cannot be read") == true)
  }

  @Test func `Z3 a server that speaks no TLS is said in words`() {
    let peer = TestPeer()
    let log = WireLog(security: .direct, port: peer.port)
    log.wire.connect()
    peer.accept()
    peer.send(Array("<stream:error/></stream:stream>".utf8))
    #expect(log.closing()?.contains("the secure connection failed") == true)
  }
}

import Glibc

/// A wire between a program and its server that can be cut: a TCP proxy on the loopback which resets its
/// connections at once or after a number of bytes, or goes silent. It is served while the test waits.
public final class CutProxy: Pumped {
  public let port: UInt16
  /// Cuts that reset at least one connection.
  public private(set) var cuts = 0
  /// Bytes forwarded in both directions so far.
  public private(set) var forwarded = 0
  public var isConnected: Bool { !links.isEmpty }

  private let listener: Int32
  /// Where later connections go.
  public var target: UInt16
  private var links: [Link] = []
  private var bytesToCut: Int?
  private var silenced: [Link] = []
  /// The ends that were left open when the others were reset.
  private var halves: [Int32] = []

  /// One direction of bytes waiting to be written, on each side.
  private struct Link {
    let client: Int32
    let server: Int32
    var toServer: [UInt8] = []
    var toClient: [UInt8] = []
  }

  /// - Parameter target: the server's port on 127.0.0.1.
  public init(to target: UInt16) throws {
    self.target = target
    listener = try Loopback.listen()
    port = try Loopback.port(of: listener)
    Pump.add(self)
  }

  /// Resets the connection when this many more bytes have passed, in the middle of whatever they are.
  public func cut(afterBytes count: Int) { bytesToCut = count }

  public var isArmed: Bool { bytesToCut != nil }

  /// Resets all connections now. Bytes that were not forwarded yet are lost.
  public func cutNow() {
    bytesToCut = nil
    if links.isEmpty { return }
    cuts += 1
    links.forEach { Loopback.reset([$0.client, $0.server]) }
    links = []
  }

  /// From now on nothing passes on the connections that are there, and nobody is told. Later ones work.
  public func goSilent() {
    bytesToCut = nil
    if links.isEmpty { return }
    cuts += 1
    silenced += links
    links = []
  }

  /// An end of a connection.
  public enum Side: CaseIterable, Sendable { case client, server }

  /// Resets this end of the connections that are there, and does not tell the other.
  public func halve(resetting side: Side) {
    bytesToCut = nil
    if links.isEmpty { return }
    cuts += 1
    Loopback.reset(links.map { side == .client ? $0.client : $0.server })
    halves += links.map { side == .client ? $0.server : $0.client }
    links = []
  }

  var interests: [pollfd] {
    [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      + links.flatMap { link in
        [interest(link.client, link.toClient), interest(link.server, link.toServer)]
      }
  }

  private func interest(_ descriptor: Int32, _ waiting: [UInt8]) -> pollfd {
    let events = waiting.isEmpty ? POLLIN : POLLIN | POLLOUT
    return pollfd(fd: descriptor, events: Int16(events), revents: 0)
  }

  func serve(_ ready: [pollfd]) {
    for one in ready {
      if one.fd == listener {
        accept()
      } else if let index = links.firstIndex(where: { [$0.client, $0.server].contains(one.fd) }) {
        forward(index, from: one.fd)
      }
    }
  }

  private func accept() {
    let client = Loopback.accept(listener)
    guard client >= 0 else { return }
    let server = Loopback.connect(to: target)
    if server < 0 {
      Loopback.reset([client])
    } else {
      links.append(Link(client: client, server: server))
    }
  }

  private func forward(_ index: Int, from source: Int32) {
    let (bytes, isClosed) = Descriptor.read(source)
    let passing = bytes.prefix(bytesToCut ?? bytes.count)
    forwarded += passing.count
    if source == links[index].client {
      links[index].toServer += passing
    } else {
      links[index].toClient += passing
    }
    let isBroken = !flush(index)
    if let left = bytesToCut {
      bytesToCut = left - passing.count
      if left <= bytes.count { return cutNow() }
    }
    if isClosed || isBroken {
      let link = links.remove(at: index)
      close(link.client)
      close(link.server)
    }
  }

  /// - Returns: whether both sides are still there.
  private func flush(_ index: Int) -> Bool {
    let up = Descriptor.write(links[index].server, links[index].toServer)
    let down = Descriptor.write(links[index].client, links[index].toClient)
    links[index].toServer.removeFirst(max(up, 0))
    links[index].toClient.removeFirst(max(down, 0))
    return up >= 0 && down >= 0
  }

  deinit {
    for link in links + silenced {
      close(link.client)
      close(link.server)
    }
    halves.forEach { close($0) }
    close(listener)
  }
}

import CNetspace
import Glibc
import Scratch

/// A network of two computers that exist for one test only: two network namespaces, and a cable whose every
/// packet goes through the test's hands, to be late, slow or lost. It is served while the test waits.
public final class NetworkLink: Pumped {
  /// What happens to the packets.
  public struct Quality: Sendable {
    /// Milliseconds for a packet to get from one end to the other.
    public var delay: Double
    /// Bits per second, in each direction; `nil` without a limit.
    public var rate: Double?
    /// The share of packets that are lost, 0 to 1.
    public var loss: Double
    /// Nothing arrives, and nobody is told.
    public var isBlackHole: Bool

    public init(
      delay: Double = 0, rate: Double? = nil, loss: Double = 0, isBlackHole: Bool = false
    ) {
      (self.delay, self.rate, self.loss, self.isBlackHole) = (delay, rate, loss, isBlackHole)
    }
  }

  /// One of the two computers.
  public enum Side: Int, CaseIterable, Sendable {
    case server, client

    fileprivate var address: UInt32 { 0x0AD5_0701 + UInt32(rawValue) }
  }

  /// The server's address in this network.
  public static let serverAddress = "10.213.7.1"
  private static let prefix: Int32 = 29
  /// Packets that may wait in one direction: what a small router holds.
  private static let queueLimit = 200

  /// Whether this computer lets a test make networks: it takes root, or user namespaces.
  public static let isPermitted: Bool = {
    guard let pair = try? open() else { return false }
    close(pair)
    return true
  }()

  public var quality = Quality()
  /// TCP ports of the client from which something came, and those whose packets the network carries no more.
  private var ports: Set<UInt16> = []
  private var forgotten: Set<UInt16> = []
  public private(set) var passed = 0
  public private(set) var lost = 0

  private let pair: cn_pair
  private var directions = [Direction(), Direction()]
  private var random = SeededGenerator(seed: 7)

  /// Packets on their way from one side.
  private struct Direction {
    var packets: [(due: Double, bytes: [UInt8])] = []
    /// When the cable has taken the last one, milliseconds.
    var freeAt = 0.0
  }

  public init() throws {
    pair = try Self.open()
    Pump.add(self)
  }

  private static func open() throws -> cn_pair {
    var pair = cn_pair()
    let result = cn_open(&pair, Side.server.address, Side.client.address, prefix)
    guard result == 0 else { throw Unmet("no network for the test: errno \(-result)") }
    return pair
  }

  private static func close(_ pair: cn_pair) {
    for descriptor in [
      pair.user, pair.space.0, pair.space.1, pair.cable.0, pair.cable.1,
    ] where descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// What makes a program run on that computer, before its own name (nsenter(1)).
  public func command(on side: Side) -> [String] {
    let path = "/proc/\(getpid())/fd/"
    let space = side == .server ? pair.space.0 : pair.space.1
    let user = pair.user < 0 ? [] : ["--user=\(path)\(pair.user)", "--preserve-credentials"]
    return ["nsenter"] + user + ["--net=\(path)\(space)"]
  }

  /// Pulls the client's cable, or puts it in.
  public func setUp(_ isUp: Bool) throws {
    try check(with { cn_set_up($0, Int32(Side.client.rawValue), isUp) })
  }

  /// The client gets another address, the `number`th of this network.
  public func moveClient(to number: UInt32) throws {
    let address = Side.server.address - 1 + number
    try check(
      with { cn_set_address($0, Int32(Side.client.rawValue), address, Self.prefix) })
  }

  /// The network forgets the connections that are there, as a router does that restarts: their packets vanish, and new
  /// connections work.
  public func forgetConnections() { forgotten.formUnion(ports) }

  /// Carries the packet, as far as its connection is known.
  private func knows(_ packet: [UInt8], from side: Int) -> Bool {
    let tcp = 6
    guard packet.count > 20, packet[0] >> 4 == 4, packet[9] == tcp else { return true }
    let start = Int(packet[0] & 15) * 4 + (side == Side.client.rawValue ? 0 : 2)
    guard packet.count > start + 1 else { return true }
    let port = UInt16(packet[start]) << 8 | UInt16(packet[start + 1])
    ports.insert(port)
    return !forgotten.contains(port)
  }

  private func with(_ body: (UnsafePointer<cn_pair>) -> Int32) -> Int32 {
    withUnsafePointer(to: pair, body)
  }

  private func check(_ result: Int32) throws {
    if result != 0 { throw Unmet("the network cannot be changed: errno \(-result)") }
  }

  // MARK: Packets

  private func cable(_ side: Int) -> Int32 { side == 0 ? pair.cable.0 : pair.cable.1 }

  var interests: [pollfd] {
    (0...1).map { pollfd(fd: cable($0), events: Int16(POLLIN), revents: 0) }
  }

  var due: Double? { directions.compactMap(\.packets.first?.due).min() }

  func serve(_ ready: [pollfd]) {
    for side in 0...1 where ready.contains(where: { $0.fd == cable(side) }) { take(from: side) }
    for side in 0...1 { deliver(from: side) }
  }

  private func take(from side: Int) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(cable(side), &buffer, buffer.count)
      guard count > 0 else { return }
      send(Array(buffer[..<count]), from: side)
    }
  }

  private func send(_ bytes: [UInt8], from side: Int) {
    let isLost = Double.random(in: 0..<1, using: &random) < quality.loss
    guard !quality.isBlackHole, !isLost, knows(bytes, from: side),
      directions[side].packets.count < Self.queueLimit
    else {
      lost += 1
      return
    }
    passed += 1
    let start = max(Monotonic.exact, directions[side].freeAt)
    let end = start + (quality.rate.map { Double(bytes.count) * 8_000 / $0 } ?? 0)
    directions[side].freeAt = end
    directions[side].packets.append((end + quality.delay, bytes))
  }

  private func deliver(from side: Int) {
    let now = Monotonic.exact
    let count = directions[side].packets.prefix { $0.due <= now }.count
    for packet in directions[side].packets.prefix(count) where !quality.isBlackHole {
      // What an interface that is down does not take is lost, as on a real cable.
      _ = write(cable(1 - side), packet.bytes, packet.bytes.count)
    }
    directions[side].packets.removeFirst(count)
  }

  deinit { Self.close(pair) }
}

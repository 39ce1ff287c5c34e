import Dispatch
import Glibc
import Model
import Network
import Synchronization
import XMPP

/// A wire and all it said, to wait on.
final class WireLog: Sendable {
  struct State {
    var connected: [(isSecure: Bool, binding: ChannelBinding?)] = []
    var secured: [ChannelBinding?] = []
    var received: [UInt8] = []
    var largestChunk = 0
    var closed: [String] = []
  }

  private let log: Log
  let wire: Wire

  /// The state lives apart from the wire, whose handler must not hold the wire.
  private final class Log: Sendable {
    let state = Mutex(State())

    func take(_ event: WireEvent) {
      state.withLock { state in
        switch event {
        case .connected(let isSecure, let binding, _): state.connected.append((isSecure, binding))
        case .secured(let binding): state.secured.append(binding)
        case .received(let bytes):
          state.received += bytes
          state.largestChunk = max(state.largestChunk, bytes.count)
        case .closed(let reason): state.closed.append(reason)
        }
      }
    }
  }

  init(
    domain: String = "localhost", security: Account.Security, port: UInt16 = 0,
    trustFile: String? = nil, resolver: Resolver? = nil
  ) {
    let log = Log()
    let account = Account(
      jid: JID("ana@\(domain)")!, server: Endpoint(host: "127.0.0.1", port: port),
      security: security, isPrivate: false)
    self.log = log
    wire = Wire(
      account: account, trustFile: trustFile, resolver: resolver ?? .system,
      handler: { log.take($0) })
  }

  var state: State { log.state.withLock { $0 } }

  /// The wire's handler waits as long as this runs.
  func whileBusy(_ work: () -> Void) { log.state.withLock { _ in work() } }

  /// Waits until it is so, 20 s at most.
  func reach(_ condition: (State) -> Bool) -> Bool {
    for _ in 0..<4000 {
      if condition(state) { return true }
      _ = poll(nil, 0, 5)
    }
    return false
  }

  private final class Measured: Sendable {
    let progress = Mutex<WireProgress?>(nil)
  }

  /// How far the wire gets.
  func progress() -> WireProgress? {
    let measured = Measured()
    let done = DispatchSemaphore(value: 0)
    wire.measure { progress in
      measured.progress.withLock { $0 = progress }
      done.signal()
    }
    done.wait()
    return measured.progress.withLock { $0 }
  }

  /// The reason it closed with.
  func closing() -> String? {
    _ = reach { !$0.closed.isEmpty }
    return state.closed.first
  }
}

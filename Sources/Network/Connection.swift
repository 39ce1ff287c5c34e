internal import Dispatch
internal import Localization
internal import Model
internal import XMPP

/// The state behind a ``Wire``. It is touched on its queue alone, which is what makes it safe to share.
final class Connection: @unchecked Sendable {
  enum Phase: Equatable {
    case idle, resolving, connecting, open
    /// Our side is done: what is left is sent, and the other's end awaited.
    case closing
    case closed
  }

  /// For one address to answer, and for a TLS handshake.
  static let timeout = DispatchTimeInterval.seconds(10)
  /// Before the next address is tried beside the one that has not answered yet (RFC 8305 §5).
  static let stagger = DispatchTimeInterval.milliseconds(250)
  static let lastWords = DispatchTimeInterval.seconds(2)
  /// What may wait to be sent, in bytes.
  static let backlog = 24 << 20

  let queue = DispatchQueue(label: "psst.wire")
  let account: Account
  let trustFile: String?
  let resolver: Resolver
  private let handler: @Sendable (WireEvent) -> Void

  var phase = Phase.idle
  var socket: StreamSocket?
  /// What ``socket`` leads to.
  var peer: Destination?
  /// Begun, and not decided yet.
  var attempts: [ConnectAttempt] = []
  /// Still to be tried, and why the others failed.
  var candidates: [Destination] = []
  var failures = ConnectFailures()
  var tls: TLSSession?
  /// Ready for the socket.
  var outgoing = ByteQueue()
  /// Plain text that waits for the TLS handshake.
  var held: [UInt8] = []
  /// The last bytes are in ``outgoing``.
  private var saidGoodbye = false
  private var endedWriting = false
  /// The other side sends no more.
  var isHeardOut = false
  private var timer: (any DispatchSourceTimer)?

  init(
    account: Account, trustFile: String?, resolver: Resolver,
    handler: @escaping @Sendable (WireEvent) -> Void
  ) {
    self.account = account
    self.trustFile = trustFile
    self.resolver = resolver
    self.handler = handler
  }

  func perform(_ work: @escaping @Sendable (Connection) -> Void) {
    queue.async { work(self) }
  }

  /// The other side is on this computer.
  var isNearby: Bool { peer?.address.isLoopback == true }

  func say(_ event: WireEvent) {
    dispatchPrecondition(condition: .onQueue(queue))
    if phase != .closed { handler(event) }
  }

  func finish(_ reason: String, resets: Bool = false) {
    guard phase != .closed, resets || !isTriedFurther(after: reason) else { return }
    let last = handler
    stopTimer()
    phase = .closed
    if resets { socket?.reset() } else { socket?.shut() }
    socket = nil
    endAttempts()
    tls = nil
    outgoing.removeAll()
    held = []
    last(.closed(reason: reason))
  }

  /// Where TLS from the first byte comes to nothing, nothing was said yet: the next way is tried.
  private func isTriedFurther(after reason: String) -> Bool {
    guard phase == .open, let peer, peer.isDirect, tls?.isEstablished != true, !candidates.isEmpty
    else { return false }
    failures.note(peer, reason)
    stopTimer()
    socket?.shut()
    (socket, self.peer, tls, isHeardOut) = (nil, nil, nil, false)
    outgoing.removeAll()
    tryNext()
    return true
  }

  // MARK: Sending

  func send(_ bytes: [UInt8]) {
    guard phase == .open else { return }
    guard outgoing.count + held.count + bytes.count <= Self.backlog else {
      return finish(tr("the other side takes nothing, and too much waits to be sent"))
    }
    guard let tls else {
      outgoing.append(bytes)
      return flush()
    }
    guard tls.isEstablished else {
      held += bytes
      return
    }
    attempt { try tls.send(bytes) }
    flush()
  }

  /// Runs a step of TLS; its failure ends the connection, but what it wrote (an alert) leaves first.
  @discardableResult
  func attempt(_ step: () throws -> Void) -> Bool {
    do {
      try step()
      return true
    } catch {
      let reason = (error as? TLSFailure)?.reason ?? "\(error)"
      if let tls, let socket {
        outgoing.append(tls.takeOutput())
        try? socket.write(from: &outgoing)
      }
      finish(reason)
      return false
    }
  }

  func flush() {
    guard let socket, phase == .open || phase == .closing, !endedWriting else { return }
    if phase == .closing { sayGoodbye() }
    if let tls { outgoing.append(tls.takeOutput()) }
    do throws(SocketFailure) {
      try socket.write(from: &outgoing)
    } catch {
      return finish(phase == .closing ? "closed" : error.words)
    }
    socket.wantsToWrite = !outgoing.isEmpty
    if saidGoodbye, outgoing.isEmpty {
      endedWriting = true
      socket.endWriting()
      if isHeardOut { finish("closed") }
    }
  }

  // MARK: Closing

  func close() {
    switch phase {
    case .open:
      phase = .closing
      wait(Self.lastWords) { $0.finish("closed") }
      flush()
    case .idle, .resolving, .connecting: finish("closed")
    case .closing, .closed: break
    }
  }

  /// The other side is not heard any more, so it is not waited for either.
  func abandon() { finish("closed", resets: true) }

  /// Without a way to the other side the connection would only be found dead later.
  func networkChanged() {
    guard let address = peer?.address, !address.isLoopback, address.routeSource == nil else {
      return
    }
    finish(tr("no way to \(address) any more"), resets: true)
  }

  /// The end of writing tells the other side; its own end is awaited, because closing a socket with unread
  /// bytes resets the connection and can take back what was sent last.
  private func sayGoodbye() {
    guard !saidGoodbye, held.isEmpty else { return }
    saidGoodbye = true
    tls?.end()
  }

  // MARK: Time

  func wait(_ time: DispatchTimeInterval, then work: @escaping @Sendable (Connection) -> Void) {
    stopTimer()
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + time, leeway: .milliseconds(50))
    timer.setEventHandler { [weak self] in
      if let self { work(self) }
    }
    timer.resume()
    self.timer = timer
  }

  func stopTimer() {
    timer?.cancel()
    timer = nil
  }
}

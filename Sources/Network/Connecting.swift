internal import Dispatch
internal import Model

/// A connection that is not decided yet.
struct ConnectAttempt {
  var address: SocketAddress
  var socket: StreamSocket
}

/// From a name to an open connection.
extension Connection {
  func connect() {
    precondition(phase == .idle, "a wire connects once")
    phase = .resolving
    let account = account
    let resolver = resolver
    // A thread of its own: a name server that is silent holds up nothing else, and nothing this.
    DispatchQueue(label: "psst.names").async {
      let found: Result<[SocketAddress], ResolverError>
      do throws(ResolverError) {
        found = .success(try resolver.addresses(account))
      } catch {
        found = .failure(error)
      }
      self.perform { $0.resolved(found) }
    }
  }

  private func resolved(_ found: Result<[SocketAddress], ResolverError>) {
    guard phase == .resolving else { return }
    switch found {
    case .failure(let error): finish(error.reason)
    case .success(let addresses):
      guard let outside = addresses.first(where: { !$0.isLoopback }), account.security == .off
      else {
        candidates = SocketAddress.interleaved(addresses)
        return tryNext()
      }
      finish("not safe: \(outside) is not on this computer, and nothing goes there without TLS")
    }
  }

  /// Begins the next attempt beside those that are not decided yet.
  private func tryNext() {
    phase = .connecting
    guard !candidates.isEmpty else {
      if attempts.isEmpty { finish("cannot connect: \(failure)") }
      return
    }
    let address = candidates.removeFirst()
    do throws(SocketFailure) {
      let socket = try StreamSocket(
        to: address, queue: queue,
        onReadable: { [weak self] in self?.readable() },
        onWritable: { [weak self] in self?.writable(address) })
      attempts.append(ConnectAttempt(address: address, socket: socket))
      awaitDecision()
    } catch {
      failure = "\(address): \(error.words)"
      tryNext()
    }
  }

  private func awaitDecision() {
    if candidates.isEmpty {
      wait(Self.timeout) { $0.gaveUp() }
    } else {
      wait(Self.stagger) { $0.tryNext() }
    }
  }

  private func gaveUp() {
    let last = attempts.last?.address
    endAttempts()
    failure = last.map { "\($0): no answer" } ?? failure
    tryNext()
  }

  func endAttempts() {
    for attempt in attempts { attempt.socket.shut() }
    attempts = []
  }

  private func writable(_ address: SocketAddress) {
    guard phase == .connecting else { return flush() }
    guard let index = attempts.firstIndex(where: { $0.address == address }) else { return }
    let attempt = attempts.remove(at: index)
    let code = attempt.socket.connectFailure()
    guard code == 0 else {
      attempt.socket.shut()
      failure = SocketFailure(code: code).words
      return tryNext()
    }
    endAttempts()
    opened(attempt)
  }

  private func opened(_ attempt: ConnectAttempt) {
    stopTimer()
    phase = .open
    let socket = attempt.socket
    (self.socket, peer) = (socket, attempt.address)
    if !attempt.address.isLoopback { socket.watchPeer() }
    socket.wantsToWrite = false
    socket.wantsToRead = true
    if account.security == .direct {
      startTLS(domain: account.jid.domain)
    } else {
      say(.connected(isSecure: false, binding: nil))
    }
  }

  func startTLS(domain: String) {
    guard phase == .open else { return }
    precondition(tls == nil, "TLS is begun once")
    wait(Self.timeout) { $0.finish("the secure connection took too long to begin") }
    attempt {
      let session = try TLSSession(domain: JID.asciiDomain(domain), trustFile: trustFile)
      tls = session
      _ = try session.receive([])
    }
    flush()
  }
}

extension SocketAddress {
  /// The families by turns, so that one that leads nowhere delays little (RFC 8305 §4). Each address once.
  static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
    var seen: Set<SocketAddress> = []
    let each = addresses.filter { seen.insert($0).inserted }
    let first = each.filter { $0.family == each[0].family }
    let second = each.filter { $0.family != each[0].family }
    let pairs = zip(first, second).flatMap { [$0, $1] }
    return pairs + first.dropFirst(second.count) + second.dropFirst(first.count)
  }
}

internal import Dispatch
internal import Localization
internal import Model

/// A connection that is not decided yet.
struct ConnectAttempt {
  var destination: Destination
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
      let found: Result<[Destination], ResolverError>
      do throws(ResolverError) {
        found = .success(try resolver.destinations(account))
      } catch {
        found = .failure(error)
      }
      self.perform { $0.resolved(found) }
    }
  }

  private func resolved(_ found: Result<[Destination], ResolverError>) {
    guard phase == .resolving else { return }
    switch found {
    case .failure(let error): finish(error.reason)
    case .success(let found):
      let outside = found.first { !$0.address.isLoopback }
      guard let outside, account.security == .off else {
        candidates = found
        return tryNext()
      }
      finish(
        tr(
          "not safe: \(outside.address) is not on this computer, and nothing goes there without TLS"
        ))
    }
  }

  /// Begins the next attempt beside those that are not decided yet.
  func tryNext() {
    phase = .connecting
    guard !candidates.isEmpty else {
      if attempts.isEmpty { finish(tr("cannot connect: \(failures.words)")) }
      return
    }
    let destination = candidates.removeFirst()
    do throws(SocketFailure) {
      let socket = try StreamSocket(
        to: destination.address, queue: queue,
        onReadable: { [weak self] in self?.readable() },
        onWritable: { [weak self] in self?.writable(destination) })
      attempts.append(ConnectAttempt(destination: destination, socket: socket))
      awaitDecision()
    } catch {
      failures.note(destination, error.words)
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
    for attempt in attempts { failures.note(attempt.destination, tr("no answer")) }
    endAttempts()
    tryNext()
  }

  func endAttempts() {
    for attempt in attempts { attempt.socket.shut() }
    attempts = []
  }

  private func writable(_ destination: Destination) {
    guard phase == .connecting else { return flush() }
    guard let index = attempts.firstIndex(where: { $0.destination == destination }) else { return }
    let attempt = attempts.remove(at: index)
    let code = attempt.socket.connectFailure()
    guard code == 0 else {
      attempt.socket.shut()
      failures.note(destination, SocketFailure(code: code).words)
      return tryNext()
    }
    // Those that were not decided may be needed yet.
    candidates = attempts.map(\.destination) + candidates
    endAttempts()
    opened(attempt)
  }

  private func opened(_ attempt: ConnectAttempt) {
    stopTimer()
    phase = .open
    let socket = attempt.socket
    (self.socket, peer) = (socket, attempt.destination)
    if !attempt.destination.address.isLoopback { socket.watchPeer() }
    socket.wantsToWrite = false
    socket.wantsToRead = true
    if attempt.destination.isDirect {
      startTLS(domain: account.jid.domain)
    } else {
      say(.connected(isSecure: false, binding: nil, isNearby: isNearby))
    }
  }

  func startTLS(domain: String) {
    guard phase == .open else { return }
    precondition(tls == nil, "TLS is begun once")
    wait(Self.timeout) { $0.finish(tr("the secure connection took too long to begin")) }
    attempt {
      let session = try TLSSession(
        domain: JID.asciiDomain(domain), trustFile: trustFile, isDirect: peer?.isDirect == true)
      tls = session
      _ = try session.receive([])
    }
    flush()
  }
}

/// Why the ways to a server that were tried led nowhere.
struct ConnectFailures {
  private var all: [(destination: Destination, words: String)] = []

  /// Those that are named.
  private static let mostNamed = 3

  mutating func note(_ destination: Destination, _ words: String) {
    all.append((destination, words))
  }

  /// One speaks for itself.
  var words: String {
    guard all.count > 1 else { return all.first?.words ?? tr("no address") }
    let named = all.prefix(Self.mostNamed).map { "\($0.destination.address): \($0.words)" }
    let rest = all.count - named.count
    return named.joined(separator: "; ") + (rest > 0 ? tr("; and \(rest) more") : "")
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

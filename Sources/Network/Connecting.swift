internal import Dispatch
internal import Model

/// From a name to an open connection.
extension Connection {
  func connect() {
    precondition(phase == .idle, "a wire connects once")
    phase = .resolving
    let account = account
    let resolver = resolver
    DispatchQueue.global().async {
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
        candidates = addresses
        return tryNext()
      }
      finish("not safe: \(outside) is not on this computer, and nothing goes there without TLS")
    }
  }

  func tryNext() {
    socket?.shut()
    socket = nil
    guard !candidates.isEmpty else { return finish("cannot connect: \(failure)") }
    phase = .connecting
    let address = candidates.removeFirst()
    do throws(SocketFailure) {
      socket = try StreamSocket(
        to: address, queue: queue,
        onReadable: { [weak self] in self?.readable() },
        onWritable: { [weak self] in self?.writable() })
      wait(Self.patience) { $0.gaveUp(address, "no answer") }
    } catch {
      gaveUp(address, error.words)
    }
  }

  private func gaveUp(_ address: SocketAddress, _ reason: String) {
    failure = "\(address): \(reason)"
    tryNext()
  }

  private func writable() {
    guard phase == .connecting, let socket else { return flush() }
    let code = socket.connectFailure()
    guard code == 0 else {
      failure = SocketFailure(code: code).words
      return tryNext()
    }
    stopTimer()
    phase = .open
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
    wait(Self.patience) { $0.finish("the secure connection took too long to begin") }
    attempt {
      let session = try TLSSession(domain: domain, trustFile: trustFile)
      tls = session
      _ = try session.receive([])
    }
    flush()
  }
}

internal import Dispatch
public import Files
internal import Glibc
internal import Localization
internal import Synchronization

/// How a handler answers one request. Safe from any thread; after ``finish`` nothing more is said.
public struct HandoverReply: Sendable {
  var answer: @Sendable (HandoverAnswer) -> Void
  var finish: @Sendable () -> Void

  /// Says the answers through `answer`, and their end through `finish`.
  public init(
    answer: @escaping @Sendable (HandoverAnswer) -> Void, finish: @escaping @Sendable () -> Void
  ) {
    self.answer = answer
    self.finish = finish
  }
}

/// Takes requests of other programs of the same user for the account this program owns.
///
/// Everything is bounded: the length of a line, the clients at one time, and how long they may be silent.
/// Requests are read on threads of its own, never on the main one; an idle socket costs nothing.
public final class HandoverServer: Sendable {
  public typealias Handler = @Sendable (HandoverRequest, HandoverReply) -> Void

  static let mostClients = 16
  /// Seconds a client may take to say its line.
  static let timeout = 10

  private let path: String
  /// Set once, before anything else can see it; cancelling is safe from any thread.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  private let clients = DispatchQueue(label: "psst.handover.clients", attributes: .concurrent)
  private let count = Mutex(0)
  private let handler: Handler

  /// Listens until ``stop()``; the caller holds the account's ``AccountLock``.
  public init(path: String, handler: @escaping Handler) throws(Failure) {
    self.path = path
    self.handler = handler
    let listener = try LocalSocket.listen(at: path)
    let queue = DispatchQueue(label: "psst.handover")
    source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: queue)
    source.setEventHandler { [weak self] in self?.accept(from: listener) }
    source.setCancelHandler { close(listener) }
    source.resume()
  }

  /// Takes no more requests; those taken are still answered.
  public func stop() {
    unlink(path)
    source.cancel()
  }

  private func accept(from listener: Int32) {
    let client = Glibc.accept(listener, nil, nil)
    guard client >= 0 else { return }
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    let isWelcome =
      LocalSocket.isOurs(client)
      && count.withLock { count in
        if count >= Self.mostClients { return false }
        count += 1
        return true
      }
    guard isWelcome else {
      close(client)
      return
    }
    LocalSocket.setTimeouts(client, reading: Self.timeout, writing: 2)
    clients.async { [weak self] in self?.serve(client) }
  }

  private func serve(_ client: Int32) {
    let connection = HandoverConnection(client) { [weak self] in
      self?.count.withLock { $0 -= 1 }
    }
    let reply = HandoverReply(
      answer: { connection.answer($0) }, finish: { connection.finish() })
    var reader = LineReader(client, limit: HandoverRequest.longestLine, readsOn: false)
    switch reader.next() {
    case .end: connection.finish()
    case .tooLong:
      reply.answer(HandoverAnswer(.failed, reason: tr("the request is too long")))
      connection.drain()
      connection.finish()
    case .text(let line):
      do {
        handler(try JSONLine.decode(HandoverRequest.self, from: line), reply)
      } catch {
        refuse(reply, tr("the request was not understood"))
      }
    }
  }

  private func refuse(_ reply: HandoverReply, _ reason: String) {
    reply.answer(HandoverAnswer(.failed, reason: reason))
    reply.finish()
  }
}

/// One client; its descriptor is closed once.
private final class HandoverConnection: Sendable {
  private let descriptor: Mutex<Int32?>
  private let whenFinished: @Sendable () -> Void

  init(_ descriptor: Int32, whenFinished: @escaping @Sendable () -> Void) {
    self.descriptor = Mutex(descriptor)
    self.whenFinished = whenFinished
  }

  /// A client that is gone, or does not read, loses its answers; the request goes on.
  func answer(_ answer: HandoverAnswer) {
    guard let line = try? JSONLine.encode(answer) else { return }
    descriptor.withLock { descriptor in
      if let descriptor { _ = LocalSocket.send(line + [0x0A], to: descriptor) }
    }
  }

  func finish() {
    let last = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    guard let last else { return }
    close(last)
    whenFinished()
  }

  /// Reads on for a while: closing with unread bytes would reset the connection and take the answer with it.
  func drain() {
    guard let descriptor = descriptor.withLock({ $0 }) else { return }
    shutdown(descriptor, Int32(SHUT_WR))
    LocalSocket.setTimeouts(descriptor, reading: 1, writing: 1)
    var block = [UInt8](repeating: 0, count: 16 * 1024)
    var left = 64
    while left > 0, read(descriptor, &block, block.count) > 0 { left -= 1 }
  }
}

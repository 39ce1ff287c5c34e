internal import CPlatform
internal import Dispatch
internal import Glibc
internal import Model

/// A non-blocking TCP socket whose readiness comes as calls on one queue. It is touched on that queue alone,
/// which is what makes it safe to share.
final class StreamSocket: @unchecked Sendable {
  enum Received: Equatable {
    case bytes([UInt8])
    /// Nothing there yet.
    case nothing
    /// The other side sends no more.
    case end
    case failed(errno: Int32)
  }

  /// The most one read takes (64 KiB): what one event can hold.
  static let chunk = 65536

  /// Seconds of silence before the kernel probes, and between its probes.
  private static let silence: Int32 = 60
  private static let probing: Int32 = 10
  /// Milliseconds without an answer, to probes or data, after which the connection is broken.
  private static let timeout: UInt32 = 20_000

  private let descriptor: Int32
  private let onReadable: @Sendable () -> Void
  private let onWritable: @Sendable () -> Void
  /// Nil when the socket was given back.
  private var watch: Readiness.Watch?
  /// What is to be said, as long as it is so.
  private var wanted: Readiness.Events = .write
  private var isCalling = false

  /// Begins to connect; `onWritable` is called when that is decided (see ``connectFailure()``).
  /// Throws an errno for a family the computer has not or an address without a route.
  init(
    to address: SocketAddress, queue: DispatchQueue, onReadable: @escaping @Sendable () -> Void,
    onWritable: @escaping @Sendable () -> Void
  ) throws(SocketFailure) {
    let opened = psst_stream_socket(address.family)
    guard opened >= 0 else { throw SocketFailure(code: -opened) }
    let result = address.withPointer { Glibc.connect(opened, $0, $1) }
    guard result == 0 || errno == EINPROGRESS else {
      let failure = errno
      Glibc.close(opened)
      throw SocketFailure(code: failure)
    }
    descriptor = opened
    (self.onReadable, self.onWritable) = (onReadable, onWritable)
    do {
      watch = try Readiness.shared.watch(opened, for: wanted, on: queue) { [weak self] in
        self?.call($0)
      }
    } catch {
      Glibc.close(opened)
      throw error
    }
  }

  private func call(_ events: Readiness.Events) {
    isCalling = true
    if wanted.contains(.write), !events.isDisjoint(with: [.write, .over]) { onWritable() }
    if wanted.contains(.read), !events.isDisjoint(with: [.read, .over]) { onReadable() }
    isCalling = false
    ask()
  }

  private func ask() {
    guard let watch, !wanted.isEmpty, !isCalling else { return }
    Readiness.shared.ask(watch, for: wanted)
  }

  /// 0 when the connection stands, else an errno.
  func connectFailure() -> Int32 { psst_socket_error(descriptor) }

  var wantsToRead: Bool {
    get { wanted.contains(.read) }
    set { want(.read, newValue) }
  }

  var wantsToWrite: Bool {
    get { wanted.contains(.write) }
    set { want(.write, newValue) }
  }

  private func want(_ event: Readiness.Events, _ isWanted: Bool) {
    guard wanted.contains(event) != isWanted else { return }
    if isWanted { wanted.insert(event) } else { wanted.remove(event) }
    if isWanted { ask() }
  }

  func read() -> Received {
    var failure: Int32 = 0
    var end = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
      let result = Self.retrying { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
      failure = result < 0 ? errno : 0
      end = result == 0
      count = max(0, result)
    }
    if end { return .end }
    if failure == EAGAIN { return .nothing }
    return failure == 0 ? .bytes(bytes) : .failed(errno: failure)
  }

  /// Sends as much of the queue as the kernel takes now; throws when the connection is broken.
  func write(from queue: inout ByteQueue) throws(SocketFailure) {
    while !queue.isEmpty {
      var failure: Int32 = 0
      queue.take { bytes in
        let sent = Self.retrying {
          Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        failure = sent < 0 ? errno : 0
        return max(0, sent)
      }
      if failure == EAGAIN { return }
      if failure != 0 { throw SocketFailure(code: failure) }
    }
  }

  /// Says that nothing more will be sent (a half close); reading goes on.
  func endWriting() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// The kernel is to find out by itself when the other side is gone. It probes a silent connection, which
  /// also keeps it known to the routers between, and wakes nobody here.
  func watchPeer() {
    _ = psst_keep_alive(descriptor, Self.silence, Self.probing, Self.timeout)
  }

  /// How far the connection gets; `nil` where the kernel does not say.
  var progress: WireProgress? {
    var (silence, awaits): (UInt32, Int32) = (0, 0)
    guard watch != nil, psst_progress(descriptor, &silence, &awaits) == 0 else { return nil }
    return WireProgress(silence: Int64(silence), awaitsAcknowledgement: awaits != 0)
  }

  /// Nothing of what was not sent yet leaves any more.
  func reset() {
    guard watch != nil else { return }
    psst_reset_on_close(descriptor)
    shut()
  }

  /// Ends the calls and gives the socket back.
  func shut() {
    guard let watch else { return }
    self.watch = nil
    wanted = []
    Readiness.shared.end(watch)
    Glibc.close(descriptor)
  }

  deinit { shut() }

  private static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

/// A system call that failed; `code` is its errno.
struct SocketFailure: Error, Equatable {
  var code: Int32

  /// In words (strerror(3)), "Connection refused".
  var words: String { String(cString: strerror(code)) }
}

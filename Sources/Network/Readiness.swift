internal import CPlatform
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Says when sockets can be read or written: epoll(7) on a thread of its own, which all connections share.
///
/// Not dispatch's sources: on Linux a source that is resumed after the other side hung up is never called, and
/// one that hears of it is taken apart on two threads.
final class Readiness: Sendable {
  struct Events: OptionSet {
    var rawValue: UInt32

    static let read = Events(rawValue: EPOLLIN.rawValue)
    static let write = Events(rawValue: EPOLLOUT.rawValue)
    /// The connection is over; it comes whatever was asked for.
    static let over = Events(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }

  /// One watched descriptor. Numbers are not given again, as descriptors are.
  struct Watch {
    fileprivate var number: UInt64
    fileprivate var descriptor: Int32
  }

  private struct Watched {
    var queue: DispatchQueue
    var handler: @Sendable (Events) -> Void
  }

  private struct State {
    var last: UInt64 = 0
    var watched: [UInt64: Watched] = [:]
  }

  static let shared = Readiness()

  private let epoll: Int32
  private let state = Mutex(State())

  private init() {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    precondition(epoll >= 0, "epoll_create1: \(String(cString: strerror(errno)))")
    DispatchQueue(label: "psst.readiness").async { self.wait() }
  }

  /// The handler is called on the queue, once, when one of the events is there; see ``ask(_:for:)``.
  func watch(
    _ descriptor: Int32, for events: Events, on queue: DispatchQueue,
    handler: @escaping @Sendable (Events) -> Void
  ) throws(SocketFailure) -> Watch {
    let watch = state.withLock { state in
      state.last += 1
      state.watched[state.last] = Watched(queue: queue, handler: handler)
      return Watch(number: state.last, descriptor: descriptor)
    }
    guard control(EPOLL_CTL_ADD, watch, events) == 0 else {
      let failure = errno
      forget(watch)
      throw SocketFailure(code: failure)
    }
    return watch
  }

  /// The handler is called once more, at once if one of the events is there already.
  func ask(_ watch: Watch, for events: Events) { _ = control(EPOLL_CTL_MOD, watch, events) }

  /// Comes before the descriptor is closed. A call that was on its way still arrives.
  func end(_ watch: Watch) {
    _ = control(EPOLL_CTL_DEL, watch, [])
    forget(watch)
  }

  private func forget(_ watch: Watch) {
    state.withLock { _ = $0.watched.removeValue(forKey: watch.number) }
  }

  private func control(_ operation: Int32, _ watch: Watch, _ events: Events) -> Int32 {
    var event = epoll_event(
      events: events.rawValue | EPOLLONESHOT.rawValue, data: epoll_data_t(u64: watch.number))
    return epoll_ctl(epoll, operation, watch.descriptor, &event)
  }

  private func wait() -> Never {
    var events = [epoll_event](repeating: epoll_event(), count: 16)
    while true {
      let count = epoll_wait(epoll, &events, Int32(events.count), -1)
      for event in events.prefix(max(0, Int(count))) {
        let happened = Events(rawValue: event.events)
        guard let watched = state.withLock({ $0.watched[event.data.u64] }) else { continue }
        watched.queue.async { watched.handler(happened) }
      }
    }
  }
}

internal import CPlatform
internal import Dispatch
internal import Glibc
public import Model

/// Tells when this computer's interfaces, addresses or routes change and when it wakes up, by news of the
/// kernel: at rest it costs no wake-up (I6).
public final class LinkMonitor: Sendable {
  private let watch: LinkWatch

  /// Begins at once; the first call says what is there, and is not new. `handler` is called on the
  /// monitor's own queue. `nil` where the kernel gives no news.
  public convenience init?(_ handler: @escaping @Sendable (NetworkChange) -> Void) {
    self.init(news: psst_network_watch(), look: Reach.now, handler)
  }

  /// - Parameter news: a descriptor of `psst_network_watch`, negative where there is none.
  init?(
    news: Int32, look: @escaping @Sendable () -> Reach,
    _ handler: @escaping @Sendable (NetworkChange) -> Void
  ) {
    guard let watch = LinkWatch(news: news, look: look, handler: handler) else { return nil }
    self.watch = watch
    watch.begin()
  }

  deinit { watch.end() }
}

/// The state behind a ``LinkMonitor``, touched on its queue alone.
private final class LinkWatch: @unchecked Sendable {
  /// A change comes as several pieces of news: they are waited for.
  static let settling = DispatchTimeInterval.milliseconds(100)
  /// A network that is gone is often back at once (a lease renewed, another access point).
  static let flicker = DispatchTimeInterval.milliseconds(300)

  private let queue = DispatchQueue(label: "psst.link")
  private let look: @Sendable () -> Reach
  private let handler: @Sendable (NetworkChange) -> Void
  private let news: any DispatchSourceRead
  private let clock: (any DispatchSourceRead)?
  private var reach = Reach()
  private var slept = LinkWatch.sleep
  private var isSettling = false

  init?(
    news: Int32, look: @escaping @Sendable () -> Reach,
    handler: @escaping @Sendable (NetworkChange) -> Void
  ) {
    guard news >= 0 else { return nil }
    self.look = look
    self.handler = handler
    self.news = Self.source(news, queue)
    let clockDescriptor = psst_clock_watch()
    clock = clockDescriptor < 0 ? nil : Self.source(clockDescriptor, queue)
  }

  private static func source(_ descriptor: Int32, _ queue: DispatchQueue) -> any DispatchSourceRead
  {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { Glibc.close(descriptor) }
    return source
  }

  func begin() {
    news.setEventHandler { [weak self] in self?.changed() }
    clock?.setEventHandler { [weak self] in self?.jumped() }
    news.resume()
    clock?.resume()
    queue.async { [self] in
      reach = look()
      handler(NetworkChange(isNew: false, isReachable: reach.isReachable))
    }
  }

  func end() {
    news.cancel()
    clock?.cancel()
  }

  private func changed() {
    let outcome = psst_network_news(Int32(news.handle))
    if outcome < 0 { return news.cancel() }
    guard outcome > 0, !isSettling else { return }
    isSettling = true
    queue.asyncAfter(deadline: .now() + Self.settling) { [self] in settled() }
  }

  private func settled() {
    guard reach.isReachable, !look().isReachable else { return tell() }
    queue.asyncAfter(deadline: .now() + Self.flicker) { [self] in tell() }
  }

  private func tell() {
    isSettling = false
    let now = look()
    let isNew = now != reach
    reach = now
    handler(NetworkChange(isNew: isNew, isReachable: now.isReachable))
  }

  /// A clock that was set is no news; a computer that slept is.
  private func jumped() {
    if psst_clock_news(Int32(clock?.handle ?? 0)) < 0 { clock?.cancel() }
    let total = Self.sleep
    guard total > slept + 1 else { return }
    slept = total
    reach = look()
    handler(NetworkChange(isNew: true, isReachable: reach.isReachable))
  }

  /// Seconds this computer has been asleep since it was started (clock_gettime(2)).
  private static var sleep: Int {
    var awake = timespec()
    var all = timespec()
    clock_gettime(CLOCK_MONOTONIC, &awake)
    clock_gettime(CLOCK_BOOTTIME, &all)
    return all.tv_sec - awake.tv_sec
  }
}

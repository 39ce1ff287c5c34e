import CNetspace
import CPlatform
import Glibc
import Harness
import Model
import Synchronization
import Testing

@testable import Network

@Suite(.serialized, .thread(.sockets)) struct LinkMonitorTests {
  /// A computer's networks as the test says, in a network namespace of a thread of its own, and what the
  /// monitor there tells. The kernel's news is real.
  final class Place: Sendable {
    struct State {
      var reach: Reach
      var looks = 0
      var told: [NetworkChange] = []
      /// Of the namespace: why there is none, or where the kernel's news of it comes from.
      var failure: Int32?
      var news: Int32 = -1
      var isWatched = false
    }

    let state: Mutex<State>
    private let monitor = Mutex<LinkMonitor?>(nil)

    init(_ reach: Reach) { state = Mutex(State(reach: reach)) }

    /// Runs in a new namespace, with a monitor of it; returns 0, or why there is none.
    ///
    /// The monitor begins outside: Dispatch's threads come from the one that needs them, and would stay in
    /// its namespace, for other tests as well.
    func run(_ body: @escaping @Sendable (Place) -> Void) -> Int32 {
      let thread = Self.thread { [self] in
        let failure = cn_leave()
        state.withLock { ($0.failure, $0.news) = (failure, psst_network_watch()) }
        guard failure == 0, reach({ $0.isWatched }) else { return }
        body(self)
      }
      if reach({ $0.failure != nil }), state.withLock({ $0.failure }) == 0 { watch() }
      pthread_join(thread, nil)
      monitor.withLock { $0 = nil }
      return state.withLock { $0.failure ?? 0 }
    }

    private func watch() {
      let news = state.withLock { $0.news }
      monitor.withLock {
        $0 = LinkMonitor(news: news, look: look) { [weak self] in self?.take($0) }
      }
      state.withLock { $0.isWatched = true }
    }

    private static func thread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
      var thread = pthread_t()
      let box = Unmanaged.passRetained(Box(body))
      pthread_create(
        &thread, nil,
        { argument in
          Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().body()
          return nil
        }, box.toOpaque())
      return thread
    }

    private final class Box {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private var look: @Sendable () -> Reach {
      { [weak self] in
        self?.state.withLock { state in
          state.looks += 1
          return state.reach
        } ?? Reach()
      }
    }

    private func take(_ change: NetworkChange) { state.withLock { $0.told.append(change) } }

    func become(_ reach: Reach) { state.withLock { $0.reach = reach } }

    var told: [NetworkChange] { state.withLock { $0.told } }

    /// Waits until it is so, 10 s at most.
    func reach(_ condition: (State) -> Bool) -> Bool {
      for _ in 0..<2000 {
        if state.withLock({ condition($0) }) { return true }
        _ = poll(nil, 0, 5)
      }
      return false
    }
  }

  static let home = Reach(
    addresses: [SocketAddress(numeric: "192.0.2.7", port: 0)!], isReachable: true)
  static let cafe = Reach(
    addresses: [SocketAddress(numeric: "198.51.100.9", port: 0)!], isReachable: true)
  static let isPermitted = LinkMonitorTests.canLeave()

  private static func canLeave() -> Bool { Place(Reach()).run { _ in } == 0 }

  /// An address comes to the loopback of the thread's namespace: news of the kernel.
  private static func stir(_ number: UInt32) {
    #expect(cn_add_loopback_address(0x7F09_0000 + number) == 0)
  }

  static let permission: Comment = "a namespace takes root"

  @Test(.enabled(if: isPermitted, permission))
  func `O1 the kernel's news is heard, several pieces of it once, and judged by what is there`() {
    let place = Place(Self.home)
    let outcome = place.run { place in
      #expect(place.reach { $0.told.count == 1 })
      for number: UInt32 in 1...5 { Self.stir(number) }
      #expect(place.reach { $0.told.count == 2 })
      place.become(Self.cafe)
      Self.stir(6)
      #expect(place.reach { $0.told.count == 3 })
    }
    #expect(outcome == 0)
    #expect(place.told.map(\.isNew) == [false, false, true])
    #expect(place.told.map(\.isReachable) == [true, true, true])
  }

  @Test(.enabled(if: isPermitted, permission))
  func `O1 a network that is gone for a moment is no news`() {
    let place = Place(Self.home)
    let outcome = place.run { place in
      #expect(place.reach { $0.told.count == 1 })
      place.become(Reach())
      Self.stir(1)
      // It has looked once, and gives the network a moment to come back.
      #expect(place.reach { $0.looks >= 2 })
      place.become(Self.home)
      #expect(place.reach { $0.told.count == 2 })
      place.become(Reach())
      Self.stir(2)
      #expect(place.reach { $0.told.count == 3 })
    }
    #expect(outcome == 0)
    #expect(place.told.map(\.isNew) == [false, false, true])
    #expect(place.told.map(\.isReachable) == [true, true, false])
  }

  @Test(.enabled(if: isPermitted, permission))
  func `I6 without news the monitor does not look`() {
    let place = Place(Self.home)
    let outcome = place.run { place in
      #expect(place.reach { $0.told.count == 1 })
      place.become(Self.cafe)
      Self.stir(1)
      #expect(place.reach { $0.told.count == 2 })
    }
    #expect(outcome == 0)
    // At the beginning, when the news had settled, and when it was told.
    #expect(place.state.withLock { $0.looks } <= 3)
  }

  @Test(arguments: [("fe80::1", true), ("169.254.3.4", true), ("192.0.2.1", false), ("::1", false)])
  func `O1 an address for one cable only says nothing of where one is`(
    address: String, isLinkLocal: Bool
  ) throws {
    let parsed = try #require(SocketAddress(numeric: address, port: 1))
    #expect(parsed.isLinkLocal == isLinkLocal)
  }

  @Test
  func `O1 the way to this computer leads from this computer, and the loopback is no network`()
    throws
  {
    let here = try #require(SocketAddress(numeric: "127.0.0.1", port: 4))
    #expect(here.routeSource == SocketAddress(numeric: "127.0.0.1", port: 0))
    #expect(!Reach.now().addresses.contains { $0.isLoopback })
  }
}

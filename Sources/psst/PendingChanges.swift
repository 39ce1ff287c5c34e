internal import Model
internal import Synchronization

/// Changes on their way to the main thread: what comes while it is busy goes over as one, however much that is.
final class PendingChanges: Sendable {
  private let pending = Mutex<[Change]>([])

  /// Whether they have to be fetched: else somebody is on the way already.
  func add(_ changes: [Change]) -> Bool {
    pending.withLock { pending in
      defer { pending += changes }
      return pending.isEmpty
    }
  }

  /// All that came, in order.
  func take() -> [Change] {
    pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
  }
}

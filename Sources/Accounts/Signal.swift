internal import Dispatch

/// Something that happens once, waited for with a bound.
final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func give() { semaphore.signal() }

  /// `false` where it did not happen in time.
  @discardableResult func wait(seconds: Int) -> Bool {
    semaphore.wait(timeout: .now() + .seconds(seconds)) == .success
  }
}

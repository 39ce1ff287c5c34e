/// A program that a test has started and looks at.
public protocol Watchable: AnyObject {
  var hasEnded: Bool { get }
  /// What is seen of it, for a test that fails.
  var report: String { get }
}

extension Watchable {
  /// Waits until the condition holds; throws ``Unmet`` with what is seen after `bound` seconds of a computer that does
  /// nothing else: tests run beside each other, on slower ones too.
  public func waitUntil(
    _ what: String, bound: Double = 10, line: Int = #line,
    condition: (Self) throws -> Bool
  ) throws {
    // A program that has ended, and whose last output was looked at, changes nothing any more.
    var wasOver = false
    let isMet = try Pump.wait(bound: bound * Patience.factor) {
      let isOver = wasOver
      wasOver = hasEnded
      return try condition(self) || isOver
    }
    if try isMet && condition(self) { return }
    throw Unmet("line \(line): waited \(bound * Patience.factor) s for \(what)\n\(report)")
  }
}

private enum Patience {
  static let factor = 4.0
}

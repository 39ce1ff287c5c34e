package import Model
package import Screen
package import Simulation

/// What stands between the played program and what is around it: nothing, but where a test wants to see whether a
/// scene finds what is wrong.
package struct Interference: Sendable {
  /// What becomes of a change on its way to the store; `nil` where it is lost.
  package var change: @Sendable (Change) -> Change?
  /// Whether an intent comes to the engine.
  package var submits: @Sendable (Intent) -> Bool
  /// To which of my accounts an intent comes.
  package var account: @Sendable (AccountID) -> AccountID
  /// What is drawn in place of what the program draws.
  package var surface: @Sendable (Surface) -> Surface
  /// It says goodbye to the server at its end.
  package var signsOff: Bool
  /// Makes what stands at the edges of the devices.
  package var tampering: (@Sendable () -> any Tampering)?

  package init(
    change: @escaping @Sendable (Change) -> Change? = { $0 },
    submits: @escaping @Sendable (Intent) -> Bool = { _ in true },
    account: @escaping @Sendable (AccountID) -> AccountID = { $0 },
    surface: @escaping @Sendable (Surface) -> Surface = { $0 },
    signsOff: Bool = true, tampering: (@Sendable () -> any Tampering)? = nil
  ) {
    self.change = change
    self.submits = submits
    self.account = account
    self.surface = surface
    self.signsOff = signsOff
    self.tampering = tampering
  }
}

package import Model

/// The other accounts of the program at the first seat of a world. Each has a server of its own, and so a world of its
/// own; the worlds have one virtual time, as the accounts of a program have one computer.
package protocol Company: Sendable {
  /// Returns when nothing of the others is due before that time (ms), and nothing of theirs is being done.
  func awaitTurn(at time: Int64)
  /// What the account's engine told the program, of one transaction.
  func tell(_ changes: [Change])
  /// Nothing more happens in the account's world.
  func leave()
}

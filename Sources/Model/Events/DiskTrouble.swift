/// The disk does not take or give what it should (P5): said for as long as it lasts.
public struct DiskTrouble: Sendable, Equatable {
  /// How far the program works.
  public enum State: Sendable, Equatable {
    /// The messages are not open; somebody has to decide what is to be done.
    case closed
    /// They are shown as the disk has them, and nothing is written.
    case reading
    /// They are open, and nothing can be saved for now.
    case refusing
  }

  /// What can be done about it besides trying again.
  public enum Remedy: Sendable, Equatable, CaseIterable {
    /// Show what can be read.
    case read
    /// Take what is left for all there is.
    case goOn
    /// Give the files another name and begin anew.
    case setAside
  }

  /// How far the program works.
  public var state: State
  /// In plain words what is wrong, without a full stop.
  public var reason: String
  /// What to do about it, in sentences.
  public var advice: String
  /// The file of the messages.
  public var path: String
  /// Of use for this trouble, the gentlest first.
  public var remedies: [Remedy]

  public init(
    state: State, reason: String, advice: String, path: String, remedies: [Remedy] = []
  ) {
    self.state = state
    self.reason = reason
    self.advice = advice
    self.path = path
    self.remedies = remedies
  }
}

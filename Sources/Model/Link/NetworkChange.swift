/// What became of this computer's networks.
public struct NetworkChange: Sendable, Equatable {
  /// What connections are made over is another than before: an address came or went, the way out
  /// changed, or the computer was asleep. One that stands may be dead without a word.
  public var isNew: Bool
  /// Some interface that leads off this computer is up and has an address.
  public var isReachable: Bool

  public init(isNew: Bool, isReachable: Bool) {
    self.isNew = isNew
    self.isReachable = isReachable
  }
}

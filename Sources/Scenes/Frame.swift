public import Screen

/// What is seen from a moment on.
public struct Frame: Sendable, Equatable {
  /// Milliseconds since the curtain, without what is not shown.
  public var time: Int64
  public var surface: Surface
  /// Words about it; empty where there are none.
  public var caption: String

  /// A part of the play begins here.
  public var isStep: Bool
}

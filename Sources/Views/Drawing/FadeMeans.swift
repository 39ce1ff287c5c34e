/// How a terminal can show a change by and by (S6).
public struct FadeMeans: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// It has colours between two others.
  public static let colors = FadeMeans(rawValue: 1)
  /// It has dim text.
  public static let dim = FadeMeans(rawValue: 2)
}

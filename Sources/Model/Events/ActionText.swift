/// A message that says what its writer does: `/me waves` by Ana is shown as `* Ana waves` (XEP-0245).
/// It is stored, sent, copied and exported as it was written.
public struct ActionText: Sendable, Equatable {
  /// What stands before the deed, in the message's first four characters.
  public static let command = "/me "

  /// What the writer does, in as many lines as were written; as hostile as its writer.
  public let deed: Substring

  /// `nil` where the text is no such message.
  public init?(_ text: String) {
    // By bytes: a mark on the space makes another character of it.
    guard text.utf8.starts(with: Self.command.utf8) else { return nil }
    deed = text[text.utf8.index(text.startIndex, offsetBy: Self.command.utf8.count)...]
  }

  /// What stands before the deed where it is shown: `* Ana `.
  public static func lead(_ name: String) -> String { "* \(name) " }

  /// As it is shown: `* Ana waves`.
  public func told(of name: String) -> String { Self.lead(name) + deed }
}

/// What is typed in place of a message to have something done, as other programs have it.
enum TypedCommand: String {
  case file = "/file"
  case topic = "/topic"

  /// What stands behind it; empty where it stands alone, `nil` where the text is something else.
  func operand(in text: String) -> String? {
    guard text == rawValue || text.hasPrefix(rawValue + " "), !text.contains(where: \.isNewline)
    else { return nil }
    return String(text.dropFirst(rawValue.count).drop { $0 == " " })
  }
}

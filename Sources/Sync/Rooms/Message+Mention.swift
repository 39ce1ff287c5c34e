internal import Model

extension Message {
  /// Whether it speaks to me, in a room: it names me, or answers what I wrote.
  /// - Parameters:
  ///   - me: the account.
  ///   - nick: what I am called there.
  func isFor(_ me: JID, as nick: String) -> Bool {
    if isMine { return false }
    if replyTo?.stored?.sender == me { return true }
    guard case .text(let text, _) = content else { return false }
    return Mention.isIn(Self.words(of: text), of: nick)
  }

  /// Without what is quoted, and without addresses of files and pages: neither speaks to anybody.
  private static func words(of text: String) -> String {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix(">") }
    return lines.map { line in
      line.split(separator: " ").filter { !$0.contains("://") }.joined(separator: " ")
    }.joined(separator: "\n")
  }
}

internal import Model

extension Message {
  /// Stands before what somebody in a room says to me alone.
  static let alone = "(to you alone) "

  /// Whether it speaks to me, in a room: it names me, answers what I wrote, or was said to me alone.
  /// - Parameters:
  ///   - me: the account.
  ///   - nick: what I am called there.
  func isFor(_ me: JID, as nick: String) -> Bool {
    if isMine { return false }
    if replyTo?.stored?.sender == me { return true }
    guard case .text(let text, _) = content else { return false }
    return Mention.isIn(text, of: nick) || text.hasPrefix(Self.alone)
  }
}

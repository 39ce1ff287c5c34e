/// A line typed in place of a message to have something done, as other programs have it: `/join ADDRESS`.
struct TypedLine {
  /// The word behind the slash.
  let word: String
  /// What stands behind the word; empty where it stands alone.
  let operand: String

  /// `nil` where the text is a message: of several lines, a path, what one does (`/me`).
  init?(_ text: String) {
    guard text.first == "/", !text.contains(where: \.isNewline) else { return nil }
    let parts = text.dropFirst().split(
      separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    word = parts.first.map(String.init) ?? ""
    operand = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
    guard !word.isEmpty, word.allSatisfy({ $0.isLetter || $0 == "-" }),
      word != "me" || operand.isEmpty
    else { return nil }
  }

  /// `nil` for a word that nothing is done at.
  var command: TypedCommand? { TypedCommand(rawValue: word.lowercased()) }
}

/// The words of such lines.
enum TypedCommand: String, CaseIterable {
  case date, file, help, invite, join, kick, ban, block, leave, members, mute, nick, queue, quit
  case search, send, settings, status, theme, to, topic, unblock

  /// What it does, for the help.
  var explanation: String {
    switch self {
    case .ban: "remove somebody from the group for good"
    case .block: "have nothing to do with somebody"
    case .date: "go to a day of this chat: 2026-05-12, 12 may, yesterday"
    case .file: "send a file"
    case .help: "show this"
    case .invite: "ask somebody into the group"
    case .join: "enter a group; behind its address, what to be called there"
    case .kick: "remove somebody from the group"
    case .leave: "leave the group"
    case .members: "who is in the group"
    case .mute: "mute the chat, or take that back"
    case .nick: "be called so in the group"
    case .queue: "review what waits"
    case .quit: "quit"
    case .search: "search all messages"
    case .send: "send all queued and failed messages"
    case .settings: "see and change the settings"
    case .status: "say something beside your presence; alone: nothing any more"
    case .theme: "choose the colours"
    case .to: "go to somebody's chat"
    case .topic: "say what the group is about"
    case .unblock: "take a block back"
    }
  }

  /// `/join ADDRESS`
  var usage: String {
    let operand: String? =
      switch self {
      case .date: "DAY"
      case .file: "PATH"
      case .invite, .kick, .ban, .block, .nick, .to, .unblock: "NAME"
      case .join: "ADDRESS"
      case .search: "WORDS"
      case .status, .topic: "TEXT"
      default: nil
      }
    return "/\(rawValue)" + (operand.map { " \($0)" } ?? "")
  }
}

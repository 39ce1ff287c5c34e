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
    case .ban: "Remove somebody from the group for good"
    case .block: "Block somebody"
    case .date: "Go to a day of this chat: 2026-05-12, 12 may, yesterday"
    case .file: "Send a file"
    case .help: "Show this help"
    case .invite: "Invite somebody to the group"
    case .join: "Join a group; a name behind its address is yours there"
    case .kick: "Remove somebody from the group"
    case .leave: "Leave the group"
    case .members: "Show the people in the group"
    case .mute: "Mute the chat, or unmute it"
    case .nick: "Change your name in the group"
    case .queue: "Review the offline queue"
    case .quit: "Quit"
    case .search: "Search all messages"
    case .send: "Send all queued and failed messages"
    case .settings: "Open the settings"
    case .status: "Set your status; without a text, clear it"
    case .theme: "Choose a theme"
    case .to: "Go to a chat"
    case .topic: "Change the topic of the group"
    case .unblock: "Unblock somebody"
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

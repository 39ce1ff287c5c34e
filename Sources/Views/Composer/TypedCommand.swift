internal import Localization
internal import Screen

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
  /// What other programs call them.
  private static let elsewhere: [String: TypedCommand] = [
    "query": .to, "part": .leave, "close": .leave, "away": .status, "names": .members,
    "who": .members, "exit": .quit, "sendfile": .file,
  ]

  /// The command of psst that a word may stand for: what other programs call so, or what it was mistyped from.
  static func meant(by word: String) -> String? {
    let word = word.lowercased()
    return elsewhere[word]?.rawValue ?? NearestWord.of(word, among: allCases.map(\.rawValue))
  }

  case date, file, help, invite, join, kick, ban, block, leave, members, msg, mute, nick, queue,
    quit
  case search, send, settings, status, theme, to, topic, unblock

  /// What it does, for the help.
  var explanation: String {
    switch self {
    case .ban: tr("Remove somebody from the group for good")
    case .block: tr("Block somebody")
    case .date: tr("Go to a day of this chat: 2026-05-12, 12 may, yesterday")
    case .file: tr("Send a file")
    case .help: tr("Show this help")
    case .invite: tr("Invite somebody to the group")
    case .join: tr("Join a group; a name behind its address is yours there")
    case .kick: tr("Remove somebody from the group")
    case .leave: tr("Leave the group")
    case .members: tr("Show the people in the group")
    case .msg: tr("Write to somebody in the group, and to nobody else there")
    case .mute: tr("Mute the chat, or unmute it; behind it for how long: 1h, tomorrow")
    case .nick: tr("Change your name in the group")
    case .queue: tr("Review the offline queue")
    case .quit: tr("Quit")
    case .search: tr("Search all messages")
    case .send: tr("Send all queued and failed messages")
    case .settings: tr("Open the settings")
    case .status: tr("Set your status; without a text, clear it")
    case .theme: tr("Choose a theme")
    case .to: tr("Go to a chat")
    case .topic: tr("Change the topic of the group")
    case .unblock: tr("Unblock somebody")
    }
  }

  /// `/join ADDRESS`
  var usage: String {
    let operand: String? =
      switch self {
      case .date: tr("DAY")
      case .file: tr("PATH")
      case .invite, .kick, .ban, .block, .msg, .nick, .to, .unblock: tr("NAME")
      case .join: tr("ADDRESS")
      case .search: tr("WORDS")
      case .status, .topic: tr("TEXT")
      default: nil
      }
    return "/\(rawValue)" + (operand.map { " \($0)" } ?? "")
  }
}

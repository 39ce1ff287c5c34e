/// What psst says on the screen, as far as tests look for it: one place to change when a text changes.
enum Wording {
  // The first run
  static let nameLabel = "Your name:"
  static let startNow = "Start now"
  static let signIn = "Sign in"
  static let tour = "Take the tour"
  static let card = "send what you have written"

  // People who are always there, and how a second person joins
  static let echo = "Echo"
  static let notes = "Notes"
  static let howOthersJoin = "psst --account"

  // The chat view
  /// In the hints, wherever chats are seen.
  static let goTo = "Ctrl-K"
  static let composerFor = "Write to"

  // The link
  static let offline = "Offline"
  static let offlineEmpty = "Offline · the private server is stopped"
  static func queued(_ count: Int) -> String {
    count == 1 ? "1 message queued" : "\(count) messages queued"
  }

  static func asks(_ count: Int) -> String { "Connected. Auto-send \(count) queued messages?" }
  /// Of the review.
  static func queueTitle(_ count: Int) -> String { "Offline queue (\(count))" }
  static let typeToSearch = "Type to search"
  static let nothingFound = "No messages found"
  static let oneMessage = "1 message"
  static let deleteQuestion = "Delete this message?"

  static let howToStart = "Alt-C Start it"

  /// In the line printed or shown on quitting with messages waiting.
  static func kept(_ count: Int) -> [String] {
    [count == 1 ? "1 message" : "\(count) messages", "kept"]
  }
}

/// Seconds a test waits at most.
enum Bound {
  /// For the server to be started, the account made and the chat view to stand; far more than it takes.
  static let start = 20.0
  /// For a message to go its whole way on one computer.
  static let message = 10.0
  /// For others to see where one is: far less than the minutes for which a server keeps a session that it
  /// knows nothing of, and more than a busy computer takes. N2's seconds are measured elsewhere.
  static let dot = 10.0
}

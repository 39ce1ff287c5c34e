/// Everything a key can do; the raw value is its name in the configuration file.
public enum Command: String, CaseIterable, Sendable {
  case goTo = "go-to"
  case newChat = "new-chat"
  case nextUnread = "next-unread"
  case lastChat = "last-chat"
  case chatByNumber = "chat-by-number"
  case chatAbove = "chat-above"
  case chatBelow = "chat-below"
  case connectNow = "connect-now"
  case queue
  case search
  case sendAll = "send-all"
  case nextPane = "next-pane"
  case previousPane = "previous-pane"
  case scrollUp = "scroll-up"
  case scrollDown = "scroll-down"
  case newestMessage = "newest-message"
  case theme
  case settings
  case doNotDisturb = "do-not-disturb"
  case mute
  case pin
  case markUnread = "mark-unread"
  case archive
  case hideReading = "hide-reading"
  case members
  case acceptRequest = "accept-request"
  case declineRequest = "decline-request"
  case block
  case sendFile = "send-file"
  case sendClipboard = "send-clipboard"
  case newPassword = "new-password"
  case help
  case redraw
  case suspend

  case send
  case newLine = "new-line"
  case clearOrQuit = "clear-or-quit"
  case externalEditor = "external-editor"
  case left, right
  case rowUp = "row-up"
  case rowDown = "row-down"
  case wordLeft = "word-left"
  case wordRight = "word-right"
  case lineStart = "line-start"
  case lineEnd = "line-end"
  case deleteLeft = "delete-left"
  case deleteRight = "delete-right"
  case deleteWord = "delete-word"
  case deleteWordRight = "delete-word-right"
  case deleteToStart = "delete-to-start"
  case deleteToEnd = "delete-to-end"
  case yank
  case completeName = "complete-name"
  case spelling
  case browse

  case down, up
  case first, last
  case act
  case reply
  case react
  case edit
  case delete
  case copy
  case openLink = "open-link"
  case saveFile = "save-file"
  case saveFileAs = "save-file-as"
  case info
  case mark
  case sendOne = "send-one"
  case undo
  case filter
  case searchHere = "search-here"
  case nextHit = "next-hit"
  case previousHit = "previous-hit"
  case compose
  case chatList = "chat-list"
  case quit

  case accept
  case decline
  case keepAll = "keep-all"
  case showPassword = "show-password"
  case close
}

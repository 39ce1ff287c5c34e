internal import Screen

/// The standard keys. Never used, because terminals take them: Ctrl-S, Ctrl-Q, Ctrl-H, Ctrl-I,
/// Ctrl-M, Ctrl-B.
enum KeyTable {
  static let standard =
    anywhere + composing + editing + browsing + list + queue + settings + help + layers + signingIn

  private static func row(
    _ place: Keymap.Place, _ keys: [Key], _ command: Command, _ text: String, hint: String? = nil
  ) -> Keymap.Binding {
    row(place, chords: keys.map { [$0] }, command, text, hint: hint)
  }

  private static func row(
    _ place: Keymap.Place, chords: [[Key]], _ command: Command, _ text: String, hint: String? = nil
  ) -> Keymap.Binding {
    Keymap.Binding(place: place, chords: chords, command: command, text: text, hint: hint)
  }

  private static let digits = "123456789".map { Key.alt($0) }

  private static let anywhere: [Keymap.Binding] = [
    row(
      .anywhere, [.ctrl("k"), .ctrl("p")], .goTo, "Go to a chat, a person, a day or a command",
      hint: "go to"),
    row(
      .anywhere, [.alt("n")], .newChat, "New chat: people, and anybody by address", hint: "new chat"
    ),
    row(
      .anywhere, [.alt("a")], .nextUnread, "Next unread chat",
      hint: "unread"),
    row(.anywhere, [.alt("/")], .lastChat, "Last chat"),
    row(.anywhere, digits, .chatByNumber, "Chat 1 to 9 of the list"),
    row(.anywhere, [Key(.up, .alt)], .chatAbove, "Chat above"),
    row(.anywhere, [Key(.down, .alt)], .chatBelow, "Chat below"),
    row(
      .anywhere, [.alt("q")], .queue, "Offline queue; review first, when asked to send",
      hint: "queue"),
    row(.anywhere, [.alt("s")], .sendAll, "Send all queued and failed messages; yes, when asked"),
    row(.anywhere, [.alt("g")], .search, "Search all messages", hint: "search"),
    row(
      .anywhere, [.alt("c")], .connectNow, "Reconnect now; start a private server that was stopped"),
    row(.anywhere, [.alt("t")], .theme, "Theme"),
    row(.anywhere, [.alt(",")], .settings, "Settings"),
    row(.anywhere, [.alt("m")], .doNotDisturb, "Do not disturb, on or off"),
    row(.anywhere, [.alt("p")], .members, "The people in this group"),
    row(
      .anywhere, [.alt("i")], .acceptRequest, "Accept the contact request of this chat, or send one"
    ),
    row(.anywhere, [.alt("x")], .declineRequest, "Decline that request, or send none"),
    row(.anywhere, [.alt("z")], .block, "Block the person of this chat (asks first), or unblock"),
    row(.anywhere, [.alt("o")], .sendFile, "Send a file; what was written goes with it"),
    row(.anywhere, [.alt("v")], .sendClipboard, "Send the picture on the clipboard"),
    row(
      .anywhere, [.alt("w")], .newPassword, "Type the new password of an account that was refused"),
    row(.anywhere, [Key(.tab)], .nextPane, "Next pane"),
    row(.anywhere, [Key(.backTab)], .previousPane, "Previous pane"),
    row(.anywhere, [Key(.pageUp)], .scrollUp, "Scroll up"),
    row(.anywhere, [Key(.pageDown)], .scrollDown, "Scroll down"),
    row(.anywhere, [Key(.end, .alt)], .newestMessage, "Newest message"),
    row(.anywhere, [Key(.function(1))], .help, "This help", hint: "help"),
    row(.anywhere, [.ctrl("l")], .redraw, "Draw the screen again"),
    row(.anywhere, [.ctrl("z")], .suspend, "Suspend"),
  ]

  private static let composing: [Keymap.Binding] = [
    row(
      .composing, [Key(.enter)], .send, "Send; when empty: retry the last message, if it failed"),
    row(.composing, [Key(.enter, .alt), Key(.enter, .shift), .ctrl("j")], .newLine, "New line"),
    row(
      .composing, [Key(.escape)], .browse, "Cancel a reply, or browse the messages", hint: "browse"),
    row(.composing, [.ctrl("c")], .clearOrQuit, "Clear; again: quit"),
    row(.composing, chords: [[.ctrl("x"), .ctrl("e")]], .externalEditor, "Write in $EDITOR"),
  ]

  private static let editing: [Keymap.Binding] = [
    row(.composing, [Key(.left)], .left, "Left"),
    row(.composing, [Key(.right)], .right, "Right"),
    row(.composing, [Key(.up)], .rowUp, "Up; when empty: edit my last message"),
    row(.composing, [Key(.down)], .rowDown, "Down"),
    row(.composing, [.alt("b"), Key(.left, .control), Key(.left, .alt)], .wordLeft, "Word left"),
    row(
      .composing, [.alt("f"), Key(.right, .control), Key(.right, .alt)], .wordRight, "Word right"),
    row(.composing, [.ctrl("a"), Key(.home)], .lineStart, "Start of line"),
    row(.composing, [.ctrl("e"), Key(.end)], .lineEnd, "End of line"),
    row(.composing, [Key(.backspace)], .deleteLeft, "Delete left"),
    row(.composing, [Key(.delete), .ctrl("d")], .deleteRight, "Delete right"),
    row(.composing, [.ctrl("w"), Key(.backspace, .alt)], .deleteWord, "Delete the word left"),
    row(.composing, [.alt("d")], .deleteWordRight, "Delete the word right"),
    row(.composing, [.ctrl("u")], .deleteToStart, "Delete to the start of the line"),
    row(.composing, [.alt("k")], .deleteToEnd, "Delete to the end of the line"),
    row(
      .composing, [.ctrl("y")], .yank, "Paste what was deleted last; again: what was deleted before"
    ),
    row(
      .composing, [Key(.tab)], .completeName,
      "Complete :smile, or a name in a group; again: next; else next pane"),
    row(
      .composing, [.alt(";")], .spelling, "What may be meant by a misspelt word", hint: "spelling"),
  ]

  private static let browsing: [Keymap.Binding] = [
    row(.browsing, [.char("j"), Key(.down)], .down, "Message below"),
    row(.browsing, [.char("k"), Key(.up)], .up, "Message above"),
    row(.browsing, [.char("g"), Key(.home)], .first, "Oldest message stored"),
    row(.browsing, [.char("G"), Key(.end)], .last, "Newest message"),
    row(.browsing, [.ctrl("u")], .scrollUp, "Scroll up"),
    row(.browsing, [.ctrl("d")], .scrollDown, "Scroll down"),
    row(.browsing, [.char("/")], .searchHere, "Search in this chat"),
    row(.browsing, [.char("n")], .nextHit, "Next match"),
    row(.browsing, [.char("N")], .previousHit, "Previous match"),
    row(
      .browsing, [Key(.enter)], .act, "Retry, cancel, join, show all or what it answers, or info",
      hint: "act"),
    row(.browsing, [.char("r")], .reply, "Reply", hint: "reply"),
    row(
      .browsing, [.char("+")], .react, "React with an emoji, or take the reaction back",
      hint: "react"),
    row(.browsing, [.char("s")], .saveFile, "Save its file, or stop saving", hint: "save"),
    row(
      .browsing, [.char("S")], .saveFileAs, "Save its file under a name of your own, where you say"),
    row(
      .browsing, [.char("o")], .openLink, "Open its link in $BROWSER, or its file once it is saved",
      hint: "open"),
    row(.browsing, [.char("e")], .edit, "Edit (mine)", hint: "edit"),
    row(
      .browsing, [.char("d")], .delete, "Delete (mine): for everyone, once it was sent",
      hint: "delete"),
    row(.browsing, [.char("y")], .copy, "Copy", hint: "copy"),
    row(.browsing, [.char(" ")], .info, "About the message", hint: "info"),
    row(.browsing, [.char("c"), .char("i"), .char("a")], .compose, "Write", hint: "write"),
    row(
      .browsing, [.char("v")], .mark, "Mark several messages, to copy or delete them together",
      hint: "mark"),
    row(
      .browsing, [.char("m")], .mute, "Mute this chat, or unmute; a group: mentions, none or all"),
    row(.browsing, [.char("u")], .markUnread, "Mark this chat as unread, or as read"),
    row(
      .browsing, [.char("M")], .hideReading, "Read receipts in this chat, on or off"),
    row(.browsing, [.char("?")], .help, "This help"),
    row(.browsing, [.char("q")], .chatList, "Back to the chat list"),
    row(.browsing, [.ctrl("c")], .quit, "Quit"),
    row(.browsing, [Key(.escape)], .close, "Back"),
  ]

  private static let list: [Keymap.Binding] = [
    row(.list, [.char("j"), Key(.down)], .down, "Chat below"),
    row(.list, [.char("k"), Key(.up)], .up, "Chat above"),
    row(.list, [.char("g"), Key(.home)], .first, "First chat"),
    row(.list, [.char("G"), Key(.end)], .last, "Last chat"),
    row(
      .list, [Key(.enter), Key(.right)], .accept, "Open the chat; show or hide what is archived",
      hint: "open"),
    row(.list, [.char("c"), Key(.escape)], .compose, "Write", hint: "write"),
    row(
      .list, [.char(" "), .char("i")], .info, "About the person, or who is in the group",
      hint: "about"),
    row(.list, [.char("d")], .delete, "Delete the chat", hint: "delete"),
    row(
      .list, [.char("m")], .mute, "Mute the chat, or unmute; a group: mentions, none or all"),
    row(.list, [.char("p")], .pin, "Pin the chat above the others, or unpin it"),
    row(.list, [.char("u")], .markUnread, "Mark the chat as unread, or as read"),
    row(
      .list, [.char("a")], .archive, "Archive the chat until something new comes, or bring it back"),
    row(.list, [.char("M")], .hideReading, "Read receipts in this chat, on or off"),
    row(.list, [.char("?")], .help, "This help"),
    row(.list, [.char("q"), .ctrl("c")], .quit, "Quit", hint: "quit"),
  ]

  private static let queue: [Keymap.Binding] = [
    row(.queue, [Key(.escape), .char("q"), .ctrl("c")], .close, "Back", hint: "back"),
    row(.queue, [.char("j"), Key(.down)], .down, "Message below"),
    row(.queue, [.char("k"), Key(.up)], .up, "Message above"),
    row(.queue, [.char("g"), Key(.home)], .first, "First message"),
    row(.queue, [.char("G"), Key(.end)], .last, "Last message"),
    row(.queue, [.ctrl("u")], .scrollUp, "Scroll up"),
    row(.queue, [.ctrl("d")], .scrollDown, "Scroll down"),
    row(.queue, [.char("s")], .sendOne, "Send this one now, or try again", hint: "send"),
    row(.queue, [.char("S")], .sendAll, "Send all; what failed is tried again", hint: "send all"),
    row(.queue, [.char("e")], .edit, "Edit", hint: "edit"),
    row(.queue, [.char("d")], .delete, "Delete (asks first)", hint: "delete"),
    row(.queue, [.char("u")], .undo, "Undo the last deletion", hint: "undo"),
    row(.queue, [.char(" ")], .mark, "Mark: s and d act on the marked", hint: "mark"),
    row(.queue, [.char("/")], .filter, "Filter by chat", hint: "filter"),
    row(.queue, [Key(.enter), .char("i")], .info, "About the message", hint: "info"),
    row(.queue, [.char("?")], .help, "This help"),
  ]

  private static let settings: [Keymap.Binding] = [
    row(.settings, [Key(.escape), .char("q"), .ctrl("c")], .close, "Back", hint: "back"),
    row(.settings, [.char("j"), Key(.down)], .down, "Setting below"),
    row(.settings, [.char("k"), Key(.up)], .up, "Setting above"),
    row(.settings, [.char("g"), Key(.home)], .first, "First setting"),
    row(.settings, [.char("G"), Key(.end)], .last, "Last setting"),
    row(.settings, [.ctrl("u")], .scrollUp, "Scroll up"),
    row(.settings, [.ctrl("d")], .scrollDown, "Scroll down"),
    row(
      .settings, [Key(.enter), .char(" "), .char("e")], .accept,
      "Switch, take the next value, or type one", hint: "change"),
    row(.settings, [.char("l"), Key(.right)], .right, "Next value"),
    row(.settings, [.char("h"), Key(.left)], .left, "Value before"),
    row(
      .settings, [.char("d"), Key(.delete)], .delete, "Back to the default",
      hint: "default"),
    row(.settings, [.char("/")], .filter, "Filter", hint: "filter"),
    row(.settings, [.char("?")], .help, "This help"),
  ]

  private static let layers: [Keymap.Binding] = [
    row(.choosing, [Key(.down), .ctrl("j")], .down, "Next", hint: "next"),
    row(.choosing, [Key(.up)], .up, "Previous"),
    row(.choosing, [Key(.enter)], .accept, "Go there", hint: "go"),
    row(.choosing, [Key(.backspace)], .deleteLeft, "Delete left"),
    row(.choosing, [.ctrl("u"), .ctrl("w")], .deleteToStart, "Delete all"),
    row(.choosing, [Key(.escape), .ctrl("c")], .close, "Close", hint: "close"),
    row(.answering, [Key(.enter), .char("y")], .accept, "Yes"),
    row(.answering, [Key(.escape), .char("n")], .close, "No"),
    row(.answering, [.ctrl("c")], .quit, "No; yes when asked to quit"),
    row(
      .answering, [.char("d")], .decline, "Decline an invitation; signing out: delete everything"),
    row(.answering, [.char("k")], .keepAll, "Keep all old messages"),
    row(.answering, [.char("c")], .delete, "Cancel a message that waits"),
    row(.answering, [.char("t")], .sendOne, "Try a message that waits now"),
    row(.answering, [.char("i")], .info, "About a message that waits"),
    row(.reading, [.char("j"), Key(.down)], .down, "Down", hint: "scroll"),
    row(.reading, [.char("k"), Key(.up)], .up, "Up"),
    row(
      .reading, [Key(.escape), .char("q"), .char("?"), Key(.enter), .ctrl("c")], .close, "Close",
      hint: "back"),
  ]

  private static let help: [Keymap.Binding] = [
    row(.help, [Key(.escape), .char("q"), .char("?"), .ctrl("c")], .close, "Back", hint: "back"),
    row(.help, [.char("j"), Key(.down)], .down, "Key below"),
    row(.help, [.char("k"), Key(.up)], .up, "Key above"),
    row(.help, [.char("g"), Key(.home)], .first, "First key"),
    row(.help, [.char("G"), Key(.end)], .last, "Last key"),
    row(.help, [.ctrl("u")], .scrollUp, "Scroll up"),
    row(.help, [.ctrl("d")], .scrollDown, "Scroll down"),
    row(.help, [.char("/")], .filter, "Search", hint: "search"),
    row(.help, [Key(.enter)], .accept, "Do what the key does anywhere", hint: "do it"),
  ]

  private static let signingIn: [Keymap.Binding] = [
    row(.signingIn, [Key(.enter)], .accept, "Next, or do it", hint: "next"),
    row(.signingIn, [Key(.down)], .down, "Next"),
    row(.signingIn, [Key(.up)], .up, "Previous"),
    row(.signingIn, [.ctrl("r")], .showPassword, "Show the password, or hide it", hint: "show"),
    row(.signingIn, [Key(.left)], .left, "Left"),
    row(.signingIn, [Key(.right)], .right, "Right"),
    row(.signingIn, [.ctrl("a"), Key(.home)], .lineStart, "Start of the line"),
    row(.signingIn, [.ctrl("e"), Key(.end)], .lineEnd, "End of the line"),
    row(.signingIn, [Key(.backspace)], .deleteLeft, "Delete left"),
    row(.signingIn, [Key(.delete), .ctrl("d")], .deleteRight, "Delete right"),
    row(.signingIn, [.ctrl("w")], .deleteWord, "Delete the word left"),
    row(.signingIn, [.ctrl("u")], .deleteToStart, "Delete to the start of the line"),
    row(.signingIn, [Key(.escape), .ctrl("c")], .close, "Back", hint: "back"),
  ]
}

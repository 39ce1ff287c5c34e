internal import Screen

/// The standard keys. Never used, because terminals take them: Ctrl-S, Ctrl-Q, Ctrl-H, Ctrl-I,
/// Ctrl-M, Ctrl-B.
enum KeyTable {
  static let standard =
    anywhere + composing + editing + browsing + list + queue + settings + layers + signingIn

  private static func row(
    _ place: Keymap.Place, _ keys: [Key], _ command: Command, _ text: String, hint: String? = nil
  ) -> Keymap.Binding {
    Keymap.Binding(
      place: place, chords: keys.map { [$0] }, command: command, text: text, hint: hint)
  }

  private static let digits = "123456789".map { Key.alt($0) }

  private static let anywhere: [Keymap.Binding] = [
    row(
      .anywhere, [.ctrl("k"), .ctrl("p")], .goTo, "go to a chat, a person, a day or a command",
      hint: "go to"),
    row(
      .anywhere, [.alt("n")], .newChat, "new chat: people, and anybody by address", hint: "new chat"
    ),
    row(
      .anywhere, [.alt("a")], .nextUnread, "next unread chat",
      hint: "unread"),
    row(.anywhere, [.alt("/")], .lastChat, "last chat"),
    row(.anywhere, digits, .chatByNumber, "chat 1 to 9 of the list"),
    row(.anywhere, [Key(.up, .alt)], .chatAbove, "chat above"),
    row(.anywhere, [Key(.down, .alt)], .chatBelow, "chat below"),
    row(
      .anywhere, [.alt("q")], .queue, "the offline queue: messages that wait to be sent",
      hint: "queue"),
    row(.anywhere, [.alt("s")], .sendAll, "send all queued and failed messages"),
    row(.anywhere, [.alt("f")], .search, "search all messages", hint: "search"),
    row(.anywhere, [.alt("y")], .answerYes, "yes to the question after connecting"),
    row(.anywhere, [.alt("r")], .answerReview, "review before answering that question"),
    row(.anywhere, [.alt("c")], .connectNow, "reconnect now"),
    row(.anywhere, [.alt("t")], .theme, "theme"),
    row(.anywhere, [.alt(",")], .settings, "settings"),
    row(.anywhere, [.alt("d")], .doNotDisturb, "do not disturb, on or off"),
    row(.anywhere, [.alt("p")], .members, "the people in this group"),
    row(
      .anywhere, [.alt("i")], .acceptRequest, "accept the contact request of this chat, or send one"
    ),
    row(.anywhere, [.alt("x")], .declineRequest, "decline that request, or send none"),
    row(.anywhere, [.alt("z")], .block, "block the person of this chat (asks first), or unblock"),
    row(.anywhere, [.alt("o")], .sendFile, "send a file; what was written goes with it"),
    row(.anywhere, [.alt("v")], .sendClipboard, "send the picture on the clipboard"),
    row(
      .anywhere, [.alt("w")], .newPassword, "type the new password of an account that was refused"),
    row(.anywhere, [Key(.tab)], .nextPane, "next pane"),
    row(.anywhere, [Key(.backTab)], .previousPane, "previous pane"),
    row(.anywhere, [Key(.pageUp)], .scrollUp, "scroll up"),
    row(.anywhere, [Key(.pageDown)], .scrollDown, "scroll down"),
    row(.anywhere, [Key(.function(1))], .help, "this help", hint: "help"),
    row(.anywhere, [.ctrl("l")], .redraw, "draw the screen again"),
    row(.anywhere, [.ctrl("z")], .suspend, "suspend"),
  ]

  private static let composing: [Keymap.Binding] = [
    row(.composing, [Key(.enter)], .send, "send"),
    row(.composing, [Key(.enter, .alt), .ctrl("j")], .newLine, "new line"),
    row(
      .composing, [Key(.escape)], .browse, "cancel a reply, or browse the messages", hint: "browse"),
    row(.composing, [.ctrl("c")], .clearOrQuit, "clear; again: quit"),
    Keymap.Binding(
      place: .composing, chords: [[.ctrl("x"), .ctrl("e")]], command: .externalEditor,
      text: "write in $EDITOR", hint: nil),
  ]

  private static let editing: [Keymap.Binding] = [
    row(.composing, [Key(.left)], .left, "left"),
    row(.composing, [Key(.right)], .right, "right"),
    row(.composing, [Key(.up)], .rowUp, "up; when empty: edit my last message"),
    row(.composing, [Key(.down)], .rowDown, "down"),
    row(.composing, [.alt("b"), Key(.left, .control), Key(.left, .alt)], .wordLeft, "word left"),
    row(.composing, [Key(.right, .control), Key(.right, .alt)], .wordRight, "word right"),
    row(
      .composing, [.alt("f")], .wordRightOrSearch, "word right; at the end: search all messages"),
    row(.composing, [.ctrl("a"), Key(.home)], .lineStart, "start of line"),
    row(.composing, [.ctrl("e"), Key(.end)], .lineEnd, "end of line"),
    row(.composing, [Key(.backspace)], .deleteLeft, "delete left"),
    row(.composing, [Key(.delete), .ctrl("d")], .deleteRight, "delete right"),
    row(.composing, [.ctrl("w"), Key(.backspace, .alt)], .deleteWord, "delete the word left"),
    row(.composing, [.ctrl("u")], .deleteToStart, "delete to the start of the line"),
    row(
      .composing, [.ctrl("y")], .yank, "paste what was deleted last; again: what was deleted before"
    ),
    row(
      .composing, [Key(.tab)], .completeName,
      "in a group: complete a name, again: the next one; else next pane"),
  ]

  private static let browsing: [Keymap.Binding] = [
    row(.browsing, [.char("j"), Key(.down)], .down, "message below"),
    row(.browsing, [.char("k"), Key(.up)], .up, "message above"),
    row(.browsing, [.char("g"), Key(.home)], .first, "oldest message stored"),
    row(.browsing, [.char("G"), Key(.end)], .last, "newest message"),
    row(.browsing, [.ctrl("u")], .scrollUp, "scroll up"),
    row(.browsing, [.ctrl("d")], .scrollDown, "scroll down"),
    row(.browsing, [.char("/")], .searchHere, "search in this chat"),
    row(.browsing, [.char("n")], .nextHit, "next match"),
    row(.browsing, [.char("N")], .previousHit, "previous match"),
    row(
      .browsing, [Key(.enter)], .act, "retry, cancel, join, show all or what it answers, or info",
      hint: "act"),
    row(.browsing, [.char("r")], .reply, "reply", hint: "reply"),
    row(
      .browsing, [.char("+")], .react, "react with an emoji, or take the reaction back",
      hint: "react"),
    row(.browsing, [.char("s")], .saveFile, "save its file, or stop saving", hint: "save"),
    row(
      .browsing, [.char("S")], .saveFileAs, "save its file under a name of your own, where you say"),
    row(
      .browsing, [.char("o")], .openLink, "open its link in $BROWSER, or its file once it is saved",
      hint: "open"),
    row(.browsing, [.char("e")], .edit, "edit (mine)", hint: "edit"),
    row(
      .browsing, [.char("d")], .delete, "delete (mine): for everyone, once it was sent",
      hint: "delete"),
    row(.browsing, [.char("y")], .copy, "copy", hint: "copy"),
    row(.browsing, [.char("i")], .info, "about the message", hint: "info"),
    row(.browsing, [.char("c")], .compose, "write", hint: "write"),
    row(
      .browsing, [.char("m")], .mute, "mute this chat, or unmute; a group: mentions, none or all"),
    row(
      .browsing, [.char("M")], .hideReading, "read receipts in this chat, on or off"),
    row(.browsing, [.char("?")], .help, "this help"),
    row(.browsing, [.char("q"), .ctrl("c")], .quit, "quit"),
    row(.browsing, [Key(.escape)], .close, "back"),
  ]

  private static let list: [Keymap.Binding] = [
    row(.list, [.char("j"), Key(.down)], .down, "chat below"),
    row(.list, [.char("k"), Key(.up)], .up, "chat above"),
    row(.list, [.char("g"), Key(.home)], .first, "first chat"),
    row(.list, [.char("G"), Key(.end)], .last, "last chat"),
    row(.list, [Key(.enter), Key(.right)], .accept, "open the chat", hint: "open"),
    row(.list, [.char("c"), Key(.escape)], .compose, "write", hint: "write"),
    row(
      .list, [.char(" "), .char("i")], .info, "about the person, or who is in the group",
      hint: "about"),
    row(.list, [.char("d")], .delete, "delete the chat", hint: "delete"),
    row(
      .list, [.char("m")], .mute, "mute the chat, or unmute; a group: mentions, none or all"),
    row(.list, [.char("p")], .pin, "pin the chat above the others, or unpin it"),
    row(.list, [.char("M")], .hideReading, "read receipts in this chat, on or off"),
    row(.list, [.char("?")], .help, "this help"),
    row(.list, [.char("q"), .ctrl("c")], .quit, "quit", hint: "quit"),
  ]

  private static let queue: [Keymap.Binding] = [
    row(.queue, [Key(.escape), .char("q"), .ctrl("c")], .close, "back", hint: "back"),
    row(.queue, [.char("j"), Key(.down)], .down, "message below"),
    row(.queue, [.char("k"), Key(.up)], .up, "message above"),
    row(.queue, [.char("g"), Key(.home)], .first, "first message"),
    row(.queue, [.char("G"), Key(.end)], .last, "last message"),
    row(.queue, [.ctrl("u")], .scrollUp, "scroll up"),
    row(.queue, [.ctrl("d")], .scrollDown, "scroll down"),
    row(
      .queue, [.char("s")], .sendOne, "send, after the older ones of its chat, or try again",
      hint: "send"),
    row(.queue, [.char("S")], .sendAll, "send all; what failed is tried again", hint: "send all"),
    row(.queue, [.char("e")], .edit, "edit", hint: "edit"),
    row(.queue, [.char("d")], .delete, "delete (asks first)", hint: "delete"),
    row(.queue, [.char("u")], .undo, "undo the last deletion", hint: "undo"),
    row(.queue, [.char(" ")], .mark, "mark: s and d act on the marked", hint: "mark"),
    row(.queue, [.char("/")], .filter, "filter by chat", hint: "filter"),
    row(.queue, [Key(.enter), .char("i")], .info, "about the message", hint: "info"),
    row(.queue, [.char("?")], .help, "this help"),
  ]

  private static let settings: [Keymap.Binding] = [
    row(.settings, [Key(.escape), .char("q"), .ctrl("c")], .close, "back", hint: "back"),
    row(.settings, [.char("j"), Key(.down)], .down, "setting below"),
    row(.settings, [.char("k"), Key(.up)], .up, "setting above"),
    row(.settings, [.char("g"), Key(.home)], .first, "first setting"),
    row(.settings, [.char("G"), Key(.end)], .last, "last setting"),
    row(.settings, [.ctrl("u")], .scrollUp, "scroll up"),
    row(.settings, [.ctrl("d")], .scrollDown, "scroll down"),
    row(
      .settings, [Key(.enter), .char(" "), .char("e")], .accept,
      "switch, take the next value, or type one", hint: "change"),
    row(.settings, [.char("l"), Key(.right)], .right, "next value"),
    row(.settings, [.char("h"), Key(.left)], .left, "value before"),
    row(
      .settings, [.char("d"), Key(.delete)], .delete, "back to the default",
      hint: "default"),
    row(.settings, [.char("/")], .filter, "filter", hint: "filter"),
    row(.settings, [.char("?")], .help, "this help"),
  ]

  private static let layers: [Keymap.Binding] = [
    row(.choosing, [Key(.down), .ctrl("j")], .down, "next", hint: "next"),
    row(.choosing, [Key(.up)], .up, "previous"),
    row(.choosing, [Key(.enter)], .accept, "go there", hint: "go"),
    row(.choosing, [Key(.backspace)], .deleteLeft, "delete left"),
    row(.choosing, [.ctrl("u"), .ctrl("w")], .deleteToStart, "delete all"),
    row(.choosing, [Key(.escape), .ctrl("c")], .close, "close", hint: "close"),
    row(.answering, [Key(.enter), .char("y")], .accept, "yes"),
    row(.answering, [Key(.escape), .char("n")], .close, "no"),
    row(.answering, [.ctrl("c")], .quit, "no; yes when asked to quit"),
    row(
      .answering, [.char("d")], .decline, "decline an invitation; signing out: delete everything"),
    row(.answering, [.char("k")], .keepAll, "keep all old messages"),
    row(.answering, [.char("c")], .delete, "cancel a message that waits"),
    row(.answering, [.char("i")], .info, "about a message that waits"),
    row(.reading, [.char("j"), Key(.down)], .down, "down", hint: "scroll"),
    row(.reading, [.char("k"), Key(.up)], .up, "up"),
    row(
      .reading, [Key(.escape), .char("q"), .char("?"), Key(.enter), .ctrl("c")], .close, "close",
      hint: "back"),
  ]

  private static let signingIn: [Keymap.Binding] = [
    row(.signingIn, [Key(.enter)], .accept, "next, or do it", hint: "next"),
    row(.signingIn, [Key(.down)], .down, "next"),
    row(.signingIn, [Key(.up)], .up, "previous"),
    row(.signingIn, [.ctrl("r")], .showPassword, "show the password, or hide it", hint: "show"),
    row(.signingIn, [Key(.left)], .left, "left"),
    row(.signingIn, [Key(.right)], .right, "right"),
    row(.signingIn, [.ctrl("a"), Key(.home)], .lineStart, "start of the line"),
    row(.signingIn, [.ctrl("e"), Key(.end)], .lineEnd, "end of the line"),
    row(.signingIn, [Key(.backspace)], .deleteLeft, "delete left"),
    row(.signingIn, [Key(.delete), .ctrl("d")], .deleteRight, "delete right"),
    row(.signingIn, [.ctrl("w")], .deleteWord, "delete the word left"),
    row(.signingIn, [.ctrl("u")], .deleteToStart, "delete to the start of the line"),
    row(.signingIn, [Key(.escape), .ctrl("c")], .close, "back", hint: "back"),
  ]
}

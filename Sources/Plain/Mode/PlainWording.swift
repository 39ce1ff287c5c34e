internal import Accounts
internal import Model
internal import Screen
internal import Sync

/// The words of plain mode.
public struct PlainWording: Sendable {
  /// Makes text harmless for a terminal (Z2).
  public var clean: @Sendable (String) -> String
  /// Hours and minutes.
  var timeOfDay: @Sendable (Timestamp) -> String
  /// Date, hours and minutes.
  var date: @Sendable (Timestamp) -> String = { String(SystemClock.full($0).prefix(16)) }
  /// When a day begins that is named as ``DayWords`` has it; `nil` where none is.
  var dayStart: @Sendable (String) -> Timestamp? = {
    DayWords.start($0, now: SyncRunner.now().wall, CivilTime(utcOffset: SystemClock.utcOffset))
  }

  /// For standard output: harmless for a terminal, in the local zone.
  public static let standard = PlainWording(
    clean: { PrintableText($0).clusters.map(\.text).joined() },
    timeOfDay: { SystemClock.timeOfDay($0) })

  /// How many messages of a chat are shown when it is opened.
  static let historyLength = 10

  static let commands = [
    "/to", "/chats", "/unread", "/read", "/quiet", "/normal", "/verbose", "/search", "/reply",
    "/react", "/file", "/save", "/edit", "/delete",
    "/queue", "/send",
    "/status", "/name", "/label",
    "/pin", "/unpin", "/mute", "/unmute",
    "/accept",
    "/refuse", "/add", "/block", "/unblock", "/blocked", "/rename", "/group", "/groups", "/invite",
    "/invitations", "/join", "/nick", "/leave",
    "/destroy", "/password", "/me", "/members", "/remove", "/configure", "/topic", "/kick", "/ban",
    "/unban", "/role", "/help", "/quit",
  ]

  static let help = [
    "/to NAME   talk to somebody: a name, or an address",
    "/chats     list the chats, the newest last; /unread: those with something unread",
    "/read W    mark a chat as read; without a name, the one that you talk to",
    "/quiet     tell only messages and trouble; /verbose: each step of each message, too;",
    "           /normal: messages, who is online, and what was delivered, as at the start",
    "/search W  find the messages with these words, the newest last; beside words, or alone:",
    "           from:bo, from:me, in:team, after:2026-05-12, before:yesterday",
    "/reply T   answer the newest message of the other with this text; /reply #3 T answers #3:",
    "           a terminal shows the numbers, and /react, /save, /edit, /delete take them, too",
    "/react E   react to that message with this emoji, or take it back",
    "/file PATH send a file",
    "/save      fetch the newest file of the other, and keep it in your folder for such",
    "/edit TEXT say your last message in other words",
    "/delete    delete your last message for everyone",
    "/queue     show what waits to be sent",
    "/send      try now what waits, and once more what failed",
    "/accept W  let who asks see when you are online, and ask the same; or join a group",
    "/refuse W  do not let them; or do not join the group that somebody invites to",
    "/add ADDR  ask to see when somebody is online",
    "/rename W NAME  call somebody so; without a name, as the address has it",
    "/label W A, B  put these labels on somebody; without any, take them off",
    "/pin W     have a chat stand above the others; /unpin W takes it back",
    "/mute W    no alerts of a chat; /unmute W: alerts again",
    "/block W   have nothing to do with somebody; /unblock W takes it back, /blocked lists them",
    "/group NAME WHO…  make a group of these people; \"two words\" for a longer name, and before it",
    "           public for one that anybody can find and join",
    "/groups    list the groups of your server; behind it, of another server: chat.example.org",
    "/invite W  ask somebody into the group that one talks to",
    "/invitations  show those that are too many to be told one by one",
    "/join ADDR enter a group; behind its address, what to be called there",
    "/nick NAME be called so in the group that one talks to",
    "/password ADDR PASSWORD  enter a group that wants one; it is kept for the next time",
    "/leave ADDR leave it; what was said there stays",
    "/destroy ADDR delete a group of yours for everyone in it (asks first)",
    "/members   who is in the group that one talks to, and who belongs to it",
    "/remove    delete the newest message of another for everyone, as a moderator",
    "/configure W X  say what a group of yours is, or change W to X: /configure membersonly yes",
    "/topic TEXT change what the group is about; without a text, say it",
    "/kick NAME WHY  remove somebody from the group; the reason may be left out",
    "/ban NAME WHY  remove somebody for good: a name there, or an address; /unban ADDR takes it back",
    "/role NAME WHAT  owner, admin, member, none, moderator, participant or visitor of the group",
    "/me DOES   say what you do: /me waves",
    "/status TEXT  say this beside your presence; without a text: nothing any more",
    "/name NAME be called so by those who give you no name; without one: as your address has it",
    "/help      show this",
    "/quit      leave; what waits is kept",
    "Anything else is sent to the one named last; // sends a text that begins with /.",
  ]

  func connection(_ state: ConnectionState) -> String {
    switch state {
    case .offline(let reason, _): reason.isEmpty ? "offline" : "offline: \(reason)"
    case .connecting(let attempt) where attempt <= 1: "connecting"
    case .connecting(let attempt): "reconnecting, attempt \(attempt)"
    case .online: "online"
    case .readOnly: "read only"
    case .paused(let reason): "not connected: \(reason)"
    }
  }

  /// `bo@example.org asks to see when you are online: /accept bo@example.org, /refuse bo@example.org`
  func request(of who: JID) -> String {
    "\(who) asks to see when you are online: /accept \(who), /refuse \(who)"
  }

  /// `your name: Ana Müller`
  func ownName(_ name: String?) -> String {
    name.map { clean("your name: \($0)") } ?? "your name: none"
  }

  /// `your status: at lunch`
  func ownStatus(_ text: String?) -> String {
    text.map { clean("your status: \($0)") } ?? "your status: none"
  }

  /// `nil` where what it says is said otherwise here: a request with its commands.
  func notice(_ notice: Notice) -> String? {
    let text = (notice.kind == .error ? "error: " : "") + notice.text
    switch notice.remedy {
    case .answer: return nil
    case .keep: return text + ": keep = 30 in config.toml removes them here, keep = 0 keeps them"
    case .sendOrReview: return text + ": /send sends all, /queue shows them"
    case nil: return text
    }
  }

  func words(_ problem: SearchTerms.Problem) -> String {
    switch problem {
    case .noDay(let name): "\(name.rawValue): needs a day, like 2026-05-12, 12-may or yesterday"
    case .noChat(let name): "no chat is called \(name)"
    }
  }

  func waiting(_ counts: OutboxCounts) -> String { ", \(messages(counts.waiting)) waiting" }

  /// `1 message`, `2 messages`
  public func messages(_ count: Int) -> String { count == 1 ? "1 message" : "\(count) messages" }

  /// `[bo] hello: sent`
  func status(of message: Message, _ status: DeliveryStatus, to name: String) -> String {
    clean("[\(name)] \(short(message.text)): \(words(status, message.failure))")
  }

  /// `[bo] hello (edited): delivered`, `[bo] hello: edit queued`
  func edited(_ message: Message, to name: String) -> String {
    if let deletion = deleted(message) { return clean("[\(name)] \(deletion)") }
    let said = "[\(name)] \(short(message.text))"
    guard let edit = message.edit?.pending else {
      let state = message.status.map { words($0, message.failure) } ?? ""
      return clean("\(said)\(edited(message)): \(state)")
    }
    return clean("\(said): edit \(words(edit.status, edit.failure))")
  }

  /// `your message of 14:02: delete queued`, `hello: delete failed: not allowed`; `nil` where it is not deleted.
  private func deleted(_ message: Message) -> String? {
    guard let retraction = message.retraction else { return nil }
    let what = message.isDeleted ? "your message of \(time(message))" : short(message.text)
    if let removal = retraction.removal {
      let reason = removal.reason.isEmpty ? "" : ": \(removal.reason)"
      return "\(removal.by ?? "a moderator") deleted \(what)\(reason)"
    }
    guard let pending = retraction.pending else { return "\(what): deleted" }
    return "\(what): delete \(words(pending.status, pending.failure))"
  }

  /// `14:03 Bo reacted 👍 to: hello`, `[bo] your reaction 👍 to: hello: queued`
  func reacted(_ reaction: Message.Reaction, to message: Message, by name: String) -> String {
    let what = reaction.emoji.joined
    let to = message.isMine && !reaction.isMine ? "your message: " : ""
    let target = "\(to)\(short(message.text))"
    if let pending = reaction.pending {
      let mine = what.isEmpty ? "taking back your reaction" : "your reaction \(what)"
      return clean("\(mine) to: \(target): \(words(pending.status, pending.failure))")
    }
    let who = reaction.isMine ? "you" : name
    if what.isEmpty { return clean("\(who) took back the reaction to: \(target)") }
    return clean("\(timeOfDay(reaction.at)) \(who) reacted \(what) to: \(target)")
  }

  /// Behind a text, what people say of it (M4): ` [Bo 👍 ❤️, you 🎉]`.
  func reactions(to message: Message, name: (JID) -> String) -> String {
    let all = message.reactions.filter { !$0.emoji.isEmpty }.map { reaction in
      "\(reaction.isMine ? "you" : name(reaction.sender)) \(reaction.emoji.joined)"
    }
    return all.isEmpty ? "" : clean(" [\(all.joined(separator: ", "))]")
  }

  /// `[bo] hello: removed, it was not sent`
  func removed(_ text: String, to name: String) -> String {
    clean("[\(name)] \(short(text)): removed, it was not sent")
  }

  /// `14:02 Bo: thx`, `14:02 * Bo waves`
  func received(_ message: Message, from name: String) -> String {
    clean("\(time(message)) \(said(message, by: name))")
  }

  /// What somebody said, or does (XEP-0245). Of oneself the name is told that others see.
  private func said(_ message: Message, by name: String) -> String {
    if message.isDeleted { return deleted(message, of: name) }
    if let invitation = message.invitation {
      if message.isMine { return "\(name): \(message.text)" }
      return self.invitation(invitation, by: name, isOpen: invitation.answer == .open)
    }
    guard message.isText, let action = ActionText(message.text) else {
      return "\(name): \(message.text)\(edited(message))\(answers(message))"
    }
    return action.told(of: message.isMine ? message.sender.local ?? name : name)
      + edited(message) + answers(message)
  }

  /// `bo deleted this message`, `ana deleted a message of bo: spam`
  func deleted(_ message: Message, of name: String) -> String {
    let author = message.isMine ? "you" : name
    guard let removal = message.retraction?.removal else { return "\(author) deleted this message" }
    let whose = message.isMine ? "your message" : "a message of \(author)"
    let reason = removal.reason.isEmpty ? "" : ": \(removal.reason)"
    return "\(removal.by ?? "a moderator") deleted \(whose)\(reason)"
  }

  /// `Bo invites you to the group team@rooms.localhost: come: /accept team joins, …`
  func invitation(_ invitation: Invitation, by name: String, isOpen: Bool) -> String {
    let says = invitation.isByRoom ? " (says the group)" : ""
    let reason = invitation.reason.isEmpty ? "" : ": \(invitation.reason)"
    let what = "\(name) invites you to the group \(invitation.room)\(says)\(reason)"
    guard isOpen else { return "\(what) (\(invitation.answer.rawValue))" }
    return "\(what): /accept \(invitation.room), /refuse \(invitation.room)"
  }

  /// A message of the history.
  func past(_ message: Message, sender: String) -> String {
    guard let status = message.status, !message.isDeleted else {
      return received(message, from: sender)
    }
    return clean("\(time(message)) \(said(message, by: "me")) (\(words(status, message.failure)))")
  }

  /// `2026-05-12 14:02 [Bo] me: hello`
  func found(_ message: Message, in chat: String, sender: String) -> String {
    let when = date(message.serverTime ?? message.writtenAt)
    let state = message.status.map { " (\(words($0, message.failure)))" } ?? ""
    return clean("\(when) [\(chat)] \(said(message, by: sender))\(state)")
  }

  /// A line of the list of chats: `Bo, 2 unread, 1 not sent: 2026-05-12 14:02 Bo: hello`
  func listed(_ chat: Chat, as name: String) -> String {
    let unsent = chat.waiting + chat.failed
    let parts = [
      name, chat.unread > 0 ? "\(chat.unread) unread" : nil,
      unsent > 0 ? "\(unsent) not sent" : nil, chat.alerts == .nothing ? "muted" : nil,
    ]
    let head = parts.compactMap(\.self).joined(separator: ", ")
    guard let last = chat.last else { return clean(head) }
    let sender = last.status == nil ? last.nick ?? name : "me"
    let text = last.isDeleted ? "deleted" : last.preview
    return clean("\(head): \(date(last.shownTime)) \(sender): \(text)")
  }

  /// A line of the outbox.
  func entry(_ entry: OutboxEntry, to name: String) -> String {
    let when = timeOfDay(entry.queuedAt)
    return clean(
      "[\(name)] \(when) \(short(entry.described)): \(words(entry.state, entry.lastError))")
  }

  /// Behind a text that is not the one that was said first (M1).
  func edited(_ message: Message) -> String { (message.edit?.count ?? 0) > 0 ? " (edited)" : "" }

  /// Behind a text, what it answers (M3): ` (in reply to: can you resend the spec?)`.
  func answers(_ message: Message) -> String {
    guard let target = message.replyTo else { return "" }
    guard let stored = target.stored else {
      let quote = short(target.quote)
      let missing = "a message not stored here"
      return " (in reply to \(missing)\(quote.isEmpty ? "" : ": " + quote))"
    }
    return " (in reply to: \(stored.text.isEmpty ? "deleted message" : short(stored.text)))"
  }

  func words(_ status: DeliveryStatus, _ reason: String?) -> String {
    guard let reason, !reason.isEmpty else { return status.rawValue }
    switch status {
    case .failed: return "failed: \(reason)"
    case .sent: return "sent, \(reason)"
    default: return status.rawValue
    }
  }

  private func time(_ message: Message) -> String {
    timeOfDay(message.serverTime ?? message.writtenAt)
  }

  /// The first line, at most 60 characters of it.
  private func short(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    let start = line.prefix(60)
    return start.count < text.count ? start + "…" : String(start)
  }
}

extension String {
  /// Without white space at its ends.
  var trimmedSpaces: String {
    var rest = self.drop { $0.isWhitespace }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}

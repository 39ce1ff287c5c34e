internal import Accounts
internal import Localization
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
  var now: @Sendable () -> Timestamp = { SyncRunner.now().wall }
  /// Milliseconds.
  var uptime: @Sendable () -> Int64 = { SyncRunner.now().uptime }
  /// The local zone.
  var zone = CivilTime(utcOffset: SystemClock.utcOffset)

  /// For standard output: harmless for a terminal, in the local zone.
  public static let standard = PlainWording(
    clean: { PrintableText($0).clusters.map(\.text).joined() },
    timeOfDay: { SystemClock.timeOfDay($0) })

  /// How many messages of a chat are shown when it is opened.
  static let historyLength = 10

  static let commands = [
    "/to", "/msg", "/chats", "/unread", "/read", "/quiet", "/normal", "/verbose", "/search",
    "/reply", "/react", "/file", "/save", "/edit", "/delete", "/queue", "/send", "/status", "/name",
    "/label", "/pin", "/unpin", "/archive", "/unarchive", "/archived", "/mute", "/unmute",
    "/accept", "/refuse", "/add", "/block", "/unblock", "/blocked", "/rename", "/group", "/groups",
    "/invite", "/invitations", "/join", "/nick", "/leave", "/destroy", "/password", "/me",
    "/members", "/remove", "/configure", "/topic", "/kick", "/ban", "/unban", "/role", "/help",
    "/quit",
  ]

  func connection(_ state: ConnectionState) -> String {
    switch state {
    case .offline(let reason, _, _): reason.isEmpty ? tr("offline") : tr("offline: \(reason)")
    case .connecting(let attempt) where attempt <= 1: tr("connecting")
    case .connecting(let attempt): tr("reconnecting, attempt \(attempt)")
    case .online, .unanswered: tr("online")
    case .readOnly: tr("read only")
    case .paused(let reason): tr("not connected: \(reason)")
    }
  }

  /// `bo@example.org asks to see when you are online: /accept bo@example.org, /refuse bo@example.org`
  func request(of who: JID) -> String {
    tr("\(who) asks to see when you are online: /accept \(who), /refuse \(who)")
  }

  /// `your name: Ana Müller`
  func ownName(_ name: String?) -> String {
    name.map { clean(tr("your name: \($0)")) } ?? tr("your name: none")
  }

  /// `your status: at lunch`
  func ownStatus(_ text: String?) -> String {
    text.map { clean(tr("your status: \($0)")) } ?? tr("your status: none")
  }

  /// `nil` where what it says is said otherwise here: a request with its commands.
  func notice(_ notice: Notice) -> String? {
    let text = notice.kind == .error ? tr("error: \(notice.text)") : notice.text
    switch notice.remedy {
    case .answer: return nil
    case .keep:
      return tr("\(text): keep = 30 in config.toml removes them here, keep = 0 keeps them")
    case .sendOrReview: return tr("\(text): /send sends all, /queue shows them")
    case nil: return text
    }
  }

  func words(_ problem: SearchTerms.Problem) -> String {
    switch problem {
    case .noDay(let name):
      tr("\(name.rawValue): needs a day, like 2026-05-12, 12-may or yesterday")
    case .noChat(let name): tr("no chat is called \(name)")
    }
  }

  /// Behind something else.
  func waiting(_ counts: OutboxCounts) -> String {
    let count = counts.waiting
    return tr(count, ", 1 message queued", ", \(count) messages queued")
  }

  /// `1 message`, `2 messages`
  public func messages(_ count: Int) -> String { tr(count, "1 message", "\(count) messages") }

  /// `[bo] hello: sent`, `[bo] hello: queued: bo's mailbox is full, trying again in 1 min`
  func status(of message: Message, _ standing: Standing, to name: String) -> String {
    let words =
      standing.status == .queued
      ? standing.remark : self.words(standing.status, message.failure)
    return clean("[\(name)] \(short(message.text)): \(words)")
  }

  /// `[bo] hello (edited): delivered`, `[bo] hello: edit queued`
  func edited(_ message: Message, to name: String) -> String {
    if let deletion = deleted(message) { return clean("[\(name)] \(deletion)") }
    let said = "[\(name)] \(short(message.text))"
    guard let edit = message.edit?.pending else {
      let state = message.status.map { words($0, message.failure) } ?? ""
      return clean("\(said)\(edited(message)): \(state)")
    }
    let state = words(edit.status, edit.failure)
    return clean(tr("\(said): edit \(state)"))
  }

  /// `your message of 14:02: delete queued`, `hello: delete failed: not allowed`; `nil` where it is not deleted.
  private func deleted(_ message: Message) -> String? {
    guard let retraction = message.retraction else { return nil }
    let time = time(message)
    let what = message.isDeleted ? tr("your message of \(time)") : short(message.text)
    if let removal = retraction.removal {
      let who = removal.by ?? tr("a moderator")
      let words =
        message.isDeleted
        ? tr("\(who) deleted your message of \(time)") : tr("\(who) deleted \(what)")
      return words + (removal.reason.isEmpty ? "" : ": \(removal.reason)")
    }
    guard let pending = retraction.pending else { return tr("\(what): deleted") }
    let state = words(pending.status, pending.failure)
    return tr("\(what): delete \(state)")
  }

  /// `14:03 Bo reacted 👍 to: hello`, `[bo] your reaction 👍 to: hello: queued`
  func reacted(_ reaction: Message.Reaction, to message: Message, by name: String) -> String {
    let what = reaction.emoji.joined
    let text = short(message.text)
    let target = message.isMine && !reaction.isMine ? tr("your message: \(text)") : text
    if let pending = reaction.pending {
      let state = words(pending.status, pending.failure)
      return clean(
        what.isEmpty
          ? tr("taking back your reaction to: \(target): \(state)")
          : tr("your reaction \(what) to: \(target): \(state)"))
    }
    if what.isEmpty {
      return clean(
        reaction.isMine
          ? tr("you took back the reaction to: \(target)")
          : tr("\(name) took back the reaction to: \(target)"))
    }
    let time = timeOfDay(reaction.at)
    return clean(
      reaction.isMine
        ? tr("\(time) you reacted \(what) to: \(target)")
        : tr("\(time) \(name) reacted \(what) to: \(target)"))
  }

  /// Behind a text, what people say of it (M4): ` [Bo 👍 ❤️, you 🎉]`.
  func reactions(to message: Message, name: (JID) -> String) -> String {
    let all = message.reactions.filter { !$0.emoji.isEmpty }.map { reaction in
      "\(reaction.isMine ? tr("you") : name(reaction.sender)) \(reaction.emoji.joined)"
    }
    return all.isEmpty ? "" : clean(" [\(all.joined(separator: ", "))]")
  }

  /// `[bo] hello: removed, it was not sent`
  func removed(_ text: String, to name: String) -> String {
    clean("[\(name)] " + tr("\(short(text)): removed, it was not sent"))
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
    guard let removal = message.retraction?.removal else {
      return message.isMine ? tr("you deleted this message") : tr("\(name) deleted this message")
    }
    let who = removal.by ?? tr("a moderator")
    let words =
      message.isMine
      ? tr("\(who) deleted your message") : tr("\(who) deleted a message of \(name)")
    return words + (removal.reason.isEmpty ? "" : ": \(removal.reason)")
  }

  /// `Bo invites you to the group team@rooms.localhost: come: /accept team joins, …`
  func invitation(_ invitation: Invitation, by name: String, isOpen: Bool) -> String {
    let room = invitation.room
    let words =
      invitation.isByRoom
      ? tr("\(name) invites you to the group \(room) (says the group)")
      : tr("\(name) invites you to the group \(room)")
    let what = words + (invitation.reason.isEmpty ? "" : ": \(invitation.reason)")
    guard isOpen else {
      switch invitation.answer {
      case .open: return "\(what) (\(tr("open", as: "invitation")))"
      case .accepted: return "\(what) (\(tr("accepted")))"
      case .declined: return "\(what) (\(tr("declined")))"
      }
    }
    return "\(what): /accept \(room), /refuse \(room)"
  }

  /// A message of the history.
  func past(_ message: Message, sender: String) -> String {
    guard let status = message.status, !message.isDeleted else {
      return received(message, from: sender)
    }
    let said = said(message, by: tr("me"))
    return clean("\(time(message)) \(said) (\(words(status, message.failure)))")
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
      name,
      chat.unread > 0
        ? tr("\(chat.unread) unread") : chat.isMarkedUnread ? tr("marked as unread") : nil,
      unsent > 0 ? tr("\(unsent) not sent") : nil, muted(chat),
      chat.isArchived ? tr("archived") : nil,
    ]
    let head = parts.compactMap(\.self).joined(separator: ", ")
    guard let last = chat.last else { return clean(head) }
    let sender = last.status == nil ? last.nick.map(ShownName.marked) ?? name : tr("me")
    let text = last.isDeleted ? tr("deleted") : last.preview
    return clean("\(head): \(date(last.shownTime)) \(sender): \(text)")
  }

  private func muted(_ chat: Chat) -> String? {
    let now = now()
    guard chat.isMuted(at: now) else { return nil }
    let end = chat.mutedUntil.flatMap { $0 > now ? $0 : nil }
    return end.map { tr("muted until \(zone.soon($0, now: now))") } ?? tr("muted")
  }

  /// A line of the outbox.
  func entry(_ entry: OutboxEntry, _ standing: Standing, to name: String) -> String {
    let when = timeOfDay(entry.queuedAt)
    return clean("[\(name)] \(when) \(short(entry.described)): \(standing.sentence)")
  }

  /// Behind a text that is not the one that was said first (M1).
  func edited(_ message: Message) -> String {
    message.edit?.isApplied == true ? " " + tr("(edited)") : ""
  }

  /// Behind a text, what it answers (M3): ` (in reply to: can you resend the spec?)`.
  func answers(_ message: Message) -> String {
    guard let target = message.replyTo else { return "" }
    guard let stored = target.stored else {
      let quote = short(target.quote)
      return quote.isEmpty
        ? " " + tr("(in reply to a message not stored here)")
        : " " + tr("(in reply to a message not stored here: \(quote))")
    }
    let text = stored.text.isEmpty ? tr("deleted message") : short(stored.text)
    return " " + tr("(in reply to: \(text))")
  }

  func words(_ status: DeliveryStatus, _ reason: String?) -> String {
    guard let reason, !reason.isEmpty else { return status.word }
    switch status {
    case .failed: return tr("failed: \(reason)")
    case .sent: return tr("sent, \(reason)")
    default: return status.word
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

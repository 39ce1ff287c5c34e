internal import Localization
internal import Model
internal import Screen
internal import Store

/// What people and chats are called on the screen; still hostile text.
enum Names {
  static func chat(_ id: ChatID, in snapshot: Snapshot) -> String {
    if let nick = id.address.resource {
      return tr("\(ShownName.marked(nick)) in \(chat(id.bare, in: snapshot))")
    }
    guard let chat = snapshot.chat(id), chat.kind != .direct else {
      return person(id, in: snapshot)
    }
    if chat.kind == .notes || snapshot[id.account].isPlain(chat.name, of: .room) {
      return chat.name
    }
    return address(id.address)
  }

  /// The name in the roster where one contact alone has it, or else what they call themselves, where that is nobody
  /// else's. Everybody else is called by the whole address: two that begin with the same word cannot be taken for each
  /// other, nor can one whose letters only look like another's.
  static func person(_ id: ChatID, in snapshot: Snapshot) -> String {
    let jid = id.address
    if snapshot.isMe(id) { return snapshot[id.account].ownName ?? jid.local ?? jid.description }
    guard !snapshot.isStranger(id), jid.mixedScripts.isEmpty else { return address(jid) }
    let name = snapshot.name(of: id)
    if let nick = nick(of: id, in: snapshot) { return nick }
    guard let name, snapshot[id.account].isPlain(name, of: .direct) else { return address(jid) }
    return name
  }

  /// What a contact calls themselves, where they are called so.
  static func nick(of id: ChatID, in snapshot: Snapshot) -> String? {
    let account = snapshot[id.account]
    // Asked of each name in each frame.
    if account.nicks.isEmpty { return nil }
    return account.nick(of: id.address.bare, called: snapshot.name(of: id))
  }

  /// The bare address as people write it; with the scripts that it mixes, as look-alikes do.
  static func address(_ jid: JID) -> String {
    let scripts = jid.mixedScripts
    let mark = scripts.isEmpty ? "" : " (\(scripts.joined(separator: "+")))"
    return jid.bare.shown + mark
  }

  /// What is to be known of a person besides the name: that they are no contact, and have an odd address.
  static func caution(_ id: ChatID, in snapshot: Snapshot) -> String? {
    if let blocked = blocked(id, in: snapshot) { return blocked }
    let mixed = id.address.mixedScripts
    let scripts = mixed.dropFirst().reduce(mixed.first ?? "") { tr("\($0) and \($1)") }
    let words = [
      snapshot.isStranger(id) ? tr("not a contact") : nil,
      scripts.isEmpty ? nil : tr("the address mixes \(scripts) letters"),
    ].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// That I have nothing to do with them; `nil` where that is not so.
  static func blocked(_ id: ChatID, in snapshot: Snapshot) -> String? {
    let account = snapshot[id.account]
    return account.blocked.entry(of: id.address).map {
      let isWaiting = account.blocked.waiting.contains($0) && !account.connection.isOnline
      return tr(isWaiting ? "Blocked, once you are online" : "Blocked")
    }
  }

  /// Why nothing is written to them; `nil` where it is.
  static func refusal(_ id: ChatID, in snapshot: Snapshot) -> String? {
    guard snapshot.isBlocked(id) else { return nil }
    return tr("You blocked \(person(id, in: snapshot)). Unblock to write.")
  }

  /// What stands beside a message: the nickname in a group, else the first word of the name.
  static func sender(of message: Message, in snapshot: Snapshot) -> String {
    if message.isMine { return tr("you") }
    return message.sender.resource.map(ShownName.marked) ?? short(message.chatID, in: snapshot)
  }

  /// Another who says something: the nickname in a group, else the first word of the name.
  static func speaker(_ who: ChatID, in snapshot: Snapshot) -> String {
    who.address.resource.map(ShownName.marked) ?? short(who, in: snapshot)
  }

  /// Whether what stands in the pane begins with a name by itself: nobody reads `Bo * Bo waves`.
  static func begins(_ message: Message) -> Bool {
    switch message.content {
    case .text(let text, _): ActionText(text) != nil
    case .unsupported, .file: false
    case .invitation(let invitation): message.isMine || !invitation.isByRoom
    case .retracted: true
    }
  }

  /// What stands before what the writer of a message does, where it says that (XEP-0245): `* Bo `.
  static func lead(of message: Message, in snapshot: Snapshot) -> String? {
    guard case .text(let text, _) = message.content else { return nil }
    return ActionText(text).map { _ in ActionText.lead(actor(of: message, in: snapshot)) }
  }

  /// Who does what a message says. Nobody reads `me waves`: of oneself it is the name that others see.
  private static func actor(of message: Message, in snapshot: Snapshot) -> String {
    message.isMine
      ? person(snapshot.me(of: message.account), in: snapshot)
      : sender(of: message, in: snapshot)
  }

  /// What a message says in a line: its text, what its writer does, or what stands in its place.
  static func told(_ message: Message, in snapshot: Snapshot) -> String {
    if let file = message.attachment {
      return self.file(file) + (file.caption.isEmpty ? "" : " \(file.caption)")
    }
    guard case .text(let text, _) = message.content, let action = ActionText(text) else {
      return shown(message, in: snapshot)
    }
    return action.told(of: actor(of: message, in: snapshot))
  }

  /// What stands in the pane.
  static func shown(_ message: Message, in snapshot: Snapshot) -> String {
    switch message.content {
    case .text(let text, _): text
    case .unsupported(let what): what.words
    case .invitation(let invitation): told(invitation, of: message, in: snapshot)
    case .file(let file): file.caption.isEmpty ? self.file(file) : file.caption
    case .retracted: deleted(message, in: snapshot)
    }
  }

  /// `📎 plan.pdf · 1.2 MB`
  static func file(_ file: Attachment) -> String {
    let separator = Glyphs.current.separator
    let size = file.size.map { " \(separator) \(Attachment.words(ofSize: $0))" } ?? ""
    return "\(Glyphs.isPlain ? tr("[file]") : "📎") \(file.name)\(size)"
  }

  /// Who invites whom, to what, and what came of it.
  private static func told(
    _ invitation: Invitation, of message: Message, in snapshot: Snapshot
  ) -> String {
    let group = address(invitation.room)
    func reasoned(_ words: String) -> String {
      invitation.reason.isEmpty ? words : "\(words): “\(invitation.reason)”"
    }
    if message.isMine {
      let whom = person(message.chatID, in: snapshot)
      return reasoned(tr("You invite \(whom) to the group \(group)"))
    }
    let who = person(message.senderID, in: snapshot)
    let words = reasoned(
      invitation.isByRoom
        ? tr("The group \(group) says that \(who) invites you")
        : tr("\(who) invites you to the group \(group)"))
    return switch answer(to: invitation, of: message.account, in: snapshot) {
    case .open: words
    case .accepted: "\(words) (\(tr("accepted")))"
    case .declined: "\(words) (\(tr("declined")))"
    }
  }

  /// What they invite to besides what stands in the chat.
  static func folded(by inviter: ChatID, in snapshot: Snapshot) -> String? {
    let count = snapshot[inviter.account].invitations.count { $0.inviter == inviter.address }
    guard count > 0 else { return nil }
    return tr(count, "1 more invitation: Ctrl-K", "\(count) more invitations: Ctrl-K")
  }

  /// Who is in the group has accepted.
  static func answer(
    to invitation: Invitation, of account: AccountID, in snapshot: Snapshot
  ) -> Invitation.Answer {
    snapshot[account].rooms[invitation.room] == nil ? invitation.answer : .accepted
  }

  static func short(_ id: ChatID, in snapshot: Snapshot) -> String {
    let name = chat(id, in: snapshot)
    return name.split { $0.isWhitespace }.first.map(String.init) ?? name
  }

  /// The others in a group: who spoke last first, then by name. Of those who are gone only while it is not known who
  /// is there.
  static func addressees(
    in chat: ChatID, among messages: [Message], _ snapshot: Snapshot
  ) -> [String] {
    let room = snapshot.room(chat)
    let others = (room?.occupants.sorted ?? []).map(\.nick).filter { $0 != room?.nick }
    let isKnown = room?.attendance == .joined
    let there = Set(others)
    var seen: Set<String> = []
    let spoke = messages.reversed().filter { !$0.isMine }.compactMap(\.sender.resource)
      .filter { (!isKnown || there.contains($0)) && seen.insert($0).inserted }
    let silent = others.filter { !seen.contains($0) }
    return spoke + silent.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
  }

  /// More who type at once are not named.
  private static let mostTyping = 3

  /// `Ana is typing…`
  static func isTyping(_ names: String) -> String {
    tr(1, "\(names) is typing…", "\(names) are typing…")
  }

  /// `typing…` in a chat of two, `Ana, Bo are typing…` in a group (D3); `nil` where nobody is.
  static func typing(in chat: ChatID, kind: Chat.Kind, snapshot: Snapshot) -> String? {
    let who = snapshot.typing(in: chat)
    guard !who.isEmpty else { return nil }
    guard kind == .room else { return tr("typing…") }
    guard who.count <= mostTyping else { return tr("several people are typing…") }
    let names = who.map { one in
      one.resource.map(ShownName.marked) ?? person(ChatID(one, of: chat.account), in: snapshot)
    }.joined(separator: ", ")
    return tr(who.count, "\(names) is typing…", "\(names) are typing…")
  }
}

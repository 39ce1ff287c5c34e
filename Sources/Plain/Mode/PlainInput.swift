internal import Files
internal import Handover
internal import Localization
internal import Model
internal import Screen

/// What a line of input does.
extension PlainMode {
  /// A text that begins with a slash is written with two.
  mutating func read(_ line: String, newID: () -> OriginID) -> [Action] {
    if line.hasPrefix("//") { return text(String(line.dropFirst()), newID: newID) }
    if line.hasPrefix("/") { return command(line.dropFirst(), newID: newID) }
    return text(line, newID: newID)
  }

  private mutating func command(_ line: Substring, newID: () -> OriginID) -> [Action] {
    let parts = line.split(separator: " ", maxSplits: 1)
    let operand = parts.count > 1 ? String(parts[1]).trimmedSpaces : ""
    let word = parts.first.map(String.init) ?? ""
    if let actions = moderate(word, operand) { return actions }
    switch word {
    case "to": return open(operand)
    case "msg": return privately(operand, newID: newID)
    case "unread" where !operand.isEmpty: return mark(word, operand)
    case "chats": return chats.lines(.listed, wording, names)
    case "unread": return chats.lines(.unread, wording, names)
    case "archived": return chats.lines(.archived, wording, names)
    case "search": return searches.ask(operand, among: chats.named(by: names), wording)
    case "accept": return answer(operand, accepts: true) ?? acquaint(operand, .grant)
    case "refuse": return answer(operand, accepts: false) ?? acquaint(operand, .refuse)
    case "invitations": return invitations.lines(wording, names)
    case "invite": return invite(operand, newID: newID)
    case "add": return acquaint(operand, .ask)
    case "block", "unblock": return block(operand, isBlocked: word == "block")
    case "rename": return call(operand)
    case "label": return label(operand)
    case "mute": return mute(operand)
    case "pin", "unpin", "unmute", "archive", "unarchive": return mark(word, operand)
    case "blocked": return blocking.lines(wording, names)
    case "join": return join(operand)
    case "nick": return rename(operand)
    case "group": return group(operand)
    case "groups": return groups.list(operand)
    case "leave": return leave(operand)
    case "destroy": return destroy(operand)
    case "password": return password(operand)
    case "edit", "reply", "react", "delete", "save":
      return amend(word, operand, newID: newID)
    case "file": return file(operand, newID: newID)
    case "read": return markRead(operand)
    case "quiet", "normal", "verbose": return turn(to: word)
    case "name": return [.submit(.setMyName(operand))]
    case "status": return [.submit(.setStatus(operand))]
    case "queue": return [.listQueue]
    case "send": return [.sendAll]
    case "help": return help(about: operand)
    case "quit": return [.quit]
    case "me" where operand.isEmpty: return [.say(tr("error: /me needs words"))]
    // The others' programs show it as what one does (XEP-0245).
    case "me": return text("/" + line, newID: newID)
    default:
      let hint = NearestWord.suggestion(for: "/" + word, among: PlainWording.commands)
      return [.say(wording.clean(tr("error: unknown command /\(word)\(hint)")))]
    }
  }

  private mutating func open(_ name: String) -> [Action] {
    guard !name.isEmpty else { return [.say(tr("error: /to needs a name"))] }
    do {
      let jid = try names.chat(of: name)
      openChat = jid
      awaitsHistory = true
      // Who reads a file knows of each change.
      return [.say(wording.clean(tr("to \(names.introduction(of: jid))")))]
        + (isNumbered && isOnline ? presence.tell(jid, wording, names) : [])
        + [.submit(.open(jid))] + unmark(jid)
    } catch {
      return [.say(wording.clean(tr("error: \(error.text)")))]
    }
  }

  /// To one person of the group that one talks to, or is in with whom one talks to, and to nobody else there: a name, and
  /// what is said to them behind it. Of names that begin alike the longest is meant.
  private mutating func privately(_ operand: String, newID: () -> OriginID) -> [Action] {
    guard let group = openChat?.bare, let room = rooms.room(group) else {
      return [.say(tr("error: in which group? say /to GROUP first, and be in it"))]
    }
    guard let (nick, rest) = room.occupants.named(atStartOf: operand),
      let chat = group.with(resource: nick)
    else {
      let name = operand.split(separator: " ").first.map(String.init) ?? ""
      return [.say(wording.clean(tr("error: nobody in the group is called \(name)")))]
    }
    let text = rest.trimmedSpaces
    openChat = chat
    awaitsHistory = true
    let opening: [Action] = [
      .say(wording.clean(tr("to \(names.name(of: chat)), and to nobody else there"))),
      .submit(.open(chat)),
    ]
    return opening + (text.isEmpty ? [] : self.text(text, newID: newID))
  }

  /// A group's address, and behind it what to be called there.
  private func join(_ operand: String) -> [Action] {
    let parts = operand.split(separator: " ", maxSplits: 1)
    guard let room = parts.first.flatMap({ JID(String($0)) }), room.local != nil else {
      return [.say(tr("error: /join needs the address of a group"))]
    }
    let nick = parts.count > 1 ? String(parts[1]) : nil
    return [.submit(.join(room.bare, nick: nick, password: nil))]
  }

  /// `nil` where nobody invites to what has this name.
  private func answer(_ name: String, accepts: Bool) -> [Action]? {
    if name == "invitations", !accepts { return [.submit(.declineFolded)] }
    return invitations.room(name).map { [.submit(.answerInvitations(to: $0, accepts: accepts))] }
  }

  /// Into the group that one talks to.
  private func invite(_ name: String, newID: () -> OriginID) -> [Action] {
    guard let openChat, rooms.isIn(openChat) else {
      return [.say(tr("error: to which group? say /to GROUP first, and be in it"))]
    }
    guard !name.isEmpty else { return [.say(tr("error: /invite needs a name"))] }
    do {
      let who = try names.address(of: name)
      return [.submit(.invite(who, to: openChat, originID: newID()))]
    } catch {
      return [.say(wording.clean(tr("error: \(error.text)")))]
    }
  }

  private func rename(_ nick: String) -> [Action] {
    guard let openChat, rooms.isIn(openChat) else {
      return [.say(tr("error: in which group? say /to GROUP first, and be in it"))]
    }
    guard !nick.isEmpty else { return [.say(tr("error: /nick needs a name"))] }
    return [.submit(.rename(in: openChat, nick: nick))]
  }

  private mutating func group(_ operand: String) -> [Action] {
    do {
      return try groups.make(operand, names)
    } catch {
      return [.say(wording.clean(tr("error: \(error.text)")))]
    }
  }

  private func leave(_ operand: String) -> [Action] {
    guard let room = JID(operand), room.local != nil else {
      return [.say(tr("error: /leave needs the address of a group"))]
    }
    return [.submit(.leave(room.bare))]
  }

  /// A group's address, and behind it what lets one in; that may have spaces in it.
  private func password(_ operand: String) -> [Action] {
    let parts = operand.split(separator: " ", maxSplits: 1)
    guard let room = parts.first.flatMap({ JID(String($0)) }), room.local != nil, parts.count > 1
    else { return [.say(tr("error: /password needs the address of a group, and its password"))] }
    return [.submit(.join(room.bare, nick: nil, password: String(parts[1])))]
  }

  /// Nothing brings it back: the address alone only tells what would be.
  private func destroy(_ operand: String) -> [Action] {
    let parts = operand.split(separator: " ")
    guard let room = parts.first.flatMap({ JID(String($0)) }), room.local != nil else {
      return [.say(tr("error: /destroy needs the address of a group"))]
    }
    guard parts.dropFirst() == ["yes"] else {
      let name = wording.clean(room.bare.description)
      return [.say(tr("This deletes the group for everyone in it. To do it: /destroy \(name) yes"))]
    }
    return [.submit(.destroyRoom(room.bare))]
  }

  private mutating func acquaint(_ name: String, _ action: SubscriptionAction) -> [Action] {
    do {
      let actions =
        action == .ask
        ? try acquaintances.ask(name, wording, names)
        : try acquaintances.answer(name, action, wording, names)
      return acquaintances.perform(actions, isOnline: isOnline)
    } catch {
      return [.say(wording.clean(tr("error: \(error.text)")))]
    }
  }

  /// A name or an address, and behind it what to call them; nothing takes the name back.
  private func call(_ operand: String) -> [Action] {
    let parts = operand.split(separator: " ", maxSplits: 1).map(String.init)
    guard let who = parts.first else {
      return [.say(tr("error: /rename needs a name, and the new one"))]
    }
    do {
      let address = try names.address(of: who)
      let name = parts.count > 1 ? parts[1] : ""
      return [
        .submit(.nameContact(address, name)),
        .say(
          wording.clean(name.isEmpty ? tr("\(address) has no name") : tr("\(address) is \(name)"))),
      ]
    } catch {
      return [.say(wording.clean(tr("error: \(error.text)")))]
    }
  }

  private func help(about word: String) -> [Action] {
    let lines = PlainWording.help(about: word)
    guard !lines.isEmpty else {
      return [.say(wording.clean(tr("no command is about \(word); /help lists all")))]
    }
    return lines.map { .say($0) }
  }

  /// All of a chat by name, or of the one that one talks to.
  private func markRead(_ name: String) -> [Action] {
    do {
      guard let chat = try name.isEmpty ? openChat : names.address(of: name) else {
        return [.say(tr("error: /read needs a name"))]
      }
      let called = names.name(of: chat)
      guard chats.hasUnread(chat) || chats.isMarkedUnread(chat) else {
        return [.say(wording.clean(tr("\(called): nothing is unread")))]
      }
      let end = MessageOrder(anchor: MessageOrder.unsent, sequence: .max)
      return [.submit(.markRead(chat: chat, through: end))] + unmark(chat) + [
        .say(wording.clean(tr("\(called): marked as read")))
      ]
    } catch {
      return [.say(wording.clean(tr("error: \(error.text)")))]
    }
  }

  private mutating func turn(to word: String) -> [Action] {
    guard let chosen = PlainVolume(rawValue: word) else { return [] }
    volume = chosen
    return [.say(chosen.introduction)]
  }

  /// A name or an address, and behind it all the labels, between commas; none takes them off.
  private func label(_ operand: String) -> [Action] {
    let parts = operand.split(separator: " ", maxSplits: 1).map(String.init)
    guard let who = parts.first else {
      return [.say(tr("error: /label needs a name, and the labels"))]
    }
    do {
      let address = try names.address(of: who)
      let all = Contact.labels(
        parts.dropFirst().flatMap { $0.split(separator: ",") }.map(String.init))
      let words = all.isEmpty ? tr("none") : all.joined(separator: ", ")
      return [
        .submit(.label(address, all)), .say(wording.clean(tr("labels of \(address): \(words)"))),
      ]
    } catch {
      return [.say(wording.clean(tr("error: \(error.text)")))]
    }
  }

  private mutating func block(_ name: String, isBlocked: Bool) -> [Action] {
    do {
      return isBlocked
        ? try blocking.block(name, wording, names) : try blocking.unblock(name, wording, names)
    } catch {
      return [.say(wording.clean(tr("error: \(error.text)")))]
    }
  }

  mutating func text(
    _ line: String, answering target: ReplyTarget? = nil, newID: () -> OriginID
  ) -> [Action] {
    switch OutgoingText(line) {
    case .empty: return []
    case .refused(let reason): return [.say(tr("error: \(reason); nothing was sent"))]
    case .text(let text):
      guard let openChat else { return [.say(tr("error: to whom? say /to NAME first"))] }
      if let doubt = doubt(of: openChat) { return [.say(wording.clean(doubt))] }
      let id = newID()
      sent.add(id)
      let send = Action.submit(.send(chat: openChat, text: text, originID: id, replyTo: target))
      return isUnattended ? [send, .submit(.sendOne(id))] : [send]
    }
  }

  /// The question before the first message to an address that was never written to: asked once, and only at a terminal.
  private mutating func doubt(of chat: JID) -> String? {
    guard isNumbered, names.isUnknown(chat), doubted != chat else { return nil }
    doubted = chat
    return tr(
      "nothing was sent: you have never written to \(chat.shown), who is no contact. Say it again to send it"
    )
  }

  private mutating func file(_ path: String, newID: () -> OriginID) -> [Action] {
    guard let openChat else { return [.say(tr("error: to whom? say /to NAME first"))] }
    guard !path.isEmpty else { return [.say(tr("error: /file needs the path of a file"))] }
    let id = newID()
    sent.add(id)
    let file = OutgoingFile.original(path: path, caption: "")
    let send = Action.submit(.sendFile(chat: openChat, file, originID: id))
    return isUnattended ? [send, .submit(.sendOne(id))] : [send]
  }
}

internal import Localization
internal import Model
internal import Screen
internal import Store

/// What the palette finds of groups.
extension Switcher {
  /// A group that a query could mean, and the way out of the open one.
  func rooms(_ context: Context) -> [Item] {
    var items: [Item] = []
    for account in context.accounts {
      guard let (room, nick) = Self.room(query.text, of: account, context.snapshot) else {
        continue
      }
      let group = Names.address(room.address)
      let title =
        nick.map { tr("Join the group \(group) as \($0)") } ?? tr("Join the group \(group)")
      // Where there are groups nobody has an account.
      let isSure = nick != nil || Self.hasGroups(room, context.snapshot)
      let gaps = isSure && query.text.contains("@") ? -1 : 1
      items.append(
        Item(
          target: .join(room, nick: nick), title: title, rank: Self.rankOfNew(query.text),
          gaps: gaps))
    }
    if !peopleOnly, let open = context.openChat, context.snapshot.hasLeft(open) {
      let name = Names.chat(open, in: context.snapshot)
      items += [match(.join(open, nick: nil), tr("Join the group \(name) again"))].compactMap(
        \.self)
    }
    guard !peopleOnly, let open = context.openChat, let there = context.snapshot.room(open)
    else { return items }
    let name = Names.chat(open, in: context.snapshot)
    for (target, title) in Self.offers(in: there, open) {
      // By its own words alone: who looks for the group does not want to leave it.
      let found = FuzzyMatch(query.text, in: title("").split(separator: " ").joined(separator: " "))
      let isWord = found.map { $0.kind != .scattered } ?? false
      guard query.isEmpty || query.count >= 3 && isWord else { continue }
      items.append(
        Item(target: target, title: title(name), rank: query.isEmpty ? 6 : 3, gaps: 0))
    }
    return items
  }

  /// What can be done in a group that one is in, and how it is said of a group of that name.
  private static func offers(
    in there: Room, _ open: ChatID
  ) -> [(Target, title: (_ group: String) -> String)] {
    var offers: [(Target, title: (_ group: String) -> String)] = [
      (.command(.members), { group in tr("Show the people in the group \(group)") }),
      (.leave(open), { group in tr("Leave the group \(group)") }),
    ]
    if there.standing == .owner {
      offers.append(
        (.destroy(open), { group in tr("Delete the group for everyone: \(group)") }))
    }
    if there.isLocked {
      offers.append(
        (.password(open), { group in tr("Type the password of the group \(group)") }))
    }
    return offers
  }

  /// A whole address, or a name where the groups of my server are known to be; behind it ` as NAME`, what to be called.
  /// Before the contacts are read a name may be a person's.
  static func room(
    _ query: String, of account: AccountID, _ snapshot: Snapshot
  ) -> (ChatID, nick: String?)? {
    let line = String(query.filter { !$0.isNewline }.drop { $0 == " " })
    let between = " \(tr("as", as: "typed word")) "
    let parts = line.split(separator: line.contains(between) ? between : " as ", maxSplits: 1)
    let name = parts.first.map(String.init) ?? ""
    let me = snapshot[account]
    let domain = me.knowsContacts ? groupDomain(of: account, in: snapshot) : nil
    guard !name.isEmpty, !name.contains(" "), name.contains("@") || domain != nil else {
      return nil
    }
    let whole = name.contains("@") ? name : "\(name)@\(domain ?? "")"
    guard let jid = JID(whole)?.bare, jid.local != nil, jid.domain != me.address.domain,
      me.rooms[jid] == nil
    else { return nil }
    return (ChatID(jid, of: account), parts.count > 1 ? String(parts[1]) : nil)
  }

  /// Where the groups of an account's server are: on the private one at an address of their own.
  static func groupDomain(of account: AccountID, in snapshot: Snapshot) -> String? {
    let me = snapshot[account]
    return me.groupService?.domain ?? (me.isPrivate ? "rooms.\(me.address.domain)" : nil)
  }

  /// Groups are known to be at the domain of that address.
  private static func hasGroups(_ room: ChatID, _ snapshot: Snapshot) -> Bool {
    let (me, domain) = (snapshot[room.account], room.address.domain)
    return domain == groupDomain(of: room.account, in: snapshot)
      || room.address.isIRCChannel || domain == me.groups?.service?.domain
      || me.rooms.keys.contains { $0.domain == domain }
      || isCalledSo(domain)
  }

  /// As services of groups are called nearly everywhere: until one's own server has said where its are.
  private static func isCalledSo(_ domain: String) -> Bool {
    let labels = domain.split(separator: ".")
    let names = ["chat", "conference", "groups", "muc", "rooms"]
    return labels.count > 1 && labels.first.map { names.contains(String($0)) } == true
  }

  // MARK: Making and finding

  /// To make one, to find one, and to give up one that is not made yet.
  func groupOffers(_ context: Context) -> [Item] {
    let offers = context.accounts.flatMap { Self.groupOffers(of: $0, context.snapshot) }
    return offers.compactMap { offer($0.0, $0.1, rank: 6, context.snapshot) } + naming(context)
  }

  private static func groupOffers(
    of account: AccountID, _ snapshot: Snapshot
  ) -> [(Target, String)] {
    [
      (.newGroup(account), tr("New group…")),
      (.groupList(account), tr("Find a group of the server…")),
    ]
      + snapshot[account].newGroups.map {
        (.intent(.dropGroup($0.room), of: account), tr("Give up making the group \($0.name)"))
      }
  }

  /// `nick Anna`: what to be called in the open group.
  private func naming(_ context: Context) -> [Item] {
    guard !peopleOnly, let room = context.openChat, let there = context.snapshot.room(room) else {
      return []
    }
    let group = Names.chat(room, in: context.snapshot)
    let words = [tr("nick", as: "typed word"), "nick"]
    let line = query.text.lowercased()
    guard let word = words.first(where: { line.hasPrefix($0 + " ") }) else {
      return begin(words, titled: tr("Change my name in the group \(group)"))
    }
    let nick = query.text.dropFirst(word.count + 1).split { $0.isWhitespace }
      .joined(separator: " ")
    let rename = Target.intent(.rename(in: room.address, nick: nick), of: room.account)
    let title = tr("Call me \(nick) in the group \(group), not \(there.nick)")
    guard !nick.isEmpty else {
      return begin(words, titled: tr("Change my name in the group \(group)"))
    }
    return [Item(target: rename, title: title, rank: 2, gaps: 0)]
  }

  /// Types the rest of the first of the words that could be meant.
  private func begin(_ words: [String], titled title: String) -> [Item] {
    guard query.isEmpty || query.count >= 3,
      let word = words.map({ "\($0) " }).first(where: { $0.hasPrefix(query.text) })
    else { return [] }
    let rest = String(word.dropFirst(query.count))
    return [Item(target: .begin(rest), title: title, rank: query.isEmpty ? 6 : 3, gaps: 0)]
  }

  // MARK: Invitations

  /// Of those that stand in no chat so many are offered before anything is typed.
  private static let mostOffered = 5

  /// Those that stand in no chat, and the newest of the open chat.
  func invitations(_ context: Context) -> [Item] {
    let snapshot = context.snapshot
    let here = context.openChat.flatMap { open in
      Self.openInvitation(in: open, snapshot).map { offers($0, by: open, rank: 6, snapshot) }
    }
    return (here ?? []) + snapshot.accountIDs.flatMap { folded(of: $0, snapshot) }
  }

  private func folded(of account: AccountID, _ snapshot: Snapshot) -> [Item] {
    let folded = snapshot[account].invitations
    var items: [Item] = []
    for one in query.isEmpty ? folded.prefix(Self.mostOffered) : folded[...] {
      items += offers(
        one.invitation, by: ChatID(one.inviter, of: account), rank: -1, snapshot)
    }
    if folded.count > 1 {
      let title = tr("Decline all \(folded.count) other invitations to groups")
      let decline = Target.intent(.declineFolded, of: account)
      items += [offer(decline, title, rank: 6, snapshot)].compactMap(\.self)
    }
    return items
  }

  private func offers(
    _ invitation: Invitation, by who: ChatID, rank: Int, _ snapshot: Snapshot
  ) -> [Item] {
    let group = Names.address(invitation.room)
    let inviter = Names.person(who, in: snapshot)
    func answer(_ accepts: Bool) -> Target {
      .intent(.answerInvitations(to: invitation.room, accepts: accepts), of: who.account)
    }
    return [
      offer(
        answer(true), tr("Join the group \(group) (\(inviter) invites you)"), rank: rank,
        snapshot),
      offer(answer(false), tr("Decline the invitation to \(group)"), rank: rank, snapshot),
    ].compactMap(\.self)
  }

  /// Found by its words, from the third letter on, and by whose it is behind them.
  func offer(
    _ target: Target, _ title: String, rank: Int, _ snapshot: Snapshot
  ) -> Item? {
    guard !query.isEmpty else { return Item(target: target, title: title, rank: rank, gaps: 0) }
    var words = query.text
    if let actor = actor(of: target, in: snapshot), words.hasSuffix(" \(actor)") {
      words.removeLast(actor.count + 1)
    }
    guard words.count >= 3, let found = FuzzyMatch(words, in: title), found.kind != .scattered
    else { return nil }
    return Item(target: target, title: title, rank: 3, gaps: found.gaps)
  }

  /// The newest message of the chat, where that is an invitation that waits for an answer.
  static func openInvitation(in chat: ChatID, _ snapshot: Snapshot) -> Invitation? {
    guard let pane = snapshot.pane, pane.chat == chat, let message = pane.messages.last,
      !message.isMine, let invitation = message.invitation,
      Names.answer(to: invitation, of: chat.account, in: snapshot) == .open
    else { return nil }
    return invitation
  }

  // MARK: Inviting

  /// `invite bo`: people who could be asked into the open group.
  func inviting(_ context: Context) -> [Item] {
    let snapshot = context.snapshot
    guard let room = context.openChat, snapshot.room(room)?.attendance == .joined else {
      return []
    }
    let group = Names.chat(room, in: snapshot)
    let words = [tr("invite", as: "typed word"), "invite"]
    guard let name = name(after: words) else {
      return begin(words, titled: tr("Invite somebody to the group \(group)"))
    }
    var items = people(snapshot)
      .filter { $0.id.account == room.account && snapshot.chat($0.id)?.kind ?? .direct == .direct }
      .compactMap { person -> Item? in
        let address = person.id.address
        let texts = [person.name, address.local ?? address.domain]
        let found = texts.compactMap { FuzzyMatch(name, in: $0) }.min()
        guard name.isEmpty || found != nil else { return nil }
        let title = tr("Invite \(Names.person(person.id, in: snapshot)) to the group \(group)")
        return Item(
          target: .invite(address, to: room), title: title,
          rank: found?.kind == .scattered ? 5 : 2, gaps: found?.gaps ?? 0)
      }
    if let id = Self.address(name, of: room.account, in: snapshot) {
      let title = tr("Invite \(Names.address(id.address)) to the group \(group)")
      items.append(Item(target: .invite(id.address, to: room), title: title, rank: 4, gaps: 0))
    }
    return items
  }
}

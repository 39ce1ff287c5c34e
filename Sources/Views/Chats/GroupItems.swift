internal import Model
internal import Screen
internal import Store

/// What the palette finds of groups.
extension Switcher {
  /// A group that a query could mean, and the way out of the open one.
  func rooms(_ context: Context) -> [Item] {
    var items: [Item] = []
    if let room = Self.room(query.text, context) {
      let title = "join the group \(Names.address(room.address))"
      items.append(Item(target: .join(room), title: title, rank: 4, gaps: 1))
    }
    guard !peopleOnly, let open = context.openChat, let there = context.snapshot.room(open)
    else { return items }
    let name = Names.chat(open, in: context.snapshot)
    var offers: [(Target, String)] = [
      (.command(.members), "the people in the group"), (.leave(open), "leave the group"),
    ]
    if there.standing == .owner {
      offers.append((.destroy(open), "delete for everyone: the group"))
    }
    if there.isLocked { offers.append((.password(open), "the password of the group")) }
    for (target, words) in offers {
      // By its own words alone: who looks for the group does not want to leave it.
      let found = FuzzyMatch(query.text, in: words)
      let isWord = found.map { $0.kind != .scattered } ?? false
      guard query.isEmpty || query.count >= 3 && isWord else { continue }
      items.append(
        Item(target: target, title: "\(words) \(name)", rank: query.isEmpty ? 6 : 3, gaps: 0))
    }
    return items
  }

  /// A whole address, or a name on the private server, whose groups are at an address of their own.
  private static func room(_ query: String, _ context: Context) -> ChatID? {
    let name = query.filter { !$0.isNewline }.drop { $0 == " " }
    guard !name.isEmpty, !name.contains(" ") else { return nil }
    let own = context.snapshot[context.account].address.domain
    guard name.contains("@") || context.isPrivateServer else { return nil }
    let whole = name.contains("@") ? String(name) : "\(name)@rooms.\(own)"
    guard let jid = JID(whole)?.bare, jid.local != nil, jid.domain != own,
      context.snapshot[context.account].rooms[jid] == nil
    else { return nil }
    return ChatID(jid, of: context.account)
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
      let title = "decline all \(folded.count) further invitations to groups"
      items += [offer(.intent(.declineFolded, of: account), title, rank: 6)].compactMap(\.self)
    }
    return items
  }

  private func offers(
    _ invitation: Invitation, by who: ChatID, rank: Int, _ snapshot: Snapshot
  ) -> [Item] {
    let group = Names.address(invitation.room)
    let inviter = " (\(Names.person(who, in: snapshot)) invites you)"
    func answer(_ accepts: Bool) -> Target {
      .intent(.answerInvitations(to: invitation.room, accepts: accepts), of: who.account)
    }
    return [
      offer(answer(true), "join the group \(group)\(inviter)", rank: rank),
      offer(answer(false), "decline the invitation to \(group)", rank: rank),
    ].compactMap(\.self)
  }

  /// Found by its words, from the third letter on.
  private func offer(_ target: Target, _ title: String, rank: Int) -> Item? {
    guard !query.isEmpty else { return Item(target: target, title: title, rank: rank, gaps: 0) }
    guard query.count >= 3, let found = FuzzyMatch(query.text, in: title), found.kind != .scattered
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
    let words = query.text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard words.first?.lowercased() == "invite", query.text.contains(" ") else {
      let title = "invite somebody to the group \(group)"
      let rest = String("invite ".dropFirst(query.count))
      let isBegun = query.isEmpty || query.count >= 3 && "invite".hasPrefix(query.text)
      guard isBegun else { return [] }
      return [
        Item(target: .begin(rest), title: title, rank: query.isEmpty ? 6 : 3, gaps: 0)
      ]
    }
    let name = words.count > 1 ? String(words[1]) : ""
    var items = people(snapshot)
      .filter { $0.id.account == room.account && snapshot.chat($0.id)?.kind ?? .direct == .direct }
      .compactMap { person -> Item? in
        let address = person.id.address
        let texts = [person.name, address.local ?? address.domain]
        let found = texts.compactMap { FuzzyMatch(name, in: $0) }.min()
        guard name.isEmpty || found != nil else { return nil }
        let title = "invite \(Names.person(person.id, in: snapshot)) to the group \(group)"
        return Item(
          target: .invite(address, to: room), title: title,
          rank: found?.kind == .scattered ? 5 : 2, gaps: found?.gaps ?? 0)
      }
    if let id = Self.address(name, of: room.account, in: snapshot) {
      let title = "invite \(Names.address(id.address)) to the group \(group)"
      items.append(Item(target: .invite(id.address, to: room), title: title, rank: 4, gaps: 0))
    }
    return items
  }
}

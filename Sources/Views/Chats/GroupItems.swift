internal import Model
internal import Screen
internal import Store

/// What the palette finds of groups.
extension Switcher {
  /// A group that a query could mean, and the way out of the open one.
  func rooms(_ context: Context) -> [Item] {
    var items: [Item] = []
    if let room = Self.room(query.text, context) {
      let title = "join the group \(Names.address(room))"
      items.append(Item(target: .join(room), title: title, rank: 4, gaps: 1))
    }
    guard !peopleOnly, let open = context.openChat, let there = context.snapshot.rooms[open]
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
  private static func room(_ query: String, _ context: Context) -> JID? {
    let name = query.filter { !$0.isNewline }.drop { $0 == " " }
    guard !name.isEmpty, !name.contains(" ") else { return nil }
    let own = context.snapshot.account.domain
    guard name.contains("@") || context.isPrivateServer else { return nil }
    let whole = name.contains("@") ? String(name) : "\(name)@rooms.\(own)"
    guard let jid = JID(whole)?.bare, jid.local != nil, jid.domain != own,
      context.snapshot.rooms[jid] == nil
    else { return nil }
    return jid
  }

  // MARK: Invitations

  /// Of those that stand in no chat so many are offered before anything is typed.
  private static let mostOffered = 5

  /// Those that stand in no chat, and the newest of the open chat.
  func invitations(_ context: Context) -> [Item] {
    let snapshot = context.snapshot
    let folded = snapshot.invitations
    let here = context.openChat.flatMap { Self.openInvitation(in: $0, snapshot) }
    var items = here.map { offers($0, by: context.openChat, rank: 6, snapshot) } ?? []
    for one in query.isEmpty ? folded.prefix(Self.mostOffered) : folded[...] {
      items += offers(one.invitation, by: one.inviter, rank: -1, snapshot)
    }
    if folded.count > 1 {
      let title = "decline all \(folded.count) further invitations to groups"
      items += [offer(.intent(.declineFolded), title, rank: 6)].compactMap(\.self)
    }
    return items
  }

  private func offers(
    _ invitation: Invitation, by who: JID?, rank: Int, _ snapshot: Snapshot
  ) -> [Item] {
    let group = Names.address(invitation.room)
    let inviter = who.map { " (\(Names.person($0, in: snapshot)) invites you)" } ?? ""
    let (room, answer) = (invitation.room, Intent.answerInvitations(to:accepts:))
    return [
      offer(.intent(answer(room, true)), "join the group \(group)\(inviter)", rank: rank),
      offer(.intent(answer(room, false)), "decline the invitation to \(group)", rank: rank),
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
  static func openInvitation(in chat: JID, _ snapshot: Snapshot) -> Invitation? {
    guard let pane = snapshot.pane, pane.chat == chat, let message = pane.messages.last,
      !message.isMine, let invitation = message.invitation,
      Names.answer(to: invitation, in: snapshot) == .open
    else { return nil }
    return invitation
  }

  // MARK: Inviting

  /// `invite bo`: people who could be asked into the open group.
  func inviting(_ context: Context) -> [Item] {
    let snapshot = context.snapshot
    guard let room = context.openChat, snapshot.rooms[room]?.attendance == .joined else {
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
    var items = people(snapshot).filter { snapshot.chat($0.jid)?.kind ?? .direct == .direct }
      .compactMap { person -> Item? in
        let texts = [person.name, person.jid.local ?? person.jid.domain]
        let found = texts.compactMap { FuzzyMatch(name, in: $0) }.min()
        guard name.isEmpty || found != nil else { return nil }
        let title = "invite \(Names.person(person.jid, in: snapshot)) to the group \(group)"
        return Item(
          target: .invite(person.jid, to: room), title: title,
          rank: found?.kind == .scattered ? 5 : 2, gaps: found?.gaps ?? 0)
      }
    if let jid = Self.address(name, in: snapshot) {
      let title = "invite \(Names.address(jid)) to the group \(group)"
      items.append(Item(target: .invite(jid, to: room), title: title, rank: 4, gaps: 0))
    }
    return items
  }
}

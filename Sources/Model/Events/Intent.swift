/// What the user wants, on its way from the views through the store to the engine.
public enum Intent: Sendable, Equatable {
  /// Put a message in the outbox; the id is made before anything else (S3). One transaction also deletes the chat's draft.
  case send(chat: JID, text: String, originID: OriginID, replyTo: ReplyTarget? = nil)
  /// The same of a file, whose copy is made first; the message waits for its upload.
  case sendFile(
    chat: JID, OutgoingFile, originID: OriginID, replyTo: ReplyTarget? = nil)
  /// Find out whether the server takes files, and how large: ``Change/uploads(_:)`` follows where there is a link.
  case askUploads
  /// Fetch the file of a message, by its row in the local database, and keep it in the user's folder for such; where it
  /// is on its way, end that. `as`: the path that it is to have, or a folder for it, and nothing is overwritten.
  case saveFile(row: Int64, as: String? = nil)
  /// Another attempt for a failed message.
  case retry(OriginID)
  /// Remove an unconfirmed message that cannot have left yet: queued, or failed.
  case cancel(OriginID)
  /// Change the text of a message of mine. One that cannot have left yet keeps its id and place (O16); of
  /// another a correction follows (XEP-0308), under the new id.
  case edit(OriginID, text: String, newID: OriginID)
  /// Delete a message of mine for everyone (XEP-0424), under the new id. One that cannot have left is removed as
  /// ``cancel(_:)`` does.
  case retract(OriginID, newID: OriginID)
  /// Say an emoji of a message of anybody, by its row in the local database, or take it back (XEP-0444), under the
  /// new id. What cannot have left yet is changed instead.
  case react(row: Int64, Emoji, newID: OriginID)
  /// Send what waits, all of it, without asking again; connects at once where there is no link (O7).
  case sendAll
  /// Send one that waits or failed; the older ones of its chat go first (O6).
  case sendOne(OriginID)
  /// Remove unconfirmed messages as ``cancel(_:)`` does, together; ``undo`` brings them back.
  case delete([OriginID])
  /// Bring back what was cancelled or deleted last, in its place.
  case undo
  /// Remove a chat with all that is in it, what waits included (O12).
  case deleteChat(JID)
  /// Change what happens when the link comes back; kept on disk.
  case setPolicy(SendPolicy)
  /// Change how long messages are kept, which is the user's word on removing older ones; kept on disk (P4).
  case setKeep(Keep)
  /// Let the policy's question go: what waits stays (O5).
  case dismissQuestion
  /// Begin to show the outbox: ``Change/queue`` follows, then its changes, until ``closeQueue``.
  case openQueue
  case closeQueue
  /// Begin to show the life of one of my messages: ``Change/life`` follows, again with each event.
  case openInfo(OriginID)
  case closeInfo
  /// Be in a room from now on, wherever there is a link (XEP-0045); `nick` is what to be called there, `nil` what
  /// one calls oneself or else the first part of one's own address, or what one was called there. A password is kept.
  case join(JID, nick: String?, password: String?)
  /// Make a group, now or as soon as there is a link, and invite people to it: ``Change/newGroups(_:)`` follows, and
  /// ``Change/groupMade(_:)`` in the end.
  case makeGroup(NewGroup)
  /// Do not make the group that is to have this address.
  case dropGroup(JID)
  /// What an address is, if it is a group: ``Change/groupDescribed(_:_:)`` follows where there is a link.
  case describeGroup(JID)
  /// Begin to list the groups of a service; `nil` is the account's own, which is looked for: ``Change/groupService(_:)``
  /// and ``Change/groups(_:)`` follow, until ``closeGroups``.
  case listGroups(at: JID?)
  case closeGroups
  /// Find out where the account's groups are: ``Change/groupService(_:)`` follows where that was not known.
  case findGroups
  /// Be called otherwise in a room (XEP-0045 §7.6).
  case rename(in: JID, nick: String)
  /// Answer all invitations to a room: who accepts joins it. Who declines what stands in a chat has that told to who
  /// invites, where a room asked (XEP-0045 §7.8.2).
  case answerInvitations(to: JID, accepts: Bool)
  /// Decline all that stand in no chat.
  case declineFolded
  /// Invite somebody to a room that I am in. Where its members alone may enter, the room does that; else it is a message
  /// of that id, in the chat with them (XEP-0249).
  case invite(JID, to: JID, originID: OriginID)
  /// Be in it no more; what was said there stays.
  case leave(JID)
  /// Delete a room for all who are in it, which its owners may (XEP-0045 §10.9); then as ``leave(_:)``.
  case destroyRoom(JID)
  /// Moderate a room that I am in, or lead it; what is refused is told.
  case moderate(JID, ModerationAct)
  /// Keep what stands in the composer, and what it answers; without either the draft is deleted.
  case saveDraft(chat: JID, text: String, replyTo: ReplyTarget? = nil)
  /// Begin showing a chat (made when new): its newest page follows as ``Change/page``.
  case open(JID)
  /// Older messages than the given place, as ``Change/page``.
  case loadOlder(chat: JID, before: MessageOrder)
  /// Show a chat around a place, or its end (`nil`), whatever of it was shown: ``Change/stretch`` follows.
  case openAt(chat: JID, place: MessageOrder?)
  /// The same around a message, by its row in the local database.
  case openMessage(chat: JID, row: Int64)
  /// Show a chat from its first message at or after a time, or its end where there is none:
  /// ``Change/stretch`` follows.
  case openSince(chat: JID, time: Timestamp)
  /// The gap of a chat is seen, from its newer side or the other: what is missing next to that is fetched.
  case fillGap(chat: JID, fromBelow: Bool)
  /// Newer messages than the given place, as ``Change/newer``.
  case loadNewer(chat: JID, after: MessageOrder)
  /// Look for texts: ``Change/found`` follows; only the newest question is answered.
  case search(SearchQuery)
  case closeSearch
  /// Everything up to and including this message was seen on screen (D2).
  case markRead(chat: JID, through: MessageOrder)
  /// I am typing in the chat, or stopped to (D3).
  case typing(chat: JID, isTyping: Bool)
  /// Whether I sit there: `true` online, `false` away (N3).
  case focus(Bool)
  /// Be called so by those who see my presence, and did not name me themselves (XEP-0172), blank: as my address has it;
  /// kept on disk, and told when there is a link.
  case setMyName(String)
  /// Show these bytes, a PNG or a JPEG of at most ``Avatar/largestOwn``, as my picture to who sees my presence (XEP-0084);
  /// none: no picture any more. It is told when there is a link.
  case setMyPicture([UInt8])
  /// Say this beside my presence from now on, blank: nothing; kept on disk.
  case setStatus(String)
  /// The chat that somebody really looks at now; `nil`: none. Whether its contact is still there is asked
  /// then, where the server may not notice (N2).
  case watch(JID?)
  /// What comes in a chat that is told of (A1); kept on disk, and told to my other devices.
  case setAlerts(JID, Chat.Alerts)
  /// Tell nothing of a chat until then, and afterwards what was told before; kept and told as ``setAlerts(_:_:)``, which
  /// ends it.
  case mute(JID, until: Timestamp)
  /// Whether a chat stands above the others; kept on disk, and told to my other devices, as ``setAlerts(_:_:)`` is.
  case pin(JID, Bool)
  /// Whether a chat counts as unread until it is opened again, though all in it was read; nobody else's program learns
  /// it. Kept and told as ``setAlerts(_:_:)``.
  case markUnread(JID, Bool)
  /// Whether a chat is out of sight until something new comes in it, or I write there; a muted one stays there also
  /// then. Nothing of it is lost. Kept and told as ``setAlerts(_:_:)``.
  case archive(JID, Bool)
  /// Whether the other of a chat is kept from learning what I have read (D2); kept on disk.
  case hideReading(JID, Bool)
  /// Whether all messages of a chat are kept, however old they are (P4); kept on disk.
  case keepAll(JID, Bool)
  /// About who sees whom (N7); needs a link.
  case subscription(JID, SubscriptionAction)
  /// Call a person so in the roster, who is put there where they are not; blank: as their address has it. Without a
  /// link the roster has it at the next one.
  case nameContact(JID, String)
  /// Put these labels on a person, the roster's groups, instead of all that they had; as ``nameContact(_:_:)``.
  case label(JID, [String])
  /// Begin to show a person's devices: ``Change/card(_:)`` follows, again with each change, until ``closeCard``.
  case openCard(JID)
  case closeCard
  /// Have nothing to do with an address any more (XEP-0191), and tell the server why where it wants to know that;
  /// without a link the order waits for one.
  case block(JID, report: BlockReport? = nil)
  /// Take that back, of an entry of the ``BlockList``.
  case unblock(JID)
  /// Connect at once instead of at the next planned time.
  case connectNow
}

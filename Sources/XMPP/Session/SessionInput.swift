public import Model

/// What happens to a session: the wire's news, and what the engine wants.
public enum SessionInput: Sendable {
  /// The byte stream is up; `isSecure` when TLS is on already (XEP-0368), with the binding where TLS has one.
  case connected(isSecure: Bool, binding: ChannelBinding?)
  /// TLS is up after ``SessionOutput/startTLS``, the certificate checked against the domain.
  case secured(ChannelBinding?)
  case received([UInt8])
  /// The byte stream is gone, by whatever cause.
  case closed
  /// Everything reported so far is stored: acknowledgements may count it (XEP-0198 `h`).
  case committed
  /// A session that waits before it signs in is to do so, and to go on with this stream.
  case goOn(SessionConfiguration, resuming: StreamState?)
  /// Time has passed; sent at or after ``Session/nextDeadline``.
  case tick
  case command(SessionCommand)
}

/// TLS data that ties SCRAM to this connection (RFC 5929, RFC 9266).
public enum ChannelBinding: Sendable, Equatable {
  case exporter([UInt8])
  case unique([UInt8])
}

/// What the engine asks of a session. Ids are given by the engine, so that answers find their question.
public enum SessionCommand: Sendable, Equatable {
  /// A chat message: origin ID as the stanza's `id` and `origin-id`, asks for receipt, markable. The text of
  /// what is no text is not sent. In a room nobody is asked for a receipt (XEP-0184 §5.3), in a small one for markers.
  case send(
    to: JID, originID: OriginID, text: String, amending: Amendment? = nil,
    replyTo: ReplyTarget? = nil, audience: Audience = .person)
  /// XEP-0447: the same of a file, which has an address by now.
  case sendFile(
    to: JID, originID: OriginID, Attachment, replyTo: ReplyTarget? = nil,
    audience: Audience = .person)
  /// XEP-0249: the same of an invitation.
  case invite(to: JID, originID: OriginID, Invitation)
  /// XEP-0045 §7.8.2: have a room invite somebody. An error of it is told with the id.
  case inviteByRoom(id: String, JID, to: JID)
  /// XEP-0045 §7.8.2: have a room tell who invited that I will not come.
  case declineByRoom(id: String, JID, of: JID)
  /// XEP-0030: what a room or a service of rooms is; answered by ``SessionEvent/roomDescribed(_:_:)``.
  case describeRoom(JID)
  /// A message without a text, which says this one thing.
  case tell(to: JID, Payload)
  /// The same, to all who are in a room.
  case tellRoom(JID, Payload)
  /// XEP-0490: tell my other devices how far a chat was read; answered by ``SessionEvent/readShared``.
  case shareRead(id: String, ReadPlace, in: NodeKnowledge)
  /// XEP-0490: ask how far they have; answered by ``SessionEvent/readElsewhere(_:)``, also where there is nothing.
  case fetchRead
  /// Tell my other devices what I decided of a chat; answered by ``SessionEvent/chatMarksShared(id:_:)``.
  case shareChatMarks(id: String, ChatMarks, in: NodeKnowledge)
  /// Ask what they decided; answered by ``SessionEvent/chatMarks(_:)``, also where there is nothing.
  case fetchChatMarks
  /// Ask which rooms the account is in; answered by ``SessionEvent/bookmarks(_:isWhole:)``, by another
  /// ``SessionEvent/bookmarkStore(_:)`` where this one does not exist, or by nothing.
  case fetchBookmarks(in: BookmarkStore)
  /// All my devices are to be in a room under a name, or none is (`nil`). What others wrote stays, as it was read last:
  /// a list that is one element is to be read before each change.
  /// Answered by ``SessionEvent/bookmarkKept(id:_:)``.
  case keepBookmark(id: String, JID, nick: String?, at: BookmarkPlace)
  /// The room is no more; answered likewise.
  case removeBookmark(id: String, JID, at: BookmarkPlace)
  /// Give a person a name in the roster (RFC 6121 §2.1.2.4); empty: none. The groups that others put them in stay,
  /// where the roster came on this stream and no `labels` are given in their place. Answered by
  /// ``SessionEvent/contactNamed(id:_:)``.
  case nameContact(id: String, JID, String, labels: [String]? = nil)
  /// XEP-0172: tell who sees my presence, and my other devices, what I am called; `nil`: nothing. Answered by
  /// ``SessionEvent/nickTold(id:_:)``.
  case tellNick(id: String, String?)
  /// XEP-0084: ask for somebody's picture of this hash; answered by ``SessionEvent/avatarData(_:_:_:)``.
  case fetchAvatar(String, of: JID)
  /// XEP-0054: the same of the picture in their vCard.
  case fetchPhoto(String, of: JID)
  /// Show a picture of mine, or none, to who sees my presence; answered by ``SessionEvent/avatarTold(id:_:)``.
  case tellAvatar(id: String, Avatar?, [UInt8])
  /// XEP-0191: ask whom the account has blocked, and whether the server takes reports; answered by
  /// ``SessionEvent/blockList(_:)`` or ``SessionEvent/noBlockList(_:)``, and ``SessionEvent/takesReports(_:)``.
  case fetchBlockList
  /// Have nothing to do with an address any more, or take that back; answered by
  /// ``SessionEvent/blockingDone(id:_:)``.
  case block(id: String, JID, isBlocked: Bool, report: BlockReport? = nil)
  /// Own presence; `nil` in `to` is the broadcast (RFC 6121 §4). `status`: what I say beside it.
  case presence(to: JID?, OwnPresence, status: String? = nil)
  case fetchRoster
  /// XEP-0313; answered by ``SessionEvent/archivePage(_:)`` or ``SessionEvent/archiveFailed(query:_:)``.
  case queryArchive(ArchiveQuery)
  /// XEP-0198: ask the server how much it has handled.
  case requestAcknowledgement
  /// XEP-0352: whether somebody looks; only where ``Ready/hasClientState``. No stanza.
  case clientState(isActive: Bool)
  /// XEP-0199 to the server; answered by ``SessionEvent/pong(id:)``.
  case ping(id: String)
  /// XEP-0199 to a contact's device; answered by ``SessionEvent/contactAnswered(_:_:)``, or by nothing.
  case pingContact(JID)
  /// XEP-0030 to a contact's device; answered by ``SessionEvent/kindTold(_:isComputer:)``, or by nothing.
  case askKind(JID)
  /// XEP-0092 and 0030 to a contact's device; answered by ``SessionEvent/programTold(_:_:)`` and
  /// ``SessionEvent/clientTold(_:_:)``, or by nothing.
  case askProgram(JID)
  /// XEP-0012 to somebody's server; answered by ``SessionEvent/lastThere(_:seconds:)``, or by nothing.
  case askLastThere(JID)
  /// XEP-0045: enter a room under the name that is the address's resource; answered by presences.
  /// - Parameter telling: seconds for which it is to tell what was said before; `nil`: nothing of that.
  case join(JID, password: String?, telling: Int? = nil)
  /// A room that was made by entering it is closed to others until its maker takes it as it is (XEP-0045 §10.1.2).
  case openRoom(JID)
  /// Delete it for all (XEP-0045 §10.9); answered by ``SessionEvent/roomDestroyed(_:_:)``.
  case destroyRoom(JID)
  /// The form by which its owners say what a room is (XEP-0045 §10.2); answered by
  /// ``SessionEvent/roomForm(_:_:_:)``.
  case fetchRoomForm(JID)
  /// That form filled in; what it leaves out stays as it is. Answered by ``SessionEvent/roomConfigured(_:_:)``.
  case configureRoom(JID, DataForm)
  /// Make people its members (XEP-0045 §9.3); answered by ``SessionEvent/admitted(to:_:)``.
  case admit([JID], to: JID)
  /// Have a room change what somebody may do there, or is to it; answered by ``SessionEvent/roomObeyed(id:_:)``.
  case order(JID, RoomOrder, id: String)
  /// XEP-0045 §8.1: say what a room is about. An error of it is told with the id.
  case changeTopic(JID, String, id: String)
  /// Who is this to a room, there or not; answered by ``SessionEvent/roomPeople(_:_:_:)``.
  case listPeople(JID, Room.Affiliation)
  /// Leave it, under the same address.
  case leave(JID)
  /// XEP-0030: what a server or a service has, from a place on that it has named; `seen` came before that. Answered by
  /// ``SessionEvent/items(of:_:_:)``.
  case fetchItems(of: JID, after: String?, seen: Int)
  /// XEP-0410: whether I am in the room, under that address; answered by ``SessionEvent/roomAnswered(_:_:)``.
  case pingRoom(JID)
  /// XEP-0363: ask the server which of its services might take files; answered by
  /// ``SessionEvent/uploadCandidates(_:)``.
  case findUploadServices
  /// Ask one of them; answered by ``SessionEvent/uploadCandidate(_:_:)``.
  case describeUploadService(JID)
  /// Ask for a place for a file of so many bytes; answered by ``SessionEvent/uploadGranted(_:_:)`` or
  /// ``SessionEvent/uploadRefused(_:_:)``.
  case requestSlot(OriginID, of: JID, name: String, size: Int64, mediaType: String?)
  /// Say goodbye: unavailable presence, stream end.
  case close
}

/// For whom a message is.
public enum Audience: Sendable, Equatable {
  case person
  /// One person of a room, through the room (XEP-0045 §7.5).
  case occupant
  /// All who are in a room.
  case room
  /// The same where they tell each other what they have read.
  case smallRoom
}

/// What is known of a node of the account, for what was read (XEP-0490) or for bookmarks (XEP-0402).
public enum NodeKnowledge: Sendable, Equatable {
  /// Nothing: it must be as it should be, and is made so where it is not there.
  case unknown
  /// It was refused so: it is made first.
  case missing
  /// It was made on this stream.
  case made

  private static let healed: Set<String> = [
    "bad-request", "conflict", "item-not-found", "not-acceptable", "resource-constraint",
  ]

  /// It was refused, and making the node may heal that.
  public func isWorthMaking(after error: StanzaError) -> Bool {
    self == .unknown && Self.healed.contains(error.condition)
  }
}

/// Presence as this device sends it (RFC 6121 §3, §4).
public enum OwnPresence: String, Sendable {
  case available, away, unavailable, subscribe, subscribed, unsubscribe, unsubscribed
  /// Asks the other's server where they are (RFC 6121 §4.3), for a server that does not ask by itself.
  case probe
}

/// A page of the account's own archive (or of a room's).
public struct ArchiveQuery: Sendable, Equatable {
  public enum Page: Sendable, Equatable {
    /// What follows this id, oldest first; `nil`: from the archive's beginning.
    case after(ArchiveID?)
    /// What stands before this id (the page nearest to it); `nil`: the newest page.
    case before(ArchiveID?)
  }

  /// Only what came from one time on, or up to one (XEP-0313 §4.1.2).
  public struct Span: Sendable, Equatable {
    public var start: Timestamp?
    public var end: Timestamp?

    public init(start: Timestamp? = nil, end: Timestamp? = nil) {
      (self.start, self.end) = (start, end)
    }
  }

  /// Chosen by the asker; comes back with the answer.
  public var id: String
  /// Whose archive: `nil` is the account's own.
  public var archive: JID?
  public var page: Page
  /// Only what was written to or came from this bare address; `nil`: everything.
  public var with: JID?
  public var span: Span
  /// Most messages in the page.
  public var limit: Int

  /// Each entry follows on what is known, or on the one before it: what has come of the page is of use without the rest.
  var isReadInParts: Bool {
    switch page {
    case .after: true
    case .before(nil): archive == nil && with == nil && span == Span()
    case .before: false
    }
  }

  public init(
    id: String, archive: JID? = nil, page: Page, with: JID? = nil, span: Span = Span(),
    limit: Int = 50
  ) {
    self.id = id
    self.archive = archive
    self.with = with
    self.span = span
    self.page = page
    self.limit = limit
  }
}

public import Model

/// What a session wants done, in order.
public enum SessionOutput: Sendable {
  case send([UInt8])
  /// Begin the TLS handshake for this domain, then say ``SessionInput/secured(_:)``.
  case startTLS(domain: String)
  /// Close the byte stream after what was sent has left.
  case close
  case event(SessionEvent)
}

/// What the server and the peers did, checked: what comes from a wrong sender never becomes an event (Z1).
public enum SessionEvent: Sendable, Equatable {
  /// Whether the server gives messages the ids of the account's archive (XEP-0359).
  case givesArchiveIDs(Bool)
  /// The server has let us in this way, and proved that it knows the password where the way has that.
  case signedIn(SignInMechanism)
  /// The keys that the server took, where they were made of the password: they serve in its place while it asks for
  /// the same.
  case made(SCRAMKeys)
  /// The same by a token (XEP-0484), which the server has proved to know.
  case signedInBy(SignInToken.Mechanism)
  /// It gave one for the next times: to be kept in the place of the one before.
  case given(SignInToken)
  /// An old stream goes on along with signing in there (XEP-0198 §6), or only afterwards.
  case resumesInline(Bool)
  /// All that is written to the account, or by it, is kept in its archive (XEP-0313 §6), as it says.
  case archiveKeepsAll(Bool)
  /// What came of ``SessionConfiguration/registration``.
  case registration(RegistrationAnswer)
  /// The connection is open up to where it would sign in, and waits for ``SessionInput/goOn(_:resuming:)``.
  case opened
  /// Signed in and bound, acknowledgements enabled where the server has them.
  case ready(Ready)
  case message(InboundMessage)
  case presence(InboundPresence)
  /// The whole roster, in answer to ``SessionCommand/fetchRoster``.
  case roster([RosterItem])
  /// One item that changed; `subscription` remove is `isRemoved`.
  case rosterPush(RosterItem)
  /// The server has these messages of mine, in the order they were sent (XEP-0198).
  case acknowledged([OriginID])
  /// An error for one message of mine (RFC 6120 §8.3).
  case refused(OriginID, from: JID, StanzaError)
  /// What has come so far of the page after a place, in the archive's order: it follows what came before,
  /// whatever becomes of the rest.
  case archivePart(query: String, [ArchivePage.Entry])
  /// The rest of a page, or all of it, and what lies beyond.
  case archivePage(ArchivePage)
  case archiveFailed(query: String, StanzaError)
  case pong(id: String)
  /// A contact's device answered a ping, or its server did in its place, with an error.
  case contactAnswered(JID, StanzaError?)
  /// A contact's device answered what it is: a computer, or something that is carried about.
  case kindTold(JID, isComputer: Bool)
  /// A contact's device answered what program it is (XEP-0092).
  case programTold(JID, String)
  /// It answered what it is called (XEP-0030), without a version.
  case clientTold(JID, String)
  /// Somebody's server answered for how long nobody has been there (XEP-0012).
  case lastThere(JID, seconds: Int64)
  /// A room (its bare address) answered whether I am in it: `nil` where I am.
  case roomAnswered(JID, StanzaError?)
  /// The answer to ``SessionCommand/destroyRoom(_:)``: `nil` where the room is no more.
  case roomDestroyed(JID, StanzaError?)
  /// The answer to ``SessionCommand/fetchRoomForm(_:)``: the form, or why there is none.
  case roomForm(JID, DataForm?, StanzaError?)
  /// The answer to ``SessionCommand/configureRoom(_:_:)``: `nil` where the room is so now.
  case roomConfigured(JID, StanzaError?)
  /// The answer to ``SessionCommand/admit(_:to:)``: `nil` where they are members now.
  case admitted(to: JID, StanzaError?)
  /// The answer to ``SessionCommand/fetchItems(of:after:seen:)``; nothing where there is an error.
  case items(of: JID, ItemPage, StanzaError?)
  /// The answer to ``SessionCommand/order(_:_:id:)``: `nil` where the room has done it.
  case roomObeyed(id: String, StanzaError?)
  /// The answer to ``SessionCommand/listPeople(_:_:)``: `nil` where that is not for me to know.
  case roomPeople(JID, Room.Affiliation, [Room.Person]?)
  /// The answer to ``SessionCommand/describeRoom(_:)``: `nil` where the room says nothing.
  case roomDescribed(JID, RoomFacts?)
  /// How far the account's devices have read, as they told each other (XEP-0490).
  case readElsewhere([ReadPlace])
  /// The answer to ``SessionCommand/shareRead(id:_:in:)``: `nil` where the other devices are told.
  case readShared(id: String, StanzaError?)
  /// What the account's devices decided of chats.
  case chatMarks([ChatMarks])
  /// The answer to ``SessionCommand/shareChatMarks(id:_:in:)``: `nil` where the other devices are told.
  case chatMarksShared(id: String, StanzaError?)
  /// Where the account's devices keep the rooms that they are in.
  case bookmarkStore(BookmarkStore)
  /// The rooms that the account is in; `isWhole`: there are no others.
  case bookmarks([Bookmark], isWhole: Bool)
  /// Some of them changed, or are gone.
  case bookmarksChanged([Bookmark], gone: [JID])
  /// The answer to ``SessionCommand/nameContact(id:_:_:)``: `nil` where the roster has the name.
  case contactNamed(id: String, StanzaError?)
  /// What somebody calls themselves, by bare address, or another device of mine me; `nil`: nothing.
  case nick(JID, String?)
  /// The answer to ``SessionCommand/tellNick(id:_:)``: `nil` where they are told.
  case nickTold(id: String, StanzaError?)
  /// The picture that somebody, by bare address, has; `nil`: none that is fetched.
  case avatar(JID, Avatar?)
  /// Its bytes, which are of the hash; `nil` where they cannot be had.
  case avatarData(JID, String, [UInt8]?)
  /// The answer to ``SessionCommand/tellAvatar(id:_:_:)``: `nil` where they are told.
  case avatarTold(id: String, StanzaError?)
  /// Whom the account has blocked (XEP-0191): all of them.
  case blockList([JID])
  /// The server does not say.
  case noBlockList(StanzaError)
  /// Whether the server wants to know why somebody is blocked (XEP-0377).
  case takesReports(Bool)
  /// One of the account's devices has blocked them.
  case blocked([JID])
  /// The same taken back, of some or of all (`nil`).
  case unblocked([JID]?)
  /// The answer to ``SessionCommand/block(id:_:isBlocked:report:)``: `nil` where it is so now.
  case blockingDone(id: String, StanzaError?)
  /// The answer to ``SessionCommand/keepBookmark(id:_:nick:at:)``: `nil` where my other devices are told.
  case bookmarkKept(id: String, StanzaError?)
  /// The account's server and its services, one of which may take files; `nil` where nobody answered.
  case uploadCandidates([JID]?)
  /// What one of them is: `nil` where it takes no files.
  case uploadCandidate(JID, UploadHost?)
  /// There is a place for the file of this message.
  case uploadGranted(OriginID, UploadSlot)
  case uploadRefused(OriginID, StanzaError)
  /// Something came that was dropped: for the log only.
  case dropped(reason: String)
  /// The session is over; the byte stream is being closed.
  case ended(SessionEnd)
}

/// What a server says to somebody who wants an account (XEP-0077).
public enum RegistrationAnswer: Sendable, Equatable {
  case made
  /// It wants to know more than the name and the password.
  case asks(RegistrationForm)
  /// Accounts are made there, in the web.
  case elsewhere(String)
  case refused(StanzaError, isAboutInvitation: Bool)
  /// It asks what cannot be read, or too much (Z4).
  case unreadable
}

/// What signing in came to.
public struct Ready: Sendable, Equatable {
  /// The full address the server bound.
  public var jid: JID
  /// The old stream was resumed (XEP-0198 §5): roster, presence and copies go on without a gap. Messages
  /// that the server had were told as ``SessionEvent/acknowledged(_:)`` before.
  public var isResumed: Bool
  /// The server acknowledges stanzas; otherwise only its archive can tell.
  public var hasAcknowledgements: Bool
  /// The server wants to know whether somebody looks (XEP-0352).
  public var hasClientState: Bool

  public init(
    jid: JID, isResumed: Bool, hasAcknowledgements: Bool, hasClientState: Bool = false
  ) {
    self.jid = jid
    self.isResumed = isResumed
    self.hasAcknowledgements = hasAcknowledgements
    self.hasClientState = hasClientState
  }
}

/// Why a session ended.
public enum SessionEnd: Sendable, Equatable {
  /// The stream was closed, or the bytes stopped, without a reason that concerns us.
  case closed
  /// A stream error (RFC 6120 §4.9.3): the condition, for example `conflict`, and its text.
  case streamError(condition: String, text: String?)
  /// The account or the password is wrong, or the account may not sign in: no use in trying again by itself.
  case signInRefused(reason: String)
  /// The server would have us send a secret unprotected, or failed its own proof: pauses as well. Where it offers less
  /// than before, what the user may say will do.
  case notSafe(reason: String, unless: SignInConcession? = nil)
  /// The token is taken no more: the password is to be used again.
  case tokenRefused
  /// What came is not XMPP, or over a bound (Z4).
  case protocolError(reason: String)
}

/// RFC 6120 §8.3.
public struct StanzaError: Sendable, Equatable {
  /// `auth`, `cancel`, `continue`, `modify`, `wait`.
  public var kind: String
  /// The defined condition, for example `service-unavailable`.
  public var condition: String
  public var text: String?
  /// XEP-0363 §5: how many bytes a file may have, where it has more.
  public var fileLimit: Int64?

  public init(kind: String, condition: String, text: String? = nil) {
    self.kind = kind
    self.condition = condition
    self.text = text
  }
}

/// A message stanza with what psst understands of it, live, as a carbon or out of the archive.
public struct InboundMessage: Sendable, Equatable {
  /// Bytes of the longest text that is stored (Z4); of a longer one so much is read that it is seen to be one.
  public static let longestText = 262_144

  /// On which way it came.
  public enum Source: Sendable, Equatable {
    case live
    /// XEP-0280, from the account itself: another device received or sent it.
    case carbon
    /// XEP-0313 result with the archive's stamp in ``InboundMessage/stamp``.
    case archive
  }

  /// The stanza's `type` (RFC 6121 §5.2.2).
  public enum Kind: Sendable, Equatable {
    /// `chat`, `normal`, `headline`, or one that nobody knows: from one to another.
    case direct
    /// `groupchat`: said in a room, or told of it.
    case group
    /// `error`: the rest describes the message that came back.
    case error(StanzaError)
  }

  /// How it came.
  public var source: Source
  /// Who wrote it, and to whom; full where a device is known.
  public var from: JID
  public var to: JID
  public var kind: Kind
  /// The stanza's `id`.
  public var id: String?
  /// XEP-0359 `origin-id`; where missing the stanza's `id` serves.
  public var originID: OriginID?
  /// Assigned by the account's own archive (or by the room's): trusted.
  public var archiveID: ArchiveID?
  /// What it says to a person; `nil` where it says nothing.
  public var content: Message.Content?
  /// XEP-0203 delay from the server, or the archive's stamp.
  public var stamp: Timestamp?
  /// When it was said in a room, by the room's own word in what it tells of before (XEP-0045 §7.2.13). Of what is said now
  /// a participant may have put it there.
  public var roomStamp: Timestamp?
  /// XEP-0421, of who wrote it in a room.
  public var occupantID: String?
  /// The author's bare address, in the word of a room's archive.
  public var author: JID?
  /// XEP-0045: what it says of a room.
  public var news: RoomNews?
  /// What it says by the extensions that psst knows; none for an error.
  public var payloads: [Payload]

  /// The same in words.
  public var text: String? { content?.text }

  /// What it does to an earlier message of its author.
  public var amendment: Amendment? {
    for case .amendment(let amendment) in payloads { return amendment }
    return nil
  }

  /// What it answers.
  public var replyTo: ReplyTarget? {
    for case .reply(let target) in payloads { return target }
    return nil
  }

  public init(
    source: Source, from: JID, to: JID, kind: Kind = .direct, id: String? = nil,
    originID: OriginID? = nil, archiveID: ArchiveID? = nil, content: Message.Content? = nil,
    stamp: Timestamp? = nil, payloads: [Payload] = []
  ) {
    self.source = source
    self.from = from
    self.to = to
    self.kind = kind
    self.id = id
    self.originID = originID
    self.archiveID = archiveID
    self.content = content
    self.stamp = stamp
    self.payloads = payloads
  }

  /// XEP-0045: what a room is about from now on.
  public var topic: String? { if case .topic(let topic) = news { topic } else { nil } }

  /// Why it came back; `nil` where it is no error.
  public var error: StanzaError? { if case .error(let error) = kind { error } else { nil } }
}

/// What a message says of a room.
public enum RoomNews: Sendable, Equatable {
  /// A moderator deleted what has this id in the room's archive (XEP-0425): the room's own word.
  case removal(Removal, of: ArchiveID)
  /// The archive has it no more, because a moderator deleted it.
  case removed
  /// What it is about from now on (XEP-0045 §8.1).
  case topic(String)
  /// It was set up otherwise (XEP-0045 §10.2.1): who wants to know how asks.
  case configured
  /// The content is an invitation (XEP-0249, XEP-0045 §7.8): who invites, and the room's password.
  case invitation(by: JID, password: String?)
  /// Who was invited will not come (XEP-0045 §7.8.2): the room's word, if it is one.
  case declined(by: JID)
}

/// A presence stanza (RFC 6121 §4).
public struct InboundPresence: Sendable, Equatable {
  /// The stanza's `type`; `available` where it has none.
  public enum Kind: String, Sendable {
    case available, unavailable, subscribe, subscribed, unsubscribe, unsubscribed, error
  }

  /// Full address for (un)available, bare for subscription requests.
  public var from: JID
  public var kind: Kind
  /// `away`, `chat`, `dnd`, `xa`; `nil` where plainly available.
  public var show: String?
  /// `show` is something that RFC 6121 §4.7.2.1 does not know.
  public var unknownShow = false
  public var priority: Int
  /// What they say beside it, as ``StatusText`` bounds it.
  public var status: String?
  /// XEP-0153: the hash of the picture in their vCard.
  public var photo: String?
  /// What a room says of who is in it.
  public var occupancy: Occupancy?
  /// Why it came back, where it is an error.
  public var error: StanzaError?

  public init(from: JID, kind: Kind, show: String? = nil, priority: Int = 0) {
    self.from = from
    self.kind = kind
    self.show = show
    self.priority = priority
  }
}

/// An item of a roster or of a push (RFC 6121 §2).
public struct RosterItem: Sendable, Equatable {
  /// The person, by bare address.
  public var contact: Contact
  /// The item is gone from the roster.
  public var isRemoved: Bool

  public init(contact: Contact, isRemoved: Bool) {
    self.contact = contact
    self.isRemoved = isRemoved
  }
}

/// How far a chat was read.
public struct ReadPlace: Sendable, Equatable {
  /// The bare address of the chat.
  public var chat: JID
  /// The last message that was on screen, as the archive names it that has the chat.
  public var archiveID: ArchiveID
  /// That archive: a room's own is the chat itself, `nil` is the account's.
  public var archive: JID?

  public init(chat: JID, archiveID: ArchiveID, archive: JID? = nil) {
    self.chat = chat
    self.archiveID = archiveID
    self.archive = archive
  }
}

/// The answer to an ``ArchiveQuery``.
public struct ArchivePage: Sendable, Equatable {
  public struct Entry: Sendable, Equatable {
    public var id: ArchiveID
    /// `nil` where the archived stanza is nothing psst understands: it still takes its place.
    public var message: InboundMessage?

    public init(id: ArchiveID, message: InboundMessage?) {
      self.id = id
      self.message = message
    }
  }

  /// The id the asker chose.
  public var query: String
  /// In archive order, oldest first; without what ``SessionEvent/archivePart(query:_:)`` told before.
  public var entries: [Entry]
  /// Nothing lies beyond this page in the direction asked.
  public var isComplete: Bool
  /// How many entries the archive has in all (XEP-0059 §2.6); `nil` where it does not say.
  public var total: Int?

  public init(query: String, entries: [Entry], isComplete: Bool, total: Int? = nil) {
    self.query = query
    self.entries = entries
    self.isComplete = isComplete
    self.total = total
  }
}

/// What the engine tells the store after a transaction: values to put in the place of older ones. Indirect:
/// tens of thousands may be told together, and each would take as much memory as the largest case.
public indirect enum Change: Sendable, Equatable {
  case connection(ConnectionState)
  /// Whether all that the server kept is here, as far as its archive was to be read when the link came.
  case caughtUp(Bool)
  /// Inserted or updated; matched by id, or by origin ID for a local echo.
  case message(Message)
  /// Gone from the chat: cancelled or deleted.
  case messageRemoved(chat: JID, id: Int64)
  /// A page of a chat, oldest first, in answer to ``Intent/open`` and ``Intent/loadOlder``. `isStart`: nothing older is known here.
  case page(chat: JID, messages: [Message], isStart: Bool)
  /// The newest page of the chat that stands first, oldest message first, told with the start and unasked: a
  /// screen that shows no chat yet begins with it. `isStart` as with ``page``.
  case opened(chat: JID, messages: [Message], isStart: Bool)
  /// A part of a chat in the place of all that was shown of it, oldest first, in answer to
  /// ``Intent/openAt``. `isStart`: nothing older is known here; `isEnd`: nothing newer is.
  case stretch(chat: JID, messages: [Message], isStart: Bool, isEnd: Bool)
  /// The messages next after a place, oldest first, in answer to ``Intent/loadNewer``.
  case newer(chat: JID, messages: [Message], after: MessageOrder, isEnd: Bool)
  /// Behind this place of a chat something is missing that the server's archive may have; `nil`: nothing is.
  case gap(chat: JID, behind: MessageOrder?)
  /// There are older messages of a chat than it seemed when its first page was told.
  case reachesBack(JID)
  /// Where the first message of a chat stands that I have not read; `nil`: all are read. Told with what is shown of it,
  /// and when it changes.
  case firstUnread(chat: JID, order: MessageOrder?)
  /// In answer to ``Intent/search``.
  case found(SearchResults)
  /// A message of another has just come: new, and not out of the archive's past (A1). Its row was told before.
  case arrived(Message)
  case chat(Chat)
  case chatRemoved(JID)
  case contact(Contact)
  case contactRemoved(JID)
  /// Who asks to see when I am online and has no answer, the first to ask first.
  case requests([JID])
  /// The devices of somebody, in answer to ``Intent/openCard(_:)``.
  case card(PersonCard)
  /// Whom I have blocked.
  case blocked(BlockList)
  /// The presence of a bare address, over all its resources.
  case presence(JID, Presence)
  /// What a contact whom I gave no name calls themselves, by bare address; `nil`: nothing that may stand for a name.
  case nick(JID, String?)
  /// What I am called.
  case ownName(String?)
  /// What somebody, by bare address, says beside their presence; `nil`: nothing.
  case status(JID, String?)
  /// What I say beside mine.
  case ownStatus(String?)
  /// All last known presence is of before the link was lost (`true`), or fresh again (`false`).
  case presenceOutdated(Bool)
  /// Whether I am in a room, and who else is.
  case room(Room)
  /// Groups that are to be made and are not yet, the oldest wish first.
  case newGroups([NewGroup])
  /// One of them is made: I am in it, and the others are invited.
  case groupMade(NewGroup)
  /// What an address is, in answer to ``Intent/describeGroup(_:)``: `nil` where it is no group.
  case groupDescribed(JID, ListedGroup?)
  /// Where the account's groups are.
  case groupService(JID)
  /// What a service shows, as far as it is read; `nil`: nobody looks at it.
  case groups(GroupListing?)
  /// The form of a room whose owner wants to change it, and what becomes of it.
  case roomForm(JID, RoomForm)
  /// Who came to a room that was told of, is otherwise there, or went.
  case occupants(JID, Occupants.Changes)
  /// Invitations that wait for an answer and stand in no chat, because there are many; the newest first.
  case invitations([FoldedInvitation])
  /// I am in it no more.
  case roomLeft(JID)
  /// Who is typing in a chat now.
  case typing(chat: JID, who: [JID])
  case outbox(OutboxCounts)
  /// Whether messages may leave, and whether what is written now leaves at once.
  case outgoing(isOpen: Bool, sendsNow: Bool)
  /// Why what waits for a chat is not on its way although there is a link; `nil`: nothing delays it.
  case delay(chat: JID, Delay?)
  /// Who takes files for the account; `nil` where its server does not.
  case uploads(UploadHost?)
  /// What there is at a path that somebody may want to send.
  case inspected(InspectedFile)
  /// A picture that somebody looks at; `nil` where it cannot be shown.
  case picture(PictureRequest, Picture?)
  /// How far the file of a message that waits has come; `nil`: it is not on its way.
  case upload(OriginID, FileProgress?)
  /// How far the file has come that is fetched from a message, by its row; `nil`: it is not on its way.
  case download(row: Int64, FileProgress?)
  /// The policy asks whether what waits is to be sent; `nil`: the question is gone.
  case policyAsks(PolicyQuestion?)
  case policy(SendPolicy)
  /// Whether old messages may be removed here, which nobody has said yet (P4); `nil`: nothing is to be asked.
  case keepAsks(KeepQuestion?)
  /// The whole outbox in the order of sending, in answer to ``Intent/openQueue``.
  case queue([OutboxEntry])
  /// New in the outbox or changed there, while it is shown.
  case queueEntry(OutboxEntry)
  /// Left the outbox, while it is shown.
  case queueEntryRemoved(OriginID)
  /// In answer to ``Intent/openInfo``.
  case life(MessageLife)
  /// What I reacted with, the last first: told with the start, and when it changes.
  case recentEmoji([Emoji])
  /// The disk refuses, or is all right again (`nil`).
  case disk(DiskTrouble?)
  /// A send that was refused before it was on disk: nothing was queued; it is shown as failed with its text (S2).
  case notSaved(chat: JID, originID: OriginID, text: String, reason: String)
  /// A text that is not taken as it is: nothing was queued, and it goes back to the composer (S8).
  case notStored(chat: JID, originID: OriginID, text: String, reason: String)
  case notice(Notice)
}

/// A small message to the user that goes by itself (A3), in plain words.
public struct Notice: Sendable, Equatable {
  public enum Kind: Sendable { case information, error }

  /// What the user can do about it; how, is for the interface to say.
  public enum Remedy: Sendable {
    /// Send all that waits, or look at it.
    case sendOrReview
    /// Answer who asks.
    case answer
    /// Say what becomes of old messages.
    case keep
  }

  /// How it is drawn.
  public var kind: Kind
  /// In plain words.
  public var text: String
  public var remedy: Remedy?
  /// It says what is so while there is no link, and goes with the next one.
  public var isOfOffline = false

  public init(_ kind: Kind, _ text: String, remedy: Remedy? = nil, isOfOffline: Bool = false) {
    self.kind = kind
    self.text = text
    self.remedy = remedy
    self.isOfOffline = isOfOffline
  }
}

public import Model

/// All that the views may know, as one value.
public struct Snapshot: Sendable, Equatable {
  /// Another one after each change of anything in it that is seen: not of a draft's words.
  public private(set) var revision = Revision()
  /// Another one after each change of what more than one chat is shown with: names, presence, groups, who is a contact.
  public private(set) var surroundings = Revision()
  /// What is known of each account, at the place of its ``AccountID``.
  public var accounts: [AccountState]
  /// Newest first; chats without a message after them by name.
  public var chats: [Chat] { didSet { isIndexed = false } }
  /// The outbox while it is shown.
  public var queue: OpenQueue?
  /// A message that was deleted before it was sent can be brought back.
  public var canUndo = false
  /// The message whose life is shown, whose it is, and the life once it is here.
  public var infoOf: SentMessageID?
  public var life: MessageLife?
  /// The chat in the message pane.
  public var pane: Pane?
  /// What came of the last wish to sign in; `nil`: nothing yet.
  public var signIn: SignInAnswer?
  /// The path that was looked at last.
  public var inspected: InspectedFile?
  /// Those that were looked at last.
  public var pictures = ReadPictures()
  /// What is looked for, while it is.
  public var search: OpenSearch?
  /// Mine that the disk refused, shown as failed until they are saved or given up (S2).
  public var unsaved: [Message]
  var places = ChatPlaces()
  /// `places` is right.
  var isIndexed = false
  /// Chats that leave the list with the batch of changes.
  var gone: Set<ChatID> = []
  /// Chats were put at the end that belong elsewhere.
  var isUnsorted = false

  /// - Parameter accounts: at least one, as it is before anything is told of it.
  public init(accounts: [AccountState]) {
    precondition(!accounts.isEmpty, "a snapshot is of at least one account")
    self.accounts = accounts
    chats = []
    unsaved = []
  }

  /// Something that is seen has changed.
  /// - Parameter onlyRows: nothing but messages, and what one chat alone is shown with.
  public mutating func renew(onlyRows: Bool = false) {
    revision = Revision()
    if !onlyRows { surroundings = Revision() }
  }

  /// Over all chats.
  public var unread: Int { chats.indices.reduce(0) { $0 + chats[$1].unreadCount } }
}

/// What somebody wanted to know of an address.
public struct DescribedGroup: Sendable, Equatable {
  /// The address.
  public var jid: JID
  /// `nil` where it is no group.
  public var group: ListedGroup?

  /// - Parameter group: `nil` where it is none.
  public init(jid: JID, group: ListedGroup?) { (self.jid, self.group) = (jid, group) }
}

/// A room's form, while it is on screen.
public struct OpenRoomForm: Sendable, Equatable {
  public var room: JID
  public var state: RoomForm

  public init(_ room: JID, _ state: RoomForm) { (self.room, self.state) = (room, state) }
}

/// Tells the states of a snapshot apart: what was drawn from one is right as long as it is the same.
public final class Revision: Sendable, Equatable {
  public init() {}

  public static func == (left: Revision, right: Revision) -> Bool { left === right }
}

/// The messages of the open chat that are in memory.
public struct Pane: Sendable, Equatable {
  public var chat: ChatID
  /// In ``MessageOrder``.
  public var messages: [Message]
  /// The first of `messages` is the oldest known here.
  public var isStart: Bool
  /// The last of `messages` is the newest; else more are stored behind it.
  public var isEnd: Bool
  /// A page was asked for and is not here yet.
  public var isLoading: Bool
  /// What stood in the composer when the chat was opened, or what a refused send gives back;
  /// `draftRevision` grows each time the views should take it over.
  public var draft: String
  /// What that answers.
  public var draftReply: ReplyTarget?
  public var draftRevision: Int
  /// Where the first message stands that nobody has read here; it need not be among `messages`. `nil`: all are read.
  public var firstUnread: MessageOrder?
  /// Behind this place something is missing that the server's archive may have.
  public var gap: MessageOrder?

  public init(chat: ChatID) {
    self.chat = chat
    messages = []
    isStart = false
    isEnd = true
    isLoading = true
    draft = ""
    draftRevision = 0
  }
}

public import Model

/// All that the views may know, as one value.
public struct Snapshot: Sendable, Equatable {
  /// Another one after each change of anything in it that is seen: not of a draft's words.
  public var revision = Revision()
  /// Who I am: bare.
  public var account: JID
  public var connection: ConnectionState
  /// Newest first; chats without a message after them by name.
  public var chats: [Chat] { didSet { isIndexed = false } }
  /// Those of the roster who have no row among the chats, by bare address.
  public var unlisted: [JID: Contact]
  /// How many contacts have a name, whatever its case, by its hash; changed with them.
  var namesakes: [Int: Int] = [:]
  /// By bare address; who is missing is offline.
  public var presence: [JID: Presence]
  /// The presence shown is of before the link was lost (N4).
  public var isPresenceOutdated: Bool
  /// The rooms that I am in, by bare address.
  public var rooms: [JID: Room] = [:]
  /// Who types, by chat.
  public var typing: [JID: [JID]]
  public var outbox: OutboxCounts
  public var policy: SendPolicy
  /// The policy asks whether what waits is to be sent (O5).
  public var question: PolicyQuestion?
  /// The outbox while it is shown.
  public var queue: OpenQueue?
  /// The message whose life is shown, and the life once it is here.
  public var infoOf: OriginID?
  public var life: MessageLife?
  /// The chat in the message pane.
  public var pane: Pane?
  /// What is looked for, while it is.
  public var search: OpenSearch?
  /// Who asks to see when I am online, the first to ask first.
  public var requests: [JID] = []
  /// Invitations that stand in no chat, the newest first.
  public var invitations: [FoldedInvitation] = []
  /// What I reacted with, the last first.
  public var recentEmoji: [Emoji] = []
  /// What the disk refuses with, while it does.
  public var disk: DiskTrouble?
  /// Mine that the disk refused, shown as failed until they are saved or given up (S2).
  public var unsaved: [Message]
  var places = ChatPlaces()
  /// `places` is right.
  var isIndexed = false
  /// Chats that leave the list with the batch of changes.
  var gone: Set<JID> = []
  /// Chats were put at the end that belong elsewhere.
  var isUnsorted = false

  public init(account: JID) {
    self.account = account
    connection = .connecting(attempt: 1)
    chats = []
    unlisted = [:]
    presence = [:]
    isPresenceOutdated = false
    typing = [:]
    outbox = OutboxCounts()
    policy = .smart
    question = nil
    queue = nil
    infoOf = nil
    life = nil
    pane = nil
    search = nil
    disk = nil
    unsaved = []
  }

  /// Two contacts are called so.
  public func isShared(_ name: String) -> Bool {
    namesakes[Self.hash(of: name), default: 0] > 1
  }

  static func hash(of name: String) -> Int { name.lowercased().hashValue }

  /// What to call somebody of the roster, and of a chat.
  public func name(of jid: JID) -> String? {
    chat(jid.bare)?.name ?? unlisted[jid.bare]?.displayName
  }

  /// One other person who is not in the roster.
  public func isStranger(_ jid: JID) -> Bool {
    guard jid.bare != account, unlisted[jid.bare] == nil else { return false }
    return chat(jid.bare).map { $0.kind == .direct && !$0.isContact } ?? true
  }

  /// Over all chats.
  public var unread: Int { chats.indices.reduce(0) { $0 + chats[$1].unread } }
}

/// Tells the states of a snapshot apart: what was drawn from one is right as long as it is the same.
public final class Revision: Sendable, Equatable {
  public init() {}

  public static func == (left: Revision, right: Revision) -> Bool { left === right }
}

/// The messages of the open chat that are in memory.
public struct Pane: Sendable, Equatable {
  public var chat: JID
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
  /// The order of the last message that was read when the chat was opened: the unread line stands after it.
  public var readThrough: MessageOrder?

  public init(chat: JID) {
    self.chat = chat
    messages = []
    isStart = false
    isEnd = true
    isLoading = true
    draft = ""
    draftRevision = 0
    readThrough = nil
  }
}

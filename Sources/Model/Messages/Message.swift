/// Where a message stands in its chat (T1): the archive's order first, the unsent last.
///
/// `anchor` is the position in the server's archive as this device learnt it, ``unplaced`` for what the
/// server has but whose place is not known yet, ``unsent`` for what waits; `sequence` breaks ties in
/// the order of writing or arrival. A failed message keeps the anchor of the message it was written after.
public struct MessageOrder: Hashable, Comparable, Sendable {
  public static let unplaced = Int64.max - 1
  public static let unsent = Int64.max
  /// Where what was read from files of other programs begins, until the archive tells its place: the milliseconds since
  /// 1970 of its time stand above that, far below all that an archive has told.
  public static let imported = Int64.min / 2
  /// Nothing imported stands at or behind it.
  public static let importedEnd = imported + 1 << 43

  /// The archive's place, ``unplaced`` or ``unsent``.
  public var anchor: Int64
  /// Breaks ties: the order of writing or arrival.
  public var sequence: Int64

  public init(anchor: Int64, sequence: Int64) {
    self.anchor = anchor
    self.sequence = sequence
  }

  public static func < (left: MessageOrder, right: MessageOrder) -> Bool {
    (left.anchor, left.sequence) < (right.anchor, right.sequence)
  }
}

/// One message of one chat as it is stored and shown. Its content is as it came: hostile until it has been
/// through `Screen.PrintableText`.
public struct Message: Sendable, Equatable, Identifiable {
  /// The row in the local database; 0 for a local echo that is not on disk yet.
  public var id: Int64
  /// The bare address of the peer or room.
  public var chat: JID
  /// Who wrote it: a bare address, with the nickname as resource in rooms.
  public var sender: JID
  public var isMine: Bool
  /// The sender's id for it; `nil` where the other program gave none.
  public var originID: OriginID?
  public var archiveID: ArchiveID?
  public var content: Content
  /// When it was written (mine) or when it arrived here, by this computer's clock.
  public var writtenAt: Timestamp
  /// The server's time; `nil` until the server has told.
  public var serverTime: Timestamp?
  /// For my own messages; `nil` for others'.
  public var status: DeliveryStatus?
  /// In plain words why it failed, why it is queued although there is a link, or who does not confirm it although
  /// it was sent.
  @Rare public var failure: String?
  public var order: MessageOrder
  /// The echo was drawn before the commit was done (S2).
  public var isSaving: Bool
  /// Whose chat it is in.
  public var account = AccountID.first
  /// What it does to an earlier one; such a message is shown by itself only while that one is not known.
  @Rare public var amendment: Amendment?
  /// It was corrected: ``content`` is the newest.
  @Rare public var edit: Edit?
  /// What it said first, where it was corrected.
  @Rare public var firstText: String?
  /// What it answers.
  @Rare public var replyTo: ReplyTarget?
  /// It should have been deleted for everyone, and the server would not.
  @Rare public internal(set) var refusedRetraction: Retraction?
  /// What each person says of it in emoji, the first to react first.
  public var reactions: [Reaction] = []

  public init(
    id: Int64, chat: JID, sender: JID, isMine: Bool, originID: OriginID?,
    archiveID: ArchiveID? = nil, content: Content, writtenAt: Timestamp,
    serverTime: Timestamp? = nil,
    status: DeliveryStatus? = nil, failure: String? = nil, order: MessageOrder,
    isSaving: Bool = false, amendment: Amendment? = nil, replyTo: ReplyTarget? = nil
  ) {
    self.id = id
    self.chat = chat
    self.sender = sender
    self.isMine = isMine
    self.originID = originID
    self.archiveID = archiveID
    self.content = content
    self.writtenAt = writtenAt
    self.serverTime = serverTime
    self.status = status
    self.failure = failure
    self.order = order
    self.isSaving = isSaving
    self.amendment = amendment
    self.replyTo = replyTo
  }

  /// Its name above the engines.
  public var messageID: MessageID { MessageID(row: id, of: account) }
  /// The same of one of mine; `nil` where it has no origin ID.
  public var sentID: SentMessageID? {
    originID.map { SentMessageID($0, of: account) }
  }
  /// The chat it is in.
  public var chatID: ChatID { ChatID(chat, of: account) }
  /// Who wrote it.
  public var senderID: ChatID { ChatID(sender, of: account) }

  /// The server's time where it is known, else this computer's.
  public var shownTime: Timestamp { serverTime ?? writtenAt }

  /// The longest text that can be sent, in characters (S8).
  public static let longestText = 10_000
}

extension Message {
  /// What is told of a message that is not looked at: of a long one its first 300 code points.
  public var beginning: Message {
    guard case .text(let text, let isUnstyled) = content, text.utf8.count > 1_000 else {
      return self
    }
    var short = self
    short.content = .text(String(text.unicodeScalars.prefix(300)), isUnstyled: isUnstyled)
    return short
  }
}

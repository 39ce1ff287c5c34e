public import Model

/// A message as a file of another program, or psst's own export, has it.
public struct ImportedMessage: Sendable, Equatable {
  /// The bare address of the other, or of the group.
  public var chat: JID
  public var isRoom: Bool
  /// As ``Model/Message/sender``.
  public var sender: JID
  public var isMine: Bool
  /// By the clock of whoever wrote the file.
  public var time: Timestamp
  public var content: Message.Content
  /// Its author's id for it.
  public var originID: OriginID?
  public var archiveID: ArchiveID?
  /// How far one of mine had come: at least sent.
  public var status = DeliveryStatus.sent
  public var replyTo: ReplyTarget?
  /// What it does to an earlier one of the same file.
  public var amendment: Amendment?
  /// When it was deleted for everyone.
  public var deletedAt: Timestamp?

  public init(
    chat: JID, isRoom: Bool, sender: JID, isMine: Bool, time: Timestamp, content: Message.Content
  ) {
    (self.chat, self.isRoom, self.sender, self.isMine) = (chat, isRoom, sender, isMine)
    (self.time, self.content) = (time, content)
  }
}

/// Why something of a file is not taken over.
public enum LeftOut: String, Sendable, CaseIterable {
  case otherAccount, noAddress, noTime, noText, tooLong, notSent, redacted, alone, removed,
    otherKind

  /// Said after a number.
  public var words: String {
    switch self {
    case .otherAccount: "of another account"
    case .noAddress: "of no valid address"
    case .noTime: "without a time that can be"
    case .noText: "without a text (what is encrypted, joins, files and the like)"
    case .tooLong: "too long"
    case .notSent: "that had never been sent"
    case .redacted: "of which the text was not kept"
    case .alone: "said to one person in a group"
    case .removed: "that were removed here before"
    case .otherKind: "of a group that is a person here, or the other way round"
    }
  }
}

/// What came of a file.
public struct ImportReport: Sendable, Equatable {
  /// Messages that were found, and those that were not here before.
  public var read = 0
  public var new = 0
  public var leftOut: [LeftOut: Int] = [:]
  /// The chats of what was found.
  public var chats: Set<JID> = []

  public init() {}

  /// What came of another file.
  public mutating func add(_ other: ImportReport) {
    read += other.read
    new += other.new
    chats.formUnion(other.chats)
    leftOut.merge(other.leftOut, uniquingKeysWith: +)
  }

  /// One was not taken over.
  public mutating func leave(_ why: LeftOut) { leftOut[why, default: 0] += 1 }
}

/// A row of the chat list: a chat and the summary of what is in it.
public struct Chat: Sendable, Equatable, Identifiable {
  public enum Kind: String, Sendable {
    /// One other person.
    case direct
    /// The account's own address: notes to oneself.
    case notes
    /// A group chat (XEP-0045).
    case room
    /// One person of a group, through the group (XEP-0045 §7.5).
    case occupant
  }

  /// What the user has set of it, in one byte.
  private struct Marks: OptionSet {
    let rawValue: UInt8

    static let hidesReading = Marks(rawValue: 1)
    static let keepsAll = Marks(rawValue: 2)
    static let isPinned = Marks(rawValue: 4)
    static let isMarkedUnread = Marks(rawValue: 8)
    static let isArchived = Marks(rawValue: 16)

    mutating func set(_ mark: Marks, _ isSet: Bool) {
      if isSet { insert(mark) } else { remove(mark) }
    }
  }

  /// What of it is told besides the list's number (A1).
  public enum Alerts: String, Sendable, CaseIterable {
    case all
    /// In a group: what names me, or answers me.
    case mentions
    case nothing

    /// Where the user chose nothing. What a group says is seldom for me.
    public static func standard(_ kind: Kind) -> Alerts { kind == .room ? .mentions : .all }
  }

  /// The bare address of the peer, the room, or oneself; of an ``Kind/occupant`` the address there.
  public var jid: JID
  /// What to call it: the roster's name, else the local part.
  public var name: String
  /// Of the newest message; `nil` for an empty chat.
  public var last: LastMessage?
  /// Incoming messages beyond the displayed marker.
  public var unread: Int
  /// Of those, in a group, what names me or answers me.
  public var mentions: Int
  public var draft: String
  /// What the draft answers.
  @Rare public var draftReply: ReplyTarget?
  /// Until then nothing of it is told, whatever ``alerts`` says.
  @Rare public var mutedUntil: Timestamp?
  /// Mine that wait: queued and sending.
  public var waiting: Int
  // The outbox holds a hundred thousand at most.
  private var failedCount: UInt32
  private var sendingCount: UInt32 = 0
  // What is small stands together: 10,000 of them are in memory (I6).
  public var kind: Kind
  private var marks: Marks = []
  /// Apart from ``mutedUntil``.
  public var alerts: Alerts
  /// As ``Contact/subscription``; `nil` where the peer is not in the roster.
  public var subscription: Contact.Subscription?
  /// As ``Contact/isAsking``.
  public var isAsking: Bool
  /// Whose chat it is.
  public var account = AccountID.first

  public init(
    jid: JID, kind: Kind, name: String, last: Message? = nil, unread: Int = 0, mentions: Int = 0,
    draft: String = "",
    waiting: Int = 0, failed: Int = 0, alerts: Alerts? = nil, hidesReading: Bool = false,
    keepsAll: Bool = false, subscription: Contact.Subscription? = .both, isAsking: Bool = false,
    draftReply: ReplyTarget? = nil
  ) {
    self.jid = jid
    self.kind = kind
    self.name = name
    self.last = last.map(LastMessage.init)
    self.unread = unread
    self.mentions = mentions
    self.draft = draft
    self.draftReply = draftReply
    self.waiting = waiting
    failedCount = UInt32(clamping: failed)
    self.alerts = alerts ?? .standard(kind)
    self.subscription = subscription
    self.isAsking = isAsking
    self.hidesReading = hidesReading
    self.keepsAll = keepsAll
  }

  // MARK: Marks

  /// The other is not told what I have read (D2).
  public var hidesReading: Bool {
    get { marks.contains(.hidesReading) }
    set { marks.set(.hidesReading, newValue) }
  }

  /// All its messages are kept, however old they are (P4).
  public var keepsAll: Bool {
    get { marks.contains(.keepsAll) }
    set { marks.set(.keepsAll, newValue) }
  }

  /// It stands above the others.
  public var isPinned: Bool {
    get { marks.contains(.isPinned) }
    set { marks.set(.isPinned, newValue) }
  }

  /// It counts as unread until it is opened again, whatever was read.
  public var isMarkedUnread: Bool {
    get { marks.contains(.isMarkedUnread) }
    set { marks.set(.isMarkedUnread, newValue) }
  }

  /// It stands below the others, out of sight, until something new comes in it.
  public var isArchived: Bool {
    get { marks.contains(.isArchived) }
    set { marks.set(.isArchived, newValue) }
  }

  // MARK: What follows

  public var id: ChatID { ChatID(jid, of: account) }

  /// The same as comparing ``id``, which would be a copy: thousands are looked through for one.
  public func hasID(_ id: ChatID) -> Bool { jid == id.address && account == id.account }

  /// What comes in it is told of nowhere but in the list.
  public func isMuted(at now: Timestamp) -> Bool { alerts(at: now) == .nothing }

  /// What of it is told then.
  public func alerts(at now: Timestamp) -> Alerts {
    mutedUntil.map { now < $0 } == true ? .nothing : alerts
  }

  /// What it adds to what is unread: a mark counts as one message.
  public var unreadCount: Int { max(unread, isMarkedUnread ? 1 : 0) }

  /// Mine that failed.
  public var failed: Int {
    get { Int(failedCount) }
    set { failedCount = UInt32(clamping: newValue) }
  }

  /// Of `waiting`: those that are on their way.
  public var sending: Int {
    get { Int(sendingCount) }
    set { sendingCount = UInt32(clamping: newValue) }
  }

  /// Mine that are not on their way.
  public var queued: Int { waiting - sending }

  /// The peer is in the roster.
  public var isContact: Bool { subscription != nil }

  /// The order of the chat list: what is pinned, then what is newest first, then by name; those without messages last,
  /// and behind them in the same order what is archived.
  public static func standsBefore(_ left: Chat, _ right: Chat) -> Bool {
    if left.isArchived != right.isArchived { return right.isArchived }
    if left.isPinned != right.isPinned { return left.isPinned }
    return switch (left.last?.shownTime, right.last?.shownTime) {
    case (let one?, let two?) where one != two: one > two
    case (.some, nil): true
    case (nil, .some): false
    default: (left.name, left.jid, left.account) < (right.name, right.jid, right.account)
    }
  }
}

internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// What the engine knows besides the database: a value, so that a turn whose transaction fails can
/// be taken back whole.
struct EngineState {
  var reconnect: Reconnect
  var keepAlive: KeepAlive
  var doubt = LinkDoubt()
  var outbox = Outbox()
  var delays = Delays()
  var uploads = Uploads()
  var downloads = Downloads()
  var policy = Policy()
  var catchUp = CatchUp()
  var markers = ReadMarkers()
  var sharing = ReadSharing()
  var chatSharing = ChatSharing()
  var receipts = Receipts()
  var refusals = RefusalSharing()
  var doubts = DeliveryDoubts()
  var arrivals = ArrivalTracker()
  var offlineMessages = OfflineMessages()
  var typing = TypingTracker()
  var presence = PresenceTracker()
  var ownStatus = OwnStatus()
  var rooms: RoomKeeper
  var roomMarkers = RoomMarkers()
  var invitations = Invitations()
  var moderation = Moderation()
  var bookmarks = Bookmarks()
  var directory = GroupDirectory()
  var making = GroupMaking()
  var roster = RosterKeeper()
  var watch: ContactWatch
  var activity = ClientActivity()
  var subscriptions = Subscriptions()
  var blocking = Blocking()
  var naming = ContactNaming()
  var nicknames: Nicknames
  var avatars = Avatars()
  var cards = PersonCards()
  var loading = ChatLoading()
  var indexing = Indexing()
  var retention = Retention()
  /// What the server granted on this link; `nil` while there is none.
  var ready: Ready?
  /// Deleted together, the newest last: can be undone.
  var removed: [[RemovedMessage]] = []
  var showing = Showing()
  /// The stream that can be resumed, as it is stored.
  var stream: StreamState?
  /// The stream that is not to be resumed, though the link it had is only being closed.
  private(set) var abandoned: String?
  /// Sign-ins in a row that were refused although the same words were taken before; `nil` where they
  /// never were.
  var refusedSignIns: Int?
  /// The terminal has the focus (N3).
  var isFocused = true
  /// My presence as the server was told on this stream.
  var toldPresence: OwnPresence?
  var unarchived = Unarchived()
  var placeWatch = PlaceWatch()
  var importedPlaces = ImportedPlaces()
  var shownChats = ShownChats()

  private let isPrivate: Bool

  init(account: Account) {
    isPrivate = account.isPrivate
    nicknames = Nicknames(given: account.ownerName)
    reconnect = Reconnect(account)
    keepAlive = KeepAlive(isPeriodic: !account.isPrivate)
    rooms = RoomKeeper(isPeriodic: !account.isPrivate)
    watch = ContactWatch(isNeeded: !account.isPrivate)
  }

  /// Messages may go out: the link is up, and the archive was asked about the unconfirmed (O9).
  /// Where the archive alone confirms what is sent, it has to be read first.
  var isOpen: Bool {
    ready != nil && (hasAcknowledgements ? catchUp.mayOpen : catchUp.isCaughtUp)
  }

  /// The archive that a chat is read from: a room's own, or the account's.
  /// Nobody on this computer's own server has this address: all who are there are contacts.
  func isNobody(_ chat: JID, _ turn: Turn) throws(StorageError) -> Bool {
    guard isPrivate, isCaughtUp, chat != turn.me, !chat.isOccupant, chat.local != nil,
      chat.domain == turn.me.domain
    else { return false }
    // A server that tells of nobody has not told who is there: psst's own has an Echo.
    guard try turn.database.roster.contact(chat) == nil else { return false }
    return try !turn.database.roster.isEmpty()
  }

  /// The chat that an address stands for: of somebody in a group the address there, of all others the bare one.
  func chat(_ address: JID) -> JID {
    address.isOccupant && rooms.isRoom(address.bare) ? address : address.bare
  }

  func archive(of chat: JID) -> CatchUp { rooms[chat]?.catchUp ?? catchUp }

  mutating func changeArchive(
    of chat: JID, _ body: (inout CatchUp) throws(StorageError) -> Void
  ) throws(StorageError) {
    if rooms[chat] == nil { return try body(&catchUp) }
    try rooms.change(chat) { room throws(StorageError) in try body(&room.catchUp) }
  }

  /// All that was in the archive when the link came is stored.
  var isCaughtUp: Bool { ready != nil && catchUp.isCaughtUp }

  /// As it was told.
  private var hasToldCaughtUp = false

  mutating func tellCaughtUp(_ turn: Turn) {
    guard isCaughtUp != hasToldCaughtUp else { return }
    hasToldCaughtUp = isCaughtUp
    turn.change(.caughtUp(isCaughtUp))
  }

  /// Nothing is still to be learned of what my other devices have read.
  var knowsWhatWasRead: Bool {
    sharing.hasLearned || (catchUp.isCaughtUp && !catchUp.hasArchive)
  }

  var hasAcknowledgements: Bool { ready?.hasAcknowledgements ?? false }

  /// Tells the server where I am, unless it knows.
  mutating func tellPresence(_ turn: Turn) throws(StorageError) {
    let presence: OwnPresence = isFocused ? .available : .away
    guard toldPresence != presence || ownStatus.isNews else { return }
    try note(toldPresence: presence, turn)
    turn.command(.presence(to: nil, presence, status: ownStatus.text))
  }

  private static let presenceKey = "presence.told"

  /// Kept with the stream, which may go on after a restart.
  private mutating func note(
    toldPresence presence: OwnPresence?, _ turn: Turn
  ) throws(StorageError) {
    toldPresence = presence
    try ownStatus.note(told: presence == nil ? nil : ownStatus.text, turn)
    try turn.database.settings.set(Self.presenceKey, presence?.rawValue)
  }

  /// The stream of the last run, and what the server was told on it.
  mutating func recallStream(_ turn: Turn) throws(StorageError) {
    stream = try turn.database.streams.state()
    guard stream != nil else { return }
    try ownStatus.recall(turn)
    toldPresence = try turn.database.settings.value(Self.presenceKey)
      .flatMap(OwnPresence.init(rawValue:))
  }

  private static let limitsKey = "server.limits.told"

  /// Says once what a server cannot do that has nobody to ask whether a message arrived.
  func tellLimits(_ turn: Turn) throws(StorageError) {
    guard !catchUp.hasArchive, try turn.database.streams.state() == nil,
      try turn.database.settings.value(Self.limitsKey) == nil
    else { return }
    try turn.database.settings.set(Self.limitsKey, "1")
    turn.notice(
      .information,
      tr(
        "This server keeps no history and resumes no link: when a link breaks, a message may go twice."
      )
        + " " + tr("psst shows it once; other programs may not"))
  }

  /// What the turn asks so far, in the order in which it leaves.
  mutating func noteQuestions(_ turn: Turn) {
    let commands = turn.effects.compactMap { effect in
      if case .command(let command) = effect { command } else { nil }
    }
    for (index, command) in commands.enumerated() {
      switch command {
      case .queryArchive(let query): asked(query.id, before: commands[(index + 1)...])
      case .ping(let id): asked(id, before: commands[(index + 1)...])
      default: break
      }
    }
  }

  /// A server that is just ending may refuse what it has taken before: that is no wrong password yet.
  mutating func forgives(_ end: SessionEnd) -> Bool {
    guard case .signInRefused = end, let count = refusedSignIns, count < 3 else { return false }
    refusedSignIns = count + 1
    return true
  }

  /// There is nothing to resume any more.
  mutating func forgetStream(_ turn: Turn) throws(StorageError) {
    stream = nil
    try note(toldPresence: nil, turn)
    try turn.database.streams.remove()
  }

  /// Nothing more of this stream is stored.
  mutating func abandonStream(_ turn: Turn) throws(StorageError) {
    abandoned = stream?.id
    try forgetStream(turn)
  }
}

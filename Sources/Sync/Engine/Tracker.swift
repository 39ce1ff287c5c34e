internal import Model
internal import Storage
internal import XMPP

/// A part of the engine that keeps track of one matter, and is told of all that may concern it. What is not its
/// concern it leaves out.
protocol Tracker: SendableMetatype {
  typealias Path = WritableKeyPath<EngineState, Self> & Sendable

  /// Where the engine's state has it.
  static var keyPath: any Path { get }

  /// The uptime in milliseconds at which it wants to be woken; `nil`: not by itself.
  var nextDeadline: Int64? { get }

  /// It waits for the proof that what it told the peers has arrived, and no question follows that.
  var wantsProof: Bool { get }

  /// The same two of the tracker in that place. They are asked after each event, so each type has them compiled
  /// for itself: by the key path, of a type that is not known, they were a third of what the engine does.
  static func nextDeadline(at place: UnsafeRawPointer) -> Int64?
  static func wantsProof(at place: UnsafeRawPointer) -> Bool

  /// The program starts: what the disk has of it is told (P2).
  mutating func start(_ turn: Turn) throws(StorageError)

  /// A deadline has passed, its own or another's.
  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError)

  /// At the end of a turn: what follows from its events together.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError)

  /// A question goes out: its answer proves that what was told the peers before it arrived.
  /// - Parameter later: what leaves behind it in the same turn, of which it proves nothing.
  mutating func asked(_ question: String, before later: ArraySlice<SessionCommand>)

  mutating func answered(_ question: String, _ turn: Turn) throws(StorageError)

  /// Nobody answered in time: what went before the question may be lost with it.
  mutating func unanswered(_ question: String)

  /// The link is gone. What belongs to the stream stays: it may go on.
  mutating func forgetLink(_ turn: Turn)
}

extension Tracker {
  var nextDeadline: Int64? { nil }
  var wantsProof: Bool { false }

  static func nextDeadline(at place: UnsafeRawPointer) -> Int64? {
    place.assumingMemoryBound(to: Self.self).pointee.nextDeadline
  }

  static func wantsProof(at place: UnsafeRawPointer) -> Bool {
    place.assumingMemoryBound(to: Self.self).pointee.wantsProof
  }

  mutating func start(_ turn: Turn) throws(StorageError) {}
  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {}
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {}
  mutating func asked(_ question: String, before later: ArraySlice<SessionCommand>) {}
  mutating func answered(_ question: String, _ turn: Turn) throws(StorageError) {}
  mutating func unanswered(_ question: String) {}
  mutating func forgetLink(_ turn: Turn) {}
}

extension EngineState {
  /// In the order in which they are told: what goes out of one turn leaves in it.
  private static let trackers: [any Tracker.Type] = [
    Policy.self, ChatLoading.self, Indexing.self, Retention.self, OwnStatus.self,
    PresenceTracker.self,
    ContactWatch.self, ClientActivity.self, TypingTracker.self, PlaceWatch.self,
    Unarchived.self,
    ImportedPlaces.self,
    RoomKeeper.self,
    Invitations.self,
    Moderation.self, GroupDirectory.self, GroupMaking.self, Uploads.self, Outbox.self,
    Delays.self,
    ReadMarkers.self,
    RoomMarkers.self, Receipts.self, RefusalSharing.self, Subscriptions.self, Blocking.self,
    ContactNaming.self, Nicknames.self, Avatars.self,
    PersonCards.self, ReadSharing.self, ChatSharing.self,
    Bookmarks.self,
    DeliveryDoubts.self,
    CatchUp.self, ArrivalTracker.self, Downloads.self, KeepAlive.self,
    LinkDoubt.self, Reconnect.self, ShownChats.self,
  ]

  /// A tracker, and how many bytes into the state it is.
  private struct Seat: Sendable {
    var tracker: any Tracker.Type
    var offset: Int

    init(_ tracker: any Tracker.Type) {
      guard let offset = tracker.offset else { preconditionFailure("\(tracker) is not stored") }
      (self.tracker, self.offset) = (tracker, offset)
    }
  }

  private static let seats = trackers.map(Seat.init)

  /// Changes nothing; it looks at each tracker where it is, since a copy of all for each question was a
  /// sixth of what the engine does.
  mutating func nextDeadline() -> Int64? {
    withUnsafeBytes(of: &self) { state in
      var next: Int64?
      for seat in Self.seats {
        let place = state.baseAddress.unsafelyUnwrapped + seat.offset
        guard let deadline = seat.tracker.nextDeadline(at: place) else { continue }
        next = min(next ?? deadline, deadline)
      }
      return next
    }
  }

  /// Changes nothing, likewise.
  mutating func wantsProof() -> Bool {
    withUnsafeBytes(of: &self) { state in
      Self.seats.contains { seat in
        seat.tracker.wantsProof(at: state.baseAddress.unsafelyUnwrapped + seat.offset)
      }
    }
  }

  mutating func start(_ turn: Turn) throws(StorageError) {
    for tracker in Self.trackers { try tracker.start(&self, turn) }
  }

  mutating func wake(_ turn: Turn) throws(StorageError) {
    for tracker in Self.trackers { try tracker.wake(&self, turn) }
  }

  mutating func settle(_ turn: Turn) throws(StorageError) {
    for tracker in Self.trackers { try tracker.settle(&self, turn) }
  }

  mutating func asked(_ question: String, before later: ArraySlice<SessionCommand>) {
    for tracker in Self.trackers { tracker.asked(question, before: later, &self) }
  }

  mutating func answered(_ question: String, _ turn: Turn) throws(StorageError) {
    for tracker in Self.trackers { try tracker.answered(question, &self, turn) }
  }

  mutating func unanswered(_ question: String) {
    for tracker in Self.trackers { tracker.unanswered(question, &self) }
  }

  /// Forgets all that belongs to the link, in memory.
  mutating func forgetLink(_ turn: Turn) {
    guard ready != nil else { return }
    ready = nil
    for tracker in Self.trackers { tracker.forgetLink(&self, turn) }
  }
}

/// The same of a tracker whose type is not known.
extension Tracker {
  fileprivate static var offset: Int? { MemoryLayout<EngineState>.offset(of: keyPath) }

  fileprivate static func start(
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state[keyPath: keyPath].start(turn)
  }

  fileprivate static func asked(
    _ question: String, before later: ArraySlice<SessionCommand>, _ state: inout EngineState
  ) {
    state[keyPath: keyPath].asked(question, before: later)
  }

  fileprivate static func answered(
    _ question: String, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state[keyPath: keyPath].answered(question, turn)
  }

  fileprivate static func unanswered(_ question: String, _ state: inout EngineState) {
    state[keyPath: keyPath].unanswered(question)
  }

  fileprivate static func forgetLink(_ state: inout EngineState, _ turn: Turn) {
    state[keyPath: keyPath].forgetLink(turn)
  }
}

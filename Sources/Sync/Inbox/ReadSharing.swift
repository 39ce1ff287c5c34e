internal import Model
internal import Storage
internal import XMPP

/// How far I have read, told to my other devices and learned from them (XEP-0490), whatever the others
/// are told. It is owed in the database until the server has taken it; one word is under way at a time.
struct ReadSharing: Tracker {
  static let keyPath: any Path = \.sharing

  private var underWay: (id: String, place: ReadPlace)?
  /// All that the archive had is stored.
  private var mayAsk = false
  /// What the other devices know was asked for on this link.
  private var hasAsked = false
  /// And answered: nothing older is told over it.
  private(set) var hasLearned = false
  private var node = NodeKnowledge.unknown
  /// The server has no place for it.
  private var isRefused = false
  private var number = 0
  /// While one scrolls, a chat is told of at most once in ``ReadMarkers/interval``.
  private var last: (chat: JID, at: Int64)?
  private(set) var nextDeadline: Int64?

  mutating func forgetLink(_ turn: Turn) { self = ReadSharing() }

  /// All that the archive had is stored: what the others name can be found.
  mutating func caughtUp(_ turn: Turn) throws(StorageError) {
    mayAsk = true
    try flush(turn)
  }

  /// After what waited in the outbox, which is in more of a hurry.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard state.sharing.mayAsk, !state.sharing.hasAsked else { return }
    state.sharing.hasAsked = true
    turn.command(.fetchRead)
  }

  /// The link is about to be closed in order: what waits for its second goes now.
  mutating func leave(_ turn: Turn) throws(StorageError) {
    (underWay, last, nextDeadline) = (nil, nil, nil)
    try flush(turn)
  }

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    try state.sharing.wake(turn)
  }

  private mutating func wake(_ turn: Turn) throws(StorageError) {
    guard let deadline = nextDeadline, deadline <= turn.now.uptime else { return }
    nextDeadline = nil
    try flush(turn)
  }

  /// Tells of one chat that the others are to know.
  mutating func flush(_ turn: Turn) throws(StorageError) {
    guard hasLearned, !isRefused, underWay == nil, nextDeadline == nil,
      let next = try turn.database.readMarkers.unshared()
    else { return }
    if let last, last.chat == next.chat, turn.now.uptime < last.at + ReadMarkers.interval {
      nextDeadline = last.at + ReadMarkers.interval
      return
    }
    number += 1
    let place = ReadPlace(chat: next.chat, archiveID: next.archiveID, archive: next.archive)
    let id = "read-\(number)"
    underWay = (id, place)
    last = (next.chat, turn.now.uptime)
    turn.command(.shareRead(id: id, place, in: node))
  }

  mutating func shared(
    _ id: String, _ error: StanzaError?, _ turn: Turn
  ) throws(StorageError) {
    guard let told = underWay, told.id == id else { return }
    underWay = nil
    if let error, node.isWorthMaking(after: error) {
      (node, last) = (.missing, nil)
      return try flush(turn)
    }
    if let error {
      isRefused = true
      return turn.log("my other devices do not learn what is read here: \(error.condition)")
    }
    if node == .missing { node = .made }
    try turn.database.readMarkers.setShared(told.place.archiveID, chat: told.place.chat)
    try flush(turn)
  }

  /// What the others have read is read. Where they know less than is known here, they are told.
  mutating func learned(_ places: [ReadPlace], _ turn: Turn) throws(StorageError) {
    for place in places { try learn(place, turn) }
    hasLearned = true
    try flush(turn)
  }

  private func learn(_ place: ReadPlace, _ turn: Turn) throws(StorageError) {
    let (messages, markers) = (turn.database.messages, turn.database.readMarkers)
    guard let seen = try messages.message(place.archiveID, in: place.archive),
      seen.chat == place.chat,
      let newest = try messages.newestIncoming(place.chat, through: seen.order)
    else { return }
    let mine = try markers.order(.mine, place.chat)
    if try markers.advance(.mine, to: newest) {
      turn.touch(chat: place.chat)
      try markers.setUnshared(false, chat: place.chat)
    } else if mine == newest.order {
      try markers.setUnshared(false, chat: place.chat)
    } else if newest.isPlaced {
      try markers.setUnshared(true, chat: place.chat)
    }
  }
}

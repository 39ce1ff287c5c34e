internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Keeps the rooms the same on all my devices (XEP-0402, XEP-0048). What is changed here is owed in the database until the server
/// has taken it; one word is under way at a time.
struct Bookmarks: Tracker {
  static let keyPath: any Path = \.bookmarks

  private var underWay: (id: String, owed: BookmarkTable.Owed)?
  /// All that the archive had is stored.
  private var mayAsk = false
  private var hasAsked = false
  /// What the server has is known: nothing is written over it.
  private var hasLearned = false
  /// As the server has them.
  private var known: [JID: Bookmark] = [:]
  private var node = NodeKnowledge.unknown
  /// Where the list is; `nil`: it was not asked for.
  private var store: BookmarkStore?
  /// The list came in this turn, and nothing was written since.
  private var hasJustLearned = false
  /// The server has no place for them.
  private var isRefused = false
  private var number = 0
  /// Something may be owed that was not looked at.
  private var isChanged = true

  mutating func forgetLink(_ turn: Turn) { self = Bookmarks() }

  mutating func caughtUp() { mayAsk = true }

  /// After what waited in the outbox, which is in more of a hurry.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    if state.bookmarks.mayAsk, !state.bookmarks.hasAsked { try state.bookmarks.ask(turn) }
    guard state.bookmarks.isChanged else { return }
    state.bookmarks.isChanged = false
    try flush(&state, turn)
  }

  private mutating func ask(_ turn: Turn) throws(StorageError) {
    let store = try Self.toldStore.value(turn) ?? .items
    (self.store, hasAsked, hasLearned) = (store, true, false)
    turn.command(.fetchBookmarks(in: store))
  }

  /// The server says where the list is, or that it is not where it was asked for.
  static func isKept(
    in store: BookmarkStore, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try toldStore.set(store, turn)
    if state.bookmarks.hasAsked, state.bookmarks.store != store { try state.bookmarks.ask(turn) }
  }

  /// As the server said last.
  private static let toldStore = StoredStore(key: "server.bookmarks")
  /// Where what is shared stands.
  private static let sharedStore = StoredStore(key: "bookmarks.store")

  private struct StoredStore {
    let key: String

    func value(_ turn: Turn) throws(StorageError) -> BookmarkStore? {
      try turn.database.settings.value(key).flatMap(BookmarkStore.init)
    }

    func set(_ store: BookmarkStore, _ turn: Turn) throws(StorageError) {
      try turn.database.settings.set(key, store.rawValue)
    }
  }

  /// I did something that all my devices are to know.
  mutating func owe(
    _ word: BookmarkTable.State, _ room: JID, _ turn: Turn
  ) throws(StorageError) {
    try turn.database.bookmarks.set(word, room)
    isChanged = true
  }

  /// Tells of one room that the others are to know.
  private static func flush(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard state.bookmarks.hasLearned, !state.bookmarks.isRefused else { return }
    while state.bookmarks.underWay == nil, let owed = try turn.database.bookmarks.owed() {
      guard state.bookmarks.isFresh else { return try state.bookmarks.ask(turn) }
      try state.bookmarks.tell(owed, nick: state.rooms[owed.room]?.stored.nick, turn)
    }
  }

  /// A list that is one element is read just before it is written: what another program wrote meanwhile would be lost.
  private var isFresh: Bool { store == .items || hasJustLearned }

  /// - Parameter nick: what I am called there; `nil` where I am not in it.
  private mutating func tell(
    _ owed: BookmarkTable.Owed, nick: String?, _ turn: Turn
  ) throws(StorageError) {
    let there = known[owed.room]
    let isKnown =
      switch owed.state {
      case .joining: nick == nil || there?.isAutojoin == true && there?.nick == nick
      case .leaving: there?.isAutojoin != true
      case .removing: there == nil
      case .shared: true
      }
    guard !isKnown else { return try settle(owed, turn) }
    number += 1
    let id = "bookmark-\(number)"
    underWay = (id, owed)
    hasJustLearned = false
    let place = BookmarkPlace(store: store ?? .items, node: node)
    turn.command(
      owed.state == .removing
        ? .removeBookmark(id: id, owed.room, at: place)
        : .keepBookmark(
          id: id, owed.room, nick: owed.state == .joining ? nick : nil, at: place))
  }

  /// The others are told, unless something else is to be told meanwhile.
  private func settle(_ owed: BookmarkTable.Owed, _ turn: Turn) throws(StorageError) {
    guard try turn.database.bookmarks.state(owed.room) == owed.state else { return }
    try turn.database.bookmarks.set(owed.state == .joining ? .shared : nil, owed.room)
  }

  static func kept(
    _ id: String, _ error: StanzaError?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let told = state.bookmarks.underWay, told.id == id else { return }
    state.bookmarks.underWay = nil
    let isGone = told.owed.state == .removing && error?.condition == "item-not-found"
    if let error, !isGone {
      if state.bookmarks.node.isWorthMaking(after: error) {
        state.bookmarks.node = .missing
        return try flush(&state, turn)
      }
      state.bookmarks.isRefused = true
      return turn.log("my other devices do not learn of groups: \(error.condition)")
    }
    if state.bookmarks.node == .missing { state.bookmarks.node = .made }
    state.bookmarks.note(told.owed, nick: state.rooms[told.owed.room]?.stored.nick)
    try state.bookmarks.settle(told.owed, turn)
    try flush(&state, turn)
  }

  private mutating func note(_ owed: BookmarkTable.Owed, nick: String?) {
    switch owed.state {
    case .joining:
      known[owed.room] = Bookmark(room: owed.room, nick: nick, name: known[owed.room]?.name)
    case .leaving: known[owed.room]?.isAutojoin = false
    case .removing, .shared: known[owed.room] = nil
    }
  }

  // MARK: What the others did

  /// The answer: who was told of a room and does not know it any more has left it elsewhere.
  /// - Parameter isWhole: the server has no others.
  static func learned(
    _ all: [Bookmark], isWhole: Bool, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state.bookmarks.begin(turn)
    var left: [JID] = []
    for bookmark in all where try learn(bookmark, &state, turn) { left.append(bookmark.room) }
    for room in state.rooms.rooms.keys.sorted() where state.bookmarks.known[room] == nil {
      switch try turn.database.bookmarks.state(room) {
      case nil where state.rooms[room]?.stored.closed == nil:
        try turn.database.bookmarks.set(.joining, room)
      case .shared where isWhole: left.append(room)
      default: break
      }
    }
    try leave(left, &state, turn)
    try flush(&state, turn)
    state.bookmarks.hasJustLearned = false
  }

  /// The list that was asked for is here. Groups that were shared by another list are owed to this one; nobody has
  /// left them.
  private mutating func begin(_ turn: Turn) throws(StorageError) {
    (hasLearned, hasJustLearned, known) = (true, true, [:])
    let shared = try Self.sharedStore.value(turn) ?? .items
    guard let store, shared != store else { return }
    for room in try turn.database.bookmarks.shared() {
      try turn.database.bookmarks.set(.joining, room)
    }
    try Self.sharedStore.set(store, turn)
  }

  static func changed(
    _ some: [Bookmark], gone: [JID], _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    var left: [JID] = []
    for bookmark in some where try learn(bookmark, &state, turn) { left.append(bookmark.room) }
    for room in gone {
      state.bookmarks.known[room] = nil
      if try turn.database.bookmarks.state(room) == .shared { left.append(room) }
    }
    try leave(left, &state, turn)
    try flush(&state, turn)
  }

  /// A change that waits here is younger, and wins. Returns whether the room was left elsewhere.
  private static func learn(
    _ bookmark: Bookmark, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) -> Bool {
    let room = bookmark.room
    state.bookmarks.known[room] = bookmark
    let said = try turn.database.bookmarks.state(room)
    guard said == nil || said == .shared else { return false }
    if !bookmark.isAutojoin {
      if said == nil, let there = state.rooms[room], there.stored.closed == nil {
        try turn.database.bookmarks.set(.joining, room)
      }
      return said == .shared
    }
    if state.rooms[room] == nil {
      if let password = bookmark.password {
        state.rooms.learn(password, of: room, overrules: true, turn)
      }
      try state.rooms.join(room, nick: bookmark.nick, password: nil, turn)
      state.rooms.setAutojoined(true, room)
      try state.invitations.answer(room, .accepted, turn)
    }
    try turn.database.bookmarks.set(.shared, room)
    return false
  }

  /// Rooms that other devices have left, or a program that knows no better has taken off the list: it is said which,
  /// before nothing comes from them any more.
  private static func leave(
    _ rooms: [JID], _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    var names: [String] = []
    for room in rooms.prefix(mostNamed) { names.append(try turn.name(of: room)) }
    if rooms.count > mostNamed { names.append("…") }
    let all = names.joined(separator: ", ")
    if !rooms.isEmpty {
      turn.notice(
        .information,
        tr(
          rooms.count, "Left on another device: the group \(all)",
          "Left on another device: \(rooms.count) groups: \(all)"))
    }
    for room in rooms {
      try state.rooms.leave(room, turn)
      state.typing.lost(room, turn)
      try turn.database.bookmarks.set(nil, room)
    }
  }

  /// Of those that were left at once.
  private static let mostNamed = 5
}

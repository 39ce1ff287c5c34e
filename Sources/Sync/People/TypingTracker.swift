internal import Model
internal import Storage
internal import XMPP

/// Who types, and telling others that I do (XEP-0085, D3).
struct TypingTracker: Tracker {
  static let keyPath: any Path = \.typing

  /// psst repeats itself every 2.5 s; it counts as gone after this, milliseconds.
  static let renewal: Int64 = 3_000
  /// Other programs say it once.
  static let longest: Int64 = 30_000
  /// At most one chat state per this, milliseconds.
  static let least: Int64 = 500
  /// While typing, again after this, milliseconds.
  static let again: Int64 = 2_500
  /// Typing is over so long after the last key that was told here, which who types tells once a second at most,
  /// milliseconds. The interface says so before; a program that was stopped in between does not.
  static let over: Int64 = 4_000

  private struct Typist {
    var heard: Int64
    var until: Int64
  }

  private struct Mine {
    var chat: JID
    var isRoom: Bool
    var told: ChatState
    var toldAt: Int64
    /// The last time something was typed.
    var typedAt: Int64
    var isTyping: Bool
  }

  private var typists: [JID: Typist] = [:]
  private var mine: Mine?

  var nextDeadline: Int64? {
    [typists.values.map(\.until).min(), mineDue].compactMap { $0 }.min()
  }

  // MARK: Theirs

  mutating func receive(_ state: ChatState, from: JID, inRoom: Bool = false, _ turn: Turn) {
    let who = inRoom ? from : from.bare
    guard state == .composing else { return remove(who, turn) }
    let now = turn.now.uptime
    let isNew = typists[who] == nil
    guard !isNew || typists.count < 1_000 else { return }
    let renews = typists[who].map { now - $0.heard <= Self.renewal } ?? false
    let until = now + (renews || !inRoom && from.isPsst ? Self.renewal : Self.longest)
    typists[who] = Typist(heard: now, until: until)
    if isNew { tell(of: who.bare, turn) }
  }

  /// A message says that the typing is over.
  mutating func wrote(_ from: JID, inRoom: Bool = false, _ turn: Turn) {
    remove(inRoom ? from : from.bare, turn)
  }

  mutating func left(_ who: JID, inRoom: Bool = false, _ turn: Turn) {
    remove(inRoom ? who : who.bare, turn)
  }

  /// Nothing more is heard of who is in the room.
  mutating func lost(_ room: JID, _ turn: Turn) {
    for who in typists.keys.filter({ $0.bare == room }).sorted() { remove(who, turn) }
    if mine?.chat == room { mine = nil }
  }

  private mutating func remove(_ who: JID, _ turn: Turn) {
    if typists.removeValue(forKey: who) != nil { tell(of: who.bare, turn) }
  }

  /// In a room several may be typing, each under their name there.
  private func tell(of chat: JID, _ turn: Turn) {
    turn.change(.typing(chat: chat, who: typists.keys.filter { $0.bare == chat }.sorted()))
  }

  // MARK: Mine

  private var mineDue: Int64? {
    guard let mine else { return nil }
    if !mine.isTyping { return mine.told == .composing ? mine.toldAt + Self.least : nil }
    guard mine.told == .composing else { return mine.toldAt + Self.least }
    return max(mine.toldAt + Self.least, min(mine.toldAt + Self.again, mine.typedAt + Self.over))
  }

  mutating func typed(
    _ chat: JID, isTyping: Bool, inRoom: Bool = false, _ turn: Turn
  ) {
    guard !chat.isOccupant else { return }
    let now = turn.now.uptime
    if let other = mine, other.chat != chat { pause(other, turn) }
    if mine?.chat != chat {
      guard isTyping else { return }
      mine = Mine(
        chat: chat, isRoom: inRoom, told: .paused, toldAt: now - Self.least, typedAt: now,
        isTyping: true)
    }
    mine?.isTyping = isTyping
    if isTyping { mine?.typedAt = now }
    tellDue(turn)
  }

  /// The message itself says that I stopped.
  mutating func sent(_ chat: JID) {
    if mine?.chat == chat { mine = nil }
  }

  private mutating func pause(_ other: Mine, _ turn: Turn) {
    if other.told == .composing { say(.paused, other, turn) }
    mine = nil
  }

  private func say(_ state: ChatState, _ mine: Mine, _ turn: Turn) {
    let payload = Payload.chatState(state)
    turn.command(
      mine.isRoom ? .tellRoom(mine.chat, payload) : .tell(to: mine.chat, payload))
  }

  private mutating func tellDue(_ turn: Turn) {
    guard let current = mine, let due = mineDue, due <= turn.now.uptime else { return }
    let stillTyping = current.isTyping && turn.now.uptime - current.typedAt < Self.over
    let state = stillTyping ? ChatState.composing : .paused
    mine?.isTyping = stillTyping
    mine?.told = state
    mine?.toldAt = turn.now.uptime
    say(state, current, turn)
  }

  // MARK: Time and the link

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    state.typing.wake(turn)
  }

  private mutating func wake(_ turn: Turn) {
    let gone = typists.filter { $0.value.until <= turn.now.uptime }.keys.sorted()
    for who in gone { remove(who, turn) }
    tellDue(turn)
  }

  mutating func forgetLink(_ turn: Turn) {
    for who in typists.keys.sorted() { remove(who, turn) }
    mine = nil
  }
}

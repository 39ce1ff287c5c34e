internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// What people call themselves (XEP-0172): contacts, whom I may call otherwise, and I. My own name is so at once, here;
/// others, and my other devices, are told when there is a link, over what those said before.
struct Nicknames: Tracker {
  static let keyPath: any Path = \.nicknames

  /// Most contacts of whom it is kept (Z4).
  static let capacity = 10_000
  private static let key = "name.own"
  private static let owedKey = "name.owed"
  private static let givenKey = "name.given"

  /// What I said I am called when the account was made.
  private let given: String?
  private var mine: String?
  /// The others are to be told.
  private var isOwed = false
  private var isLinked = false
  private var underWay: (id: String, name: String?)?
  private var number = 0

  init(given: String? = nil) { self.given = given }

  /// What I call myself; `nil` where I said nothing of it.
  static func mine(in database: Database) throws(StorageError) -> String? {
    try database.settings.value(key)
  }

  mutating func start(_ turn: Turn) throws(StorageError) {
    mine = try Self.mine(in: turn.database)
    try adoptGiven(turn)
    isOwed = try turn.database.settings.value(Self.owedKey) != nil
    if mine != nil { turn.change(.ownName(mine)) }
    for (jid, name) in try turn.database.nicks.ofUnnamed() where Nickname.isName(name) {
      turn.change(.nick(jid, name))
    }
  }

  mutating func begin(_ turn: Turn) {
    isLinked = true
    flush(turn)
  }

  mutating func forgetLink(_ turn: Turn) { (isLinked, underWay) = (false, nil) }

  // MARK: Mine

  /// Once: who takes it back later is not called so again.
  private mutating func adoptGiven(_ turn: Turn) throws(StorageError) {
    guard let given, try turn.database.settings.value(Self.givenKey) == nil else { return }
    try turn.database.settings.set(Self.givenKey, "1")
    if mine == nil { try call(me: given, turn) }
  }

  mutating func call(me text: String, _ turn: Turn) throws(StorageError) {
    guard text.unicodeScalars.allSatisfy(OutgoingText.isAllowed) else {
      return turn.notice(.error, tr("The name has a character that cannot be sent"))
    }
    let name = Nickname.bounded(text)
    if let why = name.flatMap(ShownName.refusal) {
      return turn.notice(.error, tr("You cannot be called so: \(why)"))
    }
    guard name != mine else { return }
    try note(name, turn)
    try owe(true, turn)
    flush(turn)
  }

  private mutating func note(_ name: String?, _ turn: Turn) throws(StorageError) {
    mine = name
    try turn.database.settings.set(Self.key, name)
    turn.change(.ownName(name))
  }

  private mutating func owe(_ isOwed: Bool, _ turn: Turn) throws(StorageError) {
    self.isOwed = isOwed
    try turn.database.settings.set(Self.owedKey, isOwed ? "1" : nil)
  }

  private mutating func flush(_ turn: Turn) {
    guard isLinked, isOwed, underWay == nil else { return }
    number += 1
    let id = "nick-\(number)"
    underWay = (id, mine)
    turn.command(.tellNick(id: id, mine))
  }

  mutating func told(
    _ id: String, _ error: StanzaError?, _ turn: Turn
  ) throws(StorageError) {
    guard let told = underWay, told.id == id else { return }
    underWay = nil
    if let error {
      turn.log("nobody learns what I am called: \(error.condition)")
      // Tried again at the next link.
      guard error.kind != "wait" else { return }
      turn.notice(.error, tr("Others were not told your name: \(Refusal.reason(error))"))
    }
    if told.name == mine { try owe(false, turn) }
    flush(turn)
  }

  // MARK: Theirs

  /// - Parameter who: a bare address; my own: another device of mine has said it, or the server, what it has.
  static func learned(
    _ name: String?, of who: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard who != turn.me else {
      guard !state.nicknames.isOwed, name != state.nicknames.mine else { return }
      return try state.nicknames.note(name, turn)
    }
    guard let contact = try turn.database.roster.contact(who), !state.blocking.holds(who) else {
      return turn.log("dropped: the name of \(who), who is no contact")
    }
    let nicks = turn.database.nicks
    let known = try nicks.name(of: who)
    guard known != name else { return }
    let isFull = known == nil ? try nicks.count() >= capacity : false
    guard !isFull else {
      return turn.log("dropped: the name of \(who), one too many")
    }
    try nicks.set(name, who)
    try tell(contact, turn)
  }

  /// What the contact calls themselves counts as long as I call them nothing.
  static func tell(_ contact: Contact, _ turn: Turn) throws(StorageError) {
    let name = contact.name == nil ? try turn.database.nicks.name(of: contact.jid) : nil
    turn.change(.nick(contact.jid, name.flatMap { Nickname.isName($0) ? $0 : nil }))
  }
}

internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// What I call people, and the labels I put on them (RFC 6121 §2.1.2). A name is so at once, here; the server's roster has it when there is a link,
/// and once it is known what else that says of them, which is not to be lost.
struct ContactNaming: Tracker {
  static let keyPath: any Path = \.naming

  /// Most on their way at once.
  static let window = 20

  private var underWay: [String: ContactNameTable.Owed] = [:]
  /// The last that was handed over on this link.
  private var handed: Int64 = 0
  private var isLinked = false
  /// The session knows the whole roster.
  private var knowsRoster = false
  private var hasAsked = false

  /// - Parameter hasAsked: the roster is on its way.
  mutating func begin(hasAsked: Bool, _ turn: Turn) throws(StorageError) {
    (isLinked, self.hasAsked) = (true, hasAsked)
    try flush(turn)
  }

  mutating func rosterCame(_ turn: Turn) throws(StorageError) {
    knowsRoster = true
    try flush(turn)
  }

  mutating func forgetLink(_ turn: Turn) { self = ContactNaming() }

  private mutating func flush(_ turn: Turn) throws(StorageError) {
    guard isLinked, underWay.count < Self.window else { return }
    let owed = try turn.database.contactNames.owed(
      after: handed, limit: Self.window - underWay.count)
    guard !owed.isEmpty else { return }
    guard knowsRoster else {
      if !hasAsked { turn.command(.fetchRoster) }
      return hasAsked = true
    }
    for one in owed {
      let id = "name-\(one.number)"
      (underWay[id], handed) = (one, one.number)
      turn.command(.nameContact(id: id, one.jid, one.name, labels: one.labels))
    }
  }

  /// - Parameter name: blank: as the address has it.
  static func call(
    _ who: JID, _ name: String, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let name = Nickname.bounded(name)
    if let why = name.flatMap(ShownName.refusal) {
      return turn.notice(.error, tr("\(who) was not renamed: \(why)"))
    }
    try change(who, &state, turn) { $0.name = name }
  }

  /// - Parameter labels: all that they are to have.
  static func label(
    _ who: JID, _ labels: [String], _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try change(who, &state, turn) { $0.labels = Contact.labels(labels) }
  }

  private static func change(
    _ who: JID, _ state: inout EngineState, _ turn: Turn, _ body: (inout Contact) -> Void
  ) throws(StorageError) {
    let known = try turn.database.roster.contact(who)
    var contact = known ?? Contact(jid: who, name: nil, subscription: .none)
    let before = contact
    body(&contact)
    guard contact != before, who != turn.me else { return }
    try turn.database.contactNames.set(
      contact.name ?? "", labels: contact.labels == before.labels ? nil : contact.labels, who)
    try state.roster.keep(contact, turn)
    try state.naming.flush(turn)
  }

  static func done(
    _ id: String, _ error: StanzaError?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let told = state.naming.underWay.removeValue(forKey: id) else { return }
    if error == nil || error?.kind != "wait" { try turn.database.contactNames.remove(told) }
    if let error, error.kind != "wait" {
      let reason = Refusal.reason(error)
      turn.notice(
        .error,
        told.labels == nil
          ? tr("\(told.jid) was not renamed: \(reason)")
          : tr("\(told.jid) was not labelled: \(reason)"))
      // As it is there.
      turn.command(.fetchRoster)
    }
    try state.naming.flush(turn)
  }
}

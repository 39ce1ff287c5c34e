internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Keeps the people of the roster as the server has them (RFC 6121 §2).
struct RosterKeeper {
  /// What all of them together may take, in bytes (Z4): as much as one answer of the server can bring.
  static let capacity = 8 << 20

  /// What they take; `nil` until somebody is added.
  private var size: Int?
  private var hasTold = false

  /// The whole roster: who is not in it is gone.
  mutating func replace(
    _ items: [RosterItem], _ presence: inout PresenceTracker, _ turn: Turn
  ) throws(StorageError) {
    let present = Set(items.filter { !$0.isRemoved }.map(\.contact.jid))
    for contact in try turn.database.roster.all() where !present.contains(contact.jid) {
      // Who was given a name is still to be put in it.
      if try turn.database.contactNames.owed(of: contact.jid) == nil {
        try remove(contact, &presence, turn)
      }
    }
    for item in items where !item.isRemoved { try save(named(item.contact, turn), turn) }
    try presence.admit(items.map(\.contact.jid), turn)
  }

  /// One of them changed.
  mutating func push(
    _ item: RosterItem, _ presence: inout PresenceTracker, _ turn: Turn
  ) throws(StorageError) {
    let contact = item.contact
    guard !item.isRemoved else {
      let known = try turn.database.roster.contact(contact.jid)
      return try remove(known ?? contact, isKnown: known != nil, &presence, turn)
    }
    try save(named(contact, turn), turn)
    try presence.admit([contact.jid], turn)
    // Not every server says that whom one does not see any more is gone.
    if !contact.isSeen { try presence.forget(contact.jid, turn) }
  }

  /// What I called them since is younger than what the server says.
  private func named(_ contact: Contact, _ turn: Turn) throws(StorageError) -> Contact {
    guard let owed = try turn.database.contactNames.owed(of: contact.jid) else { return contact }
    var contact = contact
    contact.name = owed.name.isEmpty ? nil : owed.name
    if let labels = owed.labels { contact.labels = labels }
    return contact
  }

  /// Something of them was changed here.
  mutating func keep(_ contact: Contact, _ turn: Turn) throws(StorageError) {
    try save(contact, turn)
  }

  private mutating func save(_ contact: Contact, _ turn: Turn) throws(StorageError) {
    let known = try turn.database.roster.contact(contact.jid)
    guard known != contact else { return }
    let rest = try usedBytes(turn) - (known?.size ?? 0) + contact.size
    guard known != nil || rest <= Self.capacity else { return refuse(contact, turn) }
    try turn.database.roster.save(contact)
    size = rest
    turn.change(.contact(contact))
    if known == nil || (known?.name == nil) != (contact.name == nil) {
      try Nicknames.tell(contact, turn)
    }
    turn.touch(chat: contact.jid)
  }

  private func usedBytes(_ turn: Turn) throws(StorageError) -> Int {
    if let size { return size }
    return try turn.database.roster.size()
  }

  private mutating func refuse(_ contact: Contact, _ turn: Turn) {
    turn.log("dropped: too many contacts, \(contact.jid)")
    guard !hasTold else { return }
    hasTold = true
    turn.notice(.error, tr("Your contact list is too long: not everybody in it is shown"))
  }

  private mutating func remove(
    _ contact: Contact, isKnown: Bool = true, _ presence: inout PresenceTracker, _ turn: Turn
  ) throws(StorageError) {
    try turn.database.roster.remove(contact.jid)
    try turn.database.nicks.set(nil, contact.jid)
    try Avatars.set(nil, of: contact.jid, turn)
    try turn.database.presences.setLastSeen(nil, contact.jid)
    if isKnown { size = size.map { $0 - contact.size } }
    try presence.forget(contact.jid, turn)
    turn.change(.nick(contact.jid, nil))
    turn.change(.contactRemoved(contact.jid))
    turn.touch(chat: contact.jid)
  }
}

extension Contact {
  /// What it takes, in bytes: the same as ``RosterTable/size()`` counts.
  fileprivate var size: Int {
    RosterTable.overhead + jid.description.utf8.count + (name?.utf8.count ?? 0)
      + labels.reduce(max(0, labels.count - 1)) { $0 + $1.utf8.count }
  }
}

internal import Model
internal import Storage
internal import XMPP

/// Keeps the people of the roster as the server has them (RFC 6121 §2).
enum RosterKeeper {
  /// The whole roster: who is not in it is gone.
  static func replace(
    _ items: [RosterItem], _ presence: inout PresenceTracker, _ turn: Turn
  ) throws(StorageError) {
    let present = Set(items.filter { !$0.isRemoved }.map(\.contact.jid))
    for contact in try turn.database.roster.all() where !present.contains(contact.jid) {
      try remove(contact.jid, &presence, turn)
    }
    for item in items where !item.isRemoved { try save(item.contact, turn) }
  }

  static func push(
    _ item: RosterItem, _ presence: inout PresenceTracker, _ turn: Turn
  ) throws(StorageError) {
    if item.isRemoved {
      try remove(item.contact.jid, &presence, turn)
    } else {
      try save(item.contact, turn)
      // Not every server says that whom one does not see any more is gone.
      if !item.contact.isSeen { try presence.forget(item.contact.jid, turn) }
    }
  }

  private static func save(_ contact: Contact, _ turn: Turn) throws(StorageError) {
    guard try turn.database.roster.contact(contact.jid) != contact else { return }
    try turn.database.roster.save(contact)
    turn.change(.contact(contact))
    turn.touch(chat: contact.jid)
  }

  private static func remove(
    _ jid: JID, _ presence: inout PresenceTracker, _ turn: Turn
  ) throws(StorageError) {
    try turn.database.roster.remove(jid)
    try presence.forget(jid, turn)
    turn.change(.contactRemoved(jid))
    turn.touch(chat: jid)
  }
}

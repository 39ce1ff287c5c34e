internal import Model
internal import Storage
internal import XMPP

/// Whether a message is known already: first by the archive's id, then by its sender's (fact 4).
/// Never by text or time.
enum Deduplication {
  static func known(
    _ message: InboundMessage, chat: JID, _ turn: Turn
  ) throws(StorageError) -> Message? {
    if let archiveID = message.archiveID,
      let known = try turn.database.messages.message(archiveID)
    {
      return known
    }
    guard let originID = message.identity else { return nil }
    return try turn.database.messages.message(originID, chat: chat, sender: message.from.bare)
  }
}

extension InboundMessage {
  /// The sender's id for it: the origin ID, else the stanza's `id`.
  var identity: OriginID? { originID ?? id.map { OriginID($0) } }
}

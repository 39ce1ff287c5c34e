internal import Model
internal import Storage
internal import XMPP

/// Whether a message is known already: first by the archive's id, then by its sender's (fact 4). Some programs
/// count their ids from 1 at each start, so a sender's id alone is no proof.
enum Deduplication {
  /// - Parameter hasArchive: the server can tell two messages apart.
  static func known(
    _ message: InboundMessage, chat: JID, hasArchive: Bool, _ turn: Turn
  ) throws(StorageError) -> Message? {
    if let known = try holder(of: message.archiveID, turn), isSame(known, message, chat) {
      return known
    }
    guard let id = message.identity else {
      // Without any id only the archive's copy of what came live can be told from a new message.
      guard message.archiveID != nil, let text = message.text else { return nil }
      return try turn.database.messages.unidentified(
        text: text, chat: chat, sender: message.sender(in: chat))
    }
    let candidates = try turn.database.messages.messages(
      id, chat: chat, sender: message.sender(in: chat))
    if let known = choose(message, id, among: candidates, hasArchive: hasArchive) { return known }
    return try imported(message, in: chat, by: message.sender(in: chat), turn)
  }

  /// The archive tells what was imported from a file that has no ids.
  /// - Parameter sender: as the message's row has it.
  static func imported(
    _ message: InboundMessage, in chat: JID, by sender: JID, _ turn: Turn
  ) throws(StorageError) -> Message? {
    guard message.source == .archive, message.amendment == nil, let text = message.text,
      let time = message.stamp
    else { return nil }
    return try turn.database.imports.unnamed(text: text, chat: chat, sender: sender, at: time)
  }

  private static func choose(
    _ message: InboundMessage, _ id: OriginID, among candidates: [Message], hasArchive: Bool
  ) -> Message? {
    // What waits here has an id of this program's own, whatever a server did to the text.
    let waiting = candidates.first { $0.isUnconfirmed || $0.isMine && id.isUnguessable }
    if let waiting { return waiting }
    let text = message.text ?? ""
    let equal = candidates.filter { $0.sentText.utf8.elementsEqual(text.utf8) }
    guard let first = equal.first else { return erased(message, id, among: candidates) }
    if id.isUnguessable || first.isMine { return first }
    guard let archiveID = message.archiveID else {
      return message.source == .live && !hasArchive ? nil : first
    }
    return equal.first { $0.archiveID == nil || $0.archiveID == archiveID }
  }

  /// Of what was deleted for everyone there is no text to be compared; an id that is counted to is then no proof
  /// without the archive's.
  private static func erased(
    _ message: InboundMessage, _ id: OriginID, among candidates: [Message]
  ) -> Message? {
    candidates.first {
      guard $0.isErased, message.amendment?.isText ?? true else { return false }
      if id.isUnguessable || $0.isMine { return true }
      return message.archiveID != nil && $0.archiveID == nil
    }
  }

  /// The message without an archive's id that another one has: of two in different chats, or by different
  /// people, one id is wrong, and neither takes the other's place.
  static func withoutTakenID(
    _ message: InboundMessage, chat: JID, _ turn: Turn
  ) throws(StorageError) -> InboundMessage {
    guard let other = try holder(of: message.archiveID, turn), !isSame(other, message, chat) else {
      return message
    }
    turn.log("dropped: an archive's id from \(message.from) that another message has")
    var message = message
    message.archiveID = nil
    return message
  }

  private static func holder(of id: ArchiveID?, _ turn: Turn) throws(StorageError) -> Message? {
    guard let id else { return nil }
    return try turn.database.messages.message(id)
  }

  private static func isSame(_ known: Message, _ message: InboundMessage, _ chat: JID) -> Bool {
    known.chat == chat && known.sender == message.sender(in: chat)
  }
}

extension InboundMessage {
  /// The sender's id for it: the origin ID, else the stanza's `id`.
  var identity: OriginID? { originID ?? id.map { OriginID($0) } }
}

import Model

/// Corrections and deletions in plain mode (M1, M2), and what is told of them.
struct PlainEdits {
  private struct Said {
    var id: OriginID
    var row: Int64
    var text: String
    var order: MessageOrder
    var isDeleted: Bool
  }

  /// So many of each chat are remembered: each can be deleted after the one behind it.
  private static let limit = 20

  /// Mine, in order.
  private var said: [JID: [Said]] = [:]
  /// What was printed last of changed messages, by row.
  private var printed: [Int64: String] = [:]
  /// Corrections and deletions of this run that are not answered yet, and of what they are.
  private(set) var pending: [OriginID: OriginID] = [:]

  /// A message of mine is there, or is deleted.
  mutating func apply(_ message: Message) {
    guard message.isMine, let id = message.originID else { return }
    var all = (said[message.chat] ?? []).filter { $0.id != id }
    let place = all.lastIndex { $0.order < message.order }.map { $0 + 1 } ?? 0
    let new = Said(
      id: id, row: message.id, text: message.text, order: message.order,
      isDeleted: message.isDeleted)
    all.insert(new, at: place)
    said[message.chat] = all.suffix(Self.limit)
  }

  /// A row is gone; returns the message of mine that it was.
  mutating func remove(_ row: Int64, from chat: JID) -> (id: OriginID, text: String)? {
    guard let index = said[chat]?.firstIndex(where: { $0.row == row }),
      let gone = said[chat]?.remove(at: index)
    else { return nil }
    pending = pending.filter { $0.value != gone.id }
    return (gone.id, gone.text)
  }

  /// What gives a message of mine another text; `nil` where there is nothing to change.
  mutating func edit(_ id: OriginID, in chat: JID, _ text: String, newID: OriginID) -> Intent? {
    guard said[chat]?.contains(where: { $0.id == id && $0.text == text }) != true else {
      return nil
    }
    pending[newID] = id
    return .edit(id, text: text, newID: newID)
  }

  /// What deletes a message of mine for everyone.
  mutating func delete(_ id: OriginID, newID: OriginID) -> Intent {
    pending[newID] = id
    return .retract(id, newID: newID)
  }

  /// My newest message of a chat that is not deleted.
  func newest(in chat: JID) -> OriginID? { said[chat]?.last { !$0.isDeleted }?.id }

  /// Whether a message looks otherwise than when it was printed last; what is answered is forgotten.
  mutating func isNews(_ message: Message) -> Bool {
    let waiting = [message.edit?.pending, message.retraction?.pending].compactMap { pending in
      pending?.isStuck == true ? nil : pending?.originID
    }
    pending = pending.filter { $0.value != message.originID || waiting.contains($0.key) }
    let isChanged = message.edit != nil || message.retraction != nil
    guard isChanged || printed[message.id] != nil else { return false }
    let states = [message.edit?.pending, message.retraction?.pending].map {
      $0?.status.rawValue ?? ""
    }
    let look = "\(states) \(message.isDeleted) \(message.text)"
    return printed.updateValue(look, forKey: message.id) != look
  }
}

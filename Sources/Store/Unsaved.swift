internal import Localization
internal import Model

/// Mine that the disk refused: they have no row, and live here until they have one or are given up (S2).
extension Snapshot {
  /// What would be lost if the program ended now.
  public var unsavedTexts: [String] { unsaved.map(\.text) }

  /// Stored: it is not among the unsaved any more.
  mutating func apply(_ message: Message) {
    if !unsaved.isEmpty, message.isMine { unsaved.removeAll { $0.sentID == message.sentID } }
    put(message)
    if message.isDeleted { forgetText(of: message) }
  }

  /// Shown as failed, with the reason.
  mutating func fail(_ echo: Message, because reason: String) {
    var message = echo
    (message.status, message.isSaving) = (.failed, false)
    message.failure = tr("not saved: \(reason)")
    unsaved.removeAll { $0.sentID == message.sentID }
    unsaved.append(message)
    put(message)
  }

  /// Waits for its commit again: returns its echo, `nil` where it is not one of these.
  mutating func takeUnsaved(_ id: SentMessageID) -> Message? {
    guard let index = unsaved.firstIndex(where: { $0.sentID == id }) else { return nil }
    var message = unsaved.remove(at: index)
    (message.status, message.isSaving) = (.queued, true)
    message.failure = nil
    return message
  }

  /// Returns whether it was one of these.
  mutating func giveUpUnsaved(_ id: SentMessageID) -> Bool {
    guard takeUnsaved(id) != nil else { return false }
    pane?.messages.removeAll { $0.sentID == id && $0.id == 0 }
    return true
  }
}

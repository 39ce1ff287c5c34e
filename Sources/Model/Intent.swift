/// What the user wants, on its way from the views through the store to the engine.
public enum Intent: Sendable, Equatable {
  /// Put a message in the outbox; the id is made before anything else (S3). One transaction also deletes the chat's draft.
  case send(chat: JID, text: String, originID: OriginID)
  /// Another attempt for a failed message.
  case retry(OriginID)
  /// Remove an unconfirmed message that cannot have left yet: queued, or failed.
  case cancel(OriginID)
  /// Change the text of a queued or failed message; it keeps its id and place (O16).
  case edit(OriginID, text: String)
  /// Keep what stands in the composer; empty deletes the draft.
  case saveDraft(chat: JID, text: String)
  /// Begin showing a chat (made when new): its newest page follows as ``Change/page``.
  case open(JID)
  /// Older messages than the given place, as ``Change/page``.
  case loadOlder(chat: JID, before: MessageOrder)
  /// Everything up to and including this message was seen on screen (D2).
  case markRead(chat: JID, through: MessageOrder)
  /// I am typing in the chat, or stopped to (D3).
  case typing(chat: JID, isTyping: Bool)
  /// Presence as my focus has it: `true` online, `false` away (N3).
  case focus(Bool)
  /// Connect at once instead of at the next planned time.
  case connectNow
}

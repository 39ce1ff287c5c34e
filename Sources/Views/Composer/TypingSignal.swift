internal import Model

/// Tells the others that one types (D3): at most once per second while it goes on, and once that it
/// is over.
struct TypingSignal {
  private var chat: JID?
  private var toldAt: Int64 = 0
  private var typedAt: Int64 = 0

  /// The text changed by hand.
  mutating func typed(in chat: JID, now: Moment) -> [Action] {
    var actions = self.chat == chat ? [] : stop()
    typedAt = now.uptime
    if self.chat == nil || now.uptime - toldAt >= Timing.typingAgain {
      toldAt = now.uptime
      actions.append(.intent(.typing(chat: chat, isTyping: true)))
    }
    self.chat = chat
    return actions
  }

  mutating func stop() -> [Action] {
    guard let chat else { return [] }
    self.chat = nil
    return [.intent(.typing(chat: chat, isTyping: false))]
  }

  /// What was typed was sent: the engine knows, and a message says it by itself (XEP-0085).
  mutating func sent() { chat = nil }

  mutating func update(now: Moment) -> [Action] {
    now.uptime - typedAt >= Timing.typingOver ? stop() : []
  }

  var nextWake: Int64? { chat == nil ? nil : typedAt + Timing.typingOver }
}

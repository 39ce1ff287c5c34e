internal import Model

/// Tells the others that one types (D3): at most once per second while it goes on, and once that it
/// is over.
struct TypingSignal {
  private var chat: ChatID?
  private var toldAt: Int64 = 0
  private var typedAt: Int64 = 0

  /// The text changed by hand.
  mutating func typed(in chat: ChatID, now: Moment) -> [Action] {
    var actions = self.chat == chat ? [] : stop()
    typedAt = now.uptime
    if self.chat == nil || now.uptime - toldAt >= Timing.typingAgain {
      toldAt = now.uptime
      actions.append(Self.telling(true, in: chat))
    }
    self.chat = chat
    return actions
  }

  mutating func stop() -> [Action] {
    guard let chat else { return [] }
    self.chat = nil
    return [Self.telling(false, in: chat)]
  }

  private static func telling(_ isTyping: Bool, in chat: ChatID) -> Action {
    .intent(.typing(chat: chat.address, isTyping: isTyping), of: chat.account)
  }

  /// What was typed was sent: the engine knows, and a message says it by itself (XEP-0085).
  mutating func sent() { chat = nil }

  mutating func update(now: Moment) -> [Action] {
    now.uptime - typedAt >= Timing.typingOver ? stop() : []
  }

  var nextWake: Int64? { chat == nil ? nil : typedAt + Timing.typingOver }
}

import Model

/// Reactions in plain mode (M4): what of them was told, and mine that nothing was heard of yet.
struct PlainReactions {
  /// What one person was told to say, and how far it was if it is mine.
  private struct Told: Equatable {
    var emoji: [Emoji]
    var status: DeliveryStatus?
  }

  private var told: [Int64: [JID: Told]] = [:]
  /// The messages of which it is not told yet that mine is on disk.
  private(set) var pending: Set<Int64> = []

  /// What says an emoji of a message, or takes it back.
  mutating func react(to message: Message, _ emoji: Emoji, newID: OriginID) -> Intent {
    pending.insert(message.id)
    return .react(row: message.id, emoji, newID: newID)
  }

  /// The engine would not have it.
  mutating func refused() { pending = [] }

  /// The reactions to a message that were not told so before. One that was taken back has no emoji.
  mutating func news(of message: Message) -> [Message.Reaction] {
    pending.remove(message.id)
    let before = told[message.id] ?? [:]
    guard !before.isEmpty || !message.reactions.isEmpty else { return [] }
    var now: [JID: Told] = [:]
    var news: [Message.Reaction] = []
    for reaction in message.reactions {
      let all = Told(emoji: reaction.emoji, status: reaction.pending?.status)
      now[reaction.sender] = all
      if before[reaction.sender] != all { news.append(reaction) }
    }
    told[message.id] = now
    for gone in before.keys.sorted(by: { $0.description < $1.description })
    where now[gone] == nil && !message.isDeleted {
      news.append(
        Message.Reaction(
          sender: gone, isMine: gone != message.chat, emoji: [], at: message.shownTime))
    }
    return news
  }
}

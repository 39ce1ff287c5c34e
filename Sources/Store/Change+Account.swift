internal import Model

extension Change {
  /// The same of one of several accounts: engines know of none but their own.
  func told(of account: AccountID) -> Change {
    guard account != .first else { return self }
    switch self {
    case .message(let message): return .message(message.of(account))
    case .arrived(let message): return .arrived(message.of(account))
    case .page(let chat, let messages, let isStart):
      return .page(chat: chat, messages: messages.of(account), isStart: isStart)
    case .opened(let chat, let messages, let isStart):
      return .opened(chat: chat, messages: messages.of(account), isStart: isStart)
    case .stretch(let chat, let messages, let isStart, let isEnd):
      return .stretch(
        chat: chat, messages: messages.of(account), isStart: isStart, isEnd: isEnd)
    case .newer(let chat, let messages, let after, let isEnd):
      return .newer(chat: chat, messages: messages.of(account), after: after, isEnd: isEnd)
    case .found(var results):
      for index in results.hits.indices { results.hits[index].message.account = account }
      return .found(results)
    case .chat(var chat):
      chat.account = account
      return .chat(chat)
    case .queue(let entries): return .queue(entries.map { $0.of(account) })
    case .queueEntry(let entry): return .queueEntry(entry.of(account))
    case .life(var life):
      life.message.account = account
      life.corrections = life.corrections.of(account)
      return .life(life)
    default: return self
    }
  }
}

extension Message {
  fileprivate func of(_ account: AccountID) -> Message {
    var message = self
    message.account = account
    return message
  }
}

extension [Message] {
  fileprivate func of(_ account: AccountID) -> [Message] { map { $0.of(account) } }
}

extension OutboxEntry {
  fileprivate func of(_ account: AccountID) -> OutboxEntry {
    var entry = self
    entry.account = account
    return entry
  }
}

internal import Model

/// What is written in a chat while a file of it is copied: it is queued behind the file.
struct CopyQueue {
  /// By chat, in the order of writing; a chat is here while a copy goes on.
  private var waiting: [JID: [Intent]] = [:]
  /// The files that are copied, and what waits for them, with their chats.
  private var chats: [OriginID: JID] = [:]

  /// The intent where it need not wait.
  mutating func pass(_ intent: Intent) -> Intent? {
    guard !waiting.isEmpty else { return intent }
    let sent = intent.sent
    guard let chat = sent?.chat ?? intent.concerned.flatMap({ chats[$0] }), waiting[chat] != nil
    else { return intent }
    if let sent { chats[sent.id] = chat }
    waiting[chat]?.append(intent)
    return nil
  }

  mutating func begin(_ id: OriginID, in chat: JID) {
    chats[id] = chat
    waiting[chat] = []
  }

  /// What waited: the next file and what is behind it included.
  mutating func end(_ id: OriginID) -> [Intent] {
    guard let chat = chats[id] else { return [] }
    chats = chats.filter { $0.value != chat }
    return waiting.removeValue(forKey: chat) ?? []
  }

  /// The texts that wait: nothing is copied any more.
  mutating func endAll() -> [Intent] {
    let all = waiting.sorted { $0.key < $1.key }.flatMap(\.value)
    (waiting, chats) = ([:], [:])
    return all.filter { if case .send = $0 { true } else { false } }
  }
}

extension Intent {
  /// The message that it writes, and the chat whose order that is part of.
  fileprivate var sent: (chat: JID, id: OriginID)? {
    switch self {
    case .send(let chat, _, let id, _): (chat.bare, id)
    case .sendFile(let chat, _, let id, _): (chat.bare, id)
    default: nil
    }
  }

  /// The message that something is to be done with.
  fileprivate var concerned: OriginID? {
    switch self {
    case .sendOne(let id), .cancel(let id), .retract(let id, _), .retry(let id): id
    case .delete(let ids): ids.last
    default: nil
    }
  }
}

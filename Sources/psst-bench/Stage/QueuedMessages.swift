internal import Model
internal import Storage
internal import Sync

/// Messages of mine that wait in an account's outbox.
struct QueuedMessages {
  var count: Int
  /// How many chats they are in: ``StoredHistory/name(_:)``; 1 puts all into `chat`.
  func write(to path: String, me: JID, chat: JID) throws {
    let database = try Database(path: path)
    let now = SyncRunner.now()
    try database.transaction { () throws(StorageError) in
      try database.chats.ensure(chat, kind: .direct)
      for number in 1...count {
        let random = (UInt64(number), UInt64.random(in: .min ... .max))
        let message = Message(
          id: 0, chat: chat, sender: me, isMine: true,
          originID: OriginID(at: now.wall, random: random),
          content: .text(
            "queued \(number), which says about as much as messages do: see you there"),
          writtenAt: now.wall, status: .queued,
          order: MessageOrder(anchor: MessageOrder.unsent, sequence: 0))
        try database.outbox.append(try database.messages.insert(.init(message)), at: now)
      }
      try database.chats.refreshSummary(chat)
    }
  }

  /// How many wait now; may be asked while psst has the account open.
  static func waiting(in path: String) throws -> Int {
    try Database(path: path, access: .readOnly).outbox.counts().waiting
  }
}

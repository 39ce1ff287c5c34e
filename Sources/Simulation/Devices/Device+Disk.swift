internal import Model
internal import Storage

/// What the disk of a device has, read beside the program.
extension Device {
  /// All that its disk has of a chat, oldest first.
  func stored(_ chat: JID) -> [Message] {
    let database = try? Database(path: files.path, access: .readOnly)
    return (try? database?.messages.page(chat, limit: 1_000_000)) ?? []
  }

  /// All that its disk has of messages, and of what waits.
  var dump: [String] {
    let database = try? Database(path: files.path, access: .readOnly)
    let chats = (try? database?.chats.all()) ?? []
    let messages = chats.flatMap { stored($0.jid) }.map { "\(seat.address): \($0)" }
    return messages
      + ((try? database?.outbox.entries()) ?? []).map { "\(seat.address) waits: \($0)" }
  }

  /// Its disk has it in the outbox, and it did not fail.
  func waits(_ id: OriginID) -> Bool {
    let database = try? Database(path: files.path, access: .readOnly)
    let record = try? database?.outbox.record(id)
    return record.map { $0.entry.state != .failed } ?? false
  }

  /// Its disk has it in the outbox, given up.
  func hasFailed(_ id: OriginID) -> Bool {
    let database = try? Database(path: files.path, access: .readOnly)
    let record = try? database?.outbox.record(id)
    return record?.entry.state == .failed
  }

  /// It has the archive from its beginning, and took none of it for history.
  var knowsTheStart: Bool {
    guard let cursor = try? Database(path: files.path).archiveCursors.cursor() else { return true }
    return cursor.isStartKnown && cursor.lowest == ArchiveCursor().lowest
  }
}

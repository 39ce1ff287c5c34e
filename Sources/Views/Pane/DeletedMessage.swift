internal import Localization
internal import Model
internal import Screen
internal import Store

/// How a message looks that was deleted for everyone (M2).
extension Names {
  /// What stands in its place.
  static func deleted(_ message: Message, in snapshot: Snapshot) -> String {
    let author = message.isMine ? nil : sender(of: message, in: snapshot)
    guard let removal = message.retraction?.removal else {
      return author.map { tr("\($0) deleted this message") } ?? tr("You deleted this message")
    }
    let reason = removal.reason.isEmpty ? "" : ": \(removal.reason)"
    guard let moderator = removal.by else {
      return author.map { tr("A moderator deleted a message of \($0)") }
        ?? tr("A moderator deleted your message")
    }
    let isMe = moderator == snapshot.room(message.chatID)?.nick
    return deleted(of: author, by: isMe ? nil : moderator) + reason
  }

  /// - Parameters:
  ///   - author: `nil` for me.
  ///   - moderator: `nil` for me.
  private static func deleted(of author: String?, by moderator: String?) -> String {
    switch (author, moderator) {
    case (nil, nil): tr("You deleted your message")
    case (let author?, nil): tr("You deleted a message of \(author)")
    case (nil, let moderator?): tr("\(moderator) deleted your message")
    case (let author?, let moderator?): tr("\(moderator) deleted a message of \(author)")
    }
  }
}

extension Message {
  /// A deletion on its way, or one that was refused.
  var pendingDeletion: Pending? { retraction?.pending }
}

extension Interface {
  /// What is of no use where the text is gone.
  static let ofText: Set<Command> = [
    .reply, .react, .edit, .openLink, .saveFile, .saveFileAs, .copy, .delete,
  ]

  /// What cannot have left is removed; of what may have a deletion for everyone follows, after a question.
  func delete(_ message: Message, _ snapshot: Snapshot) -> [Effect] {
    if let deletion = Deletion(of: message, in: snapshot) {
      return [Question.ask(deletion.question)]
    }
    guard let room = snapshot.room(message.chatID) else {
      let why = tr("Only a message of yours can be deleted for everyone.")
      return [.tell(Notice(.information, why))]
    }
    let why =
      room.isModerated
      ? tr("This group cannot delete what others said.")
      : tr("Only a moderator deletes what others said.")
    return [.tell(Notice(.information, why))]
  }
}

/// How a message is deleted.
enum Deletion {
  /// Mine, and surely not with the server: it is removed.
  case unsent(Message)
  /// Mine, for everyone.
  case retraction(Message)
  /// Somebody else's, by me as a moderator.
  case moderation(Message)

  /// `nil` where it cannot be.
  init?(of message: Message, in snapshot: Snapshot) {
    if message.isUnsent {
      self = .unsent(message)
    } else if message.isMine, message.originID != nil {
      self = .retraction(message)
    } else if let room = snapshot.room(message.chatID), room.isModerated, room.deletesMessages {
      self = .moderation(message)
    } else {
      return nil
    }
  }

  var message: Message {
    switch self {
    case .unsent(let message), .retraction(let message), .moderation(let message): message
    }
  }

  var isOfUnsent: Bool { if case .unsent = self { true } else { false } }

  var question: Question {
    switch self {
    case .unsent(let message): .delete(message)
    case .retraction(let message): .retract(message)
    case .moderation(let message): .moderate(message)
    }
  }

  var effects: [Effect] {
    switch self {
    // One that waits may have left before.
    case .unsent(let message) where message.status == .queued: Question.retract(message)
    case .unsent(let message): Question.cancel(message)
    case .retraction(let message): Question.retract(message)
    case .moderation(let message):
      [
        .action(
          .intent(.moderate(message.chat, .delete(row: message.id)), of: message.account))
      ]
    }
  }
}

extension Message {
  /// Mine, and surely not with the server: queued, or failed.
  fileprivate var isUnsent: Bool {
    isMine && originID != nil && (status == .queued || status == .failed)
  }
}

internal import Handover
internal import Model

/// A message for other programs.
struct ExportRow: Codable, Equatable, Sendable {
  var chat: String
  /// The chat is a group's.
  var group: Bool?
  var from: String
  /// Its sender's id for it.
  var id: String?
  var archiveID: String?
  var text: String
  /// Milliseconds since 1970, UTC, by the server's clock where it told.
  var time: Int64
  /// Of one's own: `queued`, `sending`, `sent`, `delivered`, `read` or `failed`.
  var status: String?
  var error: String?
  /// When it was corrected last, as ``time``, and what it said first.
  var edited: Int64?
  var firstText: String?
  /// What it answers.
  var replyTo: ReplyRow?
  /// What it is that psst cannot show, as `Model.Message.Unsupported` writes it: `encrypted omemo`, `sticker`.
  var unsupported: String?
  /// The file that it carries.
  var file: FileRow?
  /// When it was deleted for everyone, as ``time``; then it has no text.
  var deleted: Int64?
  /// What people say of it in emoji.
  var reactions: [ReactionRow]?
  /// Stands for all that this computer had stored up to here; `nil` where messages come in a chat's order.
  var cursor: String?

  init(_ message: Message, cursor: String? = nil, isGroup: Bool = false) {
    self.cursor = cursor
    group = isGroup ? true : nil
    chat = message.chat.description
    from = message.sender.description
    id = message.originID?.value
    archiveID = message.archiveID?.value
    text = message.text
    time = (message.serverTime ?? message.writtenAt).milliseconds
    status = message.status?.rawValue
    error = message.failure
    edited = message.edit?.at.milliseconds
    firstText = message.isDeleted ? nil : message.firstText
    replyTo = message.replyTo.map { ReplyRow($0) }
    if case .unsupported(let what) = message.content { unsupported = what.code }
    file = message.attachment.map { FileRow($0) }
    deleted = message.isDeleted ? message.retraction?.at.milliseconds : nil
    let said = message.reactions.filter { !$0.emoji.isEmpty }
    reactions = said.isEmpty ? nil : said.map { ReactionRow($0) }
  }
}

/// A file of a message, and what its sender says of it.
struct FileRow: Codable, Equatable, Sendable {
  var name: String
  /// Bytes.
  var size: Int64?
  var type: String?
  var address: String?
  /// SHA-256 in base64.
  var hash: String?
  var caption: String?

  init(_ file: Attachment) {
    name = file.name
    size = file.size
    type = file.mediaType
    address = file.address
    hash = file.hash
    caption = file.caption.isEmpty ? nil : file.caption
  }
}

/// What one person says of a message in emoji.
struct ReactionRow: Codable, Equatable, Sendable {
  var from: String
  var emoji: [String]
  /// As ``ExportRow/time``.
  var time: Int64
  /// Of one's own: `queued`, `sending` or `failed` while the server does not have it, `sent` where nobody confirms it.
  var status: String?

  init(_ reaction: Message.Reaction) {
    from = reaction.sender.description
    emoji = reaction.emoji.map(\.text)
    time = reaction.at.milliseconds
    status = reaction.pending?.status.rawValue
  }
}

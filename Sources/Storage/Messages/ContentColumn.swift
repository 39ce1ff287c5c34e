public import Model

extension Schema {
  /// What a content is besides its words, by which search and lists find it: `NULL` for a text. Rows of before have the
  /// words alone.
  static let content = "ALTER TABLE message ADD COLUMN content TEXT;"
}

extension MessageTable {
  /// What a message was sent as, whatever it says by now: also where it is to be deleted for everyone, and shows nothing of
  /// that any more, until that is certain; `nil` where there is no such row.
  public func sentContent(of message: Message) throws(StorageError) -> Message.Content? {
    guard message.isDeleted, !message.isErased else { return message.sentContent }
    return try database.first(
      "SELECT content, coalesce(first_text, text) FROM message WHERE id = ?",
      .integer(message.id)
    ) { Message.Content(code: $0.optionalText(0), text: $0.text(1)) }
  }

  func noteContent(of message: Message) throws(StorageError) {
    guard let code = message.content.code else { return }
    try database.execute(
      "UPDATE message SET content = ? WHERE id = ?", .text(code), .integer(message.id))
  }
}

extension Message.Content {
  private static let unstyled = "unstyled"

  /// As the table has it.
  var code: String? {
    switch self {
    case .text(_, let isUnstyled): isUnstyled ? Self.unstyled : nil
    case .unsupported(let what): what.code
    case .invitation(let invitation): invitation.code
    case .file(let file): file.code
    case .retracted: nil
    }
  }

  /// What a newer program wrote is a text here.
  init(code: String?, text: String) {
    if let what = code.flatMap(Message.Unsupported.init(code:)) {
      self = .unsupported(what)
    } else if let invitation = code.flatMap(Invitation.init(code:)) {
      self = .invitation(invitation)
    } else if let file = code.flatMap(Attachment.init(code:)) {
      self = .file(file)
    } else {
      self = .text(text, isUnstyled: code == Self.unstyled)
    }
  }
}

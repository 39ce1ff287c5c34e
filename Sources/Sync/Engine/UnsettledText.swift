internal import Model

extension Intent {
  /// What somebody wrote, and would be lost with the intent.
  struct Text: Sendable {
    /// The message's, or the draft's.
    var id: String
    var words: String
  }

  var text: Text? {
    switch self {
    case .send(_, let text, let id, _): Text(id: id.value, words: text)
    case .sendFile(_, let file, let id, _): Text(id: id.value, words: file.attachment.words)
    case .edit(_, let text, let id): Text(id: id.value, words: text)
    case .saveDraft(let chat, let text, _) where !text.isEmpty:
      Text(id: "draft \(chat)", words: text)
    default: nil
    }
  }
}

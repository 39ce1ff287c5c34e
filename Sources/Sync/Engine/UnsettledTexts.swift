internal import Model
internal import Synchronization

/// The texts that were submitted, and are neither on the disk nor told to be refused.
final class UnsettledTexts: Sendable {
  private let texts = Mutex<[Intent.Text]>([])

  var words: [String] { texts.withLock { $0.map(\.words) } }

  func add(_ intent: Intent) {
    guard let text = intent.text else { return }
    texts.withLock { $0.append(text) }
  }

  func settle(_ intent: Intent) {
    guard let id = intent.text?.id else { return }
    texts.withLock { texts in
      if let index = texts.firstIndex(where: { $0.id == id }) { texts.remove(at: index) }
    }
  }
}

extension Intent {
  /// A text that would be lost with the intent.
  fileprivate struct Text {
    /// The message's, or the draft's.
    var id: String
    var words: String
  }

  fileprivate var text: Text? {
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

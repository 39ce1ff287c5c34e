internal import Model
internal import Storage

/// Fetches the files of messages when the user says so, each once at a time. Where they lie then is in their messages.
struct Downloads {
  /// The rows of the messages whose files are on their way.
  private var going: Set<Int64> = []

  /// Begins it, or ends it where it is on its way.
  mutating func toggle(_ row: Int64, _ turn: Turn) throws(StorageError) {
    guard let file = try turn.database.messages.message(row)?.attachment else {
      return turn.change(.download(row: row, nil))
    }
    guard going.insert(row).inserted else {
      going.remove(row)
      turn.cancelDownload(row)
      turn.change(.download(row: row, nil))
      return turn.notice(.information, "\(file.name) is not saved.")
    }
    turn.download(DownloadOrder(row: row, file: file))
  }

  /// What became of it could not be written down: the file is there, and its message does not know.
  mutating func missed(_ news: DownloadNews, _ turn: Turn) {
    guard going.remove(news.row) != nil else { return }
    turn.change(.download(row: news.row, nil))
    if case .saved(let path) = news.ending { turn.notice(.information, "Saved as \(path)") }
  }

  mutating func ended(_ news: DownloadNews, _ turn: Turn) throws(StorageError) {
    guard going.remove(news.row) != nil else { return }
    turn.change(.download(row: news.row, nil))
    guard let message = try turn.database.messages.message(news.row), var file = message.attachment
    else { return }
    switch news.ending {
    case .failed(let reason):
      turn.notice(.error, "\(file.name) is not saved: \(reason).")
    case .saved(let path):
      file.savedAs = path
      try turn.database.messages.setFile(file, of: news.row)
      turn.touch(message)
      turn.notice(.information, "Saved as \(path)")
    }
  }
}

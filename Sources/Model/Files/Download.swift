/// A file of a message that is to be fetched and kept in the user's folder.
public struct DownloadOrder: Sendable, Equatable {
  /// The message's row in the local database.
  public var row: Int64
  public var file: Attachment
  /// What it is to be called, or the folder for it, as somebody wrote it; `nil` is the user's folder for such.
  public var path: String?
  /// An address that the account's own server gave for another file; `nil` where it gave none yet.
  public var home: String?

  public init(row: Int64, file: Attachment, path: String? = nil, home: String? = nil) {
    (self.row, self.file, self.path, self.home) = (row, file, path, home)
  }
}

/// How a download ended.
public struct DownloadNews: Sendable, Equatable {
  /// What became of the file.
  public enum Ending: Sendable, Equatable {
    /// All of it is at this path.
    case saved(String)
    /// Nothing of it is there; in plain words why.
    case failed(String)
  }

  /// As ``DownloadOrder/row``.
  public var row: Int64
  /// What became of its file.
  public var ending: Ending

  /// The message's row, and what became of its file.
  public init(_ row: Int64, _ ending: Ending) {
    self.row = row
    self.ending = ending
  }
}

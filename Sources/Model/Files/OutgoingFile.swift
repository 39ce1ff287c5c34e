/// A file on its way into the outbox.
public enum OutgoingFile: Sendable, Equatable {
  /// Where the user has it, and what was written to go with it.
  case original(path: String, caption: String)
  /// A copy that nobody else changes is on disk, under the message's id.
  case kept(Attachment)

  /// As far as it is known: what an echo shows.
  public var attachment: Attachment {
    switch self {
    case .original(let path, let caption): Attachment(name: path, caption: caption)
    case .kept(let attachment): attachment
    }
  }
}

/// What becomes of a file that is to be kept.
public enum FileKeeping: Sendable, Equatable {
  /// Its copy is on disk, whole and synced.
  case kept(Attachment)
  /// In plain words why not.
  case refused(String)
}

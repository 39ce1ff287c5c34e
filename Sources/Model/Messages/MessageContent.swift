extension Message {
  /// What a message is to its reader.
  public enum Content: Sendable, Equatable {
    /// What somebody wrote, as it came; unstyled where the writer wants nothing in it drawn as marked (XEP-0393 §7).
    case text(String, isUnstyled: Bool = false)
    /// Something that psst cannot show.
    case unsupported(Unsupported)
    /// Of a group: it can be accepted or declined.
    indirect case invitation(Invitation)
    /// A file, and what was written to go with it.
    indirect case file(Attachment)
    /// It was deleted for everyone, or is to be.
    indirect case retracted(Retraction)

    /// What is found by a search, quoted, copied and counted; empty where it was deleted.
    public var text: String {
      switch self {
      case .text(let text, _): text
      case .unsupported(let what): what.words
      case .invitation(let invitation): invitation.words
      case .file(let file): file.words
      case .retracted: ""
      }
    }
  }

  /// What it says in words, see ``Content/text``.
  public var text: String { content.text }

  /// What was sent under its own id, whatever came of it.
  public var sentContent: Content { firstText.map { .text($0) } ?? content }

  /// The same in words.
  public var sentText: String { firstText ?? text }

  /// It says something that its writer could have typed.
  public var isText: Bool { if case .text = content { true } else { false } }

  /// What is shown of it first its writer has written: a text, or what goes with a file.
  public var isWritten: Bool { isText || attachment?.caption.isEmpty == false }

  /// Nothing in its text is to be drawn as marked.
  public var isUnstyled: Bool { if case .text(_, true) = content { true } else { false } }

  /// What it said is not to be shown any more; one whose deletion was refused is, so long as it is there.
  public var isDeleted: Bool { if case .retracted = content { true } else { false } }

  /// It counts as unread where nobody has read it.
  public var isNews: Bool { !isMine && !isDeleted }

  /// What it said is gone from this computer.
  public var isErased: Bool { retraction?.isErased ?? false }

  /// That it was deleted for everyone, is to be, or could not be.
  public var retraction: Retraction? {
    if case .retracted(let retraction) = content { retraction } else { refusedRetraction }
  }

  /// Says what it says now, and nothing of a deletion.
  public mutating func say(_ content: Content) {
    (self.content, refusedRetraction) = (content, nil)
  }

  /// Says that it was deleted. Where the server would not have that, its content stays.
  public mutating func retract(_ retraction: Retraction) {
    if retraction.isRefused {
      refusedRetraction = retraction
    } else {
      (content, refusedRetraction) = (.retracted(retraction), nil)
    }
  }
}

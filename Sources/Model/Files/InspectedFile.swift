/// What is to be known of a path before it is sent.
public struct InspectedFile: Sendable, Equatable {
  public enum Outcome: Sendable, Equatable {
    /// A file that can be sent.
    case file(Attachment)
    /// In plain words why not.
    case refused(String)
  }

  /// What a file that is saved would meet there.
  public enum Target: Sendable, Equatable {
    /// Nothing: it gets this name.
    case free
    /// It gets its own name in there.
    case folder
    /// In plain words why it cannot be there.
    case refused(String)
  }

  /// As it was asked for.
  public var path: String
  public var outcome: Outcome
  /// The path as far as one alone can be meant; `nil` where that is no more than there is.
  public var completion: String?
  /// The same, where only folders are meant.
  public var folder: String?
  public var target: Target

  public init(
    path: String, outcome: Outcome, completion: String? = nil, folder: String? = nil,
    target: Target = .free
  ) {
    (self.path, self.outcome, self.completion) = (path, outcome, completion)
    (self.folder, self.target) = (folder, target)
  }

  /// What can be sent.
  public var file: Attachment? { if case .file(let file) = outcome { file } else { nil } }
}

/// What is to be known of a path before it is sent.
public struct InspectedFile: Sendable, Equatable {
  public enum Outcome: Sendable, Equatable {
    /// A file that can be sent.
    case file(Attachment)
    /// In plain words why not.
    case refused(String)
  }

  /// As it was asked for.
  public var path: String
  public var outcome: Outcome
  /// The path as far as one alone can be meant; `nil` where that is no more than there is.
  public var completion: String?

  public init(path: String, outcome: Outcome, completion: String? = nil) {
    self.path = path
    self.outcome = outcome
    self.completion = completion
  }

  /// What can be sent.
  public var file: Attachment? { if case .file(let file) = outcome { file } else { nil } }
}

/// Why a command ended without doing its work, in words for the user.
public struct Failure: Error, Equatable {
  /// One sentence, and what to do about it; no trailing line feed.
  public var text: String
  public var code: ExitCode

  public init(_ text: String, code: ExitCode = .failed) {
    self.text = text
    self.code = code
  }

  /// A command line that was not understood.
  public static func usage(_ text: String) -> Failure { Failure(text, code: .usage) }
}

/// Why a command ended without doing its work, in words for the user.
struct Failure: Error, Equatable {
  /// One sentence, and what to do about it; no trailing line feed.
  var text: String
  var code: ExitCode

  init(_ text: String, code: ExitCode = .failed) {
    self.text = text
    self.code = code
  }

  static func usage(_ text: String) -> Failure { Failure(text, code: .usage) }
}

internal import Model

extension OutboxCounts {
  /// What the disk refused is not lost as long as it can be copied from the terminal (S2).
  static func farewell(unsaved texts: [String]) -> [String] {
    guard !texts.isEmpty else { return [] }
    let what = texts.count == 1 ? "1 message" : "\(texts.count) messages"
    return ["\(what) could not be saved and will not be sent:"]
      + texts.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { "  \($0)" }
  }

  /// What is said on leaving (O18); `nil` where nothing waits.
  var farewell: String? {
    guard waiting > 0 else { return nil }
    return waiting == 1
      ? "1 message is waiting; it is kept and sent next time"
      : "\(waiting) messages are waiting; they are kept and sent next time"
  }
}

internal import Localization
internal import Model

extension OutboxCounts {
  /// What the disk refused is not lost as long as it can be copied from the terminal (S2).
  static func farewell(unsaved texts: [String]) -> [String] {
    guard !texts.isEmpty else { return [] }
    let count = texts.count
    return [
      tr(
        count, "1 message could not be saved and will not be sent:",
        "\(count) messages could not be saved and will not be sent:")
    ]
      + texts.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { "  \($0)" }
  }

  /// What is said on leaving (O18); `nil` where nothing waits.
  var farewell: String? {
    guard waiting > 0 else { return nil }
    return tr(
      waiting, "1 message is waiting; it is kept and sent next time",
      "\(waiting) messages are waiting; they are kept and sent next time")
  }
}

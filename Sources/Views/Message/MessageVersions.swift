internal import Localization
internal import Model
internal import Screen

/// What a message of mine said, one version after the other, where it was corrected (M1).
enum MessageVersions {
  /// Of each so much.
  private static let longest = 300
  /// The column of the texts.
  private static let textX = 9

  static func lines(of life: MessageLife, width: Int, context: Context) -> [[Span]] {
    guard !life.corrections.isEmpty else { return [] }
    let first = line(
      life.message.sentText, at: life.message.shownTime, width: width, context: context)
    return [[], [Span(" \(tr("Versions"))", .paneDay)]] + first
      + life.corrections.flatMap {
        line($0.text + state(of: $0), at: $0.shownTime, width: width, context: context)
      }
  }

  private static func line(
    _ text: String, at time: Timestamp, width: Int, context: Context
  ) -> [[Span]] {
    let words = String(text.prefix(longest).map { $0.isNewline ? " " : $0 })
    let rows = PrintableText(words).wrapped(to: max(1, width - textX))
    return rows.enumerated().map { number, row in
      let clock = number == 0 ? " " + context.time.clock(time) : ""
      let blanks = String(repeating: " ", count: textX - clock.count)
      return [Span(clock + blanks, .messageTime), Span(row, .messageText)]
    }
  }

  private static func state(of correction: Message) -> String {
    guard let pending = correction.pending else { return "" }
    let doubt = pending.status == .sent ? pending.failure : nil
    return " (\(doubt ?? pending.status.word))"
  }
}

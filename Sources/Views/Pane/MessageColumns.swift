internal import Screen

/// Where the parts of a message stand in a pane of a width: time, name and a bar in the speaker's colour are one gutter, so
/// that text begins in the same column in every chat.
struct MessageColumns: Equatable {
  let width: Int

  /// Marks the selected message.
  static let markerWidth = 1
  static let timeWidth = 5
  /// Two ticks and the blank before them: kept free beside my own messages, so that a status that changes moves no text (S3).
  private static let statusWidth = 3

  init(width: Int) { self.width = width }

  /// So narrow that time and name get a row of their own above the text.
  var isCompact: Bool { width < 48 }

  /// Columns of a name; a longer one is cut.
  var nameWidth: Int {
    if isCompact { return max(1, width - nameX - 1) }
    return width < 64 ? 5 : 8
  }

  var nameX: Int { Self.markerWidth + Self.timeWidth + 1 }
  var barX: Int { isCompact ? Self.markerWidth : nameX + nameWidth + 1 }
  var textX: Int { barX + 2 }

  /// Columns of what stands below a text.
  var belowWidth: Int { max(1, width - textX - 1) }

  func textWidth(isMine: Bool) -> Int {
    max(1, width - textX - 1 - (isMine ? Self.statusWidth : 0))
  }

  /// Columns for a status beside a text of so many.
  func badgeWidth(beside text: Int) -> Int { max(0, width - textX - text - 2) }
}

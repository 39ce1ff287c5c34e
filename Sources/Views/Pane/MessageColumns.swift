internal import Screen

/// Where the parts of a message stand in a pane of a width.
struct MessageColumns: Equatable {
  let width: Int
  let nameWidth: Int

  /// Marks the selected message.
  static let markerWidth = 1
  static let timeWidth = 5

  /// So narrow that time, name and status get a row of their own above the text.
  var isCompact: Bool { width < 32 }

  /// - Parameter name: columns of the longest name to show.
  init(width: Int, name: Int) {
    self.width = width
    nameWidth = min(max(name, 2), width < 50 ? 6 : 12)
  }

  var nameX: Int { Self.markerWidth + Self.timeWidth + 1 }
  var textX: Int { isCompact ? Self.markerWidth : nameX + nameWidth + 1 }

  /// Columns of what stands below a text.
  var belowWidth: Int { max(1, width - textX - 1) }

  /// Kept free at the right of my own messages, so that a status that changes moves no text (S3).
  private var statusWidth: Int { width >= 60 ? 13 : 8 }

  func textWidth(isMine: Bool) -> Int {
    let reserved = isMine && !isCompact ? statusWidth : 0
    return max(1, width - textX - 1 - reserved)
  }
}

internal import Model

/// A row of the pane, counted within its message.
struct RowPosition: Equatable {
  var index: Int
  var row: Int
}

/// Moves over the rows of messages without laying out more of them than needed.
struct Viewport {
  let rows: MessageRows
  let height: Int

  /// The last row there is.
  var end: RowPosition {
    let last = rows.messages.count - 1
    return RowPosition(index: last, row: rows.count(of: last) - 1)
  }

  func up(_ steps: Int, from start: RowPosition) -> RowPosition {
    var position = start
    var left = steps
    while left > 0 {
      let step = min(left, position.row)
      position.row -= step
      left -= step
      guard left > 0, position.index > 0 else { break }
      position.index -= 1
      position.row = rows.count(of: position.index) - 1
      left -= 1
    }
    return position
  }

  func down(_ steps: Int, from start: RowPosition) -> RowPosition {
    var position = start
    var left = steps
    var last = rows.count(of: position.index) - 1
    while left > 0 {
      let step = min(left, last - position.row)
      position.row += step
      left -= step
      guard left > 0, position.index < rows.messages.count - 1 else { break }
      position.index += 1
      position.row = 0
      last = rows.count(of: position.index) - 1
      left -= 1
    }
    return position
  }

  /// The nearest bottom row that leaves no empty rows above the first message, where there are
  /// enough.
  func clamped(_ bottom: RowPosition) -> RowPosition {
    var above = bottom.row + 1
    var index = bottom.index
    while above < height, index > 0 {
      index -= 1
      above += rows.count(of: index)
    }
    return above < height ? down(height - above, from: bottom) : bottom
  }

  /// The rows that are seen when `bottom` is the last of them, the topmost first; fewer than the
  /// height only where there are no more.
  func visible(bottom: RowPosition) -> [PaneRow] {
    let seen = above(bottom)
    guard seen.count < height else { return seen }
    let lower = down(height - seen.count, from: bottom)
    return lower == bottom ? seen : above(lower)
  }

  /// A screen full of rows that ends with `bottom`, or all there are.
  private func above(_ bottom: RowPosition) -> [PaneRow] {
    var upwards: [PaneRow] = []
    var index = bottom.index
    var part = Array(rows.rows(of: index).prefix(bottom.row + 1))
    while true {
      while upwards.count < height, let row = part.popLast() { upwards.append(row) }
      guard upwards.count < height, index > 0 else { break }
      index -= 1
      part = rows.rows(of: index)
    }
    upwards.reverse()
    return upwards
  }
}

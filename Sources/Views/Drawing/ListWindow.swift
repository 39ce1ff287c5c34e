internal import Screen

/// A list of which one row is selected, in less room than it may need: the selected one is always seen.
struct ListWindow {
  var count: Int
  var selected: Int
  var area: Rect

  /// The first that is seen.
  var top: Int { max(0, min(selected - area.height + 1, count - area.height)) }

  /// What the mouse selects: the wheel moves on, a click takes what it is on. `nil` where it is nothing.
  func selection(by mouse: Mouse) -> Int? {
    switch mouse.action {
    case .wheelUp: return selected - 1
    case .wheelDown: return selected + 1
    case .press where area.contains(mouse.at):
      let index = top + mouse.at.y - area.y
      return index < count ? index : nil
    case .press, .release: return nil
    }
  }
}

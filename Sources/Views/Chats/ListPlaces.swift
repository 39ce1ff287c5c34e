internal import Localization
internal import Model
internal import Screen
internal import Store

/// What stands in the list of chats, place by place: the chats, a row for those that are archived, and below it those,
/// while they are shown.
struct ListPlaces {
  private let listed: Int
  let archived: Int
  private let showsArchived: Bool

  init(_ chats: [Chat], showsArchived: Bool) {
    listed = chats.listedCount
    archived = chats.count - listed
    self.showsArchived = showsArchived
  }

  var count: Int {
    guard archived > 0 else { return listed }
    return listed + 1 + (showsArchived ? archived : 0)
  }

  /// That of the row for the archived ones; `nil` where there are none.
  var archive: Int? { archived > 0 ? listed : nil }

  /// Which of the chats stands at a place; `nil` for the row of the archived ones.
  func chat(at place: Int) -> Int? {
    if place < listed { return place }
    return place > listed ? place - 1 : nil
  }

  /// Where a chat stands; one that is out of sight at the row of the archived ones.
  func place(ofChat index: Int) -> Int? {
    if index < listed { return index }
    return showsArchived ? index + 1 : archive
  }
}

/// `Archived (3)`, which shows them and hides them.
struct ArchivedRow: Equatable {
  var count: Int
  var isShown: Bool
  /// The open chat is behind it.
  var isOpen: Bool
  var isSelected: Bool

  func render(_ area: Rect, into surface: inout Surface, look: Look) {
    let ground: Role = isSelected ? .listSelected : isOpen ? .listOpen : .listItem
    surface.fill(area, style: look.style(ground))
    let sign = isShown ? look.glyphs.arrowDown : look.glyphs.selected
    let edge = isOpen ? look.glyphs.edge : " "
    surface.draw(
      [
        Span(edge, .accent), Span("\(sign) ", .dim),
        Span(tr("Archived (\(Grouped.number(count)))"), .dim),
      ], in: area.row(0), look: look, on: ground)
  }
}

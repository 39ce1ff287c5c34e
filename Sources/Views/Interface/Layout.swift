internal import Screen

/// Which parts of the main screen are where, for a size: list and pane from 90 columns on, a narrow
/// list from 72 on, below that one of the two at a time.
struct Layout: Equatable {
  enum Shape: Equatable { case wide, narrow, list, pane }

  var shape: Shape
  var title: Rect
  /// Empty where there is no banner.
  var banner: Rect
  var list: Rect
  /// The rows of a chat in the list.
  var itemHeight: Int
  var separator: Rect
  var header: Rect
  var messages: Rect
  /// What is asked about the other of the chat; empty where nothing is.
  var question: Rect
  /// What is told just now; empty where nothing is, or where there is no room for it.
  var notice: Rect
  /// The rule above the composer; empty where there is no room for it.
  var edge: Rect
  var composer: Rect
  var hints: Rect

  /// Of the whole screen.
  var size: Size { Size(width: hints.width, height: hints.maxY) }

  static func isOnePane(_ size: Size) -> Bool { size.width < 72 }

  /// - Parameters:
  ///   - hasQuestion: something is asked about the other of the chat.
  ///   - showsList: which of the two is shown where there is room for one only.
  ///   - noticeRows: for a width, the rows of what is told.
  ///   - composerRows: for a width and a limit of rows, the rows the composer wants.
  init(
    size: Size, hasBanner: Bool, hasQuestion: Bool = false, showsList: Bool,
    listStyle: ListStyle = .auto, noticeRows: (Int) -> Int = { _ in 0 },
    composerRows: (Int, Int) -> Int
  ) {
    let none = Rect(x: 0, y: 0, width: 0, height: 0)
    shape = Self.shape(size, showsList: showsList)
    itemHeight = listStyle.itemHeight(rows: size.height)
    let titleRows = size.height >= 3 ? 1 : 0
    let bannerRows = hasBanner && size.height >= 4 ? 1 : 0
    let hintRows = size.height >= 6 ? 1 : 0
    title = Rect(x: 0, y: 0, width: size.width, height: titleRows)
    banner = Rect(x: 0, y: titleRows, width: size.width, height: bannerRows)
    hints = Rect(x: 0, y: size.height - hintRows, width: size.width, height: hintRows)
    let top = titleRows + bannerRows
    let body = Rect(
      x: 0, y: top, width: size.width, height: max(0, size.height - top - hintRows))
    (list, separator, header, messages, composer) = (none, none, none, none, none)
    (question, notice, edge) = (none, none, none)
    if shape == .list {
      let rows = min(noticeRows(body.width), max(0, body.height - 2))
      list = Rect(x: 0, y: top, width: body.width, height: body.height - rows)
      notice = Rect(x: 0, y: list.maxY, width: body.width, height: rows)
      return
    }
    let listWidth = Self.listWidth(size.width, shape)
    list = Rect(x: 0, y: top, width: listWidth, height: listWidth > 0 ? body.height : 0)
    separator = Rect(x: listWidth, y: top, width: listWidth > 0 ? 1 : 0, height: list.height)
    let pane = body.inset(left: listWidth + separator.width)
    splitPane(pane, hasQuestion, noticeRows(pane.width), composerRows)
  }

  private static func shape(_ size: Size, showsList: Bool) -> Shape {
    if size.width >= 90 { return .wide }
    if size.width >= 72 { return .narrow }
    return showsList ? .list : .pane
  }

  private static func listWidth(_ width: Int, _ shape: Shape) -> Int {
    switch shape {
    case .wide: min(36, max(26, width * 3 / 10))
    case .narrow: 20
    case .list, .pane: 0
    }
  }

  private mutating func splitPane(
    _ pane: Rect, _ hasQuestion: Bool, _ wanted: Int, _ composerRows: (Int, Int) -> Int
  ) {
    let headerRows = pane.height >= 3 ? 1 : 0
    let rows = min(pane.height, composerRows(pane.width, max(1, pane.height / 3)))
    let edgeRows = pane.height >= 8 ? 1 : 0
    let left = max(0, pane.height - headerRows - rows - edgeRows)
    let questionRows = hasQuestion && left >= 2 ? 1 : 0
    func part(_ y: Int, _ height: Int) -> Rect {
      Rect(x: pane.x, y: y, width: pane.width, height: height)
    }
    header = part(pane.y, headerRows)
    let told = min(wanted, max(0, left - questionRows - 1))
    messages = part(header.maxY, left - questionRows - told)
    question = part(messages.maxY, questionRows)
    notice = part(question.maxY, told)
    edge = part(notice.maxY, edgeRows)
    composer = part(pane.maxY - rows, rows)
  }
}

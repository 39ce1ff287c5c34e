internal import Model
internal import Screen
internal import Store

/// A person's picture, or the first letters of their name in its colour.
struct Portrait {
  static let width = 14
  static let height = 6

  let who: ChatID

  /// What has to be read to show it; `nil` where none is here.
  func request(_ context: Context) -> PictureRequest? {
    guard context.showsPictures, let card = context.snapshot[who.account].card,
      card.jid == who.address, let hash = card.avatar
    else { return nil }
    return PictureRequest(
      .avatar(hash, of: who.account), columns: Self.width, rows: Self.height)
  }

  func render(in area: Rect, into surface: inout Surface, _ context: Context) {
    if let picture = context.snapshot.picture(request(context)) {
      return picture.draw(in: area, into: &surface)
    }
    let name = Names.person(who, in: context.snapshot)
    var style = context.look.style(.dialogTitle)
    let color = context.look.theme.color(ofName: name, on: .dialog)
    if let color { style.foreground = color }
    style.isReversed = true
    let box = Rect(
      x: area.x + (area.width - 8) / 2, y: area.y + 1, width: min(8, area.width),
      height: min(3, max(0, area.height - 1)))
    surface.fill(box, style: style)
    let letters = PrintableText(Self.initials(of: name)).truncated(to: box.width)
    let place = Point(x: box.x + (box.width - letters.width) / 2, y: box.y + 1)
    guard box.height > 1 else { return }
    surface.write(letters, at: place, width: letters.width, style: style)
  }

  /// `BR` of `Bo Reyes`: of the first word and the last.
  static func initials(of name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let ends = words.count > 1 ? [words.first, words.last] : [words.first]
    return ends.compactMap { $0?.first.map { $0.uppercased() } }.joined()
  }
}

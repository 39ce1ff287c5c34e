internal import Localization
internal import Model
internal import Screen

/// The last line: the keys that matter here, and the count when the text grows too long (S8).
struct HintLine {
  let context: Context
  let place: Keymap.Place
  let composer: Composer
  /// What a command does just now, where that is more than the table can say; empty for one that is not
  /// to be named.
  var words: [Command: String] = [:]

  func render(_ area: Rect, into surface: inout Surface) {
    guard area.height > 0 else { return }
    surface.fill(area, style: context.look.style(.hint))
    surface.drawRight(countSpans, in: area.inset(right: 1), look: context.look, on: .hint)
    keys(width: area.width).draw(in: area, into: &surface, look: context.look, on: .hint)
  }

  /// What a click does.
  func command(at point: Point, in area: Rect) -> Command? {
    keys(width: area.width).command(at: point.x - area.x)
  }

  private func keys(width: Int) -> [PlacedOffer] {
    let count = countSpans
    let room = width - (count.isEmpty ? 0 : count.width + 2)
    let isLayer = [.choosing, .signingIn, .answering, .help, .reading, .queue, .settings].contains(
      place)
    let isEditing = composer.editing != nil && !isLayer
    var offers = isEditing ? Self.editing : []
    let anywhere = isLayer ? [] : context.keymap.hints(in: .anywhere)
    let here = isEditing ? [] : context.keymap.hints(in: place)
    let help = help(in: here + anywhere)
    var used = offers.width(gap: 0) + help.width(gap: 0)
    for hint in here + anywhere where hint.command != .help || help.isEmpty {
      let word = words[hint.command] ?? hint.word
      guard !word.isEmpty else { continue }
      let more = [Span(" \(hint.key)", .hintKey), Span(" \(word) ", .hint)]
      // One that does not fit takes nothing from shorter ones.
      guard used + more.width <= room else { continue }
      used += more.width
      offers.append(PlacedOffer(command: hint.command, spans: more))
    }
    return offers.placed(from: 0, gap: 0)
      + help.placed(from: room - help.width(gap: 0), gap: 0)
  }

  /// Who finds nothing else finds this: it has its place at the right edge before all others.
  private func help(in hints: [Keymap.Hint]) -> [PlacedOffer] {
    guard let hint = hints.first(where: { $0.command == .help }) else { return [] }
    let word = words[.help] ?? hint.word
    guard !word.isEmpty else { return [] }
    return [
      PlacedOffer(
        command: .help, spans: [Span(" \(hint.key)", .hintKey), Span(" \(word) ", .hint)])
    ]
  }

  private static var editing: [PlacedOffer] {
    let saves = [Span(" Enter", .hintKey), Span(" \(tr("saves")) ", .hint)]
    let leaves = [Span(" Esc", .hintKey), Span(" \(tr("leaves it")) ", .hint)]
    return [
      PlacedOffer(command: .send, spans: [Span(" \(tr("editing:"))", .accent)] + saves),
      PlacedOffer(command: .browse, spans: leaves),
    ]
  }

  /// The text is so long that it is counted.
  static func counts(_ composer: Composer) -> Bool {
    composer.buffer.count >= Message.longestText * 9 / 10
  }

  private var countSpans: [Span] {
    guard Self.counts(composer) else { return [] }
    let (count, most) = (Grouped.number(composer.buffer.count), Grouped.number(Message.longestText))
    let text = tr("\(count) of \(most) characters")
    let isRefused = if case .refused = composer.outgoing { true } else { false }
    return [Span(text, isRefused ? .error : .hint)]
  }
}

/// Numbers for people: `10,234`, with what the language has between the thousands.
enum Grouped {
  static func number(_ number: Int) -> String {
    guard abs(number) > 999 else { return String(number) }
    let separator = tr(",", as: "between thousands")
    var text = ""
    for (place, digit) in String(number).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(separator) }
      text.append(digit)
    }
    return String(text.reversed())
  }
}

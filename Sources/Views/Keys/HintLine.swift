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
    let count = countSpans
    surface.drawRight(count, in: area.inset(right: 1), look: context.look, on: .hint)
    let room = area.width - (count.isEmpty ? 0 : count.width + 2)
    surface.draw(keys(room: room), in: area, look: context.look, on: .hint)
  }

  private func keys(room: Int) -> [Span] {
    let isLayer = [.choosing, .signingIn, .answering, .reading, .queue].contains(place)
    var spans = composer.editing == nil || isLayer ? [] : Self.editing
    let anywhere = isLayer ? [] : context.keymap.hints(in: .anywhere)
    let here = composer.editing == nil || isLayer ? context.keymap.hints(in: place) : []
    var width = spans.width
    for hint in here + anywhere {
      let word = words[hint.command] ?? hint.word
      guard !word.isEmpty else { continue }
      let more = [Span(" \(hint.key)", .hintKey), Span(" \(word) ", .hint)]
      // One that does not fit takes nothing from shorter ones.
      guard width + more.width <= room else { continue }
      width += more.width
      spans += more
    }
    return spans
  }

  private static let editing = [
    Span(" editing:", .accent), Span(" Enter", .hintKey), Span(" saves ", .hint),
    Span(" Esc", .hintKey), Span(" leaves it ", .hint),
  ]

  /// The text is so long that it is counted.
  static func counts(_ composer: Composer) -> Bool {
    composer.buffer.count >= Message.longestText * 9 / 10
  }

  private var countSpans: [Span] {
    guard Self.counts(composer) else { return [] }
    let count = composer.buffer.count
    let text = "\(Grouped.number(count)) of \(Grouped.number(Message.longestText)) characters"
    let isRefused = if case .refused = composer.outgoing { true } else { false }
    return [Span(text, isRefused ? .error : .hint)]
  }
}

/// Numbers for people: `10,234`.
enum Grouped {
  static func number(_ number: Int) -> String {
    guard abs(number) > 999 else { return String(number) }
    var text = ""
    for (place, digit) in String(number).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}

internal import Localization
internal import Model
internal import Screen

/// The banner in one row: a sign and what it says, and what can be done at the right edge. Where there is no room for
/// both the text becomes brief before what can be done loses its words.
struct BannerRow {
  let text: PrintableText
  let offers: [PlacedOffer]

  /// What can be done, in words or as keys alone, and the blanks between two.
  private struct Choice {
    var offers: [PlacedOffer]
    var gap: Int
    var width: Int { offers.width(gap: gap) }
  }

  init(_ content: ConnectionBanner.Content, width: Int, context: Context) {
    let glyphs = context.look.glyphs
    let sign = content.role == .bannerOnline ? glyphs.sent : glyphs.warning
    let texts = ([content.text] + content.briefs).map { PrintableText(" \(sign) \($0)") }
    let (text, choice) = Self.fit(texts, content, width: width, context)
    var whole = text
    // What can be done matters more than what else there is to say.
    var room = width - text.width - choice.width - (choice.offers.isEmpty ? 1 : Self.margin + 1)
    for part in content.more {
      let addition = PrintableText(" \(glyphs.separator) \(part)")
      guard addition.width <= room else { continue }
      whole.clusters += addition.clusters
      room -= addition.width
    }
    self.text = whole
    let end = max(0, width - whole.width - choice.width) > 1 ? width - 1 : width
    offers = choice.offers.placed(from: end - choice.width, gap: choice.gap)
  }

  /// Blanks between the text and what can be done.
  private static let margin = 2

  private static func fit(
    _ texts: [PrintableText], _ content: ConnectionBanner.Content, width: Int, _ context: Context
  ) -> (PrintableText, Choice) {
    let words = offers(content, isShort: false, context)
    let keys = offers(content, isShort: true, context)
    // Both answers about the queue come before what is done about the link.
    let fewer = words.count > 2 ? Array(words.prefix(2)) : words
    func tries(_ offers: [PlacedOffer], _ gap: Int) -> [(PrintableText, Choice)] {
      texts.map { ($0, Choice(offers: offers, gap: gap)) }
    }
    let firsts = [3, 2].map { (texts[0], Choice(offers: words, gap: $0)) }
    let last = [words, fewer].flatMap { tries($0, 1).suffix(1) }
    let short = [3, 2].map { (texts[0], Choice(offers: keys, gap: $0)) } + tries(keys, 2)
    let all = firsts + tries(words, 2) + last + short + tries(Array(keys.suffix(1)), 1).prefix(1)
    let least = { (choice: Choice) in choice.gap > 1 ? margin + 1 : 1 }
    return all.first { $0.width + $1.width + least($1) <= width }
      ?? (texts[0], Choice(offers: [], gap: 0))
  }

  private static func offers(
    _ content: ConnectionBanner.Content, isShort: Bool, _ context: Context
  ) -> [PlacedOffer] {
    let isGreen = content.role == .bannerOnline
    return content.offers.compactMap { offer in
      guard let label = context.keymap.label(of: offer.command) else { return nil }
      let key = Span(label, isGreen ? .toastKey : .bannerKey)
      let spans = isShort ? [key] : [key, Span(" \(offer.text)", content.role)]
      return PlacedOffer(command: offer.command, spans: spans)
    }
  }
}

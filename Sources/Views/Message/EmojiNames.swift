internal import Model

/// Emoji with their names in English, as Unicode has them (https://www.unicode.org/charts/).
enum EmojiNames {
  struct Entry: Equatable {
    var emoji: Emoji
    var name: String
  }

  /// What most people react with.
  static let common = Emoji.all(in: ["👍", "❤️", "😂", "😮", "😢", "🙏", "🎉", "👀", "🔥"])

  /// All of one character, in Unicode's order. Made when they are looked at first.
  static let all: [Entry] = ranges.joined().compactMap { value in
    guard let scalar = Unicode.Scalar(value), scalar.properties.isEmoji,
      !scalar.properties.isEmojiModifier
    else { return nil }
    // What is drawn as a text by itself is asked for in colour.
    let text = String(scalar) + (scalar.properties.isEmojiPresentation ? "" : "\u{FE0F}")
    return Emoji(text).map { Entry(emoji: $0, name: name(of: $0)) }
  }

  /// Without the letters of flags.
  private static let ranges: [ClosedRange<UInt32>] = [0x203C...0x3299, 0x1F300...0x1FAFF]

  /// The names of its parts; joiners and variations have none that says something.
  static func name(of emoji: Emoji) -> String {
    let parts = emoji.text.unicodeScalars.filter { $0.properties.isEmoji && !$0.isASCII }
    return parts.compactMap { $0.properties.name?.lowercased() }.joined(separator: ", ")
  }

  /// Those that have words which begin so, all of them: first what is named just so, then what people react with
  /// most.
  static func find(_ query: String) -> [Entry] {
    let words = query.lowercased().split(separator: " ")
    let found = all.filter { entry in
      let parts = entry.name.split { !$0.isLetter && !$0.isNumber }
      return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
    }
    let exact = found.filter { $0.name == query.lowercased() }
    let usual = found.filter { common.contains($0.emoji) }
    var seen: Set<Emoji> = []
    return (exact + usual + found).filter { seen.insert($0.emoji).inserted }
  }
}

internal import Model

/// Emoji by what is typed for them in many messengers: `:smile`.
enum EmojiCodes {
  /// Those that are used most, by their usual names, in the order in which they are offered; all others are known by the
  /// words of ``EmojiNames``.
  private static let usual: [(code: String, emoji: String)] = [
    ("smile", "😄"), ("smiley", "😃"), ("grin", "😁"), ("joy", "😂"), ("rofl", "🤣"), ("blush", "😊"),
    ("wink", "😉"), ("heart", "❤️"), ("heart_eyes", "😍"), ("kissing_heart", "😘"), ("thinking", "🤔"),
    ("thumbsup", "👍"), ("thumbsdown", "👎"), ("+1", "👍"), ("-1", "👎"), ("ok_hand", "👌"),
    ("clap", "👏"), ("wave", "👋"), ("pray", "🙏"), ("muscle", "💪"), ("eyes", "👀"), ("fire", "🔥"),
    ("tada", "🎉"), ("rocket", "🚀"), ("sparkles", "✨"), ("star", "⭐"), ("100", "💯"), ("bug", "🐛"),
    ("cry", "😢"), ("sob", "😭"), ("angry", "😠"), ("rage", "😡"), ("scream", "😱"),
    ("sweat_smile", "😅"),
    ("sunglasses", "😎"), ("neutral_face", "😐"), ("confused", "😕"), ("disappointed", "😞"),
    ("worried", "😟"), ("open_mouth", "😮"), ("flushed", "😳"), ("sleeping", "😴"), ("shrug", "🤷"),
    ("facepalm", "🤦"), ("hugs", "🤗"), ("yum", "😋"), ("stuck_out_tongue", "😛"), ("upside_down", "🙃"),
    ("slightly_smiling", "🙂"), ("relieved", "😌"), ("innocent", "😇"), ("broken_heart", "💔"),
    ("coffee", "☕"), ("beer", "🍺"), ("beers", "🍻"), ("wine_glass", "🍷"), ("cake", "🍰"),
    ("birthday", "🎂"), ("pizza", "🍕"), ("sun", "☀️"), ("rain", "🌧️"), ("snowflake", "❄️"),
    ("check", "✅"), ("x", "❌"), ("warning", "⚠️"), ("question", "❓"), ("exclamation", "❗"),
    ("bulb", "💡"), ("memo", "📝"), ("book", "📖"), ("email", "✉️"), ("phone", "📱"), ("computer", "💻"),
    ("lock", "🔒"), ("key", "🔑"), ("hammer", "🔨"), ("wrench", "🔧"), ("train", "🚆"), ("car", "🚗"),
    ("airplane", "✈️"), ("house", "🏠"), ("clock", "🕐"), ("calendar", "📅"), ("moon", "🌙"),
    ("dog", "🐶"), ("cat", "🐱"), ("crab", "🦀"), ("penguin", "🐧"), ("see_no_evil", "🙈"),
  ]

  /// What a code could mean, which may have been begun only: what is called just so first.
  static func emoji(for code: String) -> [String] {
    let code = code.lowercased()
    guard !code.isEmpty else { return [] }
    let exact = usual.filter { $0.code == code }
    let begun = usual.filter { $0.code.hasPrefix(code) }
    let words = code.split(separator: "_").joined(separator: " ")
    let others = words.contains(where: \.isLetter) ? EmojiNames.find(words).map(\.emoji.text) : []
    var seen: Set<String> = []
    return ((exact + begun).map(\.emoji) + others).filter { seen.insert($0).inserted }
  }
}

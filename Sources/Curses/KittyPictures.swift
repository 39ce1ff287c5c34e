internal import FoundationEssentials
internal import Model
internal import Screen

/// The pictures that a terminal with kitty's graphics protocol has: each is told to it once, and forgotten again. Where
/// they stand, cells say (``Placeholder``).
struct KittyPictures {
  /// So many that are not on the screen stay, lest scrolling back tells them again.
  private static let reserve = 8
  /// Bytes of base64 in one command.
  private static let pieceLength = 4_096

  /// The numbers of the pictures that the terminal has, by their keys, and in the order in which they were seen.
  private var known: [UInt32: Int] = [:]
  private var order: [UInt32] = []

  /// The picture's number with the terminal.
  static func id(of key: UInt32) -> UInt32 { key + 1 }

  /// What is told before these are drawn.
  mutating func tell(_ pictures: [UInt32: Picture]) -> String {
    var told = ""
    for (key, picture) in pictures.sorted(by: { $0.key < $1.key }) {
      order.removeAll { $0 == key }
      order.append(key)
      guard let graphic = picture.graphic, known[key] != graphic.number else { continue }
      if known[key] != nil { told += Self.removal(of: key) }
      known[key] = graphic.number
      told += Self.telling(graphic.bytes, of: key, columns: picture.width, rows: picture.height)
    }
    let old = order.filter { pictures[$0] == nil }.dropLast(Self.reserve)
    for key in old { told += forget(key) }
    return told
  }

  /// What is told when nothing of them is shown any more.
  mutating func forgetAll() -> String { order.map { forget($0) }.joined() }

  private mutating func forget(_ key: UInt32) -> String {
    order.removeAll { $0 == key }
    known[key] = nil
    return Self.removal(of: key)
  }

  /// A PNG, and where it is to be placed by text; no answer is wanted.
  private static func telling(
    _ bytes: [UInt8], of key: UInt32, columns: Int, rows: Int
  ) -> String {
    let text = Array(Data(bytes).base64EncodedString().utf8)
    let starts = Array(stride(from: 0, to: text.count, by: pieceLength))
    return starts.reduce(into: "") { told, start in
      let end = min(text.count, start + pieceLength)
      let more = end < text.count ? 1 : 0
      let words =
        start == 0
        ? "a=T,U=1,q=2,f=100,t=d,i=\(id(of: key)),c=\(columns),r=\(rows),m=\(more)" : "m=\(more)"
      told += command(words, String(decoding: text[start..<end], as: UTF8.self))
    }
  }

  /// With its bytes.
  private static func removal(of key: UInt32) -> String { command("a=d,d=I,q=2,i=\(id(of: key))") }

  private static func command(_ words: String, _ payload: String = "") -> String {
    "\u{1B}_G\(words)" + (payload.isEmpty ? "" : ";\(payload)") + "\u{1B}\\"
  }
}

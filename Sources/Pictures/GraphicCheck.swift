internal import Model

/// What the reading process made for the terminal to draw is not believed: it has one form, and stays within its cells.
enum GraphicCheck {
  /// It is of its form from the first byte to the last, and no larger than so many cells.
  static func isPlain(_ graphic: Picture.Graphic, columns: Int, rows: Int) -> Bool {
    let width = columns * graphic.cell.width
    let height = rows * graphic.cell.height
    return switch graphic.form {
    case .png: isPNG(graphic.bytes, width: width, height: height)
    case .sixel: isSixel(graphic.bytes, width: width, height: height)
    }
  }

  // MARK: PNG (RFC 2083 §3)

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Those that are of use for the pixels, and no words.
  private static let chunks = ["IHDR", "PLTE", "tRNS", "sBIT", "pHYs", "IDAT", "IEND"]

  private static func isPNG(_ bytes: [UInt8], width: Int, height: Int) -> Bool {
    guard bytes.starts(with: signature) else { return false }
    var place = signature.count
    var names: [String] = []
    while place + 12 <= bytes.count, names.last != "IEND" {
      let length = number(bytes[place...])
      let name = String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self)
      guard length <= bytes.count - place - 12, chunks.contains(name),
        (name == "IHDR") == names.isEmpty
      else { return false }
      if names.isEmpty {
        guard length == 13, (1...width).contains(number(bytes[(place + 8)...])),
          (1...height).contains(number(bytes[(place + 12)...]))
        else { return false }
      }
      names.append(name)
      place += 12 + length
    }
    return place == bytes.count && names.last == "IEND" && names.contains("IDAT")
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: Sixels (DEC STD 070 §8)

  /// Only one such string, whose lines stay within the cells.
  private static func isSixel(_ bytes: [UInt8], width: Int, height: Int) -> Bool {
    let (start, end): ([UInt8], [UInt8]) = ([0x1B, 0x50], [0x1B, 0x5C])
    guard bytes.starts(with: start), bytes.count > 4, bytes.suffix(2).elementsEqual(end),
      let opening = bytes.firstIndex(of: UInt8(ascii: "q")),
      bytes[2..<opening].allSatisfy(isParameter)
    else { return false }
    var (x, line, times) = (0, 0, 1)
    var place = opening + 1
    let last = bytes.count - 2
    while place < last {
      let byte = bytes[place]
      place += 1
      switch byte {
      case 0x3F...0x7E:
        x += times
        times = 1
        guard x <= width, line * 6 < height else { return false }
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, line) = (0, line + 1)
      case UInt8(ascii: "#"), UInt8(ascii: "\""):
        while place < last, isParameter(bytes[place]) { place += 1 }
      case UInt8(ascii: "!"):
        times = 0
        while place < last, isDigit(bytes[place]) {
          times = min(width + 1, times * 10 + Int(bytes[place] - 0x30))
          place += 1
        }
      default: return false
      }
    }
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isParameter(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: ";")
  }
}

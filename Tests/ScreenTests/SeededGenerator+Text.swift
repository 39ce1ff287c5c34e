internal import Scratch

extension SeededGenerator {
  /// Text of any scalars, the nasty ones often.
  mutating func text(count: Int) -> String {
    let nasty: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0x20...0x7E, 0x300...0x36F, 0x200B...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0x1F466...0x1F469, 0xFE00...0xFE0F,
      0x1100...0x11FF, 0x900...0x97F, 0xE0020...0xE007F, 0x1F3F4...0x1F3F4, 0x200D...0x200D,
      0x4E00...0x4E20, 0x590...0x6FF, 0...0xD7FF, 0xE000...0x10FFFF,
    ]
    var scalars = String.UnicodeScalarView()
    for _ in 0..<count {
      let range = nasty[Int.random(in: 0..<nasty.count, using: &self)]
      let value = UInt32.random(in: range, using: &self)
      if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
    }
    return String(scalars)
  }
}

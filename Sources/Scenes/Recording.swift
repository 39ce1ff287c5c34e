internal import Screen

/// A performance, kept.
public struct Recording: Sendable {
  public let title: String
  public private(set) var frames: [Frame] = []

  /// Plays the scene once, without waiting.
  @MainActor public init(of scene: Scene, _ options: Performance.Options) throws {
    title = scene.title
    var frames: [Frame] = []
    try Performance.play(scene, options) { frames.append($0) }
    self.frames = frames
  }

  var hasCaptions: Bool { frames.contains { !$0.caption.isEmpty } }

  /// As asciicast v2 (docs.asciinema.org/manual/asciicast/v2), its times divided by `speed`.
  public func asciicast(speed: Double = 1) -> String {
    let width = frames.map(\.surface.size.width).max() ?? 1
    let heights = frames.map {
      FrameEncoder.height(of: $0.surface.size, hasCaptions: hasCaptions)
    }
    var text =
      "{\"version\": 2, \"width\": \(width), \"height\": \(heights.max() ?? 1), "
      + "\"title\": \(Self.quoted(title))}\n"
    var encoder = FrameEncoder()
    for frame in frames {
      let time = Int64(Double(frame.time) / speed)
      let fraction = String(time % 1_000 + 1_000).dropFirst()
      text +=
        "[\(time / 1_000).\(fraction), \"o\", \(Self.quoted(encoder.encode(frame)))]\n"
    }
    return text
  }

  /// RFC 8259 §7.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

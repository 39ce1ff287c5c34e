import Harness
import Testing

@testable import Screen
@testable import Views

/// How the screens are coloured, in four themes and five sizes: each row as runs of so many columns in one style, which
/// the lines above the rows explain. `PSST_UPDATE=1` rewrites them, as ``GoldenTests`` has it.
@Suite struct ThemedGoldenTests {
  private static let scenes: [(name: String, stage: @Sendable (Int, Int) -> Stage)] = [
    ("offline", GoldenScenes.offline), ("asking", GoldenScenes.asking),
    ("queue", GoldenScenes.queue), ("settings", GoldenScenes.settings),
  ]

  @Test(arguments: ["terminal", "mono", "tokyo-night", "catppuccin-latte"])
  func `I2 I4 a screen is coloured as it is in its pictures`(name: String) throws {
    let title = "I2 I4: the colours of \(name), as runs of columns in one style"
    var file = PictureFile("Tests/ViewsTests/Pictures/theme-\(name).txt", title: title)
    let theme = try Theme.load(name: name)
    for (scene, make) in Self.scenes {
      for (width, height) in [(140, 45), (100, 30), (80, 24), (60, 20), (40, 12)] {
        var stage = make(width, height)
        stage.interface.draw(in: theme, of: .shipped)
        let part = "\(scene) \(width)×\(height)"
        let lines = Self.lines(of: stage.surface)
        if PictureFile.isUpdating {
          file[part] = lines
          try file.write()
        }
        let difference = PictureFile.difference(expected: file[part] ?? [], seen: lines)
        #expect(difference.isEmpty, "\(part)\n\(difference)")
      }
    }
  }

  /// `a: #c0caf5 on #24283b bold`, and then `12a 3b 85a`.
  private static func lines(of surface: Surface) -> [String] {
    var known: [Style] = []
    let rows = (0..<surface.size.height).map { y -> String in
      var runs: [(style: Int, count: Int)] = []
      for x in 0..<surface.size.width {
        let style = surface[x, y].style
        if !known.contains(style) { known.append(style) }
        let index = known.firstIndex(of: style) ?? 0
        if runs.last?.style == index {
          runs[runs.count - 1].count += 1
        } else {
          runs.append((index, 1))
        }
      }
      return runs.map { "\($0.count)\(letter($0.style))" }.joined(separator: " ")
    }
    return known.enumerated().map { "\(letter($0)): \(words($1))" } + rows
  }

  private static func letter(_ index: Int) -> Character {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return letters[index]
  }

  private static func words(_ style: Style) -> String {
    let marks = [
      style.isBold ? "bold" : nil, style.isDim ? "dim" : nil, style.isItalic ? "italic" : nil,
      style.isUnderlined ? "underlined" : nil, style.isReversed ? "reversed" : nil,
      style.isStruck ? "struck" : nil,
    ]
    let colors = "\(words(style.foreground)) on \(words(style.background))"
    return ([colors] + marks.compactMap(\.self)).joined(separator: " ")
  }

  private static func words(_ color: Color?) -> String {
    switch color {
    case nil: "default"
    case .palette(let index): Int(index) < Color.names.count ? Color.names[Int(index)] : "\(index)"
    case .rgb(let red, let green, let blue):
      "#"
        + [red, green, blue].map { part in
          let digits = String(part, radix: 16)
          return digits.count < 2 ? "0\(digits)" : digits
        }.joined()
    }
  }
}

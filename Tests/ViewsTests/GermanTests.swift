import Harness
import Localization
import Testing

@testable import Model
@testable import Screen
@testable import Views

/// German on the screens: whole, and nowhere wider than its place (I10).
@Suite struct GermanTests {
  static let scenes = GoldenTests.scenes.filter {
    ["conversation", "offline", "asking", "queue", "settings", "group", "life"].contains($0.name)
  }

  @Test(arguments: scenes)
  func `I10 a screen in German looks as it does in its pictures`(scene: GoldenTests.Scene) throws {
    let title = "I10: in German, \(scene.title)"
    var file = PictureFile("Tests/ViewsTests/Pictures/german-\(scene.name).txt", title: title)
    for (width, height) in [(140, 45), (100, 30), (80, 24), (60, 20), (40, 12)] {
      let size = "\(width)×\(height)"
      let rows = Language.german.speak { scene.stage(width, height).rows }
      if PictureFile.isUpdating {
        file[size] = rows
        try file.write()
      }
      let difference = PictureFile.difference(expected: file[size] ?? [], seen: rows)
      #expect(difference.isEmpty, "\(size)\n\(difference)")
    }
  }

  @Test func `I10 A1 a time can be typed in German, as in English`() {
    Language.german.speak {
      for word in ["morgen", "tomorrow"] {
        var stage = Stage.conversation()
        stage.type("/mute \(word)")
        let actions = stage.press(Key(.enter))
        let isMuted = actions.contains {
          if case .intent(.mute, _) = $0 { true } else { false }
        }
        #expect(isMuted, "\(word): \(actions)")
      }
      #expect(!Stage.conversation().text.contains("Esc browse"))
    }
  }

  @Test(arguments: Language.allCases)
  func `I10 I1 what a key does is said in its column`(language: Language) {
    language.speak {
      for binding in KeyTable.standard {
        #expect(tr(entry: binding.text).width <= 70, "\(tr(entry: binding.text))")
        if let hint = binding.hint { #expect(tr(entry: hint).width <= 14, "\(tr(entry: hint))") }
      }
      for place in Keymap.Place.allCases { #expect(place.title.width <= 16, "\(place.title)") }
    }
  }

  @Test(arguments: Language.allCases)
  func `I10 T3 times stand in their columns`(language: Language) {
    language.speak {
      let time = CivilTime(utcOffset: { _ in 0 })
      let now = Timestamp(milliseconds: 1_778_590_800_000)
      for days: Int64 in 0...400 {
        let before = Timestamp(milliseconds: now.milliseconds - days * 86_400_000)
        #expect(time.brief(before, now: now).width <= 6)
      }
      for seconds: Int64 in [0, 59, 3_599, 86_399, 86_399_999, .max] {
        #expect(Age.span(seconds).width <= 5, "\(Age.span(seconds))")
      }
    }
  }
}

extension String {
  fileprivate var width: Int { PrintableText(self).width }
}

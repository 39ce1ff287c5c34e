import Screen
import Testing

@testable import Views

@Suite struct HelpTests {
  @Test func `I1 the help begins where one is`() throws {
    for (keys, heading) in [
      ([Key(.escape), .char("?")], " browsing"), ([.alt("q"), .char("?")], " queue"),
      ([Key(.function(1))], " anywhere"),
    ] {
      var stage = Stage.conversation(100, 30)
      for key in keys { stage.press(key) }
      #expect(stage.rows.prefix(3).contains { $0.trimmedEnd == heading }, "\(stage.text)")
      stage.press(.char("g"))
      #expect(stage.rows.prefix(3).contains { $0.trimmedEnd == " anywhere" })
    }
  }

  @Test(arguments: [(100, 30), (40, 12)])
  func `I1 I2 every word of the help can be read in any width`(width: Int, height: Int) {
    var stage = Stage.conversation(width, height)
    stage.press(Key(.function(1)))
    var rows: [String] = []
    var page: [String] = []
    while page != stage.rows {
      page = stage.rows
      rows += page
      stage.press(Key(.pageDown))
    }
    let words = Set(rows.joined(separator: " ").split(separator: " "))
    for binding in Keymap.standard.bindings {
      for word in binding.text.split(separator: " ") {
        #expect(words.contains(word), "\(binding.text)")
      }
    }
    for command in TypedCommand.allCases {
      #expect(rows.contains { $0.contains(command.usage) }, "\(command)")
    }
    #expect(!rows.contains { $0.hasSuffix("…") })
  }
}

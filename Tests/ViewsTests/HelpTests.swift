import Screen
import Testing

@testable import Views

@Suite struct HelpTests {
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

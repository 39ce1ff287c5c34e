import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct KeymapTests {
  @Test func `I1 no two commands share a key at one place`() {
    var seen: Set<String> = []
    for binding in Keymap.standard.bindings {
      for chord in binding.chords {
        let name = "\(binding.place.rawValue): \(Keymap.label(chord))"
        #expect(seen.insert(name).inserted, "\(name)")
      }
    }
  }

  @Test func `I1 no chord begins with a key that is bound at its place`() {
    for binding in Keymap.standard.bindings {
      for chord in binding.chords where chord.count > 1 {
        let first = Keymap.standard.match([chord[0]], in: binding.place)
        #expect(first == .prefix)
      }
    }
  }

  @Test func `keys that terminals take are never used`() {
    for binding in Keymap.standard.bindings {
      #expect(!binding.chords.joined().contains { $0.isTakenByTerminals }, "\(binding.text)")
    }
    for key in "sqhimb".map({ Key.ctrl($0) }) + [Key(.enter, .control)] {
      #expect(key.isTakenByTerminals)
    }
  }

  /// An interface where the keys of a place act.
  static func stage(at place: Keymap.Place) -> Stage {
    var stage = Stage.conversation()
    switch place {
    case .anywhere, .composing: break
    case .browsing: stage.press(Key(.escape))
    case .list: stage.press(Key(.tab), Key(.tab))
    case .queue: stage.press(.alt("q"))
    case .settings: stage.press(.alt(","))
    case .choosing: stage.press(.ctrl("k"))
    case .signingIn:
      stage.press(.ctrl("k"))
      stage.type("add account")
      stage.press(Key(.enter))
    case .answering:
      stage.snapshot[.first].outbox.queued = 1
      stage.press(.ctrl("c"))
    case .help: stage.press(Key(.function(1)))
    case .reading: stage.press(Key(.escape), .char("G"), .char(" "))
    }
    return stage
  }

  @Test(arguments: Keymap.Place.allCases)
  func `I1 every command of the table does something at its place`(place: Keymap.Place) {
    for binding in Keymap.standard.bindings where binding.place == place {
      var stage = Self.stage(at: place)
      if place != .anywhere { #expect(stage.interface.place == place) }
      let key = binding.chords[0].last!
      let done = stage.interface.perform(binding.command, key, stage.snapshot, stage.now)
      #expect(done != nil, "\(place.rawValue): \(binding.command.rawValue)")
    }
  }

  @Test func `I1 every command has a key`() {
    let bound = Set(Keymap.standard.bindings.map(\.command))
    #expect(Set(Command.allCases).subtracting(bound).isEmpty)
  }

  @Test func `I1 the help screen shows every line of the table`() {
    var stage = Stage.conversation(100, 300)
    stage.press(Key(.function(1)))
    let text = stage.text
    for binding in Keymap.standard.bindings { #expect(text.contains(binding.text)) }
    stage.resize(80, 10)
    #expect(!stage.text.contains("signs"))
    for _ in 0..<300 { stage.press(.char("j")) }
    #expect(stage.text.contains("Sent, delivered, read"))
    stage.press(.char("g"))
    #expect(stage.rows[2].contains("anywhere"))
    stage.press(.char("G"))
    #expect(stage.text.contains("Sent, delivered, read"))
    stage.press(Key(.escape))
    #expect(stage.text.contains("○ Dad"))
  }

  @Test func `I1 help is searched, and what a key does anywhere is done from there`() {
    var stage = Stage.conversation()
    stage.press(Key(.function(1)), .char("/"))
    stage.type("search all")
    stage.press(Key(.enter))
    #expect(stage.text.contains("Search all messages") && !stage.text.contains("New chat:"))
    #expect(stage.text.contains("typed in place of a message"), "headings of what is found")
    stage.press(Key(.enter))
    #expect(stage.text.contains("Type to search"))
    stage.press(Key(.escape))
    #expect(!stage.text.contains("psst: keys"))
  }

  @Test func `I1 what acts elsewhere is not done from help, and Esc shows all again first`() {
    var stage = Stage.conversation()
    stage.press(Key(.function(1)), .char("/"))
    stage.type("delete the chat")
    stage.press(Key(.enter))
    #expect(stage.press(Key(.enter)).isEmpty && stage.text.contains("psst: keys"))
    stage.press(Key(.escape))
    #expect(stage.text.contains("Go to a chat"))
    stage.press(.char("/"))
    stage.type("zzzz")
    #expect(stage.text.contains("No matches"))
    stage.press(Key(.escape), Key(.escape))
    #expect(!stage.text.contains("psst: keys"))
  }

  @Test func `I1 the manual's table has every line`() {
    let lines = Keymap.standard.markdown.split(separator: "\n")
    #expect(lines.count == Keymap.standard.bindings.count + 2)
    #expect(
      lines[2]
        == "| anywhere | Ctrl-K, Ctrl-P | Go to a chat, a person, a day or a command | go-to |")
    #expect(lines.contains("| anywhere | Alt-1…9 | Chat 1 to 9 of the list | chat-by-number |"))
    #expect(lines.contains("| composing | Ctrl-X Ctrl-E | Write in $EDITOR | external-editor |"))
  }

  @Test func `keys do what they say anywhere`() {
    var stage = Stage.conversation()
    #expect(stage.press(.ctrl("l")) == [.redraw])
    #expect(stage.press(.ctrl("z")) == [.suspend])
    #expect(stage.press(.alt("a")) == [.intent(.open(Stage.cy))])
    #expect(stage.press(Key(.up, .alt)) == [.intent(.open(Stage.bo))])
    #expect(stage.press(Key(.up, .alt)).isEmpty)
    #expect(stage.press(.alt("2")) == [.intent(.open(Stage.cy))])
    #expect(stage.press(.alt("9")).isEmpty)
  }

  @Test func `Tab goes round the panes`() {
    var stage = Stage.conversation()
    var seen: [Focus] = []
    for _ in 0..<3 {
      stage.press(Key(.tab))
      seen.append(stage.interface.navigation.focus)
    }
    #expect(seen == [.messages, .list, .composer])
    stage.press(Key(.backTab))
    #expect(stage.interface.navigation.focus == .list)
    stage.press(.char("j"))
    #expect(stage.press(Key(.enter)) == [.intent(.open(Stage.cy))])
    #expect(stage.interface.navigation.focus == .composer)
  }
}

import Model
import Screen
import Testing

@testable import Views

@Suite struct KeyChangeTests {
  private func change(
    _ command: String, _ chords: String..., at place: String = "composing"
  ) -> KeyChange {
    KeyChange(place: place, command: command, chords: chords, line: 1)
  }

  private func why(_ changes: KeyChange...) -> [KeyChangeError] {
    Keymap.standard.changed(by: changes).refused.map(\.why)
  }

  @Test func `I1 every key of the table is read as it is written`() {
    for binding in Keymap.standard.bindings {
      for key in binding.chords.joined() {
        #expect(Key(label: key.label) == key, "\(key.label)")
        #expect(Key(label: key.label.lowercased()) == key || key.label.count == 1)
      }
    }
  }

  @Test(arguments: [
    "", "Ctrl-", "Hyper-K", "F13", "F0", "Shift-x", "ab", " ", "Ctrl-Nonsense",
  ])
  func `I1 what is no key is none`(label: String) { #expect(Key(label: label) == nil) }

  @Test func `I1 another key calls the command, and the old one does not any more`() {
    let (keymap, refused) = Keymap.standard.changed(by: [
      change("queue", "F5", "Ctrl-X Ctrl-Q x", "Alt-0", at: "anywhere"),
      change("external-editor", "Ctrl-X Ctrl-V"),
    ])
    #expect(refused.map(\.why) == [.taken("Ctrl-Q")])
    #expect(keymap.match([.alt("q")], in: .composing) == .command(.queue))
    #expect(keymap.match([.ctrl("x")], in: .composing) == .prefix)
    #expect(keymap.match([.ctrl("x"), .ctrl("v")], in: .composing) == .command(.externalEditor))
    let other = Keymap.standard.changed(by: [change("queue", "F5", at: "anywhere")]).keymap
    #expect(other.match([Key(.function(5))], in: .browsing) == .command(.queue))
    #expect(other.match([.alt("q")], in: .browsing) == .none)
    #expect(other.label(of: .queue) == "F5")
  }

  @Test func `I1 A3 a message of the program names the keys that there are`() {
    let (keymap, _) = Keymap.standard.changed(by: [
      change("queue", "F5", at: "anywhere"), change("send-all", at: "anywhere"),
    ])
    func line(_ keymap: Keymap) -> String {
      let notice = Notice(.information, "Waits", remedy: .sendOrReview)
      let look = Look(theme: .plain)
      var surface = Surface(size: Size(width: 60, height: 1))
      NoticeRows(notice, width: 60, look: look, keymap: keymap)
        .render(Rect(x: 0, y: 0, width: 60, height: 1), into: &surface, look: look)
      return surface.text(row: 0)
    }
    #expect(line(.standard).contains(" Waits   [Alt-S] sends all   [Alt-Q] reviews "))
    #expect(line(keymap).contains(" Waits   [F5] reviews "))
  }

  @Test func `I1 an empty list takes the keys away, but not the way on`() {
    let (keymap, refused) = Keymap.standard.changed(by: [
      change("suspend", at: "anywhere"), change("send"), change("close", at: "queue"),
    ])
    #expect(refused.map(\.why) == [.needed("send"), .needed("close")])
    #expect(keymap.match([.ctrl("z")], in: .composing) == .none)
    #expect(keymap.match([Key(.enter)], in: .composing) == .command(.send))
  }

  @Test func `I1 two commands swap their keys`() {
    let (keymap, refused) = Keymap.standard.changed(by: [
      change("send", "Alt-Enter", "Ctrl-J"), change("new-line", "Enter"),
    ])
    #expect(refused.isEmpty)
    #expect(keymap.match([Key(.enter)], in: .composing) == .command(.newLine))
    #expect(keymap.match([Key(.enter, .alt)], in: .composing) == .command(.send))
  }

  @Test func `I1 a key that another command of the place has is refused`() {
    #expect(why(change("yank", "Ctrl-E")) == [.conflict("Ctrl-E", with: "line-end")])
    #expect(why(change("yank", "Ctrl-X")) == [.conflict("Ctrl-X", with: "external-editor")])
    #expect(why(change("yank", "F5"), change("left", "F5")) == [.conflict("F5", with: "yank")])
    #expect(why(change("mark", "x", at: "queue"), change("copy", "x", at: "browsing")).isEmpty)
  }

  @Test func `I1 unknown names are told with the known ones`() throws {
    let errors = why(
      change("yank", "Foo-K"), change("yonk", "F5"), change("yank", "F5", at: "compsing"),
      change("chat-by-number", "F5", at: "anywhere"), change("help", "", at: "anywhere"))
    #expect(errors.contains(.unknownKey("Foo-K")) && errors.contains(.unknownKey("")))
    #expect(errors.contains(.fixed("chat-by-number")))
    guard case .unknownCommand("yonk", let known) = errors[1] else { throw Unexpected() }
    #expect(known.contains("yank") && !known.contains("mark"))
    guard case .unknownPlace("compsing", let places) = errors[2] else { throw Unexpected() }
    #expect(places.contains("composing") && places.contains("chat-list"))
  }

  private struct Unexpected: Error {}

  @Test func `I1 a place has each command once, so that its name is enough`() {
    for place in Keymap.Place.allCases {
      let commands = Keymap.standard.bindings.filter { $0.place == place }.map(\.command)
      #expect(Set(commands).count == commands.count, "\(place)")
    }
  }
}

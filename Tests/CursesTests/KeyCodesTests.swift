import CNcurses
import Screen
import Testing

@testable import Curses

@Suite struct KeyCodesTests {
  @Test(
    arguments: [
      ("kUP", Key(.up, .shift)), ("kUP3", Key(.up, .alt)), ("kDN5", Key(.down, .control)),
      ("kLFT4", Key(.left, [.shift, .alt])), ("kRIT7", Key(.right, [.alt, .control])),
      ("kDC6", Key(.delete, [.shift, .control])), ("kHOM", Key(.home, .shift)), ("kXYZ", nil),
      ("UNKNOWN KEY", nil), ("", nil),
    ] as [(String, Key?)])
  func `I1 terminfo's names give keys with modifiers`(name: String, key: Key?) {
    #expect(KeyCodes.key(600) { _ in name } == key)
  }

  @Test func `I1 the codes of curses become keys`() {
    #expect(KeyCodes.key(KEY_PPAGE) { _ in nil } == Key(.pageUp))
    #expect(KeyCodes.key(psst_function_key(5)) { _ in nil } == Key(.function(5)))
    #expect(KeyCodes.key(KEY_MOUSE) { _ in nil } == nil)
  }
}

import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct HostileTests {
  static let attacks = [
    "\u{1B}]0;owned\u{7}", "\u{1B}[2J", "\u{9B}31m", "a\u{202E}b\u{2066}c", "\u{0}\u{8}\u{7F}",
    "line\nfeed\r\ttab", "x" + String(repeating: "\u{301}", count: 200),
  ]

  static let sizes: [(Int, Int)] = [(100, 30), (72, 20), (60, 20), (30, 10), (5, 3)]

  static func isSafe(_ cluster: String) -> Bool {
    cluster.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
        && !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
    } && cluster.unicodeScalars.count <= 20
  }

  @Test(arguments: attacks, sizes)
  func `Z2 nothing a stranger wrote reaches the surface as a command`(
    text: String, size: (Int, Int)
  ) {
    var stage = Stage.conversation(size.0, size.1)
    stage.snapshot.chats[0].name = text
    stage.snapshot.chats[0].draft = text
    stage.snapshot.chats[1].name = text
    stage.events = [.notice(Notice(.error, text))]
    stage.snapshot[.first].connection = .paused(reason: text)
    stage.snapshot[.first].typing[Stage.bo] = [Stage.bo]
    var message = Stage.message(6, text, mine: .failed, failure: text)
    message.sender = JID(local: "x", domain: "y", resource: "\u{9B}nick") ?? Stage.bo
    stage.snapshot.pane?.messages.append(message)
    stage.send(.paste(text))
    stage.update()
    for keys in [[], [Key(.escape)], [.char(" ")], [Key(.escape)], [.ctrl("k")]] {
      for key in keys { stage.press(key) }
      let surface = stage.surface
      for y in 0..<size.1 {
        for x in 0..<size.0 { #expect(Self.isSafe(surface[x, y].cluster)) }
      }
    }
  }
}

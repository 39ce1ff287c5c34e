import Foundation
import Scenes
import Scratch
import Testing

/// Whatever valid lines follow each other: the play ends by itself, well or with what did not hold.
@MainActor @Suite struct PlayFuzzTests {
  /// `PSST_SCENES=20000` plays more of them, `PSST_SCENE_SEED=N` this one and those after it.
  private static func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
  }

  @Test func `I7 Z4 scenes of random lines end by themselves, and break no promise`() throws {
    let first = Self.number("PSST_SCENE_SEED", 1)
    var endings: [Bool: Int] = [:]
    for seed in first..<(first + Self.number("PSST_SCENES", 40)) {
      var random = RandomScene(seed: UInt64(seed))
      let text = random.text()
      let scene = try Scene.parse(text, name: "seed \(seed)") { _ in nil }
      let folder = ScratchFolder()
      do {
        try Performance.play(scene, .init(seed: UInt64(seed), folder: folder.path))
        endings[true, default: 0] += 1
      } catch SceneError.failed(let shortfall) {
        endings[false, default: 0] += 1
        #expect(shortfall.isExpected, "\(shortfall.place): \(shortfall.what)\n\(text)")
      }
    }
    // Not all of one kind: the lines say something.
    if first == 1 { #expect(endings.count == 2, "\(endings)") }
  }
}

/// Lines of every kind the manual knows, with something in their places.
private struct RandomScene {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  private mutating func pick(_ all: [String]) -> String { all[below(all.count)] }

  mutating func text() -> String {
    var lines = [
      "me ana", "friend bo Bo Reyes", "friend cy", "device phone", "group team", "crowd 3",
    ]
    lines.append("policy \(pick(["auto", "review", "smart"]))")
    lines.append("screen \(pick(["100x30", "60x18", "40x12", "20x5", "1x1", "130x40"]))")
    lines += (0..<(3 + below(20))).map { _ in step() }
    return lines.joined(separator: "\n")
  }

  private mutating func step() -> String {
    switch below(10) {
    case 0: return "expect \(pick(["", "not "]))\(filled(pick(SceneManual.expectations)))"
    case 1:
      return "until \(pick(["", "not "]))\(filled(pick(SceneManual.expectations))) within 2 s"
    case 2: return "me says \(pick(Self.texts))"
    default: return filled(pick(SceneManual.steps))
    }
  }

  private mutating func filled(_ pattern: String) -> String {
    pattern.split(separator: " ").map { place(String($0)) }.joined(separator: " ")
  }

  private static let texts = ["one", "two words", "ünï 👨‍👩‍👧 漢字", "/", "y", "\\", "a\"b"]
  private static let keys = [
    "Enter", "Esc", "Alt-Q", "Alt-S", "Alt-T", "Ctrl-K", "Alt-G", "Alt-F", "Alt-A", "Tab",
    "F1", "Up", "Down", "PageUp", "j", "k", "d", "y", "u", "s", "S", "Space", "/", "n", "e", "i",
    "Ctrl-C", "Ctrl-Z", "Alt-N", "m", "M", "r", "g", "G", "Alt-D", "Alt-M", "Alt-End", "Backspace",
    "Ctrl-U",
  ]

  private mutating func place(_ kind: String) -> String {
    switch kind {
    case "TEXT": pick(Self.texts)
    case "QUOTE", "QUOTES": pick(["\"one\"", "\"two words\"", "\"漢\"", "\"Offline\"", "\"\""])
    case "N": pick(["0", "1", "2", "5", "20"])
    case "TIME": pick(["0 ms", "40 ms", "1 s", "7 s", "3 min"])
    case "SIZE": pick(["100x30", "20x5", "1x1", "61x17", "200x60"])
    case "KEYS": (0...below(4)).map { _ in pick(Self.keys) }.joined(separator: " ")
    case "WHO": pick(["me", "bo", "cy", "phone"])
    case "PEER": pick(["bo", "cy", "phone"])
    case "FRIEND": pick(["bo", "cy"])
    case "DEVICE": "phone"
    case "GROUP": "team"
    case "NAME": pick(["dora", "x", "*"])
    case "ROLE": pick(["title", "status.failed", "text"])
    case "STATUS": pick(["queued", "sent", "read"])
    case "PRESENCE": pick(["online", "away", "offline"])
    case "REASON": pick(["forbidden", "gone"])
    default: kind
    }
  }
}

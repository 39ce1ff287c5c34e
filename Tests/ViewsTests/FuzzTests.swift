import Model
import Screen
import Store
import Testing

@testable import Views

/// SplitMix64: the same keys for the same seed.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}

@Suite struct FuzzTests {
  static let codes: [Key.Code] = [
    .enter, .tab, .backTab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end,
    .pageUp, .pageDown, .function(1), .character("日"), .character("👩‍👩‍👧"),
    .character("\u{301}"), .character("\u{200D}"),
  ]

  static func input(_ dice: inout Dice) -> Input {
    switch Int.random(in: 0..<20, using: &dice) {
    case 0: return .resize(size(&dice))
    case 1: return .focus(Bool.random(using: &dice))
    case 2:
      return .paste(
        ["", "one\ntwo", "a long line of many words that wraps", "👩‍👩‍👧\u{301}"].randomElement(
          using: &dice)!)
    case 3, 4:
      let action = [Mouse.Action.press, .release, .wheelUp, .wheelDown].randomElement(using: &dice)!
      let at = Point(x: .random(in: 0..<120, using: &dice), y: .random(in: 0..<40, using: &dice))
      return .mouse(Mouse(action, at: at))
    case 5..<12: return .key(Key(codes.randomElement(using: &dice)!, modifiers(&dice)))
    default:
      let letter = Character(UnicodeScalar(UInt8.random(in: 0x20..<0x7F, using: &dice)))
      return .key(Key(.character(letter), modifiers(&dice)))
    }
  }

  static func size(_ dice: inout Dice) -> Size {
    let isTiny = Bool.random(using: &dice)
    return Size(
      width: .random(in: 0...(isTiny ? 22 : 130), using: &dice),
      height: .random(in: 0...(isTiny ? 6 : 40), using: &dice))
  }

  static func modifiers(_ dice: inout Dice) -> Key.Modifiers {
    Key.Modifiers(rawValue: [0, 0, 0, 1, 2, 4].randomElement(using: &dice)!)
  }

  static func change(_ stage: inout Stage, _ dice: inout Dice) {
    let id = Int64.random(in: 1...1000, using: &dice)
    let status = (DeliveryStatus.allCases + [nil]).randomElement(using: &dice)!
    let text = String(repeating: "word ", count: .random(in: 0..<60, using: &dice))
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: stage.snapshot.pane?.messages.append(Stage.message(2000 + id, text, mine: status))
    case 1: stage.snapshot.pane?.messages.removeAll { $0.id % 7 == id % 7 }
    case 2: stage.snapshot.chats.shuffle(using: &dice)
    case 3: stage.snapshot.pane = stage.interface.navigation.openChat.map { Pane(chat: $0) }
    case 4:
      stage.openPane(
        (1...max(1, id % 90)).map { Stage.message($0, text) },
        chat: stage.interface.navigation.openChat ?? Stage.bo.chat)
    case 5:
      stage.snapshot[.first].connection = .offline(reason: "", nextTry: stage.uptime + id * 30)
    case 6: stage.snapshot[.first].connection = .online(roundTrip: nil)
    default: stage.snapshot[.first].outbox.queued = Int(id % 3)
    }
    stage.update()
  }

  @Test(arguments: 1...24)
  func `I2 random keys at random sizes neither crash nor draw outside`(seed: Int) {
    var dice = Dice(state: UInt64(seed))
    var stage = Stage.conversation()
    for _ in 0..<400 {
      let input = Self.input(&dice)
      if case .resize(let size) = input { stage.size = size }
      stage.send(input)
      if Int.random(in: 0..<6, using: &dice) == 0 { Self.change(&stage, &dice) }
      stage.uptime += .random(in: 0..<400, using: &dice)
      let surface = stage.surface
      #expect(surface.size.width == max(0, stage.size.width))
      if let cursor = surface.cursor {
        #expect(cursor.x < stage.size.width && cursor.y < stage.size.height)
        #expect(cursor.x >= 0 && cursor.y >= 0)
      }
      if let wake = stage.interface.nextWake, input == .focus(true) {
        #expect(wake > 0)
      }
    }
  }
}

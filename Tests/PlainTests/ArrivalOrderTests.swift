import Model
import Testing

@testable import Plain

/// In which order plain mode prints what comes in (T1).
struct ArrivalOrderTests: PlainTalk {
  var mode = standardMode

  enum Step {
    case online, caughtUp, offline, wait, end
    /// Messages of one transaction: their number, and their place where it is known.
    case come([(Int64, at: Int64?)])
    /// The history of the chat, with these.
    case open([(Int64, at: Int64?)])
  }

  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var steps: [Step]
    var printed: [String]

    init(_ name: String, _ steps: [Step], prints printed: [String]) {
      testDescription = name
      self.steps = steps
      self.printed = printed
    }
  }

  static let cases = [
    Case(
      "a placed one is printed at once", [.online, .come([(1, at: 7)])], prints: ["m1"]),
    Case(
      "an unplaced one is held back, and printed once when it is placed",
      [.online, .come([(1, at: nil)]), .come([(1, at: 7)]), .come([(1, at: 7)])], prints: ["m1"]),
    Case("an unplaced one is held back", [.online, .come([(1, at: nil)])], prints: []),
    Case(
      "the gap is printed before what came live",
      [
        .online, .come([(4, at: nil)]), .come([(5, at: nil)]),
        .come([(1, at: 11), (2, at: 12)]), .come([(3, at: 13), (4, at: 14), (5, at: 15)]),
      ], prints: ["m1", "m2", "m3", "m4", "m5"]),
    Case(
      "a page read back newest first is printed in order",
      [.online, .come([(3, at: 3), (2, at: 2), (1, at: 1)])], prints: ["m1", "m2", "m3"]),
    Case(
      "without an archive the wait has an end, in the order of arrival",
      [.online, .caughtUp, .come([(1, at: nil)]), .come([(2, at: nil)]), .wait, .wait],
      prints: ["m1", "m2"]),
    Case(
      "a wait goes on while the archive answers",
      [.online, .come([(2, at: nil)]), .come([(1, at: 1)]), .wait], prints: ["m1"]),
    Case(
      "a wait goes on while the archive has not answered, however slow it is",
      [.online, .come([(2, at: nil)]), .wait, .wait, .wait, .come([(1, at: 1), (2, at: 2)])],
      prints: ["m1", "m2"]),
    Case(
      "an archive that never answers is not waited for without end",
      [.online, .come([(1, at: nil)])]
        + [Step](repeating: .wait, count: Arrivals.mostWaits + 1), prints: ["m1"]),
    Case(
      "a wait goes on over a cut",
      [
        .online, .come([(2, at: nil)]), .wait, .offline, .wait, .wait, .online, .wait,
        .come([(1, at: 1), (2, at: 2)]), .wait,
      ], prints: ["m1", "m2"]),
    Case(
      "a wait goes on while there are connections, however short",
      [.online, .come([(2, at: nil)])]
        + [[Step]](repeating: [.offline, .wait, .wait, .online], count: Arrivals.mostWaits)
        .flatMap(\.self) + [.come([(1, at: 1), (2, at: 2)])], prints: ["m1", "m2"]),
    Case(
      "without a connection the wait has an end as well",
      [.online, .come([(1, at: nil)]), .offline]
        + [Step](repeating: .wait, count: Arrivals.mostWaits + 1), prints: ["m1"]),
    Case(
      "the end does not wait",
      [.online, .come([(2, at: nil)]), .come([(3, at: nil)]), .end], prints: ["m2", "m3"]),
    Case(
      "the history holds back as well",
      [.online, .open([(1, at: 1), (3, at: nil)]), .come([(2, at: 2), (3, at: 3)])],
      prints: ["m1", "m2", "m3"]),
    Case(
      "what the history has shown is not printed again",
      [.online, .come([(2, at: nil)]), .open([(1, at: 1), (2, at: 2)]), .wait, .wait],
      prints: ["m1", "m2"]),
  ]

  @Test(arguments: cases) func `T1 lines come in the order of the chat`(_ example: Case) {
    var mode = self.mode
    _ = mode.read("/to bo") { OriginID("m") }
    let actions = example.steps.flatMap { perform($0, &mode) }
    let printed = actions.compactMap { action -> String? in
      guard case .say(let line) = action else { return nil }
      return line.split(separator: " ").last.map(String.init)
    }
    #expect(printed.filter { $0.hasPrefix("m") } == example.printed)
  }

  @Test func `T1 one wait is under way while something is held back`() {
    var mode = self.mode
    _ = perform(.online, &mode)
    _ = mode.apply([.caughtUp(true)])
    #expect(mode.isAllShown)
    #expect(perform(.come([(1, at: nil)]), &mode) == [.wait])
    #expect(perform(.come([(2, at: nil)]), &mode) == [])
    #expect(!mode.isAllShown)
    #expect(mode.waited() == [.wait], "the connection is new")
    #expect(mode.waited().count == 2)
    #expect(mode.isAllShown)
    #expect(mode.waited() == [])
  }

  @Test func `O9 I5 online, all is shown when what the server kept is here`() {
    var mode = self.mode
    #expect(mode.isAllShown, "without a connection nothing more comes")
    _ = perform(.online, &mode)
    #expect(!mode.isAllShown)
    _ = mode.apply([.caughtUp(true)])
    #expect(mode.isAllShown)
    _ = mode.apply([.caughtUp(false)])
    #expect(!mode.isAllShown)
    _ = perform(.offline, &mode)
    #expect(mode.isAllShown)
  }

  private func perform(_ step: Step, _ mode: inout PlainMode) -> [PlainMode.Action] {
    switch step {
    case .online: mode.apply([.connection(.online(roundTrip: nil))])
    case .caughtUp: mode.apply([.caughtUp(true)])
    case .offline: mode.apply([.connection(.offline(reason: "cut", nextTry: nil))])
    case .wait: mode.waited()
    case .end: mode.showRest()
    case .come(let some): mode.apply(some.map { .message(theirs("m\($0.0)", id: $0.0, at: $0.at)) })
    case .open(let some):
      mode.apply([
        .page(
          chat: bo, messages: some.map { theirs("m\($0.0)", id: $0.0, at: $0.at) }, isStart: true)
      ])
    }
  }
}

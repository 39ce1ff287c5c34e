import Foundation
import Harness
import Scratch
import Testing

extension TerminalTests {
  /// Random keys, bytes, pastes and sizes on the built program, among hostile texts. A few seconds; longer with
  /// `PSST_FUZZ_SECONDS`. The seed is printed; `PSST_FUZZ_SEED` uses it again.
  @Suite struct FuzzTests {
    private static let hostile = [
      "\u{1B}]0;owned\u{7}\u{1B}[2Jcleared", "\u{9D}0;owned\u{9C}\u{9B}31mred \u{90}dcs\u{9C}",
      "\u{202E}olleh\u{2066}x\u{202D}", "a" + String(repeating: "\u{301}", count: 10_000),
      "\u{0}\u{8}\u{7F}\r\t\u{85}\u{2028}", "\u{1B}[?1049l\u{1B}c\u{1B}[5n\u{1B}[6n",
      "👩‍👩‍👧‍👦🇩🇪👍🏽❤\u{FE0F}" + String(repeating: "\u{1100}", count: 300),
      String(repeating: "\u{200D}\u{FE0F}", count: 500), "שלום \u{200F}مرحبا\u{061C} 漢字",
      String(repeating: "long ", count: 2_000),
    ]

    /// What ncurses and the modes psst sets are made of, for xterm-256color; a stranger's text is none of it.
    private static let finals = Set("@ABCDGHJKLMPSTXZbdhlmrt")
    private static let escapes: Set<String> = ["(B", "7", "8", "=", ">", "M", "E"]

    @Test
    func `I2 Z2 whatever is typed, pasted and resized, psst lives and obeys nobody's text`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["EDITOR"] = "true"
      let world = try StoredWorld(in: home)
      try world.receive(Self.hostile)
      try world.name(Self.hostile[0], draft: Self.hostile[1])
      var run = Run(seed: Self.number("PSST_FUZZ_SEED") ?? (Self.seconds > 5 ? Self.now : 1))
      print("fuzz: PSST_FUZZ_SEED=\(run.seed) for \(Self.seconds) s")
      var ana = try run.open(home)
      let end = Monotonic.milliseconds + Int64(Self.seconds) * 1_000
      while Monotonic.milliseconds < end {
        for _ in 0..<4 { try run.act(on: ana) }
        _ = Pump.wait(bound: 0.02) { ana.hasEnded }
        if ana.hasEnded {
          // Ctrl-C twice, or q, is as likely as any other key.
          try #require(ana.exitCode == 0, "\(run.story)\n\(ana.report)")
          check(ana, run)
          ana = try run.open(home)
        }
      }
      try comeBack(ana, run)
      check(ana, run)
      print("fuzz: \(run.actions) actions, \(run.starts) starts")
    }

    private static var now: UInt64 { UInt64(Date().timeIntervalSince1970) }
    private static var seconds: Int { Int(number("PSST_FUZZ_SECONDS") ?? 4) }

    private static func number(_ name: String) -> UInt64? {
      ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    /// It still answers, and fills the terminal whatever its size was meanwhile.
    private func comeBack(_ ana: TerminalSession, _ run: Run) throws {
      for (rows, columns) in [(1, 1), (30, 100)] { ana.resize(rows: rows, columns: columns) }
      ana.signal(SIGCONT)
      // The end of a paste, should one be open; then out of whatever is open.
      ana.type("\u{1B}[201~")
      let isBack = Pump.wait(bound: 60) {
        if ana.contains(Wording.goTo) || ana.hasEnded { return true }
        ana.press(.escape)
        ana.signal(SIGCONT)
        return Pump.wait(bound: 1) { ana.contains(Wording.goTo) }
      }
      #expect(isBack && ana.rows == 30, "\(run.story)\n\(ana.report)")
      // The first row has the look of the title to its last column.
      let isFilled = Pump.wait(bound: 10) {
        ana.cells(inRow: 0).last.map { $0.isReverse || $0.background != -1 } ?? false
      }
      #expect(isFilled, "\(run.story)\n\(ana.report)")
    }

    /// Nothing but what psst itself has to say to a terminal went there.
    private func check(_ ana: TerminalSession, _ run: Run) {
      #expect(ana.title != "owned" && ana.bells == 0, "\(run.story)")
      // While an editor or the shell has the terminal, it repeats by itself what is typed.
      var isTaken = false
      let strange = ProgramOutput.parts(of: ana.output).first { part in
        if case .sequence("?1049", let final) = part { isTaken = final == "h" }
        guard isTaken else { return false }
        return switch part {
        case .character(let scalar):
          (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        case .control(let scalar): !["\r", "\n", "\t", "\u{8}", "\u{E}", "\u{F}"].contains(scalar)
        // Which terminal it is (DA1) is asked behind the question for its ground.
        case .sequence("", "c"): false
        // So is what it is called (XTVERSION), and whether it draws pictures.
        case .sequence(">", "q"): false
        case .application(let text): !text.hasPrefix("Gi=31,") || !text.contains("a=q")
        case .sequence(_, let final): !Self.finals.contains(final)
        case .system(let text): !text.hasPrefix("52;c;") && !["104", "11;?"].contains(text)
        // What colours it shows is asked the same way (DECRQSS).
        case .device(let text): text != "$qm"
        case .escape(let text): !Self.escapes.contains(text)
        }
      }
      #expect(strange == nil, "\(run.story)")
    }

    /// What happens by a seed.
    struct Run {
      let seed: UInt64
      private var dice: SeededGenerator
      private(set) var actions = 0
      private(set) var starts = 0
      /// What was done last, for a failure's message.
      private var last: [String] = []

      init(seed: UInt64) {
        self.seed = seed
        dice = SeededGenerator(seed: seed)
      }

      var story: String { "PSST_FUZZ_SEED=\(seed), last: \(last.suffix(30))" }

      mutating func open(_ home: PsstHome) throws -> TerminalSession {
        starts += 1
        let ana = try home.open("--account", "ana", rows: 30, columns: 100)
        try ana.waitUntil("the screen") { $0.isOnAlternateScreen || $0.hasEnded }
        return ana
      }

      mutating func act(on ana: TerminalSession) throws {
        actions += 1
        let bytes: [UInt8]
        switch Int.random(in: 0..<20, using: &dice) {
        case 0, 1:
          let isTiny = Bool.random(using: &dice)
          ana.resize(
            rows: .random(in: 1...(isTiny ? 6 : 50), using: &dice),
            columns: .random(in: 1...(isTiny ? 25 : 150), using: &dice))
          note("\(ana.columns)×\(ana.rows)")
          return
        case 2: bytes = Array("\u{1B}[200~\(Self.text(&dice))\u{1B}[201~".utf8)
        case 3: bytes = (0..<20).map { _ in UInt8.random(in: 0...255, using: &dice) }
        case 4: bytes = Array("\u{1B}[<\(Self.mouse(&dice))".utf8)
        case 5...9: bytes = Self.keys.randomElement(using: &dice)!
        case 10, 11: bytes = [0x1B, UInt8.random(in: 0x20..<0x7F, using: &dice)]
        case 12: bytes = [UInt8.random(in: 1..<0x20, using: &dice)]
        default: bytes = [UInt8.random(in: 0x20..<0x7F, using: &dice)]
        }
        ana.send(bytes)
        note(String(decoding: bytes.prefix(40), as: UTF8.self).debugDescription)
        // A program that suspended itself goes on.
        if actions % 10 == 0 { ana.signal(SIGCONT) }
      }

      private mutating func note(_ what: String) {
        last.append(what)
        if last.count > 60 { last.removeFirst(30) }
      }

      private static func text(_ dice: inout SeededGenerator) -> String {
        FuzzTests.hostile.randomElement(using: &dice)!.replacing("\u{1B}[201~", with: "")
      }

      private static func mouse(_ dice: inout SeededGenerator) -> String {
        let button = [0, 0, 64, 65].randomElement(using: &dice)!
        let (x, y) = (Int.random(in: 1...160, using: &dice), Int.random(in: 1...60, using: &dice))
        return "\(button);\(x);\(y)" + (Bool.random(using: &dice) ? "M" : "m")
      }

      private static let keys: [[UInt8]] =
        ([
          .enter, .escape, .tab, .backspace, .up, .down, .left, .right, .pageUp, .pageDown, .home,
          .end,
        ]
        as [Key]).map(\.bytes)
        + ["kntfqsac/", "yrc"].joined().map { Key.alt($0).bytes }
        + [Key.control("k").bytes, Key.focusIn.bytes, Key.focusOut.bytes, Array("\u{1B}OP".utf8)]
        + ["rgb:ffff/ffff/ffff\u{7}", "rgb:0/0/0\u{1B}\\", "?"].map {
          Array("\u{1B}]11;\($0)".utf8)
        }
    }
  }
}

import Model
import Screen
import Storage
import Store
import Testing

@testable import Views

extension HostileTests {
  /// One message of a quarter of a megabyte froze psst for a minute, at each start again.
  @MainActor @Suite struct LongTextTests {
    /// What takes the most of whoever lays it out: marks of several columns, marks on one base, controls.
    nonisolated static let patterns = [
      "\t", "\u{85}", "\u{9B}", "\u{202E}", "\u{1B}", "\u{0}", "a\u{301}", "\u{301}", "👩‍👩‍👧‍👦",
      "\u{1100}", "\u{200D}", " ", "a", "\n", "> ", "漢", "\u{1F1E6}", "http://", ")",
      "*", "_a", " *", "*a ", "*_~`", "`", "> *", ">", "```\n", ">```\n", "http://a ", "*\u{301}",
    ]

    @Test(arguments: patterns)
    func `Z4 taking a text apart costs what it is long`(pattern: String) {
      func text(_ count: Int) -> String { "http://" + String(repeating: pattern, count: count) }
      let (short, long) = (text(2_000), text(8_000))
      let one = CPUTime.least { lookAt(short) }
      let four = CPUTime.least { lookAt(long) }
      // Four times as long; a copy for each mark would make it sixteen times and more.
      #expect(four < one * 7, "\(one), \(four)")
    }

    @Test(arguments: ["\t", "\u{85}", "\u{202E}"])
    func `Z4 a text of marks alone is not copied for each of them`(mark: String) {
      func cost(_ count: Int) -> Double {
        let text = String(repeating: mark, count: count)
        return CPUTime.least(of: 2) { _ = PrintableText(text).isEmpty }
      }
      let one = cost(40_000)
      let four = cost(160_000)
      #expect(four < one * 9, "\(one), \(four)")
    }

    @Test func `Z4 a key costs the same in a long draft as in a short one`() throws {
      let victim = try Victim.online()
      let snapshot = victim.store.snapshot
      func cost(_ count: Int) -> Double {
        var interface = victim.interface
        _ = interface.handle(
          .paste(String(repeating: "word ", count: count / 5)), snapshot: snapshot, now: victim.now)
        return CPUTime.least(of: 3) {
          for _ in 0..<50 {
            _ = interface.handle(.key(Key(.character("x"))), snapshot: snapshot, now: victim.now)
            _ = interface.update(snapshot, now: victim.now)
          }
        }
      }
      let short = cost(4_000)
      let long = cost(64_000)
      // What lays the whole draft out costs sixteen times as much.
      #expect(long < short * 4, "\(short), \(long)")
    }

    @Test func `Z4 a text pasted without brackets costs what it is long`() throws {
      let victim = try Victim.online()
      func cost(_ count: Int) -> Double {
        CPUTime.least(of: 2) {
          var interface = victim.interface
          // As a terminal hands it over, in parts.
          for _ in 0..<6 {
            let text = String(repeating: "word ", count: count / 30)
            _ = interface.handle(.typed(text), snapshot: victim.store.snapshot, now: victim.now)
          }
          #expect(interface.drafts.composer.text.utf8.count == count)
        }
      }
      let one = cost(24_000)
      let four = cost(96_000)
      #expect(four < one * 9, "\(one), \(four)")
    }

    /// All that is done with a text that a stranger wrote.
    private func lookAt(_ text: String) {
      _ = PrintableText(text).wrapped(to: 60).count
      _ = Link.all(in: text)
      for lead in [nil, "* Bo "] {
        let line = (lead == nil ? "" : "/me ") + text
        _ = LineBreaker(width: 60, isStyled: true, lead: lead).lines(of: line[...]).count
      }
      _ = Quote(text)
    }

    private func message(_ number: Int, _ text: String) -> String {
      "<message from='bo@psst.test/x' type='chat' id='m\(number)'><body>\(text)</body></message>"
    }

    private nonisolated static let tabs = 240_000

    @Test
    func `Z4 a message of 255,000 tabs is shown up to where it is long, and whole when asked`()
      throws
    {
      let victim = try Victim.online()
      let numbers = (1...4_000).map { "\($0)&#9;" }.joined()
      victim.open("Notes")
      victim.say(message(1, numbers + String(repeating: "&#9;", count: Self.tabs) + "end"))
      victim.open("Bo")
      let rest = "more characters · Enter shows all"
      #expect(victim.shows(" 1  ") && !victim.shows(rest), "it is unread: it begins at its top")
      victim.press(Key(.end, .alt))
      #expect(victim.shows(rest), "\(victim.rows.joined(separator: "\n"))")
      #expect(!victim.shows("end"))
      victim.press(Key(.escape))
      #expect(victim.shows("Enter show all"))
      let above = victim.rows.dropLast(5)
      victim.press(Key(.enter))
      #expect(!victim.shows("more characters"))
      #expect(above == victim.rows.dropLast(5), "what was read stays")
      victim.press(.ctrl("d"))
      #expect(victim.shows(" 2300 "), "\(victim.rows.joined(separator: "\n"))")
      let stored = try victim.database.messages.page(Victim.bo, limit: 1)
      #expect(stored.first?.text.hasSuffix("\t\tend") == true)
      // Elsewhere and back it is as it was.
      victim.open("Notes")
      victim.open("Bo")
      #expect(victim.shows(rest))
    }

    @Test(arguments: ["*", "_*", "*a ", "`", ">", " ~a"])
    func `Z4 M5 255,000 signs that might mark something are shown whole`(pattern: String) throws {
      let victim = try Victim.online()
      let count = 255_000 / pattern.count
      victim.say(message(1, (String(repeating: pattern, count: count) + " end*").escaped))
      victim.press(Key(.end, .alt))
      #expect(victim.shows("more characters · Enter shows all"))
      let cost = CPUTime.least(of: 1) {
        victim.press(Key(.escape))
        victim.press(Key(.enter))
        _ = victim.surface
      }
      #expect(!victim.shows("more characters"))
      #expect(cost < 5e9, "\(cost)")
      victim.press(.char("G"))
      #expect(victim.rows.count == victim.size.height)
    }

    /// What is laid out for a screen, in clusters.
    @Test(arguments: ["\t", "\u{85}", "x", "漢"])
    func `Z4 a screen of ten endless messages costs what one of ten long ones costs`(
      pattern: String
    ) throws {
      func cost(_ characters: Int) throws -> Double {
        let victim = try Victim.online()
        for number in 0..<10 {
          victim.say(message(number, String(repeating: pattern, count: characters).escaped))
        }
        try victim.restart()
        return CPUTime.least {
          // Opening, scrolling through them, and resizing.
          victim.open("Notes")
          victim.open("Bo")
          for width in [40, 90, 100] {
            victim.resize(width, 30)
            _ = victim.surface
          }
        }
      }
      let long = try cost(10_000)
      let endless = try cost(60_000)
      #expect(endless < long * 4, "\(long), \(endless)")
    }
  }
}

extension String {
  /// As XML has it.
  var escaped: String {
    unicodeScalars.map {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "&#\($0.value);" : String($0)
    }.joined()
  }
}

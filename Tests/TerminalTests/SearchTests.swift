import Harness
import Testing

extension TerminalTests {
  @Suite struct SearchTests {
    @Test func `P3 a day that is typed is gone to`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let world = try StoredWorld(in: home)
      try world.receive((1...60).map { "later-\($0)" })
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("bo")
      try ana.wait(for: "later-60")
      #expect(!ana.contains("good night"))
      ana.press(.control("k"))
      ana.type("12 may 2020")
      try ana.wait(for: "Tue 12 May 2020 with Bo Reyes")
      ana.press(.enter)
      try ana.wait(for: "can you resend the spec?")
      ana.press(.control("k"))
      ana.type("2020-05-11")
      try ana.wait(for: "Mon 11 May 2020 with Bo Reyes")
      ana.press(.enter)
      try ana.wait(for: "good night")
    }

    @Test func `P6 what was written long ago is typed, found and gone to, and one comes back`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.waitForDot("●", of: "echo")
      try ana.choose("notes")
      try ana.wait(for: "\(Wording.composerFor) \(Wording.notes)")
      ana.say("line-0 with Märzipan")
      for number in 1...120 { ana.say("line-\(number)") }
      try ana.wait(for: .sent, of: "line-120", bound: Bound.start)
      #expect(!ana.contains("line-0 "))

      ana.press(.alt("g"))
      try ana.wait(for: Wording.typeToSearch)
      ana.type("marz")
      try ana.wait(for: "line-0 with Märzipan")
      ana.type("x")
      try ana.wait(for: Wording.nothingFound)
      ana.press(.backspace)
      try ana.wait(for: "line-0 with Märzipan")
      ana.press(.enter)
      try ana.waitUntil("the message among its neighbours") {
        $0.messages(beginning: "line-").prefix(3) == ["line-0", "line-1", "line-2"]
      }
      #expect(!ana.contains("line-120"))

      for _ in 0..<20 where !ana.contains("line-120") {
        let last = ana.messages(beginning: "line-").last
        ana.press(.pageDown)
        try ana.waitUntil("newer messages than \(last ?? "")") {
          $0.messages(beginning: "line-").last != last
        }
      }
      #expect(ana.contains("line-120"), "pages follow down to the newest")

      ana.type("/")
      try ana.wait(for: Wording.typeToSearch)
      ana.type("line-7 ")
      try ana.wait(for: Wording.oneMessage)
      ana.press(.enter)
      try ana.waitUntil("line-7 selected") {
        $0.rowsOfPane.contains { $0.text.hasPrefix("▌") && $0.text.contains("line-7 ") }
      }
      ana.type("G")
      try ana.wait(for: "line-120")
      ana.type("g")
      try ana.waitUntil("the oldest, selected") {
        $0.rowsOfPane.contains { $0.text.hasPrefix("▌") && $0.text.contains("line-0 ") }
      }
      ana.type("G")
      try ana.wait(for: "line-120")
    }
  }
}

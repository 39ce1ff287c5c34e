import Glibc
import Harness
import Testing

extension TerminalTests {
  @Suite struct PresenceTests {
    @Test func `N1 N2 the dot follows start, exit and kill -9 within its time`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "bo", bound: Bound.start)
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.waitForDot("○", of: "bo")

      let first = try home.open("--account", "bo")
      // Its own start has its own bound; the dot's time begins when it shows itself online.
      try first.waitForChats()
      try first.wait(for: "● online")
      try ana.waitForDot("●", of: "bo")
      first.press(.control("c"), .control("c"))
      try first.waitForEnd()
      try ana.waitForDot("○", of: "bo")

      let second = try home.open("--account", "bo")
      try second.waitForChats()
      try second.wait(for: "● online")
      try ana.waitForDot("●", of: "bo")
      try second.killHard()
      try ana.waitForDot("○", of: "bo")
    }

    @Test func `N2 N3 the dot follows focus, suspension and a terminal that goes away`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "bo", bound: Bound.start)
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      let bo = try home.open("--account", "bo")
      try bo.waitForChats()
      try ana.waitUntil("bo", bound: Bound.start) { $0.dot(of: "bo") == "●" }

      bo.type("\u{1B}[O")
      try ana.waitForDot("◐", of: "bo")
      bo.type("\u{1B}[I")
      try ana.waitForDot("●", of: "bo")

      try ana.openChat("bo")
      try bo.openChat("ana")
      for (number, stop) in ["\u{1A}", ""].enumerated() {
        if stop.isEmpty { bo.signal(SIGTSTP) } else { bo.type(stop) }
        try ana.waitForDot("○", of: "bo")
        ana.say("while-\(number)")
        try bo.waitUntil("the stop") { $0.isStopped }
        bo.signal(SIGCONT)
        try ana.waitForDot("●", of: "bo")
        try bo.wait(for: "while-\(number)")
      }
      #expect(bo.messages(beginning: "while-") == ["while-0", "while-1"])

      bo.signal(SIGHUP)
      try ana.waitForDot("○", of: "bo")
      try bo.waitForEnd()
    }

    @Test func `C6 someone new appears in the list without being asked for`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      #expect(ana.dot(of: "cy") == nil)
      let cy = try home.open("--account", "cy")
      try cy.waitForChats()
      try ana.waitUntil("cy with a green dot", bound: Bound.start) { $0.dot(of: "cy") == "●" }
      try cy.waitForDot("●", of: "ana")
    }
  }
}

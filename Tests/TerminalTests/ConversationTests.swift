import Glibc
import Harness
import Testing

extension TerminalTests {
  @Suite struct ConversationTests {
    /// Each status is held until it was seen: a stopped server cannot confirm, a peer who is away cannot
    /// receive, a peer in another chat cannot read.
    @Test func `S3 S4 S5 D1 a message goes through every status in place and in order`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "bo", bound: Bound.start)
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.waitForDot("○", of: "bo")
      try ana.openChat("bo")
      let server = try #require(home.serverProcess())

      // Notices push what stands above them: none comes now.
      ana.press(.alt("m"))
      try ana.wait(for: "Do not disturb is on.")
      try ana.waitUntilGone("Do not disturb is on.", bound: 10)

      let seen = StatusRecorder(of: "marmalade", in: ana)
      kill(server, SIGSTOP)
      ana.say("marmalade")
      try ana.wait(for: .sending, of: "marmalade")
      kill(server, SIGCONT)
      try ana.wait(for: .sent, of: "marmalade")

      let bo = try home.open("--account", "bo")
      try bo.waitForChats()
      try bo.openChat("echo")
      try ana.wait(for: .delivered, of: "marmalade")
      try bo.openChat("ana")
      try bo.wait(for: "marmalade")
      try ana.wait(for: .read, of: "marmalade")

      let afterSaving = seen.statuses.filter { $0 != .saving }
      #expect(afterSaving == [.sending, .sent, .delivered, .read])
      #expect(seen.rows.count == 1, "it moved between the rows \(seen.rows.sorted())")
      #expect(seen.mostCopies == 1)
    }

    @Test func `X1 two people talk and each reads the other's lines in order`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      let bo = try home.open("--account", "bo")
      try ana.waitForChats()
      try bo.waitForChats()
      try ana.waitForDot("●", of: "bo")
      try bo.waitForDot("●", of: "ana")
      try ana.openChat("bo")
      try bo.openChat("ana")
      for round in 0..<5 {
        ana.say("line-a\(round)")
        try bo.wait(for: "line-a\(round)")
        bo.say("line-b\(round)")
        try ana.wait(for: "line-b\(round)")
      }
      let all = (0..<5).flatMap { ["line-a\($0)", "line-b\($0)"] }
      try ana.wait(for: .read, of: "line-a4")
      try bo.wait(for: .read, of: "line-b4")
      #expect(ana.messages(beginning: "line-") == all)
      #expect(bo.messages(beginning: "line-") == all)
    }

    @Test func `S9 twenty messages typed at once arrive once and in order`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let (ana, bo) = try home.openPair(rows: 40)
      let all = (10..<30).map { "line-\($0)" }
      all.forEach(ana.say)
      try bo.wait(for: "line-29")
      try ana.wait(for: .read, of: "line-29")
      #expect(ana.messages(beginning: "line-") == all)
      #expect(bo.messages(beginning: "line-") == all)
    }

    @Test func `X6 twenty-five messages both ways stand in one order with the right times`() throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let (ana, bo) = try home.openPair(rows: 40)
      let begin = MinuteOfDay.now
      for number in 10..<35 {
        let writer = number.isMultiple(of: 3) ? bo : ana
        writer.say("line-\(number)")
        try (writer === ana ? bo : ana).wait(for: "line-\(number)")
      }
      let all = (10..<35).map { "line-\($0)" }
      // A time stands where another speaks.
      let heads = (11..<35).count { $0.isMultiple(of: 3) != ($0 - 1).isMultiple(of: 3) } + 1
      for screen in [ana, bo] {
        try screen.waitUntil("all of them in order") { $0.messages(beginning: "line-") == all }
        // The server's time takes the place of the badge.
        try screen.waitUntil("their times") { $0.times(of: "line-").count >= heads }
        let allowed = begin.until(.now)
        #expect(screen.times(of: "line-").allSatisfy(allowed.contains))
      }
      #expect(ana.times(of: "line-") == bo.times(of: "line-"))
    }

    @Test func `Z2 nothing in a received text commands the terminal`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      // XML forbids C0, not C1: an 8-bit CSI that clears, an 8-bit OSC that sets the title, DEL, an override.
      let hostile = "before\u{9B}2J\u{9D}0;owned\u{9C}\u{7F}\u{202E}after"
      try home.run("--account", "bo", bound: Bound.start)
      let sent = try home.run("--account", "bo", "send", "ana", hostile)
      #expect(sent.exitCode == 0)
      try ana.openChat("bo")
      try ana.wait(for: "after")
      #expect(ana.contains("before") && ana.contains("\(Wording.composerFor) bo"))
      #expect(ana.title != "owned")
      let raw = String(decoding: ana.output, as: UTF8.self).unicodeScalars
      #expect(!raw.contains { ("\u{80}"..."\u{9F}").contains($0) || $0 == "\u{202E}" })
    }

    @Test func `Z2 what is pasted cannot command the terminal and stays one message`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("notes")
      ana.paste("first\nsecond")
      try ana.wait(for: "second")
      #expect(ana.status(of: "first") == nil, "a pasted line end must not send")
      ana.press(.enter)
      try ana.waitUntil("one message") {
        $0.status(of: "first") != nil || $0.status(of: "second") != nil
      }
      ana.paste("red\u{1B}[2Jgreen")
      try ana.wait(for: "green")
      #expect(ana.contains(Wording.composerFor) && ana.contains("red"))
    }
  }
}

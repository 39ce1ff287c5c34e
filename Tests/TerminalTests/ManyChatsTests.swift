import Foundation
import Harness
import Model
import Storage
import Testing

extension TerminalTests {
  @Suite struct ManyChatsTests {
    private static let count = 1_000
    private static let below = Array("\u{1B}[1;3B".utf8)
    private static let above = Array("\u{1B}[1;3A".utf8)
    /// So many keys are less than what a terminal takes before they are read: a key that is cut, whose rest comes
    /// late, is Escape and letters.
    private static let batch = 100
    /// Kilobytes that the resident memory may differ by, whatever was opened.
    private static let slack = 3_000

    private func fill(_ home: PsstHome, chats: Int = count, lines: Int = 20) throws {
      try home.run("--account", "ana", bound: Bound.start)
      try home.run("server", "stop")
      let path = home.path + "/data/accounts/ana@localhost/messages.sqlite"
      let database = try Database(path: path)
      try database.transaction { () throws(StorageError) in
        for number in 1...chats {
          let jid = JID("c\(number)@localhost")!
          try database.roster.save(Contact(jid: jid, name: nil, subscription: .both))
          try database.chats.ensure(jid, kind: .direct)
          for line in 0..<lines {
            let time = Timestamp(milliseconds: 1_589_292_131_204 - Int64(number) * 60_000)
            let place = Int64((chats - number) * 100 + line + 1)
            let order = MessageOrder(anchor: place, sequence: 0)
            let message = Message(
              id: 0, chat: jid, sender: jid, isMine: false,
              originID: OriginID(
                "019a0000-0000-7000-8000-\(100_000_000_000 + number * 100 + line)"),
              content: .text("line \(line) of \(number)"), writtenAt: time, serverTime: time,
              order: order)
            try database.readMarkers.advance(
              .mine, to: try database.messages.insert(MessageTable.New(message)))
          }
          try database.chats.refreshSummary(jid)
        }
      }
    }

    /// Kilobytes that are in no file (proc_pid_status(5)): pages of the program come and go.
    private func resident(_ psst: TerminalSession, _ kind: String = "RssAnon") throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(psst.pid)/status", encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(kind + ":") })
      return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }

    /// Kilobytes once the whole list of so many chats is there.
    private func residentWhenListed(_ chats: Int) throws -> Int {
      let home = try PsstHome()
      defer { home.close() }
      try fill(home, chats: chats, lines: 1)
      let psst = try home.open("--account", "ana", rows: 30)
      try psst.wait(for: "line 0 of 1", bound: Bound.start)
      psst.press(.tab, .tab)
      try psst.waitUntil("the last chat", bound: Bound.start) { psst in
        psst.press(.end)
        return psst.contains("c\(chats)")
      }
      // Without the focus it gives back what it does not need, pages of the program first, and its own memory then:
      // until that does not change any more.
      let before = try resident(psst, "RssFile")
      psst.press(.focusOut)
      var (last, calm) = (0, 0)
      try psst.waitUntil("memory given back") { psst in
        guard try resident(psst, "RssFile") < before else { return false }
        let now = try resident(psst)
        (last, calm) = (now, now == last ? calm + 1 : 0)
        return calm >= 10
      }
      return last
    }

    private func go(
      _ keys: [UInt8], from first: Int, to last: Int, _ psst: TerminalSession
    ) throws {
      var place = first
      while place != last {
        let step = max(-Self.batch, min(Self.batch, last - place))
        for _ in 0..<abs(step) { psst.send(keys) }
        place += step
        // All of it: "c1" begins "c1000" too.
        try psst.waitUntil("c\(place)", bound: Bound.start) { psst in
          psst.contains("Write to c\(place) ")
            && psst.lines.contains { $0.hasSuffix("line 19 of \(place)") }
        }
      }
    }

    @Test func `I6 each of ten thousand chats takes little memory`() throws {
      let few = try residentWhenListed(100)
      // What the allocator has left over differs from start to start, by as much as 50 bytes for each on a busy
      // computer, and is only ever more: the least is nearest to what the chats take.
      let measured = try (0..<5).map { _ in
        try (residentWhenListed(10_100) - few) * 1_024 / 10_000
      }
      // One more allocation for each would be over it.
      let bytes = try #require(measured.min())
      #expect(bytes < 380, "\(few) kB with 100 chats, and \(measured) bytes for each more")
    }

    @Test func `N9 opening and leaving a thousand chats keeps no memory`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try fill(home)
      let psst = try home.open("--account", "ana", rows: 30)
      try psst.wait(for: "line 19 of 1", bound: Bound.start)
      psst.press(.alt("1"))
      try psst.wait(for: "Write to c1")
      try go(Self.below, from: 1, to: Self.count, psst)
      let once = try resident(psst)
      try go(Self.above, from: Self.count, to: 1, psst)
      try go(Self.below, from: 1, to: Self.count, psst)
      let thrice = try resident(psst)
      #expect(thrice - once < Self.slack, "\(once) kB after 1,000 chats, \(thrice) after 3,000")
    }
  }
}

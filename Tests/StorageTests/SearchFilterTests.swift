import Model
import Scratch
import Testing

@testable import Storage

/// Searches that look at some messages only.
@Suite struct SearchFilterTests {
  let folder = ScratchFolder()
  let database: Database
  private let team = JID("team@rooms.localhost")!

  init() throws {
    database = try Database(path: folder.file())
    try store("spec of bo", at: 10)
    try store("my spec for bo", mine: true, at: 20)
    try store("spec of cy", in: cy, at: 30)
    try store("spec of Bo in the team", in: team, nick: "Bo_1", at: 40)
    try store("spec of dee", in: team, nick: "dee", at: 50)
    try store("my spec for the team", in: team, mine: true, at: 60)
  }

  private func store(
    _ text: String, in chat: JID = bo, mine: Bool = false, nick: String? = nil, at time: Int64
  ) throws {
    var new = message("m\(time)", chat: chat, mine: mine)
    new.message.content = .text(text)
    if let nick, let sender = chat.with(resource: nick) { new.message.sender = sender }
    new.message.writtenAt = Timestamp(milliseconds: time)
    _ = try database.messages.insert(new)
  }

  private func expect(
    _ texts: [String], for words: String = "spec", in chat: JID? = nil, line: Int = #line,
    _ narrow: (inout SearchFilter) -> Void
  ) throws {
    var query = SearchQuery(words, chat: chat)
    narrow(&query.filter)
    let found = try database.search.find(query).hits.map(\.message.text)
    #expect(found == texts, "line \(line)")
  }

  /// Before they come into the index, and afterwards.
  private func bothTimes(_ check: () throws -> Void) throws {
    try check()
    while try !database.search.extend(by: 100) {}
    try check()
  }

  @Test func `P6 who wrote it is me, a person, or whoever is called so in a group`() throws {
    let inTeam = "spec of Bo in the team"
    try bothTimes {
      try expect(["my spec for the team", "my spec for bo"]) { $0.sender = .me }
      try expect([inTeam, "spec of bo"]) { $0.sender = .others(named: "bo", chats: [bo]) }
      try expect([inTeam]) { $0.sender = .others(named: "o_", chats: []) }
      for name in ["%", "\\", "' OR 1 --", "x_"] {
        try expect([]) { $0.sender = .others(named: name, chats: []) }
      }
    }
  }

  @Test func `P6 chats and times narrow it, all of them together`() throws {
    try bothTimes {
      try expect(["spec of cy", "my spec for bo", "spec of bo"]) { $0.chats = [cy, bo] }
      try expect([]) { $0.chats = [] }
      try expect([]) { $0.chats = [me] }
      try expect(["spec of Bo in the team", "spec of cy", "my spec for bo"]) {
        $0.start = Timestamp(milliseconds: 20)
        $0.end = Timestamp(milliseconds: 50)
      }
      try expect(["my spec for bo"], in: bo) {
        $0.sender = .me
        $0.end = Timestamp(milliseconds: 50)
      }
    }
  }

  @Test func `P6 without words all that is left is found, the newest first`() throws {
    try bothTimes {
      try expect(["my spec for the team", "spec of dee", "spec of Bo in the team"], for: "") {
        $0.chats = [team]
      }
      try expect(["my spec for bo"], for: "", in: bo) { $0.sender = .me }
      // Nothing was asked for, and what is no word.
      try expect([], for: "") { _ in }
      try expect([], for: "…") { $0.sender = .me }
    }
    var query = SearchQuery("", limit: 2)
    query.filter.chats = [team]
    let some = try database.search.find(query)
    #expect(!some.isWhole && some.hits.count == 2)
  }
}

import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct SearchTests {
  /// A search with an answer to what was typed.
  static func searching(_ width: Int = 100, _ height: Int = 30, for text: String = "spec") -> Stage
  {
    var stage = Stage.conversation(width, height)
    stage.press(.alt("g"))
    stage.type(text)
    answer(&stage, for: text)
    return stage
  }

  static func answer(
    _ stage: inout Stage, for text: String, in chat: JID? = nil, isWhole: Bool = true
  ) {
    let query = SearchQuery(text, chat: chat)
    let results = SearchResults(query: query, hits: hits, isWhole: isWhole)
    stage.snapshot.search = OpenSearch(query, results: results)
    stage.update()
  }

  static let hits = [
    hit(Stage.message(2, "can you resend the spec?", minutesAgo: 7), [19..<23]),
    hit(
      Stage.message(70, "Spec\nand \u{1B}[31mspecial things", mine: .read, minutesAgo: 1500),
      [0..<4, 14..<21]),
    hit(
      Stage.message(
        30, String(repeating: "long before ", count: 20) + "spec", minutesAgo: 90_000,
        chat: Stage.cy), [240..<244]),
  ]

  private static func hit(_ message: Message, _ matches: [Range<Int>]) -> SearchHit {
    SearchHit(message: message, matches: matches)
  }

  @Test func `P6 Alt-G asks as one types, with every key`() {
    var stage = Stage.conversation()
    #expect(stage.press(.alt("g")).isEmpty)
    #expect(stage.text.contains("Type to search all messages"))
    #expect(
      stage.type("sp") == [
        .intent(.search(SearchQuery("s"))), .intent(.search(SearchQuery("sp"))),
      ])
    #expect(stage.press(Key(.backspace)) == [.intent(.search(SearchQuery("s")))])
    #expect(stage.press(.ctrl("u")) == [.intent(.search(SearchQuery("")))])
    #expect(stage.press(.ctrl("u")).isEmpty, "nothing changed")
    #expect(stage.send(.paste("a\nb")) == [.intent(.search(SearchQuery("a b")))])
    #expect(stage.press(Key(.escape)) == [.intent(.closeSearch)])
    #expect(stage.interface.overlays.isEmpty)
  }

  @Test func `P6 terms narrow the search by the names on the screen, and by days`() throws {
    var stage = Stage.conversation()
    stage.press(.alt("g"))
    #expect(["from:NAME  in:CHAT", "after:DAY  before:DAY"].allSatisfy(stage.text.contains))
    func asked(_ text: String) throws -> SearchQuery {
      stage.press(.ctrl("u"))
      let action = try #require(stage.send(.paste(text)).last)
      guard case .everywhere(.search(let query)) = action else {
        throw Unexpected(action: action)
      }
      #expect(query.text == text)
      return query
    }
    let mine = try asked("from:me spec")
    #expect(mine.words == " spec" && mine.filter.sender == .me)
    #expect(
      try asked("from:BO@").filter.sender == .others(named: "BO@", chats: [Stage.bo]))
    #expect(try asked("spec in:cy").filter.chats == [Stage.cy])
    #expect(try asked("in:\"nobody here\"").filter.chats == [])
    #expect(stage.text.contains("No chat is called “nobody here”"))
    let days = try asked("after:2026-05-10 before:12-may").filter
    let (start, end) = try (#require(days.start), #require(days.end))
    #expect(end.milliseconds - start.milliseconds == 2 * 86_400_000)
    #expect(try asked("after:tomor").filter == SearchFilter())
    #expect(["after: wants a day", "2026-05-12, 12-may"].allSatisfy(stage.text.contains))
  }

  private struct Unexpected: Error { var action: Action }

  @Test func `Alt-G searches from anywhere, and keeps what is typed`() {
    var stage = Stage.conversation()
    stage.type("two words")
    stage.press(Key(.home), .alt("f"))
    #expect(stage.interface.drafts.composer.buffer.cursor == 3 && stage.interface.overlays.isEmpty)
    stage.press(.alt("g"))
    #expect(stage.text.contains("Type to search"))
    #expect(stage.interface.drafts.composer.text == "two words")
  }

  @Test(arguments: [(100, 30), (80, 24)])
  func `P6 a hit has its chat, sender, time and text with the words marked`(
    width: Int, height: Int
  ) throws {
    let stage = Self.searching(width, height)
    let row = try #require(stage.rows.row(with: "can you resend the spec?"))
    let facts = stage.rows[row].split(separator: " ").prefix(6)
    #expect(facts == ["▸", "Bo", "Reyes", "Bo", "13:55", "can"])
    #expect(stage.rows[row + 1].contains("you      Mon 13:02    Spec and"))
    #expect(stage.rows[row + 2].contains("Cy") && stage.rows[row + 2].hasSuffix("before spec"))
    #expect(stage.rows[row + 2].contains("11 Mar"))
    #expect(stage.rows[0].hasSuffix("3 messages"))
  }

  @Test func `P6 T3 what is of another year has its whole date`() {
    var stage = Self.searching()
    stage.snapshot.search?.results?.hits[0].message.serverTime = Timestamp(
      milliseconds: Stage.noon.milliseconds - 365 * 86_400_000)
    stage.update()
    #expect(stage.rows.contains { $0.contains("12 May 2025") && $0.contains("can you resend") })
  }

  @Test func `P6 on a narrow screen the text has its own row, and all works down to nothing`()
    throws
  {
    var stage = Self.searching(40, 12)
    let row = try #require(stage.rows.row(with: "can you resend the spec?"))
    #expect(stage.rows[row - 1].contains("Bo Reyes") && stage.rows[row - 1].contains("13:55"))
    for size in [(20, 5), (9, 3), (3, 2), (1, 1)] {
      stage.resize(size.0, size.1)
      #expect(stage.surface.size == Size(width: size.0, height: size.1))
    }
  }

  @Test func `P6 O6 the words that match are told by underline where there is no colour`() throws {
    var stage = Self.searching()
    let row = try #require(stage.rows.row(with: "can you resend the spec?"))
    let line = Array(stage.rows[row])
    let start = try #require(line.indices.first { String(line[$0...]).hasPrefix("spec") })
    stage.interface = Interface(theme: try Theme.load(name: "mono"))
    _ = stage.send(.resize(stage.size))
    stage.press(.alt("g"))
    stage.type("spec")
    Self.answer(&stage, for: "spec")
    for column in 0..<40 {
      let cell = stage.surface[start - 10 + column, row]
      #expect(cell.style.isUnderlined == (10..<14).contains(column))
    }
  }

  @Test func `Z2 nothing of a hit commands the terminal`() {
    #expect(!Self.searching().text.contains("\u{1B}"))
  }

  @Test func `P6 what was not found is said when the answer is here, not before`() {
    var stage = Stage.conversation()
    stage.press(.alt("g"))
    stage.type("zzz")
    stage.snapshot.search = OpenSearch(SearchQuery("zzz"))
    stage.update()
    #expect(!stage.text.contains("No messages found"))
    stage.snapshot.search = OpenSearch(
      SearchQuery("zzz"), results: SearchResults(query: SearchQuery("zzz"), isIndexing: true))
    stage.update()
    #expect(stage.text.contains("No messages found"))
    #expect(stage.text.contains("Older ones are still being indexed"))
  }

  @Test func `P6 where no word was asked for, that is said`() {
    var stage = Stage.conversation()
    stage.press(.alt("g"))
    stage.type("?!")
    var results = SearchResults(query: SearchQuery("?!"))
    results.hasNoWord = true
    stage.snapshot.search = OpenSearch(results.query, results: results)
    stage.update()
    #expect(stage.text.contains("Words, numbers and emoji are found, other signs are not"))
    #expect(!stage.text.contains("No messages found"))
  }

  @Test func `P6 Enter goes to the message, the page around it is asked for`() throws {
    var stage = Self.searching()
    stage.press(Key(.down), Key(.down))
    let place = Self.hits[2].message.order
    let actions = stage.press(Key(.enter))
    #expect(actions.first == .intent(.closeSearch))
    #expect(actions.contains(.intent(.openAt(chat: Stage.cy, place: place))))
    stage.snapshot.search = nil
    stage.openPane(
      (10...60).map { Stage.message($0, "message \($0).", chat: Stage.cy) }, chat: Stage.cy.chat,
      isStart: false)
    stage.snapshot.pane?.isEnd = false
    stage.update()
    let row = try #require(stage.rows.row(with: "message 30."))
    #expect((8..<22).contains(row), "about in the middle")
    #expect(stage.interface.navigation.pane.selected(in: stage.snapshot.pane)?.id == 30)
    #expect(stage.interface.navigation.focus == .messages)
    #expect(stage.text.contains("─ ↓ newer Alt-End ─"))
  }

  @Test func `P6 a message that is in memory is gone to at once`() {
    var stage = Self.searching()
    let actions = stage.press(Key(.enter))
    #expect(actions == [.intent(.closeSearch)])
    #expect(stage.interface.navigation.pane.selected(in: stage.snapshot.pane)?.id == 2)
  }

  /// In the middle of the chat with Bo: messages 100 to 150 of many.
  private static func detached() -> Stage {
    var stage = Stage.conversation()
    stage.openPane((100...150).map { Stage.message($0, "message \($0).") }, isStart: false)
    stage.snapshot.pane?.isEnd = false
    stage.press(Key(.escape))
    stage.update()
    return stage
  }

  @Test func `P3 g goes to the oldest that is stored, however far it is`() {
    var stage = Self.detached()
    let lowest = MessageOrder(anchor: .min, sequence: .min)
    #expect(
      stage.press(.char("g")).contains(.intent(.openAt(chat: Stage.bo, place: lowest))))
    stage.snapshot.pane?.isLoading = true
    stage.update()
    stage.openPane((1...50).map { Stage.message($0, "message \($0).") })
    stage.snapshot.pane?.isEnd = false
    stage.update()
    #expect(stage.interface.navigation.pane.selected(in: stage.snapshot.pane)?.id == 1)
    stage.press(.char("j"))
    #expect(stage.press(.char("g")) == [], "it is here")
    #expect(stage.interface.navigation.pane.selected(in: stage.snapshot.pane)?.id == 1)
  }

  @Test func `P3 who goes on elsewhere is not taken to the oldest later`() {
    var stage = Self.detached()
    stage.press(.char("g"), .char("k"))
    stage.openPane((1...50).map { Stage.message($0, "message \($0).") })
    stage.update()
    #expect(stage.interface.navigation.pane.selected(in: stage.snapshot.pane)?.id != 1)
  }

  @Test func `P6 in the middle of a chat pages are asked for on both ends, once each`() {
    var stage = Self.detached()
    let end = MessageOrder(anchor: 150, sequence: 150)
    let newer = Action.intent(.loadNewer(chat: Stage.bo, after: end))
    stage.press(.char("j"), .char("j"))
    #expect(stage.actions.filter { $0 == newer }.count == 1)
    stage.snapshot.pane?.messages += (151...200).map { Stage.message($0, "message \($0).") }
    stage.update()
    #expect(stage.text.contains("message 150.") && !stage.text.contains("message 160."))
    for _ in 0..<9 { stage.press(Key(.pageUp)) }
    let start = MessageOrder(anchor: 100, sequence: 100)
    #expect(stage.actions.contains(.intent(.loadOlder(chat: Stage.bo, before: start))))
  }

  @Test func `P6 G goes back to the newest message, and a message that is sent shows it too`() {
    var stage = Self.detached()
    let goes = Action.intent(.openAt(chat: Stage.bo, place: nil))
    #expect(stage.press(.char("G")).contains(goes))
    stage.openPane((800...850).map { Stage.message($0, "message \($0).") }, isStart: false)
    stage.update()
    #expect(stage.text.contains("message 850.") && stage.interface.navigation.pane.isAtEnd)
    #expect(stage.interface.navigation.pane.selected(in: stage.snapshot.pane)?.id == 850)
    stage = Self.detached()
    stage.press(.char("c"))
    stage.type("hi")
    let actions = stage.press(Key(.enter))
    #expect(actions.first == goes)
    #expect(actions.contains { if case .intent(.send, _) = $0 { true } else { false } })
  }

  @Test func `D2 what is passed in the middle of a chat is not marked as read`() {
    var stage = Self.detached()
    stage.snapshot.chats[0].unread = 40
    stage.press(Key(.pageUp), Key(.pageDown))
    #expect(!stage.actions.contains { if case .intent(.markRead, _) = $0 { true } else { false } })
  }

  @Test func `P6 a slash searches in the open chat, n and N go through what was found`() {
    var stage = Stage.conversation()
    stage.press(Key(.escape), .char("n"))
    #expect(stage.text.contains("Nothing was searched for yet"))
    stage.press(.char("/"))
    #expect(stage.text.contains("Type to search this chat") && stage.rows[0].contains("in Bo"))
    #expect(stage.type("x") == [.intent(.search(SearchQuery("x", chat: Stage.bo)))])
    Self.answer(&stage, for: "x", in: Stage.bo)
    stage.press(Key(.enter))
    let second = Self.hits[1].message.order
    #expect(
      stage.press(.char("n")).contains(.intent(.openAt(chat: Stage.bo, place: second))))
    stage.press(.char("N"))
    #expect(stage.interface.navigation.pane.selected(in: stage.snapshot.pane)?.id == 2)
    stage.press(.char("N"))
    #expect(stage.text.contains("newest one found"))
  }

  @Test func `P6 near the last hit more are asked for`() {
    var stage = Self.searching()
    Self.answer(&stage, for: "spec", isWhole: false)
    #expect(stage.rows[0].hasSuffix("3+ messages"))
    #expect(
      stage.press(Key(.down)) == [.intent(.search(SearchQuery("spec", limit: 100)))])
    Self.answer(&stage, for: "spec")
    #expect(stage.press(Key(.pageDown)).isEmpty)
  }
}

extension [String] {
  /// Says less than the stage where it fails.
  fileprivate func row(with part: String) -> Int? { firstIndex { $0.contains(part) } }
}

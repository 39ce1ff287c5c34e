import Model
import Screen
import Store
import Testing

@testable import Views

/// Reactions (M4): the row below a message, and the emoji to choose from.
@Suite struct ReactionTests {
  static func said(
    _ emoji: String..., mine: Bool = false, by status: DeliveryStatus? = nil,
    failure: String? = nil
  ) -> Message.Reaction {
    Message.Reaction(
      sender: mine ? Stage.me : Stage.bo, isMine: mine, emoji: Emoji.all(in: emoji),
      at: Stage.noon,
      pending: status.flatMap {
        Message.Pending(originID: OriginID("r1"), status: $0, failure: failure)
      })
  }

  /// A conversation whose last message has these reactions.
  static func stage(
    _ reactions: Message.Reaction..., mine status: DeliveryStatus? = nil, text: String = "the one",
    width: Int = 100, height: Int = 30
  ) -> Stage {
    var stage = Stage.conversation(width, height)
    var message = Stage.message(6, text, mine: status)
    message.reactions = reactions
    stage.snapshot.pane?.messages.append(message)
    stage.update()
    return stage
  }

  /// What stands below the message.
  private func below(_ stage: Stage) throws -> String {
    let row = try #require(stage.paneRow(containing: "the one"))
    let rest = stage.rows[row + 1].split(separator: "┃ ", omittingEmptySubsequences: false)
    return String(rest.last ?? "")
  }

  private func chosen(_ actions: [Action]) -> String? {
    guard case .intent(.react(6, let emoji, let new), _)? = actions.first,
      new.value.utf8.count == 36
    else { return nil }
    return emoji.text
  }

  // MARK: Below the message

  @Test func `M4 one row below the message counts who says what, and mine is in brackets`() throws {
    let stage = Self.stage(Self.said("👍", "❤️"), Self.said("👍", mine: true))
    #expect(try below(stage) == "[👍 2] ❤️ 1")
    #expect(try below(Self.stage(Self.said("🎉"))) == "🎉 1")
    #expect(try !below(Self.stage()).contains("1"))
  }

  @Test(arguments: [100, 40])
  func `M4 O9 a reaction that nobody confirms says so, and Enter sends it again`(width: Int) throws
  {
    var stage = Self.stage(
      Self.said("👍", mine: true, by: .sent, failure: "not confirmed by Bo"), width: width)
    #expect(try below(stage) == "[👍 1]  ✓?")
    #expect(stage.text.contains("reaction not confirmed by Bo"))
    guard width == 100 else { return }
    stage.press(Key(.escape))
    #expect(stage.rows.last?.contains("Enter send again") == true)
    #expect(stage.press(Key(.enter)) == [.intent(.retry(OriginID("r1")))])
  }

  @Test func `M4 mine is told without colour, and with it in the accent`() throws {
    var stage = Self.stage(Self.said("👍", mine: true), Self.said("❤️"))
    stage.interface = Interface(theme: try Theme.load(name: "mono"))
    _ = stage.interface.handle(
      .resize(Size(width: 100, height: 30)), snapshot: stage.snapshot, now: stage.now)
    stage.update()
    #expect(try below(stage) == "[👍 1] ❤️ 1")
    let drawn = Self.stage(Self.said("👍", mine: true), Self.said("❤️"))
    let look = drawn.interface.appearance.look
    #expect(try StylingTests.styles("[👍 1]", drawn) == [look.style(.accent)])
    #expect(try StylingTests.styles("❤️ 1", drawn) == [look.style(.dim)])
  }

  @Test(arguments: [
    (DeliveryStatus.queued, "[👍 1]  Queued"), (.sending, "[👍 1]  Sending…"),
    (.failed, "[👍 1]  ! Failed · Enter to retry"),
  ])
  func `M4 M7 how far mine is stands beside it`(status: DeliveryStatus, words: String) throws {
    #expect(try below(Self.stage(Self.said("👍", mine: true, by: status))) == words)
  }

  @Test func `M4 M7 what I take back is told while the server does not know it`() throws {
    #expect(try below(Self.stage(Self.said(mine: true, by: .queued))) == "Taken back · Queued")
    let both = Self.stage(Self.said("👍"), Self.said(mine: true, by: .queued))
    #expect(try below(both) == "👍 1  Taken back · Queued")
  }

  @Test func `M4 O10 why a reaction was refused stands below it, and nothing is shifted`() throws {
    var reaction = Self.said("👍", mine: true, by: .failed)
    reaction.pending?.failure = "bo's server does not take it"
    let stage = Self.stage(reaction)
    let row = try #require(stage.row(containing: "! Failed · Enter to retry"))
    #expect(stage.rows[row + 1].contains("bo's server does not take it"))
    let before = try #require(Self.stage(Self.said("👍", mine: true)).row(containing: "[👍 1]"))
    #expect(row == before - 1, "the rows are counted as they are drawn")
  }

  @Test func `M4 Enter on a message tries the reaction again that has failed`() {
    var stage = Self.stage(Self.said("👍", mine: true, by: .failed))
    stage.press(Key(.escape))
    #expect(stage.rows[29].contains("Enter retry"))
    #expect(stage.press(Key(.enter)) == [.intent(.retry(OriginID("r1")))])
  }

  @Test(arguments: [20, 24, 32, 40, 60, 100])
  func `M4 Z4 however many there are they have one row, and what has no room is counted`(
    width: Int
  ) throws {
    let many = (0..<16).map { String(Unicode.Scalar(UInt32(0x1F400 + $0))!) }
    var reaction = Self.said("👍")
    reaction.emoji = Emoji.all(in: many)
    var stage = Self.stage(
      reaction, Self.said("🐀", mine: true, by: .queued), width: width, height: 12)
    let rows = stage.rows.filter { $0.contains("[🐀 2]") }
    #expect(rows.count == 1, "\(stage.text)")
    let row = try #require(rows.first)
    #expect(PrintableText(row).width <= width)
    let shown = many.count { row.contains($0) }
    #expect(shown == 16 || row.contains("+\(16 - shown)"), "\(row)")
    stage.press(Key(.tab))
    #expect(stage.text.contains("[🐀 2]"))
  }

  @Test func `M4 as many rows are counted as are drawn`() {
    for width in [20, 40, 100] {
      let stage = Self.stage(Self.said("👍"), Self.said(mine: true, by: .failed), width: width)
      guard let view = stage.interface.viewport(stage.snapshot, stage.now) else { continue }
      for index in view.rows.messages.indices {
        #expect(view.rows.rows(of: index).count == view.rows.count(of: index))
      }
    }
  }

  @Test func `M4 who reacted is told about a message`() {
    var stage = Self.stage(Self.said("👍", "❤️"), Self.said("🎉", mine: true))
    stage.press(Key(.escape), .char(" "))
    #expect(stage.text.contains("reacted  Bo 👍 ❤️"), "\(stage.text)")
    #expect(stage.text.contains("reacted  you 🎉"))
    stage = Self.stage(Self.said("👍"), mine: .read)
    stage.press(Key(.escape), .char(" "))
    let message = stage.snapshot.pane!.messages.last!
    stage.snapshot.infoOf = message.sentID
    stage.snapshot.life = MessageLife(message: message, events: [], corrections: [])
    stage.update()
    #expect(stage.text.contains("reacted  Bo 👍"), "\(stage.text)")
  }

  // MARK: Choosing

  @Test func `M4 + shows emoji with their names, and Enter reacts with the one chosen`() throws {
    var stage = Self.stage()
    stage.press(Key(.escape), .char("+"))
    #expect(stage.text.contains("React: ") && stage.text.contains("1 👍 thumbs up sign"))
    #expect(stage.text.contains("9 🔥 fire"))
    #expect(chosen(stage.press(Key(.enter))) == "👍")
    #expect(!stage.text.contains("React: "))
    stage.type("while")
    #expect(stage.text.contains("❯ while"), "who has reacted writes")
    stage.press(Key(.escape), .char("+"), Key(.down), Key(.down))
    #expect(chosen(stage.press(Key(.enter))) == "😂")
  }

  @Test func `M4 a digit chooses one of the first nine`() {
    for (digit, emoji) in zip("123456789", EmojiNames.common) {
      var stage = Self.stage()
      stage.press(Key(.escape), .char("+"))
      #expect(chosen(stage.press(.char(digit))) == emoji.text)
      #expect(!stage.text.contains("React: "))
    }
  }

  @Test func `M4 what I reacted with last stands first`() {
    var stage = Self.stage()
    stage.snapshot[.first].recentEmoji = Emoji.all(in: ["🦆", "👀"])
    stage.press(Key(.escape), .char("+"))
    #expect(stage.text.contains("1 🦆 duck") && stage.text.contains("2 👀 eyes"))
    #expect(stage.text.contains("3 👍 thumbs up sign"))
    #expect(stage.text.split(separator: "👀").count == 2)
  }

  @Test func `M4 a name is looked for by the beginnings of its words, and digits are letters then`()
    throws
  {
    var stage = Self.stage()
    stage.press(Key(.escape), .char("+"))
    stage.type("heart eyes")
    #expect(stage.text.contains("😍 smiling face with heart-shaped"))
    stage.press(.ctrl("u"))
    stage.type("duck")
    #expect(chosen(stage.press(Key(.enter))) == "🦆")
    stage.press(Key(.escape), .char("+"))
    stage.type("heart")
    #expect(EmojiNames.find("heart").first?.emoji.text == "❤️")
    stage.type("9")
    #expect(stage.text.contains("no emoji is called so"))
    #expect(stage.press(Key(.enter)).isEmpty && stage.text.contains("React: "))
    stage.press(Key(.backspace))
    #expect(chosen(stage.press(Key(.enter))) == "❤️")
  }

  @Test func `M4 an emoji that is typed or pasted is chosen, however it is put together`() {
    var stage = Self.stage()
    stage.press(Key(.escape), .char("+"))
    stage.send(.paste("🧑🏿‍❤️‍💋‍🧑🏻"))
    #expect(chosen(stage.press(Key(.enter))) == "🧑🏿‍❤️‍💋‍🧑🏻")
  }

  @Test func `M4 one that is mine is marked, and choosing it takes it back`() throws {
    var stage = Self.stage(Self.said("🦆", mine: true))
    stage.press(Key(.escape), .char("+"))
    let row = try #require(stage.row(containing: "🦆 duck"))
    #expect(stage.rows[row].contains("takes it back"))
    stage.type("duck")
    #expect(chosen(stage.press(Key(.enter))) == "🦆")
  }

  @Test func `M4 Esc closes the emoji without a reaction`() {
    var stage = Self.stage()
    stage.press(Key(.escape), .char("+"))
    #expect(stage.press(Key(.escape)).isEmpty && !stage.text.contains("React: "))
    #expect(stage.interface.place == .browsing)
  }

  @Test func `M4 a click selects, and the wheel moves on`() throws {
    var stage = Self.stage()
    stage.press(Key(.escape), .char("+"))
    let row = try #require(stage.row(containing: "3 😂"))
    stage.send(.mouse(Mouse(.press, at: Point(x: 50, y: row))))
    stage.send(.mouse(Mouse(.wheelDown, at: Point(x: 50, y: row))))
    #expect(chosen(stage.press(Key(.enter))) == "😮")
  }

  @Test(arguments: [DeliveryStatus.queued, .sending, .failed])
  func `M4 to what nobody else has there is no reaction, and it is said`(status: DeliveryStatus) {
    var stage = Self.stage(mine: status)
    stage.press(Key(.escape), .char("+"))
    #expect(stage.toldRow.contains("The message has not been sent yet."))
    #expect(!stage.text.contains("React: "))
  }

  @Test func `M4 M2 to a deleted message there is none either`() {
    var stage = DeletedMessageTests.deleted(mine: false)
    stage.press(Key(.escape), .char("+"))
    #expect(stage.toldRow.contains("This message was deleted."))
    #expect(!stage.text.contains("React: "))
  }

  @Test func `M4 every emoji that is offered is one, has a name, and is there once`() {
    #expect(EmojiNames.all.count > 1_000)
    #expect(EmojiNames.all.allSatisfy { !$0.name.isEmpty && Emoji($0.emoji.text) != nil })
    #expect(Set(EmojiNames.all.map(\.emoji)).count == EmojiNames.all.count)
    #expect(EmojiNames.common.count == 9)
    for text in ["👍", "❤️", "😂", "🎉", "☕", "✅"] {
      #expect(EmojiNames.all.contains { $0.emoji.text.hasPrefix(text) }, "\(text)")
    }
  }

  // MARK: Elsewhere

  @Test func `M4 O6 the queue says in words what a reaction does, and that it has no text`() {
    var stage = Stage.conversation()
    stage.press(.alt("q"))
    func entry(_ emoji: [Emoji], _ number: Int64) -> OutboxEntry {
      OutboxEntry(
        sequence: number, chat: Stage.bo, originID: OriginID("r\(number)"), text: "thx",
        state: .queued, attempts: 0, lastError: nil, queuedAt: Stage.noon,
        amendment: .reactions(emoji, to: "x"))
    }
    stage.snapshot.queue = OpenQueue(
      entries: [entry(Emoji.all(in: ["👍"]), 1), entry([], 2)])
    stage.update()
    #expect(stage.text.contains("react 👍: thx"), "\(stage.text)")
    #expect(stage.text.contains("take back reaction: thx"))
    stage.press(.char("e"))
    #expect(stage.text.contains("A reaction has no text to edit."))
  }
}

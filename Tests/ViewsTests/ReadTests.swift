import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct ReadTests {
  static func read(_ actions: [Action]) -> [Int64] {
    actions.compactMap {
      if case .intent(.markRead(_, let order), _) = $0 { order.anchor } else { nil }
    }
  }

  /// Forty messages, the last five of them unread.
  static func stage() -> Stage {
    var stage = Stage.conversation(100, 20)
    stage.openPane((1...40).map { Stage.message($0, "message \($0)") })
    stage.snapshot.chats[0].unread = 5
    return stage
  }

  @Test func `D2 nothing is read while the terminal has no focus or nobody pressed a key`() {
    var stage = Self.stage()
    #expect(Self.read(stage.update()).isEmpty)
    #expect(Self.read(stage.send(.focus(false))).isEmpty)
    #expect(Self.read(stage.wait(1_000)).isEmpty)
  }

  /// What was told of whether somebody sits there.
  static func presence(_ actions: [Action]) -> [Bool] {
    actions.compactMap { if case .everywhere(.focus(let isThere)) = $0 { isThere } else { nil } }
  }

  @Test func `N3 without a key for five minutes nobody sits there, until the next one`() {
    var stage = Stage.conversation(100, 20)
    #expect(Self.presence(stage.wait(299_000)).isEmpty)
    #expect(stage.interface.nextWake.map { $0 - stage.uptime } == 1_000)
    #expect(Self.presence(stage.wait(1_000)) == [false])
    #expect(Self.presence(stage.wait(600_000)).isEmpty)
    #expect(Self.presence(stage.press(Key(.left))) == [true])
  }

  @Test func `N3 who set a time is away after it, and who set none is not away by that`() {
    var stage = Stage.conversation(100, 20)
    stage.interface = Interface(theme: .plain, preferences: Preferences(idleMinutes: 1))
    #expect(Self.presence(stage.update()).isEmpty)
    #expect(Self.presence(stage.wait(60_000)) == [false])
    stage.interface = Interface(theme: .plain, preferences: Preferences(idleMinutes: 0))
    #expect(Self.presence(stage.update()).isEmpty)
    #expect(Self.presence(stage.wait(86_400_000)).isEmpty)
    #expect(Self.presence(stage.send(.focus(false))) == [false])
  }

  @Test func `N3 D2 a key is proof of being there, whatever the terminal's focus says`() {
    var stage = Self.stage()
    stage.update()
    #expect(Self.presence(stage.send(.focus(false))) == [false])
    let actions = stage.press(Key(.left))
    #expect(Self.presence(actions) == [true])
    #expect(Self.read(actions) == [40])
    // What the terminal tells of its focus counts again.
    #expect(Self.presence(stage.send(.focus(false))) == [false])
  }

  @Test func `N3 the terminal's focus is told once`() {
    var stage = Stage.conversation(100, 20)
    #expect(Self.presence(stage.send(.focus(true))).isEmpty)
    #expect(Self.presence(stage.send(.focus(false))) == [false])
    #expect(Self.presence(stage.send(.focus(false))).isEmpty)
    #expect(Self.presence(stage.send(.focus(true))) == [true])
  }

  @Test func `D2 with the focus what is visible is read, the newest once`() {
    var stage = Self.stage()
    stage.update()
    #expect(Self.read(stage.send(.focus(true))) == [40])
    #expect(Self.read(stage.update()).isEmpty)
    stage.snapshot.pane?.messages.append(Stage.message(41, "news"))
    #expect(Self.read(stage.update()) == [41])
  }

  @Test func `D2 T1 what the archive places before a message that was read live is read as well`() {
    var stage = Self.stage()
    stage.send(.focus(true))
    let live = MessageOrder(anchor: MessageOrder.unplaced, sequence: 41)
    var message = Stage.message(41, "live")
    message.order = live
    stage.snapshot.pane?.messages.append(message)
    #expect(Self.read(stage.update()) == [live.anchor])
    stage.snapshot.pane?.messages[40] = Stage.message(41, "live")
    stage.snapshot.pane?.messages.append(Stage.message(42, "out of the archive"))
    #expect(Self.read(stage.update()) == [42])
  }

  @Test func `D2 where the terminal tells no focus a key counts for a minute`() {
    var stage = Self.stage()
    stage.update()
    #expect(Self.read(stage.press(Key(.left))) == [40])
    stage.uptime += 60_001
    stage.snapshot.pane?.messages.append(Stage.message(41, "news"))
    #expect(Self.read(stage.update()).isEmpty)
    #expect(Self.read(stage.press(Key(.left))) == [41])
  }

  @Test func `D2 scrolled up, what comes is not read until one scrolls to it`() {
    var stage = Self.stage()
    stage.send(.focus(true))
    stage.press(Key(.pageUp))
    stage.snapshot.pane?.messages.append(Stage.message(41, "news"))
    #expect(Self.read(stage.update()).isEmpty)
    #expect(Self.read(stage.press(Key(.pageDown), Key(.pageDown))) == [41])
  }

  @Test func `D2 nothing is read while the list or the help covers the messages`() {
    var stage = Self.stage()
    stage.resize(40, 12)
    stage.update()
    #expect(Self.read(stage.press(Key(.escape))).isEmpty)
    #expect(stage.text.contains("○ Dad"))
    #expect(Self.read(stage.press(Key(.function(1)))).isEmpty)
    stage.press(Key(.escape))
    #expect(Self.read(stage.press(Key(.enter))) == [40])
  }

  @Test func `an account with nothing unread marks nothing`() {
    var stage = Stage.conversation()
    #expect(Self.read(stage.send(.focus(true))).isEmpty)
  }

  @Test func `N3 focus is told to the engine`() {
    var stage = Stage.conversation()
    #expect(stage.send(.focus(false)) == [.intent(.focus(false))])
    #expect(stage.send(.focus(true)) == [.intent(.focus(true))])
  }

  @Test func `D2 what comes while one looks at the chat is not marked as unread`() {
    var stage = Stage.conversation(100, 20)
    stage.openPane((1...5).map { Stage.message($0, "message \($0)") })
    stage.send(.focus(true))
    stage.snapshot.pane?.messages.append(Stage.message(6, "news"))
    stage.snapshot.chats[0].unread = 1
    #expect(Self.read(stage.update()) == [6])
    #expect(!stage.text.contains("── 1 unread"))
  }

  @Test func `D2 the first message of an empty chat in front is read, and not marked as unread`() {
    var stage = Stage.conversation(100, 20)
    stage.openPane([])
    stage.snapshot.chats[0].last = nil
    // As when the program begins.
    stage.interface = Interface(theme: .plain)
    stage.resize(100, 20)
    stage.send(.focus(true))
    stage.snapshot.pane?.messages.append(Stage.message(6, "news"))
    stage.snapshot.chats[0].unread = 1
    #expect(Self.read(stage.update() + stage.update()) == [6])
    #expect(!stage.text.contains("── 1 unread"))
  }

  /// A hundred messages, these many of them unread; the newest fifty are in memory.
  private static func unread(_ count: Int) -> Stage {
    var stage = Stage.conversation(100, 20)
    stage.openPane((51...100).map { Stage.message($0, "message \($0)") }, isStart: false)
    stage.snapshot.chats[0].unread = count
    // As when the program begins.
    stage.interface = Interface(theme: .plain)
    stage.resize(100, 20)
    // The store shows at once that another part was asked for.
    let asks = stage.actions.contains { action in
      if case .intent(.openAt, _) = action { true } else { false }
    }
    stage.snapshot.pane?.isLoading = asks
    return stage
  }

  @Test func `D2 A1 a chat opens at the first unread message where not all of them fit`() throws {
    var stage = Self.unread(30)
    let actions = stage.send(.focus(true))
    let row = try #require(stage.row(containing: "── 30 unread ──"))
    #expect(
      stage.rows[row + 1].hasSuffix("message 71") && stage.rows[row - 1].hasSuffix("message 70"))
    let seen = try #require(Self.read(actions).first)
    stage.snapshot.pane?.messages[48].content = .retracted(Message.Retraction(at: Stage.noon))
    stage.update()
    #expect(stage.text.contains("↓ \(99 - seen) new"), "what was deleted says nothing")
    stage.snapshot.pane?.messages[48].content = .text("message 99")
    stage.update()
    #expect((80..<90).contains(seen) && stage.text.contains("message \(seen)"))
    #expect(!stage.text.contains("message \(seen + 1)"))
    #expect(stage.text.contains("↓ \(100 - seen) new"), "what is not seen yet")
    #expect(Self.read(stage.press(Key(.pageDown), Key(.pageDown))).last == 100)
    #expect(!stage.text.contains("↓"))
  }

  /// As after a start: the disk has nothing unread, and the archive has much.
  @Test(arguments: [0, 3])
  func `D2 A1 what a start fetches is read from its first message on`(before: Int) throws {
    var stage = Self.unread(before)
    stage.snapshot.pane?.isLoading = false
    stage.update()
    for number in Int64(101)...130 {
      stage.snapshot.pane?.messages.append(Stage.message(number, "message \(number)"))
      stage.snapshot.chats[0].unread += 1
      stage.update()
    }
    let seen = try #require(Self.read(stage.press(Key(.left))).last)
    #expect(stage.text.contains("── \(before + 30) unread ──") && seen < 116)
    #expect(stage.text.contains("message \(101 - before)"))
  }

  @Test func `D2 A1 whose first key leads to the end is there, and is asked about what was passed`()
  {
    var stage = Self.unread(30)
    stage.update()
    #expect(Self.read(stage.press(Key(.end, .alt))).isEmpty)
    #expect(stage.text.contains("message 100") && stage.text.contains("Mark 30 messages as read?"))
    #expect(Self.read(stage.press(Key(.enter))) == [100])
    stage.snapshot.chats[0].unread = 0
    stage.update()
    #expect(!stage.text.contains("↓") && !stage.text.contains("↑"))
  }

  @Test
  func `D2 what was passed stays unread without the user's word, and what comes below it too`()
    throws
  {
    var stage = Self.unread(30)
    stage.send(.focus(true))
    stage.snapshot.chats[0].unread = 20
    stage.press(Key(.end, .alt))
    #expect(stage.text.contains("Mark 20 messages as read?"))
    #expect(Self.read(stage.press(Key(.escape))).isEmpty)
    stage.snapshot.pane?.messages.append(Stage.message(101, "news"))
    stage.snapshot.chats[0].unread = 21
    #expect(Self.read(stage.update()).isEmpty, "a marker would say that those above were read")
    #expect(stage.text.contains("news") && stage.text.contains("↑ 21 unread"))
    for index in stage.snapshot.chats.indices.dropFirst() { stage.snapshot.chats[index].unread = 0 }
    stage.update()
    #expect(stage.text.contains("↑ 21 unread Alt-A"))
    #expect(try #require(Self.read(stage.press(.alt("a"))).last) < 101)
    #expect(Self.read(stage.press(Key(.pageDown), Key(.pageDown))).last == 101)
  }

  @Test func `D2 of a burst at the end what was never on the screen is not read`() {
    var stage = Self.unread(0)
    stage.send(.focus(true))
    stage.snapshot.pane?.messages += (101...150).map { Stage.message($0, "message \($0)") }
    stage.snapshot.chats[0].unread = 50
    #expect(Self.read(stage.update()).isEmpty)
    #expect(stage.text.contains("message 150") && stage.text.contains("↑ 50 unread"))
  }

  @Test func `A1 whose first key sends a draft is at the end`() {
    var stage = Self.unread(30)
    stage.interface.replaceComposer("as I said")
    stage.update()
    stage.press(Key(.enter))
    #expect(!stage.text.contains("↓"))
  }

  @Test func `D2 A1 a chat opens at its end where all that is unread fits`() throws {
    var stage = Self.unread(12)
    #expect(Self.read(stage.send(.focus(true))) == [100])
    #expect(stage.text.contains("── 12 unread ──") && !stage.text.contains("↓"))
  }

  @Test func `D2 A1 a chat opens at its first unread message, however far that is from the end`()
    throws
  {
    var stage = Self.unread(2_500)
    let place = MessageOrder(anchor: -2_399, sequence: -2_399)
    #expect(stage.actions.contains(.intent(.openAt(chat: Stage.bo, place: place))))
    #expect(Self.read(stage.send(.focus(true))).isEmpty, "nothing is read meanwhile")
    stage.snapshot.pane?.messages = (-2_420 ... -2_370).map { Stage.message($0, "message \($0)") }
    stage.snapshot.pane?.isLoading = false
    stage.snapshot.pane?.isEnd = false
    let seen = try #require(Self.read(stage.update()).first)
    let row = try #require(stage.row(containing: "── 2500 unread ──"))
    #expect(stage.rows[row + 1].hasSuffix("message -2399"))
    #expect(stage.text.contains("message \(seen)") && !stage.text.contains("message \(seen + 1)"))
    #expect(Self.read(stage.press(Key(.pageDown), Key(.pageDown))).last == -2_370)
    let newer = Action.intent(
      .loadNewer(chat: Stage.bo, after: MessageOrder(anchor: -2_370, sequence: -2_370)))
    #expect(stage.actions.contains(newer))
  }

  @Test func `D2 A1 who comes back finds the first message that came meanwhile`() throws {
    var stage = Self.unread(0)
    stage.send(.focus(true))
    func come(_ numbers: ClosedRange<Int64>) {
      stage.send(.focus(false))
      stage.snapshot.pane?.messages += numbers.map { Stage.message($0, "message \($0)") }
      stage.snapshot.chats[0].unread = numbers.count
      stage.update()
    }
    come(101...104)
    #expect(stage.text.contains("── 4 unread ──"))
    #expect(Self.read(stage.send(.focus(true))) == [104])
    stage.snapshot.chats[0].unread = 0
    stage.update()
    #expect(stage.text.contains("── 4 unread ──"), "what was new stays marked")
    come(105...144)
    let seen = try #require(Self.read(stage.send(.focus(true))).first)
    #expect(stage.text.contains("── 40 unread ──") && seen < 125)
    #expect(Self.read(stage.press(Key(.end, .alt), Key(.enter))).last == 144)
    stage.snapshot.chats[0].unread = 0
    stage.send(.focus(false))
    #expect(!stage.text.contains("↓"))
    stage.send(.focus(true))
    #expect(!stage.text.contains("↓"), "where nothing came one is where one was")
  }

  @Test func `A1 the key of what is unread leads on in the open chat where no other has any`()
    throws
  {
    var stage = Self.unread(60)
    for index in stage.snapshot.chats.indices.dropFirst() { stage.snapshot.chats[index].unread = 0 }
    stage.snapshot.pane?.isStart = true
    stage.snapshot.pane?.isLoading = false
    let seen = try #require(Self.read(stage.send(.focus(true))).first)
    stage.snapshot.chats[0].unread = Int(100 - seen)
    stage.press(Key(.pageUp))
    let more = try #require(Self.read(stage.press(.alt("a"))).last)
    #expect(stage.rows[4...6].contains { $0.contains("message \(seen + 1)") }, "\(stage.text)")
    #expect(more > seen + 10 && more < 100)
    stage.snapshot.chats[0].unread = 0
    stage.press(.alt("a"))
    #expect(stage.text.contains("Nothing unread."))
  }

  @Test func `D2 A1 where more is unread than the disk has, the chat opens at what there is`() {
    var stage = Self.unread(80)
    stage.send(.focus(true))
    stage.snapshot.pane?.isStart = true
    stage.snapshot.pane?.isLoading = false
    #expect(Self.read(stage.update()).first.map { $0 < 80 } == true)
    #expect(stage.text.contains("── 50 unread ──"))
  }

  @Test func `the unread line stands above the first unread message`() throws {
    var stage = Self.stage()
    stage.update()
    let row = try #require(stage.row(containing: "── 5 unread ──"))
    #expect(stage.rows[row + 1].hasSuffix("message 36"))
    stage.send(.focus(true))
    stage.snapshot.pane?.messages.append(Stage.message(41, "news"))
    stage.snapshot.chats[0].unread = 0
    stage.update()
    #expect(stage.text.contains("── 5 unread ──"))
  }
}

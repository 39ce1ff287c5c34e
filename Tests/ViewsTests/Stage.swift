import Model
import Screen
import Store

@testable import Views

/// An interface on a terminal of a size, with a snapshot to change and a clock to move.
struct Stage {
  static let me = JID("ana@localhost")!
  static let bo = JID("bo@localhost")!
  static let cy = JID("cy@localhost")!
  static let noLink = ConnectionState.offline(reason: "", nextTry: nil)
  /// Tuesday, 12 May 2026, 14:02 UTC.
  static let noon = Timestamp(milliseconds: 1_778_594_520_000)

  var interface: Interface
  var snapshot: Snapshot {
    didSet { snapshot.renew(onlyRows: Self.surroundings(snapshot) == Self.surroundings(oldValue)) }
  }
  var size: Size
  var uptime: Int64 = 1_000_000
  var actions: [Action] = []
  /// What happens with the next update.
  var events: [StoreEvent] = []
  /// How many messages were told of.
  var told: Int64 = 0
  /// What was told of the chat that is looked at, apart from all other actions: it follows from most inputs.
  var watched: [JID?] = []

  init(_ width: Int = 100, _ height: Int = 30, theme: Theme = .plain, isPrivate: Bool = false) {
    size = Size(width: width, height: height)
    interface = Interface(theme: theme)
    snapshot = Snapshot(accounts: [AccountState(Self.me, isPrivate: isPrivate)])
    snapshot[.first].connection = .online(roundTrip: 42)
    (snapshot[.first].isOpen, snapshot[.first].sendsNow) = (true, true)
    snapshot[.first].wasCaughtUp = true
    _ = interface.handle(.resize(size), snapshot: snapshot, now: now)
  }

  /// Without what one chat alone is shown with (``Snapshot/surroundings``).
  private static func surroundings(_ snapshot: Snapshot) -> ([AccountState], [Chat]) {
    var accounts = snapshot.accounts
    for index in accounts.indices {
      accounts[index].outbox = OutboxCounts()
      (accounts[index].typing, accounts[index].uploads) = ([:], [:])
      (accounts[index].downloads, accounts[index].delays) = ([:], [:])
    }
    let chats = snapshot.chats.map { chat in
      var known = Chat(
        jid: chat.jid, kind: chat.kind, name: chat.name, subscription: chat.subscription)
      (known.account, known.isAsking) = (chat.account, chat.isAsking)
      return known
    }
    return (accounts, chats.sorted { $0.jid.description < $1.jid.description })
  }

  var now: Moment {
    Moment(
      wall: Timestamp(milliseconds: Self.noon.milliseconds + uptime - 1_000_000), uptime: uptime,
      bootID: "boot", random: 7)
  }

  // MARK: Events

  @discardableResult
  mutating func update() -> [Action] {
    note(advance())
  }

  private mutating func advance() -> [Action] {
    defer { events = [] }
    placeUnread()
    return interface.update(snapshot, events: events, now: now)
  }

  @discardableResult
  mutating func send(_ input: Input) -> [Action] {
    placeUnread()
    let actions = interface.handle(input, snapshot: snapshot, now: now)
    return note(actions + advance())
  }

  /// As the engine tells it: the newest ones are unread, some of them perhaps older than what is in memory.
  private mutating func placeUnread() {
    guard let pane = snapshot.pane, pane.isEnd, let chat = snapshot.chat(pane.chat) else { return }
    let unread = pane.messages.filter(\.isNews).suffix(chat.unread)
    var first = unread.first?.order
    if !pane.isStart, let oldest = first {
      let older = Int64(chat.unread - unread.count)
      first = MessageOrder(anchor: oldest.anchor - older, sequence: oldest.sequence - older)
    }
    if first != pane.firstUnread { snapshot.pane?.firstUnread = first }
  }

  private mutating func note(_ all: [Action]) -> [Action] {
    var new: [Action] = []
    for action in all {
      if case .intent(.watch(let chat), of: .first) = action {
        watched.append(chat)
      } else {
        new.append(action)
      }
    }
    actions += new
    return new
  }

  @discardableResult
  mutating func press(_ keys: Key...) -> [Action] {
    keys.flatMap { send(.key($0)) }
  }

  @discardableResult
  mutating func type(_ text: String) -> [Action] {
    text.flatMap { send(.key(Key(.character($0)))) }
  }

  mutating func resize(_ width: Int, _ height: Int) {
    size = Size(width: width, height: height)
    send(.resize(size))
  }

  @discardableResult
  mutating func wait(_ milliseconds: Int64) -> [Action] {
    uptime += milliseconds
    return update()
  }

  /// When something on the screen moves by itself; nobody moving for minutes is no such thing.
  var nextMotion: Int64? {
    let idle = [interface.attention.nextWake, interface.attention.looksUntil]
    return idle.contains(interface.nextWake) ? nil : interface.nextWake
  }

  // MARK: The screen

  var surface: Surface { interface.render(snapshot, size: size, now: now) }

  /// The rows without the blanks at their ends.
  var rows: [String] {
    let surface = surface
    return (0..<size.height).map { surface.text(row: $0).trimmedEnd }
  }
  var text: String { rows.joined(separator: "\n") }

  /// The last row of what is told just now: above the composer, or on another screen above the hints.
  var toldRow: String {
    interface.noticeArea(layout, snapshot).map { rows(of: $0) }?.last ?? ""
  }

  func row(containing part: String) -> Int? { rows.firstIndex { $0.contains(part) } }

  var layout: Layout { interface.layout(snapshot, size: size, now: now) }

  /// The rows of an area; what stands beside it, such as the list, does not count.
  func rows(of area: Rect) -> [String] {
    rows[area.y..<area.maxY].map { String($0.dropFirst(area.x).prefix(area.width)).trimmedEnd }
  }

  /// The first row in which the message pane has it; the list may have the same as a preview.
  func paneRow(containing part: String) -> Int? {
    let area = layout.messages
    return rows(of: area).firstIndex { $0.contains(part) }.map { area.y + $0 }
  }
}

extension StringProtocol {
  var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension Stage {
  /// A message of the chat with Bo, minutes before noon.
  static func message(
    _ id: Int64, _ text: String, mine status: DeliveryStatus? = nil, minutesAgo: Int64 = 0,
    failure: String? = nil, chat: JID = Stage.bo
  ) -> Message {
    let time = Timestamp(milliseconds: noon.milliseconds - minutesAgo * 60_000)
    let isUnsent = status == .queued || status == .sending
    let isMine = status != nil
    return Message(
      id: id, chat: chat, sender: isMine ? me : chat, isMine: isMine,
      originID: isMine ? OriginID("origin-\(id)") : nil, content: .text(text), writtenAt: time,
      serverTime: isUnsent ? nil : time, status: status, failure: failure,
      order: MessageOrder(anchor: isUnsent ? MessageOrder.unsent : id, sequence: id))
  }

  /// The screen of experience.md: a chat with Bo among others.
  static func conversation(
    _ width: Int = 100, _ height: Int = 30, isPrivate: Bool = false
  ) -> Stage {
    var stage = Stage(width, height, isPrivate: isPrivate)
    stage.snapshot.chats = [
      Chat(
        jid: bo, kind: .direct, name: "Bo Reyes",
        last: message(5, "v2 attached", mine: .sent)),
      Chat(
        jid: cy, kind: .direct, name: "Cy",
        last: message(1, "see you", minutesAgo: 4, chat: cy), unread: 2),
      Chat(
        jid: JID("dad@localhost")!, kind: .direct, name: "Dad",
        last: message(1, "ok", minutesAgo: 1500, chat: JID("dad@localhost")!), draft: "Hi"),
      Chat(
        jid: JID("lia@localhost")!, kind: .direct, name: "Lia",
        last: message(1, "hi", mine: .failed, minutesAgo: 1600), failed: 1),
      Chat(jid: me, kind: .notes, name: "Notes"),
    ]
    stage.snapshot[.first].presence = [bo: .online, cy: .online]
    stage.openPane(
      [
        message(1, "good night", minutesAgo: 1000),
        message(2, "can you resend the spec?", minutesAgo: 7),
        message(3, "sending now", mine: .read, minutesAgo: 5),
        message(4, "thx", minutesAgo: 1),
        message(5, "v2 attached", mine: .sent),
      ])
    stage.update()
    return stage
  }

  mutating func openPane(_ messages: [Message], chat: ChatID = Stage.bo.chat, isStart: Bool = true)
  {
    var pane = Pane(chat: chat)
    pane.messages = messages
    pane.isStart = isStart
    pane.isLoading = false
    pane.draftRevision = 1
    snapshot.pane = pane
  }
}

extension [Action] {
  /// Whether a message gets another text.
  func hasEdit(of id: String, text: String) -> Bool {
    contains { action in
      if case .intent(.edit(OriginID(id), text: text, newID: _), _) = action { true } else { false }
    }
  }
}

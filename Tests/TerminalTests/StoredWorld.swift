import Harness
import Model
import Storage

/// An account with a history of given dates, offline: what is seen of it is the same every day.
struct StoredWorld {
  let home: PsstHome
  private let database: Database
  private let me = JID("ana@localhost")!
  private let bo = JID("bo@localhost")!
  private let cy = JID("cy@localhost")!
  private let dad = JID("dad@localhost")!
  private let lia = JID("lia@localhost")!
  private var position: Int64 = 100

  /// Tuesday, 12 May 2020, 14:02:11.204 UTC.
  private static let then: Int64 = 1_589_292_131_204
  private static let minute: Int64 = 60_000

  /// Ana's account is made by psst itself, on the private server, which is then stopped.
  init(in home: PsstHome) throws {
    self.home = home
    home.environment["TZ"] = "UTC"
    try home.run("--account", "ana", bound: Bound.start)
    try home.run("server", "stop")
    database = try Database(path: home.path + "/data/accounts/ana@localhost/messages.sqlite")
    // Not through the instance: the closure may not change it.
    var world = self
    try database.transaction { () throws(StorageError) in try world.fill() }
    position = world.position
  }

  private mutating func fill() throws(StorageError) {
    try people()
    try received("see you", from: cy, at: -4_000)
    try received("or not", from: cy, at: -3_999)
    try received("ok", from: dad, at: -1_500, isRead: true)
    try database.drafts.save("Hi", chat: dad)
    try failed("hi", to: lia, at: -1_400)
    try received("good night", from: bo, at: -1_000, isRead: true)
    try received("can you resend the spec?", from: bo, at: -7, isRead: true)
    try sent("sending now", .read, at: -5)
    try received("thx, 谢谢! 👍 see the café's menu", from: bo, at: -1, isRead: true)
    try sent("v2 attached", .sent, at: 0)
    try queued("are we on for 6?", to: cy, at: -2)
    try queued("are you there?", to: bo, at: 1)
    try queued(
      "this one has a text that does not fit in one row of the pane, so it goes on below", to: bo,
      at: 2)
    for chat in [bo, cy, dad, lia] { try database.chats.refreshSummary(chat) }
  }

  /// What the last message of the chat with Bo says, as the disk has it now.
  func lastText() throws -> String? { try database.chats.chat(bo)?.last?.preview }

  /// More messages from Bo, after all others of his that are not waiting.
  func receive(_ texts: [String]) throws {
    var world = self
    try database.transaction { () throws(StorageError) in
      for text in texts { try world.received(text, from: world.bo, at: 1, isRead: true) }
      try world.database.chats.refreshSummary(world.bo)
    }
  }

  /// Another name for Cy, and a draft to him.
  func name(_ name: String, draft: String) throws {
    try database.transaction { () throws(StorageError) in
      try database.roster.save(Contact(jid: cy, name: name, subscription: .both))
      try database.drafts.save(draft, chat: cy)
    }
  }

  private func people() throws(StorageError) {
    for (jid, name) in [(bo, "Bo Reyes"), (cy, "Cy"), (dad, "Dad"), (lia, "Lia")] {
      try database.roster.save(Contact(jid: jid, name: name, subscription: .both))
      try database.chats.ensure(jid, kind: .direct)
    }
    for jid in [bo, cy] { try database.presences.save(jid, .online) }
  }

  private func time(_ minutes: Int64) -> Timestamp {
    Timestamp(milliseconds: Self.then + minutes * Self.minute)
  }

  private mutating func received(
    _ text: String, from chat: JID, at minutes: Int64, isRead: Bool = false
  ) throws(StorageError) {
    let stored = try store(text, in: chat, nil, at: minutes)
    if isRead { try database.readMarkers.advance(.mine, to: stored) }
  }

  private mutating func sent(
    _ text: String, _ status: DeliveryStatus, at minutes: Int64
  ) throws(StorageError) {
    try store(text, in: bo, status, at: minutes)
  }

  private mutating func queued(
    _ text: String, to chat: JID, at minutes: Int64
  ) throws(StorageError) {
    let message = try store(text, in: chat, .queued, at: minutes)
    try tell(message, [(.written, "on disk"), (.queued, "offline")])
    try wait(message, .queued)
  }

  private mutating func failed(_ text: String, to chat: JID, at minutes: Int64) throws(StorageError)
  {
    let reason = "recipient's server does not answer"
    let message = try store(text, in: chat, .failed, at: minutes, failure: reason)
    try tell(message, [(.written, "on disk"), (.sending, nil), (.failed, reason)])
    try wait(message, .failed)
    if let origin = message.originID { try database.outbox.noteError(origin, reason) }
  }

  private func tell(
    _ message: Message, _ events: [(kind: LifeEvent.Kind, cause: String?)]
  ) throws(StorageError) {
    for (index, event) in events.enumerated() {
      var time = message.writtenAt
      time.milliseconds += Int64(index) * 1_234
      let isAttempt = event.kind == .sending
      try database.lives.append(
        LifeEvent(at: time, event.kind, cause: event.cause, attempt: isAttempt ? 1 : 0),
        to: message.id)
    }
  }

  private func wait(_ message: Message, _ state: DeliveryStatus) throws(StorageError) {
    let moment = Moment(wall: message.writtenAt, uptime: 0, bootID: "another boot", random: 0)
    try database.outbox.append(message, state: state, at: moment)
  }

  @discardableResult
  private mutating func store(
    _ text: String, in chat: JID, _ status: DeliveryStatus?, at minutes: Int64,
    failure: String? = nil
  ) throws(StorageError) -> Message {
    position += 1
    let isUnsent = status == .queued
    let message = Message(
      id: 0, chat: chat, sender: status == nil ? chat : me, isMine: status != nil,
      originID: OriginID("019a0000-0000-7000-8000-000000000\(position)"), content: .text(text),
      writtenAt: time(minutes), serverTime: isUnsent || status == .failed ? nil : time(minutes),
      status: status, failure: failure,
      order: MessageOrder(anchor: isUnsent ? MessageOrder.unsent : position, sequence: 0))
    return try database.messages.insert(MessageTable.New(message))
  }
}

import Files
import Model
import Scratch
import Synchronization
import Testing

@testable import Handover

struct HandoverDeskTests {
  /// The outbox and the engine's ear, and what the asker heard.
  private final class World: Sendable {
    struct State {
      var intents: [Intent] = []
      var outbox: [OutboxEntry] = []
      var names: NameBook? = NameBook(account: JID("ana@localhost")!, isPrivate: true)
      var answers: [HandoverAnswer] = []
      var finished = 0
    }
    private let cell = Mutex(State())
    var now: State { cell.withLock { $0 } }
    func change(_ body: @Sendable (inout State) -> Void) { cell.withLock { body(&$0) } }
    var reply: HandoverReply {
      HandoverReply(
        answer: { answer in self.change { $0.answers.append(answer) } },
        finish: { self.change { $0.finished += 1 } })
    }
  }

  private let bo = JID("bo@localhost")!
  private let world = World()
  private let desk: HandoverDesk

  init() {
    desk = HandoverDesk(
      account: JID("ana@localhost")!,
      submit: { [world] intent in
        world.change { $0.intents.append(intent) }
      },
      readOutbox: { [world] answer in answer(world.now.outbox) },
      readNames: { [world] answer in answer(world.now.names) })
  }

  private func mine(_ status: DeliveryStatus, failure: String? = nil) -> Change {
    .message(
      Message(
        id: 1, chat: bo, sender: JID("ana@localhost")!, isMine: true, originID: OriginID("m1"),
        content: .text("hi"), writtenAt: Timestamp(milliseconds: 0), status: status,
        failure: failure,
        order: MessageOrder(anchor: .max, sequence: 1)))
  }

  private func entry(_ state: DeliveryStatus) -> OutboxEntry {
    OutboxEntry(
      sequence: 1, chat: bo, originID: OriginID("m1"), text: "hi", state: state, attempts: 0,
      lastError: nil, queuedAt: Timestamp(milliseconds: 5))
  }

  private func ask(wait: Int = 60, text: String = " hi ") {
    desk.handle(.send(to: "bo", text: text, id: OriginID("m1"), wait: wait), world.reply)
  }

  @Test func `O9 a message is queued under the asker's id and told until the server has it`() {
    ask()
    #expect(world.now.intents == [.send(chat: bo, text: "hi", originID: OriginID("m1"))])
    desk.apply([mine(.queued), mine(.sending)])
    desk.apply([mine(.sent), mine(.delivered)])
    desk.waitUntilIdle(seconds: 10)
    #expect(world.now.answers == [HandoverAnswer(.queued), HandoverAnswer(.sent)])
    #expect(world.now.finished == 1)
  }

  @Test func `M3 O9 a reply that another psst hands over answers what it answered there`() {
    let target = ReplyTarget(id: "b8", author: bo, quote: "can you?")
    desk.handle(
      .send(to: "bo", text: "yes", id: OriginID("m1"), wait: 0, replyTo: target), world.reply)
    desk.apply([mine(.queued)])
    desk.waitUntilIdle(seconds: 10)
    #expect(
      world.now.intents == [
        .send(chat: bo, text: "yes", originID: OriginID("m1"), replyTo: target)
      ])
  }

  @Test func `P8 Z2 a picture is handed on, and what is none is refused`() throws {
    let folder = ScratchFolder()
    let (good, bad) = (folder.file("me.png"), folder.file("no.png"))
    let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    try PrivateFile.write(bytes, to: good)
    try PrivateFile.write(Array("text".utf8), to: bad)
    for path in [good, bad, nil, folder.file("gone.png")] {
      desk.handle(.picture(path), world.reply)
    }
    desk.waitUntilIdle(seconds: 10)
    #expect(world.now.intents == [.setMyPicture(bytes), .setMyPicture([])])
    #expect(world.now.finished == 4)
    #expect(world.now.answers.count { $0.status == .queued } == 2)
    #expect(world.now.answers.count { $0.status == .failed } == 2)
  }

  @Test func `O9 a refusal comes with its reason`() {
    ask()
    desk.apply([mine(.queued), mine(.failed, failure: "forbidden")])
    desk.waitUntilIdle(seconds: 10)
    #expect(world.now.answers.last == HandoverAnswer(.failed, reason: "forbidden"))
  }

  @Test func `O9 a message asked for again is waited for, not queued again`() {
    world.change { $0.outbox = [self.entry(.sending)] }
    ask()
    #expect(world.now.intents == [])
    desk.apply([mine(.sent)])
    desk.waitUntilIdle(seconds: 10)
    #expect(world.now.answers == [HandoverAnswer(.queued), HandoverAnswer(.sent)])
  }

  @Test func `O9 when the wait is over the message stays queued`() {
    world.change { $0.outbox = [self.entry(.queued)] }
    ask(wait: 0)
    desk.waitUntilIdle(seconds: 10)
    #expect(world.now.answers.last == HandoverAnswer(.queued))
    #expect(world.now.finished == 1)
  }

  @Test func `S2 O3 however short the wait, a message is said to be queued when it is on disk`() {
    ask(wait: 0)
    #expect(world.now.answers == [])
    desk.apply([mine(.queued)])
    desk.waitUntilIdle(seconds: 10)
    #expect(world.now.answers.allSatisfy { $0 == HandoverAnswer(.queued) })
    #expect(!world.now.answers.isEmpty && world.now.finished == 1)
  }

  @Test func `O9 who is meant is looked up when it is asked, and never guessed`() {
    let away = JID("bo@elsewhere.test")!
    world.change {
      $0.names?.apply(.contact(Contact(jid: away, name: "Bo", subscription: .both)))
    }
    ask()
    #expect(world.now.intents == [.send(chat: away, text: "hi", originID: OriginID("m1"))])
    world.change { ($0.intents, $0.names) = ([], nil) }
    desk.handle(.send(to: "bo", text: "hi", id: OriginID("m2"), wait: 0), world.reply)
    desk.apply([mine(.sent)])
    desk.waitUntilIdle(seconds: 10)
    #expect(
      world.now.answers.contains(
        HandoverAnswer(.failed, reason: "who \"bo\" is cannot be read from the disk")))
    #expect(world.now.intents == [])
    desk.handle(
      .send(to: "bo@localhost", text: "hi", id: OriginID("m3"), wait: 0), world.reply)
    #expect(world.now.intents == [.send(chat: bo, text: "hi", originID: OriginID("m3"))])
  }

  @Test func `O9 on the private server nobody is looked for before it has told who is there`() {
    let desk = HandoverDesk(
      account: JID("ana@localhost")!, isPrivate: true,
      submit: { [world] intent in world.change { $0.intents.append(intent) } },
      readOutbox: { [world] answer in answer(world.now.outbox) },
      readNames: { [world] answer in answer(world.now.names) })
    desk.handle(.send(to: "dee", text: "hi", id: OriginID("m1"), wait: 0), world.reply)
    #expect(world.now.intents.isEmpty && world.now.answers.isEmpty)
    let dee = JID("dee@localhost")!
    world.change { $0.names?.apply(.contact(Contact(jid: dee, name: nil, subscription: .both))) }
    desk.apply([.caughtUp(true)])
    #expect(world.now.intents == [.send(chat: dee, text: "hi", originID: OriginID("m1"))])
  }

  @Test func `S8 empty text is refused`() {
    ask(text: "  ")
    desk.waitUntilIdle(seconds: 10)
    #expect(world.now.answers == [HandoverAnswer(.failed, reason: "there is no text to send")])
    #expect(world.now.intents == [])
  }

  @Test func `O9 the queue is told entry by entry`() {
    world.change { $0.outbox = [self.entry(.queued), self.entry(.failed)] }
    desk.handle(.queue, world.reply)
    desk.waitUntilIdle(seconds: 10)
    #expect(world.now.answers.map(\.status) == [.entry, .entry, .end])
    let standing = Standing(.queued, link: .away, uptime: 0)
    #expect(world.now.answers[0].entry == QueueRow(entry(.queued), standing))
  }
}

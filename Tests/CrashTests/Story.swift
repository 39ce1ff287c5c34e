import Model
import Scratch
import Storage
import Sync
import XMPP

@testable import Storage
@testable import Sync

/// A short life of an engine, the same each time: everything the outbox and the archive do to the disk
/// happens in it once.
final class Story {
  let database: Database
  private let core: EngineCore
  private var number: Int64 = 0
  private var question = ""
  /// My messages as they were drawn last, by origin ID.
  private(set) var drawn: [String: Message] = [:]
  /// Texts that were given back because they could not be stored.
  private(set) var givenBack: Set<String> = []
  /// Others' messages that were drawn.
  private(set) var received: Set<String> = []

  static let me = JID("me@example.org")!
  static let bo = JID("bo@example.org")!
  static let cy = JID("cy@example.org")!

  init(_ database: Database) {
    self.database = database
    let account = Account(jid: Self.me, server: nil, security: .off, isPrivate: true)
    core = EngineCore(account: account, database: database)
  }

  typealias Step = @Sendable (Story) -> Void

  /// Each step is one transaction at most, but for ``tidy``.
  static let steps: [Step] =
    offline + online + [tidy] + placed + [tidy] + uploaded + [tidy] + refused + [tidy]

  private static let offline: [Step] = [
    { $0.handle(.start) },
    { $0.wish(.saveDraft(chat: bo, text: "one, half")) },
    { $0.send("one", "m1", to: bo) },
    { $0.send(String(repeating: "two ", count: 500), "m2", to: bo) },
    { $0.send("three", "m3", to: cy) },
    { $0.wish(.edit(OriginID(named: "m2"), text: "two, better", newID: OriginID(named: "edit"))) },
    { $0.wish(.cancel(OriginID(named: "m3"))) },
  ]

  private static let online: [Step] = [
    { $0.link() },
    { $0.page([("a1", "hello", "x1"), ("a2", "are you there?", "x2")]) },
    { $0.handle(.session(.acknowledged([OriginID(named: "m1")]))) },
    { $0.arrive("there you are", "x3") },
  ]

  /// Folds the log into the file, as SQLite does by itself now and then, and cuts it off.
  private static let tidy: Step = {
    try? $0.database.run(script: "PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static let placed: [Step] = [
    { $0.page([("a3", "there you are", "x3")]) },
    { $0.handle(.session(.acknowledged([OriginID(named: "m2")]))) },
    { $0.wish(.open(bo)) },
    { story in
      story.wish(.markRead(chat: bo, through: MessageOrder(anchor: .max, sequence: .max)))
    },
    { $0.wish(.saveDraft(chat: me, text: "to be continued")) },
  ]

  private static let files = JID("files.example.org")!

  private static let uploaded: [Step] =
    [
      { story in
        let file = OutgoingFile.kept(Attachment(name: "plan.pdf", size: 500))
        story.wish(.sendFile(chat: bo, file, originID: OriginID(named: "m7")))
      },
      { $0.send("behind it", "m8", to: bo) },
    ] + answers

  /// What brings the file where the others can fetch it; nothing where it is there.
  private static let answers: [Step] = [
    { $0.handle(.session(.uploadCandidates([files]))) },
    { $0.handle(.session(.uploadCandidate(files, UploadHost(address: files)))) },
    { story in
      let slot = UploadSlot(put: "https://x.org/put", get: "https://x.org/plan.pdf")
      story.handle(.session(.uploadGranted(OriginID(named: "m7"), slot)))
    },
    { $0.handle(.upload(UploadNews(OriginID(named: "m7"), .done(hash: "abc=")))) },
  ]

  private static let refused: [Step] = [
    { $0.send("four", "m4", to: cy) },
    {
      $0.handle(
        .session(
          .refused(
            OriginID(named: "m4"), from: cy, StanzaError(kind: "auth", condition: "forbidden"))))
    },
    { $0.wish(.retry(OriginID(named: "m4"))) },
    { $0.send("five", "m5", to: bo) },
    { $0.handle(.closed(reason: "cut")) },
    { $0.send("six", "m6", to: bo) },
  ]

  // MARK: Telling

  private func wish(_ intent: Intent) { handle(.intent(intent)) }

  private func send(_ text: String, _ id: String, to chat: JID) {
    wish(.send(chat: chat, text: text, originID: OriginID(named: id)))
  }

  private func link() {
    let jid = Self.me.with(resource: "psst")!
    handle(
      .session(.ready(Ready(jid: jid, isResumed: false, hasAcknowledgements: true))))
  }

  private func arrive(_ text: String, _ id: String) {
    handle(.session(.message(Self.message(text, id))))
  }

  private static func message(_ text: String, _ id: String) -> InboundMessage {
    InboundMessage(
      source: .live, from: bo.with(resource: "phone")!, to: me, id: NamedID.id(of: id),
      originID: OriginID(named: id), content: .text(text), payloads: [.receiptRequest, .markable])
  }

  /// Answers the last question to the archive.
  private func page(_ entries: [(archive: String, text: String, id: String)]) {
    let entries = entries.map { entry in
      var message = Self.message(entry.text, entry.id)
      message.source = .archive
      message.stamp = Timestamp(milliseconds: 1_000)
      return ArchivePage.Entry(id: ArchiveID(named: entry.archive), message: message)
    }
    handle(
      .session(.archivePage(ArchivePage(query: question, entries: entries, isComplete: true))))
  }

  private func handle(_ event: CoreEvent) {
    number += 1
    let now = Moment(
      wall: Timestamp(milliseconds: number * 10), uptime: 1_000_000 + number * 10,
      bootID: "boot", random: UInt64(number))
    for effect in core.handle([event], at: now) {
      switch effect {
      case .change(let change): note(change)
      case .command(.queryArchive(let query)): question = query.id
      default: break
      }
    }
  }

  private func note(_ change: Change) {
    switch change {
    case .message(let message):
      guard let id = message.originID?.name else { return }
      if message.isMine { drawn[id] = message } else { received.insert(id) }
    case .messageRemoved(_, let row): drawn = drawn.filter { $0.value.id != row }
    case .notSaved(_, let id, _, _): givenBack.insert(id.name)
    default: break
    }
  }

  // MARK: After the end

  /// A new engine goes on with what the disk has until everything is sent that can be.
  func drain() {
    // Later than all that was: what is of an unknown age would be asked about first (O4).
    number = 1_000
    handle(.start)
    link()
    page([])
    for answer in Self.answers { answer(self) }
    let waiting = (try? database.outbox.entries()) ?? []
    handle(.session(.acknowledged(waiting.filter { $0.state == .sending }.map(\.originID))))
  }
}

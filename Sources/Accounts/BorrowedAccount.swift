internal import Dispatch
internal import Files
public import Handover
internal import LocalServer
internal import Localization
public import Model
internal import Storage
internal import Sync
internal import Synchronization

/// An account that another psst owns: tells what the disk has and what changes there, and hands over what
/// is sent.
public final class BorrowedAccount: Sendable {
  /// So many of the open chat's newest messages are looked at for changes.
  private static let watched = 200
  /// Milliseconds for which changes of the files are gathered; and so many times as long as the processor read
  /// them, so that a busy owner costs this program a twentieth of a processor, as long as that is not too late.
  private static let pace: ClosedRange<Int64> = 50...2_000
  private static let rest: Int64 = 19
  private static var onlyThere: String {
    tr("Another psst has the account: this can be done there only")
  }

  /// Confined to `queue`.
  private final class State: @unchecked Sendable {
    let database: Database
    var seen = StoredScreen()
    var watch: FolderWatch?
    var isReloading = false
    /// Milliseconds of the processor that the last reading took, and what the disk was at then.
    var took: Int64 = 0
    var version: Int64?
    var isOver = false

    init(_ database: Database) { self.database = database }
  }

  private let stored: StoredAccount
  private let state: State
  private let publish: @Sendable ([Change]) -> Void
  private let queue: DispatchQueue
  private let handovers: HandoverQueue

  /// - Parameter publish: is called on a queue of this account's own.
  public init(_ stored: StoredAccount, publish: @escaping @Sendable ([Change]) -> Void) throws {
    self.stored = stored
    self.publish = publish
    let state = State(try Database(path: stored.databasePath, access: .readOnly))
    let queue = DispatchQueue(label: "psst.borrowed")
    (self.state, self.queue) = (state, queue)
    handovers = HandoverQueue(
      path: LocalSocket.path(for: stored.folder),
      isStored: { id in queue.sync { (try? state.database.messages.mine(id)) != nil } },
      refused: { text, reason in
        publish([.notSaved(chat: text.chat, originID: text.id, text: text.text, reason: reason)])
      })
  }

  /// Tells what the disk has, and from then on what changes there.
  public func start() {
    queue.async { [self] in
      state.watch = FolderWatch(folder: stored.folder, seesWrites: true) { [weak self] in
        self?.changed()
      }
      publish([.connection(.readOnly), .presenceOutdated(true)])
      reload()
    }
  }

  /// Tells of the account no more when this returns: what was sent, in order, and may not be on its disk.
  public func stop() -> [HandoverQueue.Text] {
    queue.sync {
      state.watch = nil
      state.isOver = true
      return handovers.stop()
    }
  }

  /// Gives what was just sent so many seconds to be handed over; blocks. The texts that are on no disk then.
  public func finish(seconds: Int) -> [String] {
    handovers.waitUntilEmpty(seconds: seconds)
    return stop().filter { (try? state.database.messages.mine($0.id)) == nil }.map(\.text)
  }

  /// Returns at once.
  public func submit(_ intent: Intent) {
    queue.async { [self] in tell(answer(intent)) }
  }

  private func tell(_ changes: [Change]) {
    if !changes.isEmpty, !state.isOver { publish(changes) }
  }

  private func answer(_ intent: Intent) -> [Change] {
    let database = state.database
    switch intent {
    case .send(let chat, let text, let id, let target):
      handovers.add(HandoverQueue.Text(chat: chat, text: text, id: id, replyTo: target))
      return []
    case .sendFile(let chat, let file, let id, _):
      let words = file.attachment.words
      return [.notSaved(chat: chat, originID: id, text: words, reason: Self.onlyThere)]
    case .edit(let id, let text, _):
      guard let message = try? database.messages.mine(id) else { return [] }
      return [.notStored(chat: message.chat, originID: id, text: text, reason: Self.onlyThere)]
    case .openInfo(let id):
      guard let message = try? database.messages.mine(id) else { return [] }
      let events = (try? database.lives.events(of: message.id)) ?? []
      let corrections = (try? database.amendments.corrections(of: message.id)) ?? []
      let readers = (try? database.roomReaders.readers(of: message.id)) ?? []
      return [
        .life(
          MessageLife(
            message: message, events: events, corrections: corrections, readers: readers))
      ]
    case .open(let chat):
      let changes = Reading.answer(intent, database) ?? []
      for case .page(_, let messages, _) in changes { state.seen.open(chat, messages) }
      return changes
    default:
      return Reading.answer(intent, database) ?? [.notice(Notice(.error, Self.onlyThere))]
    }
  }

  // MARK: Changes of the files

  private func changed() {
    queue.async { [self] in
      guard !state.isReloading, !state.isOver else { return }
      state.isReloading = true
      let pause = min(max(state.took * Self.rest, Self.pace.lowerBound), Self.pace.upperBound)
      queue.asyncAfter(deadline: .now() + .milliseconds(Int(pause))) { [self] in
        state.isReloading = false
        reload()
      }
    }
  }

  private func reload() {
    do {
      let version = try state.database.version()
      guard version != state.version else { return }
      let start = SystemClock.processorTime
      let changes = try state.seen.update(from: state.database, watching: Self.watched)
      state.took = SystemClock.processorTime - start
      state.version = version
      tell(changes)
    } catch {
      tell([.notice(Notice(.error, Failure(describing: error).text))])
    }
  }
}

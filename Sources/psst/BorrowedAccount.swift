internal import Dispatch
internal import LocalServer
internal import Model
internal import Storage
internal import Sync
internal import Synchronization

/// An account that another psst owns: tells what the disk has and what changes there, and hands over what
/// is sent.
final class BorrowedAccount: Sendable {
  /// So many of the open chat's newest messages are looked at for changes.
  private static let watched = 200
  /// Milliseconds for which changes of the files are gathered, at least; and at least so many times as
  /// long as reading them took, so that a busy owner costs this program a twentieth of a processor at most.
  private static let pace: Int64 = 50
  private static let rest: Int64 = 19
  private static let onlyThere = "Another psst has the account: this can be done there only"

  /// Confined to `queue`.
  private final class State: @unchecked Sendable {
    let database: Database
    var seen = StoredScreen()
    var watch: FolderWatch?
    var isReloading = false
    /// Milliseconds that the last reading took, and what the disk was at then.
    var took: Int64 = 0
    var version: Int64?
    var isOver = false

    init(_ database: Database) { self.database = database }
  }

  private let stored: StoredAccount
  private let state: State
  private let publish: @Sendable ([Change]) -> Void
  private let queue = DispatchQueue(label: "psst.borrowed")
  private let sending = DispatchQueue(label: "psst.borrowed.send")

  /// - Parameter publish: is called on a queue of this account's own.
  init(_ stored: StoredAccount, publish: @escaping @Sendable ([Change]) -> Void) throws {
    self.stored = stored
    self.publish = publish
    state = State(try Database(path: stored.databasePath, access: .readOnly))
  }

  func start() {
    queue.async { [self] in
      state.watch = FolderWatch(folder: stored.folder, seesWrites: true) { [weak self] in
        self?.changed()
      }
      publish([.connection(.readOnly), .presenceOutdated(true)])
      reload()
    }
  }

  /// Says nothing any more when this returns.
  func stop() {
    queue.sync {
      state.watch = nil
      state.isOver = true
    }
  }

  /// Returns at once.
  func submit(_ intent: Intent) {
    queue.async { [self] in tell(answer(intent)) }
  }

  private func tell(_ changes: [Change]) {
    if !changes.isEmpty, !state.isOver { publish(changes) }
  }

  private func answer(_ intent: Intent) -> [Change] {
    let database = state.database
    switch intent {
    case .send(let chat, let text, let id):
      handOver(chat, text, id)
      return []
    case .edit(let id, let text):
      guard let message = try? database.messages.mine(id) else { return [] }
      return [.notStored(chat: message.chat, originID: id, text: text, reason: Self.onlyThere)]
    case .openInfo(let id):
      guard let message = try? database.messages.mine(id) else { return [] }
      let events = (try? database.lives.events(of: message.id)) ?? []
      return [.life(MessageLife(message: message, events: events))]
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
      let pause = max(Self.pace, state.took * Self.rest)
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
      let start = SyncRunner.now().uptime
      tell(try state.seen.update(from: state.database, watching: Self.watched))
      state.took = SyncRunner.now().uptime - start
      state.version = version
    } catch {
      tell([.notice(Notice(.error, Failure(describing: error).text))])
    }
  }

  // MARK: Sending

  /// One after the other: the next is handed over when this one is on the owner's disk.
  private func handOver(_ chat: JID, _ text: String, _ id: OriginID) {
    let request = HandoverRequest.send(to: chat.description, text: text, id: id, wait: 5)
    sending.async { [self] in
      let first = Signal()
      DispatchQueue.global().async { [self] in
        if let reason = ask(request, taken: { first.give() }) { giveBack(chat, text, id, reason) }
        first.give()
      }
      first.wait(seconds: 10)
    }
  }

  /// Returns why it was not taken; `nil` when it was.
  private func ask(_ request: HandoverRequest, taken: @escaping () -> Void) -> String? {
    let path = LocalSocket.path(for: stored.folder)
    do {
      let ending = try HandoverClient.ask(request, at: path, patience: 10) { _ in taken() }
      guard case .answered(let last?) = ending else { return "the other psst does not answer" }
      return last.status == .failed ? last.reason ?? "no reason is known" : nil
    } catch {
      return error.text
    }
  }

  /// The owner may have stored it and said nothing: then the disk has it.
  private func giveBack(_ chat: JID, _ text: String, _ id: OriginID, _ reason: String) {
    queue.async { [self] in
      guard (try? state.database.messages.mine(id)) == nil else { return }
      tell([.notStored(chat: chat, originID: id, text: text, reason: reason)])
    }
  }
}

public import Model
public import Observation

/// The observable state of the application: takes intents, publishes snapshots.
///
/// Intents go on to the engine through the closure given at the start; the engine's changes come back
/// through ``apply(_:)``. A sent message stands in the snapshot when its commit is done, or as an echo
/// marked ``Model/Message/isSaving`` when the disk takes longer than ``savingDelay`` (S2).
@MainActor @Observable public final class AppStore {
  /// How long a send waits for its commit before the echo is drawn as "saving", in milliseconds.
  public static let savingDelay: Int64 = 5

  public private(set) var snapshot: Snapshot

  @ObservationIgnored private let submit: (Intent) -> Void
  @ObservationIgnored private var echoes: [Echo] = []
  @ObservationIgnored private var pending = PendingEvents()

  /// A send whose commit is awaited.
  private struct Echo {
    var message: Message
    /// Uptime in milliseconds; `nil` when it is drawn.
    var drawAt: Int64?
  }

  /// Echoes stand behind each other in the order of writing, and behind all that has a row.
  @ObservationIgnored private var nextSequence = Int64.max - 1_000_000_000

  /// - Parameter submit: hands an intent to the engine; returns at once.
  public init(account: JID, submit: @escaping (Intent) -> Void) {
    snapshot = Snapshot(account: account)
    self.submit = submit
  }

  /// Uptime in milliseconds at which ``tick(_:)`` is due; `nil` when no commit is awaited.
  public var nextDeadline: Int64? { echoes.compactMap(\.drawAt).min() }

  /// Does what of an intent is seen at once, and hands it to the engine.
  public func perform(_ intent: Intent, at now: Moment) {
    if settleUnsaved(intent) { return }
    switch intent {
    case .send(let chat, let text, let originID, let target):
      echoes.append(echo(of: text, to: chat, originID: originID, answering: target, at: now))
      snapshot.setDraft("", replyTo: nil, of: chat)
    case .open(let chat):
      if snapshot.pane?.chat != chat || snapshot.pane?.isEnd == false {
        snapshot.pane = Pane(chat: chat)
      }
    case .openAt(let chat, _), .openSince(let chat, _), .openMessage(let chat, _):
      if snapshot.pane?.chat != chat { snapshot.pane = Pane(chat: chat) }
      snapshot.pane?.isLoading = true
    case .search(let query): snapshot.search = OpenSearch(query, results: snapshot.search?.results)
    case .closeSearch: snapshot.search = nil
    case .loadOlder(let chat, _), .loadNewer(let chat, _):
      if snapshot.pane?.chat == chat { snapshot.pane?.isLoading = true }
    case .saveDraft(let chat, let text, let target):
      // Nothing shows more of it than that there is one.
      let isSeen = snapshot.chat(chat)?.draft.isEmpty != text.isEmpty
      snapshot.setDraft(text, replyTo: target, of: chat)
      if !isSeen { return submit(intent) }
    case .deleteChat(let chat): snapshot.apply(.chatRemoved(chat))
    case .openQueue: snapshot.queue = OpenQueue()
    case .closeQueue: snapshot.queue = nil
    case .openInfo(let originID): (snapshot.infoOf, snapshot.life) = (originID, nil)
    case .closeInfo: (snapshot.infoOf, snapshot.life) = (nil, nil)
    default: return submit(intent)
    }
    snapshot.revision = Revision()
    submit(intent)
  }

  /// Draws the echoes whose commit takes too long.
  public func tick(_ now: Moment) {
    defer { snapshot.revision = Revision() }
    for (index, echo) in echoes.enumerated() {
      guard let drawAt = echo.drawAt, drawAt <= now.uptime else { continue }
      echoes[index].drawAt = nil
      snapshot.put(echo.message)
    }
  }

  /// Takes the changes of one transaction over, in place: a copy of 10,000 chats a change would lag.
  public func apply(_ changes: [Change]) {
    var isSeen = false
    for change in changes {
      if case .message(let message) = change { forgetEcho(message.originID) }
      if case .notStored(let chat, let originID, _, _) = change { giveBack(originID, to: chat) }
      if case .notSaved(_, let originID, _, let reason) = change { fail(originID, reason) }
      pending.note(change)
      isSeen = isSeen || !isKnown(change)
      snapshot.apply(change)
    }
    snapshot.finish()
    if isSeen { snapshot.revision = Revision() }
  }

  /// The same of a batch that may not have all of them: what it left out is asked for again.
  public func apply(_ batch: PendingChanges.Batch) {
    apply(batch.changes)
    guard !batch.reread.isEmpty else { return }
    if let pane = snapshot.pane, batch.reread.contains(pane.chat) {
      // Where somebody reads far above the end, about there.
      let place = pane.isEnd ? nil : pane.messages[pane.messages.count / 2].order
      snapshot.pane?.isLoading = true
      submit(.openAt(chat: pane.chat, place: place))
    }
    if let search = snapshot.search { submit(.search(search.wanted)) }
    // Under the same id: whose commit is done already is told again, and is one message.
    for echo in echoes where batch.reread.contains(echo.message.chat) { submit(echo.message.send) }
    snapshot.revision = Revision()
  }

  /// It says of a chat what is known of it, as after a draft was kept.
  private func isKnown(_ change: Change) -> Bool {
    if case .chat(let chat) = change { snapshot.chat(chat.jid) == chat } else { false }
  }

  /// What has happened since this was called last, the newest last. Each comes with a change of the
  /// snapshot.
  public func takeEvents() -> [StoreEvent] { pending.take() }

  private func echo(
    of text: String, to chat: JID, originID: OriginID, answering target: ReplyTarget?,
    at now: Moment
  ) -> Echo {
    let message = Message(
      id: 0, chat: chat, sender: snapshot.account, isMine: true, originID: originID,
      content: .text(text), writtenAt: now.wall, status: .queued,
      order: MessageOrder(anchor: MessageOrder.unsent, sequence: nextSequence), isSaving: true,
      replyTo: target)
    nextSequence += 1
    return Echo(message: message, drawAt: now.uptime + Self.savingDelay)
  }

  private func forgetEcho(_ originID: OriginID?) {
    guard !echoes.isEmpty else { return }
    echoes.removeAll { $0.message.originID == originID }
  }

  /// Its text follows; what it answered does with it.
  private func giveBack(_ originID: OriginID, to chat: JID) {
    let echo = echoes.first { $0.message.originID == originID }
    if snapshot.pane?.chat == chat { snapshot.pane?.draftReply = echo?.message.replyTo }
    forgetEcho(originID)
  }

  // MARK: What the disk refused

  private func fail(_ originID: OriginID, _ reason: String) {
    guard let echo = echoes.first(where: { $0.message.originID == originID }) else { return }
    forgetEcho(originID)
    snapshot.fail(echo.message, because: reason)
  }

  /// Carries out what concerns messages that have no row; returns whether nothing is left for the engine.
  private func settleUnsaved(_ intent: Intent) -> Bool {
    guard !snapshot.unsaved.isEmpty else { return false }
    defer { snapshot.revision = Revision() }
    switch intent {
    case .retry(let originID): return saveAgain(originID)
    case .edit(let originID, let text, _): return saveAgain(originID, text)
    case .cancel(let originID): return snapshot.giveUpUnsaved(originID)
    case .delete(let all):
      let rest = all.filter { !snapshot.giveUpUnsaved($0) }
      if !rest.isEmpty { submit(.delete(rest)) }
      return true
    case .sendAll:
      for message in snapshot.unsaved { _ = message.originID.map { saveAgain($0) } }
      return false
    default: return false
    }
  }

  /// The same message with the same id: where the disk had kept it after all, it is one.
  private func saveAgain(_ originID: OriginID, _ text: String? = nil) -> Bool {
    guard var message = snapshot.takeUnsaved(originID) else { return false }
    if let text { message.content = .text(text) }
    echoes.append(Echo(message: message, drawAt: nil))
    snapshot.put(message)
    submit(message.send)
    return true
  }
}

extension Message {
  /// The intent it came from.
  fileprivate var send: Intent {
    .send(chat: chat, text: text, originID: originID ?? OriginID(""), replyTo: replyTo)
  }
}

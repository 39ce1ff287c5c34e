public import Model
public import Observation

/// The observable state of the application: takes intents, publishes snapshots.
///
/// Intents go on to the engine of their account through the closure given at the start; the engines' changes come
/// back through ``apply(_:of:)``. A sent message stands in the snapshot at once, so that it can be drawn while the disk
/// works; what is drawn of it may be seen when its commit is done. Where that takes longer than ``savingDelay``, its echo
/// is marked ``Model/Message/isSaving`` and may be seen as that (S2).
@MainActor @Observable public final class AppStore {
  /// How long a send waits for its commit before the echo is shown as "saving", in milliseconds.
  public static let savingDelay: Int64 = 5

  public internal(set) var snapshot: Snapshot

  @ObservationIgnored private let submit: (Intent, AccountID) -> Void
  @ObservationIgnored var echoes: [Echo] = []
  @ObservationIgnored private var pending = PendingEvents()

  /// A send whose commit is awaited.
  struct Echo {
    var message: Message
    /// What it is sent by.
    var intent: Intent
    /// Uptime in milliseconds at which it is shown as being saved; `nil` when it is.
    var showAt: Int64?
  }

  /// What sends the files among ``Snapshot/unsaved``.
  @ObservationIgnored private var unsavedFiles: [SentMessageID: Intent] = [:]

  /// Echoes stand behind each other in the order of writing, and behind all that has a row.
  @ObservationIgnored private var nextSequence = Int64.max - 1_000_000_000

  /// From which accounts each deletion that can be undone was, the last last.
  @ObservationIgnored private var deletions: [[AccountID]] = [] {
    didSet {
      guard snapshot.canUndo == deletions.isEmpty else { return }
      snapshot.canUndo = !deletions.isEmpty
      snapshot.renew(onlyRows: true)
    }
  }

  /// - Parameters:
  ///   - accounts: as they are before anything is told; an ``AccountID`` is the place here.
  ///   - submit: hands an intent to the engine of an account; returns at once.
  public init(accounts: [AccountState], submit: @escaping (Intent, AccountID) -> Void) {
    snapshot = Snapshot(accounts: accounts)
    self.submit = submit
  }

  /// One account is simply the case of one.
  public convenience init(account: JID, submit: @escaping (Intent) -> Void) {
    self.init(accounts: [AccountState(account)]) { intent, _ in submit(intent) }
  }

  /// Uptime in milliseconds at which ``tick(_:)`` is due; `nil` when no commit is awaited.
  public var nextDeadline: Int64? { echoes.compactMap(\.showAt).min() }

  /// There are echoes in the snapshot that say nothing of a commit they wait for: what is drawn of it must not be seen
  /// yet (S2).
  public var awaitsCommit: Bool { echoes.contains { $0.showAt != nil } }

  /// Whether these changes say that all is stored that is awaited: what was drawn of it may be seen, even before they are
  /// taken over.
  public func isAwaited(_ changes: [Change], of account: AccountID) -> Bool {
    let awaited = echoes.filter { $0.showAt != nil }
    guard !awaited.isEmpty else { return false }
    return awaited.allSatisfy { echo in
      changes.contains {
        guard case .message(let message) = $0, let id = message.originID else { return false }
        return SentMessageID(id, of: account) == echo.message.sentID
      }
    }
  }

  // MARK: Intents

  /// Does what of an intent is seen at once, and hands it to the engine of its account.
  public func perform(_ intent: Intent, of account: AccountID, at now: Moment) {
    if settleUnsaved(intent, of: account) { return }
    note(deletion: intent, from: [account])
    let isSeen = show(intent, of: account, at: now)
    if isSeen { snapshot.renew(onlyRows: intent.carriesMessage) }
    submit(intent, account)
  }

  /// The same for all accounts, or for those of them that it concerns.
  public func performEverywhere(_ intent: Intent, at now: Moment) {
    let concerned = accounts(of: intent)
    note(deletion: intent, from: concerned)
    switch intent {
    case .search(let query):
      snapshot.search = OpenSearch(query, of: concerned, before: snapshot.search)
    case .openQueue: snapshot.queue = OpenQueue(awaited: Set(concerned))
    default: _ = show(intent, of: .first, at: now)
    }
    snapshot.renew()
    for account in concerned {
      let own = part(of: intent, for: account)
      if !settleUnsaved(own, of: account) { submit(own, account) }
    }
  }

  private func accounts(of intent: Intent) -> [AccountID] {
    switch intent {
    case .undo: deletions.popLast() ?? snapshot.accountIDs
    case .delete(let all):
      snapshot.accountIDs.filter { account in all.contains { isIn(account, $0) } }
    case .closeInfo: snapshot.infoOf.map { [$0.account] } ?? snapshot.accountIDs
    default: snapshot.accountIDs
    }
  }

  /// Whether an account has a message of mine that waits; the only one is asked whatever it has.
  private func isIn(_ account: AccountID, _ originID: OriginID) -> Bool {
    snapshot.accountIDs.count == 1
      || snapshot.queue?.entries.contains { $0.account == account && $0.originID == originID }
        ?? false
  }

  private func part(of intent: Intent, for account: AccountID) -> Intent {
    guard case .delete(let all) = intent else { return intent }
    return .delete(all.filter { isIn(account, $0) })
  }

  private func note(deletion intent: Intent, from accounts: [AccountID]) {
    switch intent {
    case .cancel, .delete: deletions.append(accounts)
    default: return
    }
    if deletions.count > Self.mostDeletions { deletions.removeFirst() }
  }

  /// So many times one can go back in the right account.
  private static let mostDeletions = 100

  /// Whether anything of it is seen.
  private func show(_ intent: Intent, of account: AccountID, at now: Moment) -> Bool {
    func id(_ address: JID) -> ChatID { ChatID(address, of: account) }
    switch intent {
    case .send(let chat, let text, let originID, let target):
      var echo = echo(of: .text(text), by: intent, to: id(chat), originID, at: now)
      echo.message.replyTo = target
      put(echo)
      snapshot.setDraft("", replyTo: nil, of: id(chat))
    case .sendFile(let chat, let file, let originID, let target):
      let content = Message.Content.file(file.attachment)
      var echo = echo(of: content, by: intent, to: id(chat), originID, at: now)
      echo.message.replyTo = target
      put(echo)
    case .open(let chat):
      if snapshot.pane?.chat != id(chat) || snapshot.pane?.isEnd == false {
        snapshot.pane = Pane(chat: id(chat))
      }
    case .openAt(let chat, _), .openSince(let chat, _), .openMessage(let chat, _):
      if snapshot.pane?.chat != id(chat) { snapshot.pane = Pane(chat: id(chat)) }
      snapshot.pane?.isLoading = true
    case .search(let query):
      snapshot.search = OpenSearch(query, of: [account], before: snapshot.search)
    case .closeSearch: snapshot.search = nil
    case .loadOlder(let chat, _), .loadNewer(let chat, _):
      if snapshot.pane?.chat == id(chat) { snapshot.pane?.isLoading = true }
    case .saveDraft(let chat, let text, let target):
      // Nothing shows more of it than that there is one.
      let isSeen = snapshot.chat(id(chat))?.draft.isEmpty != text.isEmpty
      snapshot.setDraft(text, replyTo: target, of: id(chat))
      return isSeen
    // At once: what is told again with each key until it is so would be told often.
    case .markUnread(let chat, let isUnread): snapshot.markUnread(isUnread, id(chat))
    case .deleteChat(let chat): snapshot.remove(id(chat))
    case .moderate(_, .cancelConfiguration): snapshot[account].roomForm = nil
    case .moderate(let room, .submit):
      snapshot[account].roomForm = OpenRoomForm(room, .loading)
    case .closeQueue: snapshot.queue = nil
    case .openInfo(let originID):
      (snapshot.infoOf, snapshot.life) = (SentMessageID(originID, of: account), nil)
    case .closeInfo: (snapshot.infoOf, snapshot.life) = (nil, nil)
    default: return false
    }
    return true
  }

  private func put(_ echo: Echo) {
    echoes.append(echo)
    snapshot.put(echo.message)
  }

  /// Marks the echoes whose commit takes too long.
  public func tick(_ now: Moment) {
    defer { snapshot.renew(onlyRows: true) }
    for (index, echo) in echoes.enumerated() {
      guard let showAt = echo.showAt, showAt <= now.uptime else { continue }
      echoes[index].showAt = nil
      echoes[index].message.isSaving = true
      snapshot.put(echoes[index].message)
    }
  }

  // MARK: Changes

  /// Takes the changes of one transaction of an account's engine over, in place: a copy of 10,000 chats a change would
  /// lag.
  public func apply(_ changes: [Change], of account: AccountID) {
    var (isSeen, isOfRows) = (false, true)
    for change in changes {
      let change = change.told(of: account)
      if case .message(let message) = change { forgetEcho(message.sentID) }
      if case .notStored(let chat, let originID, _, _) = change {
        giveBack(SentMessageID(originID, of: account), to: ChatID(chat, of: account))
      }
      if case .notSaved(_, let originID, _, let reason) = change {
        fail(SentMessageID(originID, of: account), reason)
      }
      pending.note(change, of: account)
      isSeen = isSeen || !isKnown(change)
      isOfRows = isOfRows && isOfOneRow(change)
      snapshot.apply(change, of: account)
    }
    snapshot.finish()
    if isSeen { snapshot.renew(onlyRows: isOfRows) }
  }

  /// Tells the user something that no engine has to say.
  public func tell(_ notice: Notice) { apply([.notice(notice)], of: .first) }

  /// The same of a batch that may not have all of them: what it left out is asked for again.
  public func apply(_ batch: PendingChanges.Batch, of account: AccountID) {
    apply(batch.changes, of: account)
    guard !batch.reread.isEmpty else { return }
    func isReread(_ id: ChatID) -> Bool {
      id.account == account && batch.reread.contains(id.address)
    }
    if let pane = snapshot.pane, isReread(pane.chat) {
      // Where somebody reads far above the end, about there.
      let place = pane.isEnd ? nil : pane.messages[pane.messages.count / 2].order
      snapshot.pane?.isLoading = true
      submit(.openAt(chat: pane.chat.address, place: place), account)
    }
    if let search = snapshot.search, search.asked.contains(account) {
      submit(.search(search.wanted), account)
    }
    // Under the same id: whose commit is done already is told again, and is one message.
    for echo in echoes where isReread(echo.message.chatID) { submit(echo.intent, account) }
    snapshot.renew()
  }

  /// It says of a chat what is known of it, as after a draft was kept.
  private func isKnown(_ change: Change) -> Bool {
    if case .chat(let chat) = change { snapshot.chat(chat.id) == chat } else { false }
  }

  /// No chat but one is shown otherwise for it.
  private func isOfOneRow(_ change: Change) -> Bool {
    switch change {
    case .message, .messageRemoved, .page, .stretch, .newer, .reachesBack, .firstUnread, .found,
      .arrived, .life, .queue, .queueEntry, .queueEntryRemoved, .outbox, .outgoing, .delay, .upload,
      .download, .typing, .notice:
      true
    case .chat(let chat):
      snapshot.chat(chat.id).map { known in
        known.name == chat.name && known.kind == chat.kind && known.isAsking == chat.isAsking
          && known.subscription == chat.subscription
      } ?? false
    default: false
    }
  }

  /// What has happened since this was called last, the newest last. Each comes with a change of the
  /// snapshot.
  public func takeEvents() -> [StoreEvent] { pending.take() }

  private func echo(
    of content: Message.Content, by intent: Intent, to chat: ChatID, _ originID: OriginID,
    at now: Moment
  ) -> Echo {
    // As it will stand once it is stored: where nothing delays it, it leaves with that.
    let isFile = if case .file = content { true } else { false }
    let isLeaving = !isFile && snapshot[chat.account].outlook.sendsNow(to: chat.address)
    var message = Message(
      id: 0, chat: chat.address, sender: snapshot[chat.account].address, isMine: true,
      originID: originID,
      content: content, writtenAt: now.wall, status: isLeaving ? .sending : .queued,
      order: MessageOrder(anchor: MessageOrder.unsent, sequence: nextSequence))
    message.account = chat.account
    nextSequence += 1
    return Echo(message: message, intent: intent, showAt: now.uptime + Self.savingDelay)
  }

  private func forgetEcho(_ id: SentMessageID?) {
    guard !echoes.isEmpty else { return }
    echoes.removeAll { $0.message.sentID == id }
  }

  /// Its text follows; what it answered does with it.
  private func giveBack(_ id: SentMessageID, to chat: ChatID) {
    let echo = echoes.first { $0.message.sentID == id }
    if snapshot.pane?.chat == chat { snapshot.pane?.draftReply = echo?.message.replyTo }
    forgetEcho(id)
  }

  // MARK: What the disk refused

  private func fail(_ id: SentMessageID, _ reason: String) {
    guard let echo = echoes.first(where: { $0.message.sentID == id }) else { return }
    forgetEcho(id)
    if case .sendFile = echo.intent { unsavedFiles[id] = echo.intent }
    snapshot.fail(echo.message, because: reason)
  }

  /// Carries out what concerns messages that have no row; returns whether nothing is left for the engine.
  private func settleUnsaved(_ intent: Intent, of account: AccountID) -> Bool {
    guard !snapshot.unsaved.isEmpty else { return false }
    defer { snapshot.renew() }
    func id(_ originID: OriginID) -> SentMessageID { SentMessageID(originID, of: account) }
    switch intent {
    case .retry(let originID): return saveAgain(id(originID))
    case .edit(let originID, let text, _): return saveAgain(id(originID), text)
    case .cancel(let originID): return snapshot.giveUpUnsaved(id(originID))
    case .delete(let all):
      let rest = all.filter { !snapshot.giveUpUnsaved(id($0)) }
      if !rest.isEmpty { submit(.delete(rest), account) }
      return true
    case .sendAll:
      for message in snapshot.unsaved where message.account == account {
        _ = message.sentID.map { saveAgain($0) }
      }
      return false
    default: return false
    }
  }

  /// The same message with the same id: where the disk had kept it after all, it is one.
  private func saveAgain(_ id: SentMessageID, _ text: String? = nil) -> Bool {
    guard var message = snapshot.takeUnsaved(id) else { return false }
    if let text { message.content = .text(text) }
    let intent = unsavedFiles.removeValue(forKey: id) ?? message.send
    echoes.append(Echo(message: message, intent: intent, showAt: nil))
    snapshot.put(message)
    submit(intent, id.account)
    return true
  }
}

extension Message {
  /// The intent it came from.
  fileprivate var send: Intent {
    .send(chat: chat, text: text, originID: originID ?? OriginID(""), replyTo: replyTo)
  }
}

extension Intent {
  fileprivate var carriesMessage: Bool {
    switch self {
    case .send, .sendFile: true
    default: false
    }
  }
}

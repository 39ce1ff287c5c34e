internal import Dispatch
internal import Files
internal import Localization
public import Model
internal import Sync
internal import Synchronization

/// Does what other programs ask: puts their messages in the outbox and tells them how far they came.
/// Feed it with every change; it answers on a queue of its own, so that a slow asker holds up nothing.
public final class HandoverDesk: Sendable {
  private struct Asker {
    var reply: HandoverReply
    var isQueuedTold = false
    /// The wait was over before the disk had it.
    var isLate = false
  }

  private struct State {
    var askers: [OriginID: Asker] = [:]
    /// What is to be done about the disk, while it refuses.
    var advice: String?
    /// What decides when messages leave.
    var outlook = OutboxOutlook()
    /// The server has told who is there.
    var knowsPeople = false
    /// Requests that wait for that.
    var awaiting: [@Sendable () -> Void] = []
  }

  /// Seconds; more is taken as this.
  static let longestWait = 300
  /// Seconds that this computer's own server gets to tell who is there.
  private static let longestLookUp = 3
  /// Seconds that the disk gets beside that: nobody is told that a message is queued before it is.
  public static let diskPatience = 10

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "psst.desk")
  private let account: JID
  private let isPrivate: Bool
  private let submit: @Sendable (Intent) -> Void
  private let readOutbox: @Sendable (@escaping @Sendable ([OutboxEntry]) -> Void) -> Void
  private let readNames: @Sendable (@escaping @Sendable (NameBook?) -> Void) -> Void
  /// Nobody is there whom the policy could ask: what is to be sent goes, older ones of its chat first.
  private let sendsForSure: Bool
  private let idle = DispatchGroup()

  /// - Parameter readNames: gives who is who now, or nothing where the disk does not say: it is kept nowhere, for it is
  ///   as long as the list of chats, and hardly ever asked for.
  public init(
    account: JID, isPrivate: Bool = false, submit: @escaping @Sendable (Intent) -> Void,
    readOutbox: @escaping @Sendable (@escaping @Sendable ([OutboxEntry]) -> Void) -> Void,
    readNames: @escaping @Sendable (@escaping @Sendable (NameBook?) -> Void) -> Void,
    sendsForSure: Bool = false
  ) {
    (self.account, self.isPrivate, self.sendsForSure) = (account, isPrivate, sendsForSure)
    self.submit = submit
    self.readOutbox = readOutbox
    self.readNames = readNames
  }

  /// Waits until every asker has its answer, at most so many seconds.
  public func waitUntilIdle(seconds: Int) {
    _ = idle.wait(timeout: .now() + .seconds(seconds))
  }

  /// Does what is asked; the answers come on a queue of the desk's own.
  public func handle(_ request: HandoverRequest, _ reply: HandoverReply) {
    idle.enter()
    let reply = HandoverReply(
      answer: reply.answer,
      finish: { [idle] in
        reply.finish()
        idle.leave()
      })
    switch request.do {
    case .queue: tellQueue(reply)
    case .picture: show(request.path, reply)
    // Nobody has to be looked up for an address.
    case .send where request.to?.contains("@") == true,
      .sendFile where request.to?.contains("@") == true:
      send(request, NameBook(account: account), reply)
    case .send, .sendFile:
      whenPeopleAreKnown { [self] in
        readNames { [self] names in
          var names = names
          names?.isWhole = state.withLock { $0.knowsPeople }
          send(request, names, reply)
        }
      }
    }
  }

  /// On this computer's own server nobody is looked for before it has told who is there, or has had the time for it.
  private func whenPeopleAreKnown(_ act: @escaping @Sendable () -> Void) {
    let waits = state.withLock { state in
      guard isPrivate, !state.knowsPeople else { return false }
      state.awaiting.append(act)
      return true
    }
    guard waits else { return act() }
    queue.asyncAfter(deadline: .now() + .seconds(Self.longestLookUp)) { [self] in goOn() }
  }

  private func goOn() {
    let acts = state.withLock { state in
      defer { state.awaiting = [] }
      return state.awaiting
    }
    for act in acts { act() }
  }

  /// Tells askers how far their messages came.
  public func apply(_ changes: [Change]) {
    for change in changes {
      state.withLock { $0.outlook.apply(change) }
      switch change {
      case .message(let message):
        if let id = message.originID, let status = message.status, !message.isSaving {
          progress(id, status, message.failure)
        }
      case .notStored(_, let id, _, let reason): end(id, HandoverAnswer(.failed, reason: reason))
      case .caughtUp(let isCaughtUp):
        state.withLock { $0.knowsPeople = isCaughtUp }
        if isCaughtUp { goOn() }
      case .disk(let trouble): state.withLock { $0.advice = trouble?.advice }
      case .notSaved(_, let id, _, let reason):
        let advice = state.withLock { $0.advice }.map { ". \($0)" } ?? ""
        end(id, HandoverAnswer(.failed, reason: reason + advice))
      default: break
      }
    }
  }

  private func tellQueue(_ reply: HandoverReply) {
    readOutbox { [queue, self] entries in
      queue.async {
        let (outlook, now) = (self.state.withLock { $0.outlook }, SyncRunner.now().uptime)
        for entry in entries {
          // Commands are for scripts: they speak English.
          let row = Language.english.speak {
            QueueRow(entry, outlook.standing(entry, uptime: now))
          }
          reply.answer(HandoverAnswer(.entry, entry: row))
        }
        reply.answer(HandoverAnswer(.end))
        reply.finish()
      }
    }
  }

  private func show(_ path: String?, _ reply: HandoverReply) {
    do throws(Failure) {
      submit(.setMyPicture(try Self.picture(path)))
      // What was handed in before is done when this is answered.
      readOutbox { [self] _ in end(reply, HandoverAnswer(.queued)) }
    } catch {
      end(reply, HandoverAnswer(.failed, reason: error.text))
    }
  }

  /// The asker has looked whether it can be read as a picture.
  private static func picture(_ path: String?) throws(Failure) -> [UInt8] {
    guard let path else { return [] }
    guard let bytes = try PrivateFile.read(path, limit: Avatar.largestOwn),
      Avatar(own: bytes) != nil
    else { throw Failure(tr("that is no picture that others can be shown")) }
    return bytes
  }

  private func end(_ reply: HandoverReply, _ answer: HandoverAnswer) {
    queue.async {
      reply.answer(answer)
      reply.finish()
    }
  }

  private func send(_ request: HandoverRequest, _ names: NameBook?, _ reply: HandoverReply) {
    do {
      let (intent, id) = try understand(request, names)
      let isNew = state.withLock { state in
        guard state.askers[id] == nil else { return false }
        state.askers[id] = Asker(reply: reply)
        return true
      }
      guard isNew else { throw Failure(tr("this message is being sent already")) }
      queueOnce(intent, id)
      let wait = max(0, min(request.wait ?? 0, Self.longestWait))
      queue.asyncAfter(deadline: .now() + .seconds(wait)) { [self] in waitEnded(id) }
    } catch {
      let failure = error as? Failure ?? Failure("\(error)")
      end(reply, HandoverAnswer(.failed, reason: failure.text))
    }
  }

  private func understand(
    _ request: HandoverRequest, _ names: NameBook?
  ) throws(Failure) -> (Intent, OriginID) {
    guard let to = request.to, let text = request.text, let id = request.id, !id.isEmpty,
      id.utf8.count <= 64
    else { throw Failure(tr("the request is not complete")) }
    guard let names else { throw Failure(tr("who \"\(to)\" is cannot be read from the disk")) }
    let chat = try names.chat(of: to)
    if let path = request.path, request.do == .sendFile {
      guard path.hasPrefix("/") else { throw Failure(tr("the path of a file begins with a slash")) }
      let file = OutgoingFile.original(path: path, caption: text)
      return (.sendFile(chat: chat, file, originID: OriginID(id)), OriginID(id))
    }
    switch OutgoingText(text) {
    case .text(let text):
      let target = request.replyTo?.target
      return (
        .send(chat: chat, text: text, originID: OriginID(id), replyTo: target), OriginID(id)
      )
    case .empty: throw Failure(tr("there is no text to send"))
    case .refused(let reason): throw Failure(reason)
    }
  }

  /// A message asked for a second time is in the outbox already, and only waited for.
  private func queueOnce(_ intent: Intent, _ id: OriginID) {
    readOutbox { [self] entries in
      if let known = entries.first(where: { $0.originID == id }) {
        progress(id, known.state, known.lastError)
      } else {
        submit(intent)
      }
      if sendsForSure { submit(.sendOne(id)) }
    }
  }

  private func progress(_ id: OriginID, _ status: DeliveryStatus, _ reason: String?) {
    switch status {
    case .queued, .sending: tellQueued(id)
    case .sent, .delivered, .read: end(id, HandoverAnswer(.sent))
    case .failed: end(id, HandoverAnswer(.failed, reason: reason))
    }
  }

  private func tellQueued(_ id: OriginID) {
    let reply = state.withLock { state -> HandoverReply? in
      guard let asker = state.askers[id], !asker.isQueuedTold else { return nil }
      state.askers[id]?.isQueuedTold = true
      return asker.reply
    }
    guard let reply else { return }
    if state.withLock({ $0.askers[id]?.isLate == true }) {
      return end(id, HandoverAnswer(.queued))
    }
    queue.async { reply.answer(HandoverAnswer(.queued)) }
  }

  private func waitEnded(_ id: OriginID) {
    let isQueued = state.withLock { state in
      state.askers[id]?.isLate = true
      return state.askers[id]?.isQueuedTold ?? true
    }
    if isQueued { return end(id, HandoverAnswer(.queued)) }
    queue.asyncAfter(deadline: .now() + .seconds(Self.diskPatience)) { [self] in
      end(id, HandoverAnswer(.failed, reason: tr("it is not known to be saved")))
    }
  }

  private func end(_ id: OriginID, _ answer: HandoverAnswer) {
    guard let asker = state.withLock({ $0.askers.removeValue(forKey: id) }) else { return }
    queue.async {
      asker.reply.answer(answer)
      asker.reply.finish()
    }
  }
}

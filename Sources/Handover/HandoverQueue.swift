internal import Dispatch
internal import Files
internal import Localization
public import Model
internal import Sync
internal import Synchronization

/// What was sent here and is not yet on the disk of the program that owns the account, in the order it was
/// sent. An owner that is gone, or does not answer, is asked again for a while; the id of each text sees
/// to it that it is one message, however often it is handed over.
public final class HandoverQueue: Sendable {
  public struct Text: Equatable, Sendable {
    public var chat: JID
    public var text: String
    public var id: OriginID
    var replyTo: ReplyTarget?

    /// A text that is to be handed over.
    public init(chat: JID, text: String, id: OriginID, replyTo: ReplyTarget? = nil) {
      self.chat = chat
      self.text = text
      self.id = id
      self.replyTo = replyTo
    }

    /// What sends it, where an engine is one's own.
    public var intent: Intent { .send(chat: chat, text: text, originID: id, replyTo: replyTo) }
  }

  private struct State {
    var texts: [Text] = []
    var isOver = false
  }

  /// Milliseconds that a text is tried for.
  static let timeout: Int64 = 10_000

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "psst.borrowed.send")
  private let path: String
  private let isStored: @Sendable (OriginID) -> Bool
  private let refused: @Sendable (Text, _ reason: String) -> Void

  /// - Parameters:
  ///   - path: the owner's socket.
  ///   - isStored: whether the account's disk has the message.
  ///   - refused: a text the owner does not take, or that nobody took in time.
  public init(
    path: String, isStored: @escaping @Sendable (OriginID) -> Bool,
    refused: @escaping @Sendable (Text, _ reason: String) -> Void
  ) {
    self.path = path
    self.isStored = isStored
    self.refused = refused
  }

  /// Returns at once; texts are handed over one after the other.
  public func add(_ text: Text) {
    state.withLock { $0.texts.append(text) }
    queue.async { [self] in handOver(text) }
  }

  /// From now on nothing is handed over: what is left is the caller's.
  public func stop() -> [Text] {
    state.withLock { state -> [Text] in
      defer { state = State(isOver: true) }
      return state.texts
    }
  }

  /// Waits until all is handed over or refused, at most so many seconds.
  public func waitUntilEmpty(seconds: Int) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + .seconds(seconds))
  }

  private func handOver(_ text: Text) {
    let end = SyncRunner.now().uptime + Self.timeout
    while isWaiting(text) {
      let reason = ask(text)
      guard let reason, !isStored(text.id) else {
        remove(text)
        return
      }
      let isLate = SyncRunner.now().uptime >= end
      guard reason.isFinal || isLate else {
        Pause.short()
        continue
      }
      if remove(text) { refused(text, reason.words) }
    }
  }

  private func isWaiting(_ text: Text) -> Bool {
    state.withLock { $0.texts.contains(text) }
  }

  @discardableResult
  private func remove(_ text: Text) -> Bool {
    state.withLock { state in
      let count = state.texts.count
      state.texts.removeAll { $0 == text }
      return state.texts.count < count
    }
  }

  /// Why it was not taken; `isFinal` where asking again would not help. `nil` when it was.
  private func ask(_ text: Text) -> (words: String, isFinal: Bool)? {
    let request = HandoverRequest.send(
      to: text.chat.description, text: text.text, id: text.id, wait: 5, replyTo: text.replyTo)
    do {
      // The first word says whether it is on the owner's disk.
      let ending = try HandoverClient.ask(
        request, at: path, timeout: Int(Self.timeout / 1_000), mostAnswers: 1)
      guard case .answered(let answer?) = ending else {
        return (tr("the other psst does not answer"), false)
      }
      guard answer.status == .failed else { return nil }
      return (answer.reason ?? tr("no reason is known"), true)
    } catch {
      return (error.text, false)
    }
  }
}

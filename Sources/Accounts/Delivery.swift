public import Files
public import Handover
internal import Localization
public import Model
internal import Storage
internal import Sync
internal import Synchronization

/// `psst send`: one message, through the program that owns the account, or through an engine of its own.
public struct Delivery: Sendable {
  /// Seconds that the server's word is waited for, unless one says otherwise.
  public static let usualWait = 30
  /// At most.
  public static let longestWait = 300

  var context: AccountContext

  /// Through whoever has the account of `context`.
  public init(context: AccountContext) { self.context = context }

  /// Blocks until the server has the message, or it is on disk and so many seconds are over.
  public func send(
    to name: String, text: String, answering target: ReplyTarget? = nil, wait: Int = usualWait
  ) throws(Failure) -> HandoverAnswer {
    try hand(
      .send(to: name, text: text, id: SystemClock.newOriginID(), wait: wait, replyTo: target),
      wait: wait)
  }

  /// The same of a file, by its absolute path.
  public func send(
    to name: String, file path: String, caption: String, wait: Int = longestWait
  ) throws(Failure) -> HandoverAnswer {
    try hand(
      .sendFile(
        to: name, path: path, caption: caption, id: SystemClock.newOriginID(), wait: wait),
      wait: wait)
  }

  private func hand(_ request: HandoverRequest, wait: Int) throws(Failure) -> HandoverAnswer {
    // The id sees to it that the message goes once.
    let patience = wait + HandoverDesk.diskPatience
    return try ask(request, within: patience) { () throws(Failure) in
      try OwnedEngine(context, isUnattended: true, publish: { _ in }).map { engine in
        deliver(request, through: engine, within: patience)
      }
    }
  }

  /// The owner is asked, unless there is none: then it is done `alone`, which gives `nil` where there is one. An owner that
  /// ends between two steps is no reason to give up: its lock is free then.
  private func ask(
    _ request: HandoverRequest, within seconds: Int,
    alone: () throws(Failure) -> HandoverAnswer?
  ) throws(Failure) -> HandoverAnswer {
    for _ in 0..<3 {
      if let answer = try alone() { return answer }
      let path = LocalSocket.path(for: context.stored.folder)
      let ending = try HandoverClient.ask(request, at: path, timeout: seconds)
      if case .answered(let answer?) = ending { return answer }
      Pause.short()
    }
    throw Failure(tr("the psst that has this account open does not answer"), code: .tryAgain)
  }

  /// What others are to see of me; `nil`: nothing any more. Returns whether a psst that is open tells them; else the next
  /// one does that has a connection.
  /// - Parameter picture: the absolute path, and what is in the file.
  public func show(_ picture: (path: String, bytes: [UInt8])?) throws(Failure) -> Bool {
    var isAlone = false
    let answer = try ask(.picture(picture?.path), within: HandoverDesk.diskPatience) {
      () throws(Failure) in
      guard let lock = try AccountLock(folder: context.stored.folder) else { return nil }
      isAlone = true
      return try withExtendedLifetime(lock) { () throws(Failure) in
        try keep(picture?.bytes ?? [])
        return HandoverAnswer(.queued)
      }
    }
    guard answer.status == .queued else {
      let reason = answer.reason ?? tr("no reason is known")
      throw Failure(tr("not taken: \(reason)"))
    }
    return !isAlone
  }

  private func keep(_ picture: [UInt8]) throws(Failure) {
    do throws(StorageError) {
      try OwedPicture.keep(picture, in: Database(path: context.stored.databasePath))
    } catch {
      throw Failure("\(error.explanation). \(error.advice)")
    }
  }

  private func deliver(
    _ request: HandoverRequest, through engine: OwnedEngine, within seconds: Int
  ) -> HandoverAnswer {
    let done = Signal()
    let last = Mutex<HandoverAnswer?>(nil)
    let reply = HandoverReply(
      answer: { answer in last.withLock { $0 = answer } }, finish: { done.give() })
    engine.start { _ in engine.desk.handle(request, reply) }
    done.wait(seconds: seconds)
    engine.stop(timeout: seconds)
    return last.withLock { $0 }
      ?? HandoverAnswer(.failed, reason: tr("the data could not be opened"))
  }

  /// The outbox: from the owner, who knows best; where nobody owns the account, or the owner does not answer
  /// (it may be suspended), from the disk.
  public func queue() throws -> [QueueRow] {
    let path = LocalSocket.path(for: context.stored.folder)
    let rows = Mutex<[QueueRow]>([])
    let ending = try HandoverClient.ask(.queue, at: path, timeout: 3) { answer in
      if let row = answer.entry { rows.withLock { $0.append(row) } }
    }
    if case .answered(let last?) = ending, last.status == .end { return rows.withLock { $0 } }
    let (outlook, now) = (OutboxOutlook(), SyncRunner.now().uptime)
    return try StoredOutbox.read(context.stored).map {
      QueueRow($0, outlook.standing($0, uptime: now))
    }
  }
}

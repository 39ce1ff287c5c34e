internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Brings the files of messages where others can fetch them (XEP-0363), one of each chat at a time; the message
/// follows. What must survive is in `UploadTable`; a file that goes on while the link is away is not forgotten.
struct Uploads: Tracker {
  static let keyPath: any Path = \.uploads

  /// Most that go at once.
  static let capacity = 3
  /// So often it is tried (C4). After the last failure the server is asked once more, so that only one that is there
  /// can fail it: being offline fails nothing.
  static let attempts = 3
  /// Milliseconds after each time that one broke; the last where the server did not answer.
  static let pauses: [Int64] = [1_000, 2_000, 4_000]

  enum Stage: Equatable {
    /// Until this uptime.
    case waiting(Int64)
    /// For a slot.
    case asking
    case putting(UploadSlot)
  }

  private struct Job {
    var message: Int64
    var chat: JID
    var stage: Stage
    var failures: Int
    var lastError: String?
  }

  private enum Knowledge: Equatable {
    case unknown
    /// Those that have not answered; none while it is not known whom to ask.
    case asked([JID])
    case known(UploadHost?)
  }

  private var jobs: [OriginID: Job] = [:]
  private var knowledge = Knowledge.unknown
  private var isOpen = false
  /// It is asked where my server keeps files.
  private(set) var isAskingHome = false

  var nextDeadline: Int64? {
    guard isOpen else { return nil }
    return jobs.values.compactMap { if case .waiting(let until) = $0.stage { until } else { nil } }
      .min()
  }

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    state.uploads.isOpen = state.isOpen
    try state.uploads.forgetRemoved(turn)
    guard state.isOpen else { return }
    try state.uploads.begin(turn)
    try state.uploads.askDue(turn)
  }

  /// Those that were cancelled in the middle, or failed.
  private mutating func forgetRemoved(_ turn: Turn) throws(StorageError) {
    for id in jobs.keys.sorted(by: { $0.value < $1.value }) {
      let state = try turn.database.outbox.record(id)?.entry.state
      if state != .queued { forget(id, turn) }
    }
  }

  private mutating func forget(_ id: OriginID, _ turn: Turn) {
    if case .putting = jobs[id]?.stage { turn.cancelUpload(id) }
    jobs[id] = nil
  }

  private mutating func begin(_ turn: Turn) throws(StorageError) {
    let busy = Set(jobs.values.map(\.chat))
    for pending in try turn.database.uploads.ready()
    where jobs.count < Self.capacity && !busy.contains(pending.chat) {
      jobs[pending.originID] = Job(
        message: pending.message, chat: pending.chat, stage: .waiting(turn.now.uptime),
        failures: pending.failures, lastError: pending.lastError)
    }
  }

  /// Asks for the slots of those whose time has come, and before that, once on a link, who gives them.
  private mutating func askDue(_ turn: Turn) throws(StorageError) {
    for (id, job) in jobs.sorted(by: { $0.key.value < $1.key.value }) {
      guard case .waiting(let until) = job.stage, until <= turn.now.uptime else { continue }
      switch knowledge {
      case .unknown:
        knowledge = .asked([])
        turn.command(.findUploadServices)
        jobs[id]?.stage = .asking
      case .asked: jobs[id]?.stage = .asking
      case .known(nil): try fail(id, tr("your server takes no files"), turn)
      case .known(let service?): try ask(id, service, turn)
      }
    }
  }

  private mutating func ask(
    _ id: OriginID, _ service: UploadHost, _ turn: Turn
  ) throws(StorageError) {
    guard let file = try file(of: id, turn) else { return forget(id, turn) }
    let size = file.size ?? 0
    if let limit = service.limit, size > limit {
      return try fail(id, Self.tooLarge(limit), turn)
    }
    jobs[id]?.stage = .asking
    turn.command(
      .requestSlot(
        id, of: service.address, name: file.name, size: size, mediaType: file.mediaType))
  }

  private func file(of id: OriginID, _ turn: Turn) throws(StorageError) -> Attachment? {
    guard let job = jobs[id] else { return nil }
    return try turn.database.messages.message(job.message)?.attachment
  }

  private static func tooLarge(_ limit: Int64?) -> String {
    guard let limit else { return tr("the file is too large for your server") }
    let most = Attachment.words(ofSize: limit)
    return tr("the file is too large for your server: it takes \(most) at most")
  }

  /// Somebody wants to know who takes files before there is one.
  mutating func ask(isLinked: Bool, _ turn: Turn) {
    switch knowledge {
    case .known(let service): turn.change(.uploads(service))
    case .asked: break
    case .unknown where isLinked:
      knowledge = .asked([])
      turn.command(.findUploadServices)
    case .unknown: break
    }
  }

  /// What became of it could not be written down.
  mutating func missed(_ id: OriginID) { jobs[id] = nil }

  /// By chat, why what is behind a file waits.
  var delays: [JID: Delay] {
    var delays: [JID: Delay] = [:]
    for job in jobs.values {
      if case .waiting(let until) = job.stage, let reason = job.lastError {
        delays[job.chat] = Delay(.trouble(reason), until: until)
      } else {
        delays[job.chat] = Delay(.upload)
      }
    }
    return delays
  }

  /// The user does not want to wait for the next attempt.
  mutating func hurry(_ chat: JID, _ turn: Turn) {
    for (id, job) in jobs where job.chat == chat {
      if case .waiting = job.stage { jobs[id]?.stage = .waiting(turn.now.uptime) }
    }
  }

  // MARK: Answers

  /// Those that are on the way go on; who takes them may be another one on the next link.
  mutating func forgetLink(_ turn: Turn) {
    knowledge = .unknown
    isOpen = false
    isAskingHome = false
    for (id, job) in jobs {
      if case .putting = job.stage { continue }
      jobs[id] = nil
    }
  }

  /// - Parameter services: those that may take files; `nil` where nobody answered.
  mutating func found(_ services: [JID]?, _ turn: Turn) {
    guard case .asked = knowledge else { return }
    guard let services else { return learned(.unknown, after: Self.pauses[0], turn) }
    knowledge = .asked(services)
    for service in services { turn.command(.describeUploadService(service)) }
  }

  /// The first that takes files is the one; where none is left that might, there is none.
  mutating func described(_ address: JID, _ service: UploadHost?, _ turn: Turn) {
    guard case .asked(var left) = knowledge, left.contains(address) else { return }
    left.removeAll { $0 == address }
    knowledge = .asked(left)
    if service != nil || left.isEmpty { learned(.known(service), after: 0, turn) }
  }

  private mutating func learned(_ now: Knowledge, after pause: Int64, _ turn: Turn) {
    knowledge = now
    for id in jobs.keys where jobs[id]?.stage == .asking {
      jobs[id]?.stage = .waiting(turn.now.uptime + pause)
    }
    if case .known(let service) = now { turn.change(.uploads(service)) }
    if isAskingHome { askHome(turn) }
  }

  // MARK: Where my server keeps files

  private static let homeKey = "uploads.home"

  /// An address at which my server keeps a file; `nil` where it named none yet.
  static func home(_ turn: Turn) throws(StorageError) -> String? {
    try turn.database.settings.value(homeKey)
  }

  /// Of a place that nothing is put in.
  private static let noFile = OriginID("home")

  /// Asks where that is, by a place for a file that never comes: nothing else says it.
  mutating func askHome(isLinked: Bool, _ turn: Turn) {
    guard isLinked, !isAskingHome else { return }
    isAskingHome = true
    if knowledge == .unknown { ask(isLinked: isLinked, turn) } else { askHome(turn) }
  }

  private mutating func askHome(_ turn: Turn) {
    switch knowledge {
    case .asked: break
    case .known(let service?):
      turn.command(
        .requestSlot(
          Self.noFile, of: service.address, name: "file", size: 1,
          mediaType: "application/octet-stream"))
    case .known(nil), .unknown: isAskingHome = false
    }
  }

  mutating func granted(
    _ slot: UploadSlot, for id: OriginID, _ turn: Turn
  ) throws(StorageError) {
    try turn.database.settings.set(Self.homeKey, slot.get)
    if id == Self.noFile { isAskingHome = false }
    guard let job = jobs[id], job.stage == .asking, let file = try file(of: id, turn) else {
      return
    }
    if job.failures >= Self.attempts {
      return try fail(id, job.lastError ?? tr("the file could not be uploaded"), turn)
    }
    jobs[id]?.stage = .putting(slot)
    try turn.life(job.message, .uploading, attempt: job.failures + 1)
    turn.upload(
      UploadOrder(
        id: id, slot: slot, size: file.size ?? 0,
        mediaType: file.mediaType ?? "application/octet-stream"))
  }

  mutating func refused(
    _ id: OriginID, _ error: StanzaError, _ turn: Turn
  ) throws(StorageError) {
    if id == Self.noFile { isAskingHome = false }
    guard let job = jobs[id], job.stage == .asking else { return }
    if job.failures >= Self.attempts, error != .timeout {
      return try fail(id, job.lastError ?? Self.reason(error), turn)
    }
    // The server may be another one by now.
    if error.condition == "item-not-found" || error == .timeout { knowledge = .unknown }
    guard error == .timeout || Refusal.canHeal(error) else {
      return try fail(id, Self.reason(error), turn)
    }
    try broke(id, Self.reason(error), counts: error != .timeout, turn)
  }

  private static func reason(_ error: StanzaError) -> String {
    switch error.condition {
    case "not-acceptable" where error.fileLimit != nil: tooLarge(error.fileLimit)
    case "resource-constraint": tr("your server has no room for it, or you sent too much today")
    case "forbidden", "not-allowed": tr("your server does not let you upload files")
    case "not-acceptable": tr("your server does not take this file")
    default: Refusal.reason(error)
    }
  }

  /// - Parameter isLinked: a server is there whose fault it is.
  mutating func ended(
    _ news: UploadNews, isLinked: Bool, _ turn: Turn
  ) throws(StorageError) {
    guard let job = jobs[news.id], case .putting(let slot) = job.stage else { return }
    switch news.ending {
    case .done(let hash): try finish(news.id, job.message, at: slot, hash, turn)
    case .refused(let reason): try fail(news.id, reason, turn)
    case .broken where !isLinked: jobs[news.id] = nil
    case .broken(let reason): try broke(news.id, reason, counts: true, turn)
    }
  }

  private mutating func finish(
    _ id: OriginID, _ row: Int64, at slot: UploadSlot, _ hash: String?, _ turn: Turn
  ) throws(StorageError) {
    jobs[id] = nil
    guard let message = try turn.database.messages.message(row), var file = message.attachment,
      message.originID == id
    else { return }
    (file.address, file.hash) = (slot.get, hash)
    try turn.database.uploads.finish(row, file)
    try turn.life(row, .uploaded)
    turn.touch(message)
  }

  private mutating func broke(
    _ id: OriginID, _ reason: String, counts: Bool, _ turn: Turn
  ) throws(StorageError) {
    guard let job = jobs[id] else { return }
    var failures = job.failures
    if counts {
      failures = try turn.database.uploads.countFailure(job.message, reason)
      try turn.life(job.message, .refused, cause: reason, attempt: failures)
    }
    jobs[id]?.failures = failures
    jobs[id]?.lastError = reason
    jobs[id]?.stage = .waiting(turn.now.uptime + Self.pause(after: failures, counts: counts))
  }

  /// Milliseconds. After the last failure only whether a server is there is still to be asked.
  private static func pause(after failures: Int, counts: Bool) -> Int64 {
    guard failures < attempts else { return counts ? 0 : pauses[pauses.count - 1] }
    return pauses[max(failures, 1) - 1]
  }

  /// Its row and its copy stay: the user can try it again.
  private mutating func fail(
    _ id: OriginID, _ reason: String, _ turn: Turn
  ) throws(StorageError) {
    guard let job = jobs.removeValue(forKey: id),
      let message = try turn.database.messages.message(job.message)
    else { return }
    try Transition.fail(message, reason: reason, isRefusal: false, turn)
  }
}

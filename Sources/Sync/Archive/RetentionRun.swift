internal import Model
internal import Storage
internal import XMPP

/// One walk over all chats, from the oldest message of each: what is old is removed, or only counted.
struct RetentionRun {
  enum Next { case more, answer, end }

  /// Chats that are looked at in one step, where there is little to do.
  private static let chatsAtOnce = 50
  /// An archive whose first entry is so much newer than what it had before, milliseconds, has lost some.
  private static let tolerance = Keep.day

  private struct Visit {
    var chat: JID
    /// `nil` is the account's own.
    var archive: JID?
    var place = MessageOrder(anchor: .min, sequence: .min)
  }

  /// What is known of an archive in this run.
  private struct Known {
    /// `nil`: it gives back nothing, or not for long.
    var first: Timestamp?
  }

  private struct Question {
    var id: String
    var archive: JID?
  }

  let keep: Keep
  let removes: Bool
  private(set) var count = 0
  private(set) var oldest: Timestamp?
  /// The newest time of the account's archive.
  private(set) var newest: Timestamp?
  private var row: Int64 = 0
  private var visit: Visit?
  /// `nil` is the account's own.
  private var archives: [JID?: Known] = [:]
  private var question: Question?
  /// The last question, answered or not: the rest of a page comes behind its beginning.
  private var asked: String?

  init(_ keep: Keep, removes: Bool) { (self.keep, self.removes) = (keep, removes) }

  func isAsking(_ query: String) -> Bool { query == asked }

  /// A step.
  mutating func goOn(_ state: EngineState, _ turn: Turn) throws(StorageError) -> Next {
    var left = removes ? PurgeStep.size : Retention.countingStep
    for _ in 0..<Self.chatsAtOnce where left > 0 {
      if visit == nil { try findNext(state, turn) }
      guard var visit else { return .end }
      guard let rule = try rule(for: visit, turn) else {
        self.visit = nil
        continue
      }
      if archives[visit.archive] == nil {
        let isOld = try turn.database.purges.step(
          visit.chat, after: visit.place, rule, limit: 1, removes: false)
        guard isOld.seen > 0 else {
          self.visit = nil
          continue
        }
        ask(visit.archive, turn)
        return .answer
      }
      let shown = removes ? state.retention.shown[visit.chat] : nil
      let step = try turn.database.purges.step(
        visit.chat, after: visit.place, before: shown, rule, limit: left, removes: removes)
      note(step, of: visit.chat, turn)
      left -= step.seen
      if let last = step.last { visit.place = last }
      self.visit = step.last == nil ? nil : visit
    }
    return .more
  }

  private mutating func note(_ step: PurgeStep, of chat: JID, _ turn: Turn) {
    count += step.count
    oldest = [oldest, step.oldest].compactMap(\.self).min()
  }

  /// The next chat whose archive can be asked.
  private mutating func findNext(
    _ state: EngineState, _ turn: Turn
  ) throws(StorageError) {
    while let next = try turn.database.purges.next(after: row) {
      row = next.row
      if next.isRoom {
        guard let room = state.rooms[next.jid]?.catchUp, room.isCaughtUp, room.hasArchive else {
          continue
        }
      }
      visit = Visit(chat: next.jid, archive: next.isRoom ? next.jid : nil)
      return
    }
  }

  /// `nil` where nothing is removed of the archive's chats.
  private mutating func rule(
    for visit: Visit, _ turn: Turn
  ) throws(StorageError) -> PurgeRule? {
    let known = archives[visit.archive]
    if known != nil, known?.first == nil { return nil }
    let newest = try newestTime(of: visit.archive, turn)
    guard let newest, let age = keep.age else { return nil }
    let cutoff = Timestamp(milliseconds: newest.milliseconds - age)
    // Before the archive was asked nothing is excluded: it is only to be known whether there is anything old.
    let first = known?.first ?? Timestamp(milliseconds: .min)
    if known != nil, try isLost(before: first, in: visit, turn) { return nil }
    return PurgeRule(cutoff: cutoff, first: first, newest: keep.newest)
  }

  private mutating func newestTime(
    of archive: JID?, _ turn: Turn
  ) throws(StorageError) -> Timestamp? {
    guard archive == nil else { return try turn.database.purges.newestTime(of: archive) }
    if newest == nil { newest = try turn.database.purges.newestTime(of: nil) }
    return newest
  }

  // MARK: How far the archive goes back

  private mutating func ask(_ archive: JID?, _ turn: Turn) {
    let id = "reach-\(row)-\(String(turn.now.random, radix: 36))"
    question = Question(id: id, archive: archive)
    asked = id
    turn.command(.queryArchive(ArchiveQuery(id: id, archive: archive, page: .after(nil), limit: 5)))
  }

  /// - Parameter first: the time of its first entry; `nil` where there is none, or it does not say.
  /// - Returns: whether it was not known.
  mutating func learned(_ first: Timestamp?, _ turn: Turn) throws(StorageError) -> Bool {
    guard let question else { return false }
    self.question = nil
    archives[question.archive] = Known(first: nil)
    guard let first else { return true }
    let before = try turn.database.purges.reach(of: question.archive)
    if let before,
      before.isForgetful || before.first.milliseconds + Self.tolerance < first.milliseconds
    {
      try forget(question.archive, first, turn)
      return true
    }
    archives[question.archive] = Known(first: first)
    let reach = PurgeTable.Reach(first: first, isForgetful: false)
    if reach != before { try turn.database.purges.save(reach, of: question.archive) }
    return true
  }

  /// The chat's own history goes back further than its archive: that forgets, and gives back nothing for long.
  private mutating func isLost(
    before first: Timestamp, in visit: Visit, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard visit.place.anchor == .min,
      let oldest = try turn.database.purges.oldestTime(of: visit.chat),
      oldest.milliseconds + Self.tolerance < first.milliseconds
    else { return false }
    try forget(visit.archive, first, turn)
    return true
  }

  private mutating func forget(
    _ archive: JID?, _ first: Timestamp, _ turn: Turn
  ) throws(StorageError) {
    archives[archive] = Known(first: nil)
    try turn.database.purges.save(
      PurgeTable.Reach(first: first, isForgetful: true), of: archive)
    turn.log("an archive that forgets what is old: nothing of it is removed here")
  }
}

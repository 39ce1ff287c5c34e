internal import Model
internal import XMPP

/// How the archive is asked: how much at once, how often, and how long an answer is awaited.
struct ArchiveQuestions {
  /// Without a byte for this long, milliseconds, an unanswered question means that the link is dead.
  static let timeout: Int64 = 30_000

  var size: PageSize
  var budget: QuestionBudget
  /// Refused one after the other.
  var failures = 0
  private(set) var answerBy: Int64?
  /// Whose archive: `nil` is the account's own.
  let archive: JID?
  private var number = 0

  /// What was learnt of the link and the server holds on.
  var onNextLink: ArchiveQuestions {
    ArchiveQuestions(size: size, budget: budget, archive: archive)
  }

  init(
    size: PageSize = PageSize(), budget: QuestionBudget = QuestionBudget(), archive: JID? = nil
  ) {
    (self.size, self.budget, self.archive) = (size, budget, archive)
  }

  /// An answer is awaited.
  var isOpen: Bool { answerBy != nil }

  /// Returns the id that the answer will have.
  mutating func ask(
    _ page: ArchiveQuery.Page, with: JID? = nil, span: ArchiveQuery.Span = .init(), _ turn: Turn
  ) -> String {
    number += 1
    let whose = archive.map { "-\($0)" } ?? ""
    let id = "archive-\(number)-\(String(turn.now.random, radix: 36))" + whose
    let query = ArchiveQuery(
      id: id, archive: archive, page: page, with: with, span: span, limit: size.entries)
    turn.command(.queryArchive(query))
    answerBy = turn.now.uptime + Self.timeout
    return id
  }

  mutating func answered(isMoreAwaited: Bool, _ now: Moment) {
    answerBy = isMoreAwaited ? now.uptime + Self.timeout : nil
  }

  /// - Parameter heardAt: when something came last: while something comes, the answer may.
  mutating func isOverdue(_ now: Moment, heardAt: Int64?) -> Bool {
    guard let answerBy, answerBy <= now.uptime else { return false }
    guard let heardAt, heardAt + Self.timeout > now.uptime else { return true }
    self.answerBy = heardAt + Self.timeout
    return false
  }

  /// Until a refused question is asked again, milliseconds: 1, 2, 4 … 32 s.
  mutating func nextDelay(_ turn: Turn) -> Int64 {
    defer { failures += 1 }
    return Jitter.spread(1_000 << Int64(min(failures, 5)), turn.now.random)
  }
}

internal import Model

/// Questions (IQ `get` and `set`, RFC 6120 §8.2.3) that wait for their answer, oldest first.
struct PendingRequests {
  private struct Pending {
    var id: String
    var request: Request
    /// Uptime in milliseconds.
    var asked: Int64
    var deadline: Int64
  }

  /// The longest that an answer may take, milliseconds, while something comes.
  static let longest: Int64 = 600_000

  /// Most questions open at a time.
  static let capacity = 1000

  private var pending: [Pending] = []
  private var counter = 0
  /// When something came last, uptime in milliseconds.
  private var heardAt: Int64 = 0
  /// Makes ids that nobody else can guess.
  let salt: UInt64

  init(salt: UInt64) { self.salt = salt }

  var nextDeadline: Int64? { pending.map(\.deadline).min() }

  /// An id nobody used before in this session.
  mutating func freshID() -> String {
    counter += 1
    return String(salt, radix: 36) + "-" + String(counter)
  }

  /// Remembers a question and gives it its id; `nil` where too many are open.
  mutating func add(_ request: Request, at now: Int64) -> String? {
    guard pending.count < Self.capacity else { return nil }
    let id = freshID()
    pending.append(
      Pending(id: id, request: request, asked: now, deadline: now + request.timeout))
    return id
  }

  /// The question that this answer belongs to, if it comes from whom we asked (Z1).
  mutating func take(id: String, from: JID?, own: JID) -> Request? {
    guard let index = pending.firstIndex(where: { $0.id == id }),
      Self.mayAnswer(pending[index].request.to, from, own)
    else { return nil }
    return pending.remove(at: index).request
  }

  /// The account answers without a sender or as itself (RFC 6120 §8.1.2.1); others as they were addressed.
  private static func mayAnswer(_ asked: JID?, _ from: JID?, _ own: JID) -> Bool {
    guard let from else {
      return asked == nil || asked == own.bare || asked == JID(own.domain)
    }
    guard let asked else { return from == own.bare || from == own }
    return from == asked
  }

  /// Something came: over a slow link a page of an archive takes its time, and so does each answer behind it. An answer
  /// that another server owes may be lost, though: only what comes from there says that it is on its way.
  mutating func heard(at now: Int64, own: JID) {
    heardAt = now
    for (index, open) in pending.enumerated() {
      guard open.request.to.map({ $0.domain == own.domain }) ?? true else { continue }
      extend(index, heardAt: now)
    }
  }

  /// Somebody was asked.
  var mayHear: Bool { pending.contains { $0.request.to != nil } }

  /// A stanza came from there.
  mutating func heard(from: JID?) {
    guard let from else { return }
    for (index, open) in pending.enumerated() where open.request.to?.bare == from.bare {
      extend(index, heardAt: heardAt)
    }
  }

  private mutating func extend(_ index: Int, heardAt now: Int64) {
    let open = pending[index]
    pending[index].deadline = max(
      open.deadline, min(now + open.request.timeout, open.asked + Self.longest))
  }

  mutating func expire(at now: Int64) -> [Request] {
    let late = pending.filter { $0.deadline <= now }
    pending.removeAll { $0.deadline <= now }
    return late.map(\.request)
  }
}

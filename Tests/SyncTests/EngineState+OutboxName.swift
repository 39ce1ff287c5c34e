import Model
import Scratch

@testable import Sync

extension EngineState {
  /// All that the engine knows of the outbox besides the database and that anything can come of: questions without their
  /// names and numbers, places and times only by how they stand to each other.
  func outboxName(at uptime: Int64) -> String {
    let flights = outbox.flights
    let places = flights.sorted { $0.value.sequence < $1.value.sequence }
      .map { "\($0.key.name) \($0.value.count)" }
    // A question covers all that was sent before it.
    let order =
      (flights.map { ($0.value.number * 2, $0.key.name) }
      + Set(outbox.covered.values).map { ($0 * 2 + 1, "question") }).sorted { $0.0 < $1.0 }.map(\.1)
    let times = [outbox.answerBy, outbox.doubtAt, keepAlive.nextDeadline, placeWatch.at]
    let flags = [
      outbox.isCautious, outbox.hasUnplaced, isOpen, keepAlive.isAsking, unarchived.hasTold,
    ]
    let missing = unarchived.missing.sorted { $0.key < $1.key }
      .map { "\($0.key) \(Self.span($0.value, from: uptime))" }
    return
      "\(places) \(order) \(retriesName(at: uptime)) \(times.map { Self.span($0, from: uptime) }) "
      + "\(Self.bits(flags)) \(placeWatch.awaited.map(\.name)) \(placeWatch.looks) \(missing) "
      + "\(policyName(at: uptime)) \(catchUpName(at: uptime))"
  }

  private func retriesName(at uptime: Int64) -> String {
    func name(_ wait: RetryQueue.Wait) -> String {
      "\(wait.id.name) \(Self.span(wait.at, from: uptime)) \(wait.wasConfirmed)"
    }
    let lanes = outbox.retries.lanes.sorted { $0.key < $1.key }.map { $0.value.map(name) }
    let probes = outbox.retries.probes.sorted { $0.key < $1.key }.map {
      "\(name($0.value.wait)) \(Self.span($0.value.until, from: uptime))"
    }
    return "\(lanes) \(probes)"
  }

  private func policyName(at uptime: Int64) -> String {
    let flags = [policy.isStarting, policy.isDecided, policy.isAsked, policy.isAnswered]
    let times = [policy.question?.until, policy.askedAt, policy.lostAt]
    let before = policy.isDecided ? nil : policy.newestBefore
    return "\(policy.kind) \(Self.bits(flags)) \(times.map { Self.span($0, from: uptime) }) "
      + "\(before ?? -1) \(policy.askedAbout) \(policy.question?.waiting ?? 0)"
  }

  /// A page is longer than all that is said here, however slow the answers are, and nobody asks for what is older.
  private func catchUpName(at uptime: Int64) -> String {
    let (inquiry, lateLook) = (catchUp.inquiry, catchUp.lateLook)
    let (questions, budget, base) = (catchUp.questions, catchUp.questions.budget, catchUp.base)
    let flags = [
      catchUp.isCaughtUp, catchUp.hasArchive, catchUp.isLinked, catchUp.isQuiet, catchUp.isAnswered,
      catchUp.isFirst, catchUp.wantsMore, catchUp.overlaps, catchUp.startsOver, inquiry.isBegun,
      inquiry.isSettled,
      inquiry.question != nil, lateLook.isWanted, lateLook.isUnderWay,
    ]
    let times = [
      catchUp.askAgainAt, catchUp.restsUntil, catchUp.slowAt, questions.answerBy, lateLook.at,
      budget.used > 0 ? budget.refill : nil,
    ]
    let numbers =
      [
        inquiry.chats.count, inquiry.pages, questions.failures, budget.used,
      ].map(Int64.init) + [lateLook.from ?? -1, base.row, base.position, base.live]
    let overlap = catchUp.overlap.map { "\($0)" } ?? ""
    return "\(Self.bits(flags)) \(times.map { Self.span($0, from: uptime) }) \(numbers) \(overlap) "
      + "\(catchUp.askedAfter?.value ?? "") \(catchUp.expected) \(catchUp.answeredFor)"
  }

  private static func bits(_ flags: [Bool]) -> String { String(flags.map { $0 ? "1" : "0" }) }

  /// From now on; what is longer ago than anything that looks back is said as that.
  private static func span(_ time: Int64?, from uptime: Int64) -> Int64 {
    time.map { max($0 - uptime, -60_000) } ?? .max
  }
}

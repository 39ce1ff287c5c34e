import Foundation
import Model
import Testing

@testable import Sync

/// The outbox's rules in every order of what can happen, for small scopes. `PSST_SPACE=all`: large ones; `PSST_SPACE=N`:
/// the one of that number.
@Suite(.serialized) struct OutboxSpaceTests {
  typealias Scope = OutboxSpace.Scope

  /// Each takes a second or a few.
  static let small: [Scope] = [
    Scope(messages: 2, links: 1, kills: 0, picks: 1, sendAlls: 1, refusals: 0),
    Scope(messages: 2, links: 2, kills: 0, picks: 0, sendAlls: 0, refusals: 0, policy: .auto),
    Scope(messages: 1, links: 2, kills: 1, picks: 0, sendAlls: 0, refusals: 1, policy: .auto),
    Scope(messages: 2, links: 2, kills: 1, picks: 0, sendAlls: 0, refusals: 0),
    Scope(messages: 1, links: 2, kills: 1, picks: 1, sendAlls: 0, refusals: 1, acknowledges: false),
  ]

  /// About an hour on one core.
  static let large: [Scope] = [
    Scope(messages: 3, links: 2, kills: 2, picks: 1, sendAlls: 1, refusals: 0),
    Scope(messages: 3, links: 2, kills: 2, picks: 0, sendAlls: 0, refusals: 1, policy: .auto),
    Scope(messages: 2, links: 2, kills: 1, picks: 2, sendAlls: 0, others: 1, refusals: 0),
    Scope(
      messages: 2, links: 2, kills: 1, picks: 1, sendAlls: 1, refusals: 1, hasArchive: false),
    Scope(
      messages: 2, links: 2, kills: 1, picks: 1, sendAlls: 1, refusals: 1, acknowledges: false),
  ]

  static var scopes: [Scope] {
    guard let asked = ProcessInfo.processInfo.environment["PSST_SPACE"] else { return small }
    return Int(asked).map { [large[$0 - 1]] } ?? large
  }

  @Test(arguments: scopes)
  func `O3 O6 O7 O9 S3 in every order of what can happen the outbox keeps its rules`(
    scope: Scope
  ) throws {
    var search = OutboxSearch(scope)
    try search.run()
    #expect(search.faults.isEmpty, "\(search.faults.joined(separator: "\n"))")
    print("\(search.states) states, \(search.steps) steps, \(search.ends) ends: \(scope)")
  }

  /// All that each part of the engine remembers which the search looks at, so that nothing new is left out of the names
  /// of states unseen.
  static let remembered: [(any Sendable, String)] = [
    (
      Outbox(),
      """
      flights transmissions covered small retries answerBy doubtAt isCautious hasUnplaced confirmed
      """
    ), (RetryQueue(), "lanes places probes"),
    (
      Policy(),
      """
      kind newestBefore isStarting isDecided isAsked question askedAt askedAbout isAnswered lostAt
      """
    ),
    (
      CatchUp(),
      """
      isCaughtUp base hasArchive isLinked questions older days newer inquiry newerPages overlap \
      askedAfter isFirst isAnswered wantsMore overlaps startsOver counts askAgainAt restsUntil slowAt lateLook \
      expected answeredFor
      """
    ), (LateLook(), "at from isWanted isUnderWay"), (QuestionBudget(), "used refill"),
    (UnconfirmedInquiry(), "chats pages question isSettled isBegun"),
    (PlaceWatch(), "awaited looks at"), (Unarchived(), "isDue missing hasTold"),
  ]

  @Test func `the search knows all that the engine remembers of the outbox`() {
    for (part, names) in Self.remembered {
      let found = Mirror(reflecting: part).children.compactMap(\.label)
      #expect(found == names.split(separator: " ").map(String.init), "\(type(of: part))")
    }
  }
}

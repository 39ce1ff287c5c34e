import Foundation
import Model
import Testing

@testable import Sync

/// The outbox's rules in every order of what can happen, for small scopes. `PSST_SPACE=1`: large ones.
@Suite struct OutboxSpaceTests {
  typealias Scope = OutboxSpace.Scope

  /// Each takes a second or a few.
  static let small: [Scope] = [
    Scope(messages: 2, links: 1, kills: 0, picks: 1, sendAlls: 1, refusals: 0),
    Scope(messages: 2, links: 2, kills: 0, picks: 0, sendAlls: 0, refusals: 0, policy: .auto),
    Scope(messages: 1, links: 2, kills: 1, picks: 0, sendAlls: 0, refusals: 1, policy: .auto),
    Scope(messages: 2, links: 2, kills: 1, picks: 0, sendAlls: 0, refusals: 0),
    Scope(messages: 1, links: 2, kills: 1, picks: 1, sendAlls: 0, refusals: 1, acknowledges: false),
  ]

  /// An hour on one core: 1.1 million states in all.
  static let large: [Scope] = [
    Scope(messages: 3, links: 2, kills: 2, picks: 1, sendAlls: 1, refusals: 0),
    Scope(messages: 3, links: 2, kills: 2, picks: 0, sendAlls: 0, refusals: 1, policy: .auto),
    Scope(messages: 3, links: 2, kills: 1, picks: 2, sendAlls: 0, others: 1, refusals: 0),
    Scope(
      messages: 2, links: 2, kills: 1, picks: 1, sendAlls: 1, refusals: 1, hasArchive: false),
    Scope(
      messages: 2, links: 2, kills: 1, picks: 1, sendAlls: 1, refusals: 1, acknowledges: false),
  ]

  static var isLarge: Bool { ProcessInfo.processInfo.environment["PSST_SPACE"] != nil }

  @Test(arguments: isLarge ? large : small)
  func `O3 O6 O7 O9 S3 in every order of what can happen the outbox keeps its rules`(
    scope: Scope
  ) throws {
    var search = OutboxSearch(scope)
    try search.run()
    #expect(search.faults.isEmpty, "\(search.faults.joined(separator: "\n"))")
    print("\(search.states) states, \(search.steps) steps, \(search.ends) ends: \(scope)")
  }
}

import CFaultyDisk
import Model
import Scratch
import Storage
import Testing

@testable import Simulation
@testable import Storage

/// One life of the story with one fault, and the look at what is left.
final class FaultyRun {
  private let folder = ScratchFolder(inMemory: true)
  private let fault: fd_fault
  private let number: Int64
  private let seed: UInt64
  private let isMade: Bool
  /// Steps that ended before the fault.
  private var finished = 0

  /// - Parameter isMade: it begins with an empty database; else with none, and ends with its making.
  init(_ fault: fd_fault, at number: Int64, seed: UInt64, isMade: Bool) {
    (self.fault, self.number, self.seed, self.isMade) = (fault, number, seed, isMade)
    if isMade { BlankDatabase.put(at: folder.file()) }
  }

  /// Returns whether the fault happened before that was over.
  func crash() throws -> Bool {
    fd_arm(fault, number, seed)
    guard let database = try? Database(path: folder.file(), vfs: "faulty") else {
      return fd_has_struck() != 0
    }
    guard isMade || fd_has_struck() != 0 else { return false }
    let story = Story(database)
    for step in Story.steps where fd_has_struck() == 0 {
      step(story)
      if fd_has_struck() == 0 { finished += 1 }
    }
    return fd_has_struck() != 0
  }

  /// The disk has all steps that ended, the one that was cut off or not, and nothing else.
  func check(against dumps: [String]) throws {
    fd_arm(FD_NONE, 0, 0)
    let database = try Database(path: folder.file(), vfs: "faulty")
    let place = "operation \(number), seed \(seed), after step \(finished)"
    #expect(try Dump.faults(database) == [], "\(place)")
    if finished > 0 {
      let found = try Dump.of(database)
      let allowed = dumps[(finished - 1)...min(finished, dumps.count - 1)]
      let isAllowed = allowed.contains(found)
      #expect(isAllowed, "\(place): the disk has \(found)")
    }
    try Invariants.check(database, place)
    try goOn(database, place)
  }

  /// The next start makes of it what the user expects.
  private func goOn(_ database: Database, _ place: String) throws {
    let before = try database.outbox.entries()
    let story = Story(database)
    story.drain()
    let left = try database.outbox.entries()
    #expect(left.allSatisfy { $0.state == .failed }, "\(place): \(left)")
    for entry in before {
      let message = try database.messages.mine(entry.originID)
      #expect(message?.text == entry.text, "\(place): \(entry.originID)")
    }
    try Invariants.check(database, place)
  }
}

/// What holds for every database at rest ("The outbox").
enum Invariants {
  static func check(_ database: Database, _ place: String) throws {
    let orphans = try database.rows(
      """
      SELECT outbox.seq FROM outbox LEFT JOIN message ON message.id = outbox.message
      WHERE message.id IS NULL OR message.status <> outbox.state
      """
    ) { $0.integer(0) }
    #expect(orphans == [], "\(place): an entry without its message")
    let strays = try database.rows(
      """
      SELECT origin_id FROM message WHERE status IN ('queued', 'sending', 'failed')
      AND id NOT IN (SELECT message FROM outbox)
      """
    ) { $0.text(0) }
    #expect(strays == [], "\(place): an unconfirmed message that is not in the outbox")
    let twins = try database.rows(
      """
      SELECT origin_id FROM message WHERE origin_id IS NOT NULL
      GROUP BY chat, origin_id, sender HAVING count(*) > 1
      """
    ) { $0.text(0) }
    #expect(twins == [], "\(place): two rows for one message")
    var counts = OutboxCounts()
    for entry in try database.outbox.entries() {
      switch entry.state {
      case .queued: counts.queued += 1
      case .sending: counts.sending += 1
      default: counts.failed += 1
      }
    }
    var kept = try database.outbox.counts()
    kept.held = 0
    #expect(kept == counts, "\(place): the counters")
  }
}

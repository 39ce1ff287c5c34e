import CFaultyDisk
import Glibc
import Model
import Scratch
import Storage
import Testing

@testable import Storage
@testable import Sync

/// The story is cut off at every operation that changes the disk, one after the other until none is
/// left, and the file is opened again. Serialized: the faulty disk is one for the process.
@Suite(.serialized) struct CrashTests {
  init() { fd_register(0) }

  /// What the disk holds after each step where nothing goes wrong.
  private func reference() throws -> [String] {
    let folder = ScratchFolder(inMemory: true)
    fd_arm(FD_NONE, 0, 0)
    let story = Story(try Database(path: folder.file(), vfs: "faulty"))
    return try Story.steps.map { step in
      step(story)
      return try Dump.of(story.database)
    }
  }

  @Test func `P5 the story itself does what it is there for`() throws {
    let dumps = try reference()
    #expect(Set(dumps).count > 15, "most steps change the disk")
    let last = try #require(dumps.last)
    for text in ["two, better", "six", "there you are", "to be continued"] {
      #expect(last.contains(text), "\(text)")
    }
    for text in ["three", "one, half"] { #expect(!last.contains(text), "\(text)") }
  }

  @Test func `P5 O9 killed before any write, sync or truncate, all that was drawn is there`() throws
  {
    let count = try crashEverywhere { FaultyRun(FD_KILL, at: $0, seed: 0) }
    #expect(count > 100, "\(count) operations")
  }

  @Test(arguments: 1...3)
  func `P5 O9 when the power fails at any moment, all that was drawn is there`(seed: UInt64) throws
  {
    let count = try crashEverywhere {
      FaultyRun(FD_POWER, at: $0, seed: seed &* 7919 &+ UInt64($0))
    }
    #expect(count > 100, "\(count) operations")
  }

  /// Returns how many operations there were.
  private func crashEverywhere(_ run: (Int64) -> FaultyRun) throws -> Int64 {
    let dumps = try reference()
    var number: Int64 = 1
    while true {
      let run = run(number)
      guard try run.crash() else { return number - 1 }
      try run.check(against: dumps)
      number += 1
    }
  }

  @Test func `P5 S2 an error of the disk at any moment is survived, and nothing drawn is lost`()
    throws
  {
    try failEverywhere(FD_ERROR)
  }

  @Test func `P5 S2 a disk that is full from any moment on loses nothing drawn`() throws {
    try failEverywhere(FD_FULL)
  }

  private func failEverywhere(_ fault: fd_fault) throws {
    var number: Int64 = 1
    while true {
      let folder = ScratchFolder(inMemory: true)
      fd_arm(fault, number, 0)
      guard let story = try? Story(Database(path: folder.file(), vfs: "faulty")) else {
        // The very first operations: there is no file yet, and so nothing to lose.
        number += 1
        continue
      }
      for step in Story.steps { step(story) }
      let hasStruck = fd_has_struck() != 0
      fd_arm(FD_NONE, 0, 0)
      try Survivors(story).check("at operation \(number)", folder)
      guard hasStruck else { return }
      number += 1
    }
  }
}

/// What must be on the disk after a run that was not killed.
struct Survivors {
  private let drawn: [String: Message]
  private let givenBack: Set<String>
  private let received: Set<String>

  init(_ story: Story) {
    (drawn, givenBack, received) = (story.drawn, story.givenBack, story.received)
  }

  func check(_ place: String, _ folder: ScratchFolder) throws {
    let database = try Database(path: folder.file(), vfs: "faulty")
    #expect(try Dump.faults(database) == [], "\(place)")
    for (id, message) in drawn {
      let stored = try database.messages.mine(OriginID(named: id))
      #expect(stored == message, "\(place): \(id)")
    }
    for id in ["m1", "m2", "m4", "m5", "m6"] {
      #expect(drawn[id] != nil || givenBack.contains(id), "\(place): \(id) vanished")
    }
    for id in received {
      let stored = try database.messages.messages(
        OriginID(named: id), chat: Story.bo, sender: Story.bo
      )
      .first
      #expect(stored != nil, "\(place): \(id)")
    }
    try Invariants.check(database, place)
  }
}

import CFaultyDisk
import Glibc
import Model
import Scratch
import Storage
import Testing

@testable import Simulation
@testable import Storage
@testable import Sync

/// The story is cut off at every operation that changes the disk, one after the other until none is
/// left, and the file is opened again; it begins with an empty database, and another time without any, where
/// the making of one is cut off. Serialized: the faulty disk is one for the process.
@Suite(.serialized) struct CrashTests {
  init() { fd_register(0) }

  /// What the disk holds after each step where nothing goes wrong.
  private func reference() throws -> [String] {
    let folder = ScratchFolder(inMemory: true)
    BlankDatabase.put(at: folder.file())
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
    for text in ["two, better", "six", "there you are", "to be continued", "plan.pdf"] {
      #expect(last.contains(text), "\(text)")
    }
    for text in ["three", "one, half"] { #expect(!last.contains(text), "\(text)") }
  }

  @Test func `P5 O9 killed before any write, sync or truncate, all that was drawn is there`() throws
  {
    for isMade in [true, false] {
      let count = try crashEverywhere { FaultyRun(FD_KILL, at: $0, seed: 0, isMade: isMade) }
      #expect(count > 50, "\(count) operations")
    }
  }

  @Test(arguments: 1...3)
  func `P5 O9 when the power fails at any moment, all that was drawn is there`(seed: UInt64) throws
  {
    for isMade in [true, false] {
      let count = try crashEverywhere {
        FaultyRun(FD_POWER, at: $0, seed: seed &* 7919 &+ UInt64($0), isMade: isMade)
      }
      #expect(count > 50, "\(count) operations")
    }
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
    for isMade in [true, false] {
      var number: Int64 = 1
      while try fail(fault, at: number, isMade: isMade) { number += 1 }
      #expect(number > 50, "\(number) operations")
    }
  }

  /// Returns whether the fault happened before the story was over, or the making of the database.
  private func fail(_ fault: fd_fault, at number: Int64, isMade: Bool) throws -> Bool {
    let folder = ScratchFolder(inMemory: true)
    if isMade { BlankDatabase.put(at: folder.file()) }
    fd_arm(fault, number, 0)
    let database = try? Database(path: folder.file(), vfs: "faulty")
    if !isMade, fd_has_struck() == 0 { return false }
    let story = database.map { Story($0) }
    for step in Story.steps { story.map(step) }
    let hasStruck = fd_has_struck() != 0
    fd_arm(FD_NONE, 0, 0)
    let place = "at operation \(number), \(isMade ? "" : "making the database")"
    if let story {
      try Survivors(story).check(place, folder)
    } else {
      let opened = try Database(path: folder.file(), vfs: "faulty")
      #expect(try Dump.faults(opened) == [], "\(place)")
    }
    return hasStruck
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

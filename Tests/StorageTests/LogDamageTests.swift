import Glibc
import Scratch
import Testing

@testable import Storage

/// Bits and blocks of the log (`-wal`) that change after they were written, where a program was killed (P5).
@Suite struct LogDamageTests {
  private static let count = 12
  private let folder = ScratchFolder()

  /// The files of a program that was killed when it had written so much, in a transaction each.
  private static func written() throws -> (database: [UInt8], log: [UInt8]) {
    let folder = ScratchFolder()
    let database = try Database(path: folder.file())
    for number in 1...count {
      try database.transaction { () throws(StorageError) in
        try database.settings.set("\(number)", text(number))
      }
    }
    defer { withExtendedLifetime(database) {} }
    return (folder.bytes(), folder.bytes("a.db-wal"))
  }

  private static func text(_ number: Int) -> String {
    String(repeating: "\(number % 10)", count: 1_500)
  }

  private func leave(_ files: (database: [UInt8], log: [UInt8])) {
    folder.write(files.database)
    folder.write(files.log, to: "a.db-wal")
    folder.write([], to: "a.db.open")
  }

  /// How many there are, from the first on without a gap.
  private func kept(_ database: Database) throws -> Int {
    let all = try (1...Self.count).map { try database.settings.value("\($0)") != nil }
    let count = all.prefix { $0 }.count
    #expect(!all.dropFirst(count).contains(true), "one is missing between others")
    return count
  }

  private var copies: [String] {
    (1...9).map { "a.db.broken-\($0)-wal" }.filter { folder.size(of: $0) > 0 }
  }

  @Test func `P5 of a log with flipped bits nothing is missing without a word`() throws {
    let files = try Self.written()
    var numbers = Numbers(state: 41)
    var (mended, refused) = (0, 0)
    for _ in 1...60 {
      let folder = LogDamageTests()
      var damaged = files
      let changed = (0..<2).map { _ in Int.random(in: 0..<files.log.count, using: &numbers) }
      for place in changed { damaged.log[place] ^= 1 << UInt8.random(in: 0...7, using: &numbers) }
      folder.leave(damaged)
      do {
        let database = try Database(path: folder.folder.file(), mendsLog: true)
        let kept = try folder.kept(database)
        // A transaction that none follows may not have been whole when the power was lost.
        let isTold = database.mendedLog != nil
        #expect(kept == Self.count || (kept == Self.count - 1 && !isTold), "\(changed): \(kept)")
        if isTold {
          mended += 1
          #expect(folder.folder.bytes(folder.copies[0]) == damaged.log)
        }
      } catch StorageError.damagedLog {
        refused += 1
        #expect(folder.folder.bytes("a.db-wal") == damaged.log && folder.copies.isEmpty)
        for access in [Database.Access.readOnly, .readWrite] {
          #expect(throws: StorageError.damagedLog) {
            try Database(path: folder.folder.file(), access: access)
          }
        }
        try BrokenFile.goOn(folder.folder.file())
        let database = try Database(path: folder.folder.file())
        #expect(try folder.kept(database) < Self.count)
        #expect(folder.folder.bytes(folder.copies[0]) == damaged.log)
      }
    }
    #expect(mended > 30 && refused > 0, "\(mended) were mended, \(refused) refused")
  }

  /// Bytes, and what is changed in them; the last says which numbers the checksums are made of.
  @Test(arguments: [([0, 9, 20, 30], 4), (Array(16...23), 0xFF), ([3], 1)] as [([Int], UInt8)])
  func `P5 a log whose header is damaged is read all the same`(places: [Int], bits: UInt8) throws {
    var files = try Self.written()
    for place in places { files.log[place] ^= bits }
    leave(files)
    let database = try Database(path: folder.file(), mendsLog: true)
    #expect(try kept(database) == Self.count && database.mendedLog != nil)
  }

  /// In the header, at the start of the log, or in the twentieth frame from its end.
  enum Damage: CaseIterable { case noHeader, noStart, noPage, noFrames, farPage, olderFrame }

  /// SQLite would leave such frames out, or take what was there before.
  @Test(arguments: Damage.allCases)
  func `P5 a log that would not be whole by it is not repaired`(damage: Damage) throws {
    var files = try Self.written()
    let number = Self.count(of: files.log) - 20
    let frame = Self.frame(number)
    func clear(_ places: Range<Int>) { for place in places { files.log[place] = 0 } }
    switch damage {
    case .noHeader: clear(0..<512)
    case .noStart: clear(0..<8_192)
    case .noPage: clear(frame..<frame + 8)
    case .noFrames: clear(frame..<Self.frame(number + 2))
    case .farPage: files.log[frame] ^= 0x40
    case .olderFrame:
      let page = files.log[frame..<frame + 4]
      let older = try #require(
        (0..<number).map(Self.frame).last { files.log[$0..<$0 + 4] == page })
      for place in 8..<24 + 4_096 { files.log[frame + place] = files.log[older + place] }
      for place in 8..<16 { files.log[frame + place] ^= 0xFF }
    }
    leave(files)
    #expect(throws: StorageError.damagedLog) { try Database(path: folder.file(), mendsLog: true) }
    #expect(folder.bytes("a.db-wal") == files.log && copies.isEmpty)
    try BrokenFile.goOn(folder.file())
    #expect(folder.bytes(copies[0]) == files.log)
    #expect(try kept(Database(path: folder.file())) < Self.count)
  }

  /// It may be one that the disk never had as a whole.
  @Test func `P5 a damaged place in the last transaction is no damage to tell`() throws {
    let files = try Self.written()
    let frames = Self.count(of: files.log)
    let commits = (0..<frames).filter { files.log[Self.frame($0) + 7] != 0 }
    let last = try #require(commits.dropLast().last) + 1
    for frame in last..<frames {
      let one = LogDamageTests()
      var damaged = files
      damaged.log[Self.frame(frame) + 2_000] ^= 8
      one.leave(damaged)
      let database = try Database(path: one.folder.file(), mendsLog: true)
      #expect(try database.mendedLog == nil && one.kept(database) == Self.count - 1)
    }
    #expect(frames - last > 1, "it has several frames")
  }

  private static func count(of log: [UInt8]) -> Int { (log.count - 32) / (24 + 4_096) }

  private static func frame(_ number: Int) -> Int { 32 + number * (24 + 4_096) }

  /// The next transaction went on from the right one.
  @Test func `P5 a checksum that was changed hides nothing`() throws {
    let files = try Self.written()
    let frames = Self.count(of: files.log)
    for back in 2...12 {
      let one = LogDamageTests()
      var damaged = files
      damaged.log[Self.frame(frames - back) + 17] ^= 8
      one.leave(damaged)
      #expect(try one.kept(Database(path: one.folder.file(), mendsLog: true)) >= Self.count - 1)
    }
  }

  /// As a kill leaves it, or the loss of power: the last transaction is not whole.
  @Test func `P5 a log that ends in the middle of a frame is no damaged one`() throws {
    let files = try Self.written()
    for missing in stride(from: 1, through: 9_000, by: 777) {
      let one = LogDamageTests()
      one.leave((files.database, files.log.dropLast(missing)))
      let database = try Database(path: one.folder.file())
      #expect(database.mendedLog == nil && one.copies.isEmpty)
      #expect(try one.kept(database) >= Self.count - 3)
    }
  }

  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }
}

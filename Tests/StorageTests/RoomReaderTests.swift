import Model
import Scratch
import Testing

@testable import Storage

/// Who has read what in a room (D4).
@Suite struct RoomReaderTests {
  private let folder = ScratchFolder()
  private let database: Database
  private static let room = JID("team@rooms.example.org")!

  init() throws {
    database = try Database(path: folder.file())
    try database.rooms.save(.init(jid: Self.room, nick: "me"))
  }

  private func person(_ id: String?, _ address: JID? = nil, nick: String = "n")
    -> RoomReaderTable.Person
  { .init(occupantID: id, address: address, nick: nick) }

  /// A message of the room, known to it as its anchor's number.
  @discardableResult
  private func insert(_ anchor: Int64, mine: Bool = true) throws -> Int64 {
    var new = message("m\(anchor)", chat: Self.room, mine: mine, anchor: anchor, status: .sent)
    new.message.archiveID = ArchiveID(named: "r\(anchor)")
    return try database.messages.insert(new).id
  }

  private func come(_ people: RoomReaderTable.Person...) throws {
    for one in people {
      try database.roomReaders.note(one, in: Self.room, isThere: true, isMember: false)
    }
  }

  private func show(_ person: RoomReaderTable.Person, _ anchor: Int64) throws {
    try database.roomReaders.advance(person, in: Self.room, to: ArchiveID(named: "r\(anchor)"))
  }

  private func readers(_ row: Int64) throws -> Int {
    try database.roomReaders.readers(of: row).count(where: \.hasRead)
  }

  @Test(arguments: [[1, 2, 3], [3, 2, 1], [2, 3, 1], [3, 1, 2]])
  func `D4 the furthest that somebody has shown counts, in whatever order it comes`(
    order: [Int64]
  ) throws {
    try come(person("a"), person("b"))
    let row = try insert(2)
    try database.roomReaders.address(row, in: Self.room)
    for anchor in order {
      if anchor != 2 { try insert(anchor, mine: false) }
      try show(person("a"), anchor)
      try show(person("b"), 1)
    }
    #expect(try readers(row) == 1)
    #expect(try database.roomReaders.readByAll(in: Self.room).isEmpty)
    try show(person("b"), 3)
    #expect(try database.roomReaders.readByAll(in: Self.room).map(\.id) == [row])
  }

  @Test func `D4 two who turn out to be one count once, with what each has shown`() throws {
    try come(person("old", bo), person("new"))
    let row = try insert(1)
    try database.roomReaders.address(row, in: Self.room)
    try show(person("old"), 1)
    #expect(try database.roomReaders.readers(of: row).count == 2)
    try come(person("new", bo, nick: "bo"))
    let readers = try database.roomReaders.readers(of: row)
    #expect(readers == [RoomReader(nick: "bo", address: bo, hasRead: true)])
  }

  @Test func `D4 Z4 so many people and messages are remembered, those who are there first`()
    throws
  {
    try come(person("there"))
    for number in 0..<RoomReaderTable.mostPeople + 10 {
      try show(person("p\(number)"), 1)
    }
    let count = try database.first("SELECT count(*) FROM room_person") { $0.int(0) }
    #expect(count == RoomReaderTable.mostPeople)
    for anchor in 1...Int64(RoomReaderTable.mostMessages + 5) {
      try database.roomReaders.address(try insert(anchor), in: Self.room)
    }
    let messages = try database.first("SELECT count(DISTINCT message) FROM room_audience") {
      $0.int(0)
    }
    #expect(messages == RoomReaderTable.mostMessages)
    let kept = try database.roomReaders.readers(of: try insert(99)).count
    #expect(kept == 0)
  }

  @Test func `D4 the newest of mine that the room has is what is counted`() throws {
    let row = try insert(1)
    try insert(2, mine: false)
    _ = try database.messages.insert(message("waits", chat: Self.room, mine: true, anchor: .max))
    #expect(try database.roomReaders.newest(in: Self.room)?.id == row)
  }

  @Test func `O12 with a chat it goes who has read there`() throws {
    try come(person("a"))
    try database.roomReaders.address(try insert(1), in: Self.room)
    try database.execute("DELETE FROM chat WHERE jid = ?", .jid(Self.room))
    #expect(try database.first("SELECT count(*) FROM room_audience") { $0.int(0) } == 0)
    #expect(try database.first("SELECT count(*) FROM room_person") { $0.int(0) } == 0)
  }
}

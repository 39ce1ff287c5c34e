import Model
import Scratch
import Testing

@testable import Storage

@Suite struct RoomArrivalTests {
  @Test func `M1 Z4 arrivals are bounded, and one that was forgotten is taken for a late one`()
    throws
  {
    let folder = ScratchFolder()
    let database = try Database(path: folder.file())
    let room = JID("team@rooms.example.org")!
    let message = Message(
      id: 0, chat: room, sender: room.with(resource: "bo")!, isMine: false, originID: OriginID("x"),
      content: .text("said"),
      writtenAt: Timestamp(milliseconds: 1), order: MessageOrder(anchor: 1, sequence: 0))
    let said = try database.messages.insert(.init(message))
    #expect(try database.roomArrivals.newest(before: "bo", in: room) == nil)
    try database.roomArrivals.note("bo", in: room)
    for number in 0..<1_200 { try database.roomArrivals.note("m\(number)", in: room) }
    let rows = try database.first("SELECT count(*) FROM room_arrival") { $0.int(0) }
    #expect(try #require(rows) <= 1_001)
    for nick in ["bo", "m0", "m1199"] {
      #expect(try database.roomArrivals.newest(before: nick, in: room) == said.id, "\(nick)")
    }
  }
}

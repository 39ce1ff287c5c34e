import Model
import Scratch
import Testing

@testable import Storage

@Suite struct PlaceTests {
  let folder = ScratchFolder()
  let database: Database

  init() throws { database = try Database(path: folder.file()) }

  /// From before the first page that was ever read to what is not sent.
  private static let anchors: [Int64] =
    Array(-40 ... -1) + Array(1...60).filter { $0 % 7 != 0 } + [MessageOrder.unsent]

  private func fill() throws -> [Message] {
    try Self.anchors.enumerated().map { index, anchor in
      var new = message("m\(index)", anchor: anchor)
      new.message.serverTime = Timestamp(milliseconds: Int64(index) * 1_000)
      return try database.messages.insert(new)
    }
  }

  @Test func `P3 a time is found in a chat of any length, between messages too`() throws {
    let all = try fill()
    _ = try database.messages.insert(message("other", chat: cy, anchor: 30))
    for (index, message) in all.enumerated() {
      for early: Int64 in [0, 1, 999] {
        let time = Timestamp(milliseconds: Int64(index) * 1_000 - early)
        #expect(try database.messages.place(bo, since: time) == message.order, "\(index) \(early)")
      }
    }
  }

  @Test func `P3 before all it is the first, and after all none`() throws {
    let all = try fill()
    let messages = database.messages
    #expect(try messages.place(bo, since: Timestamp(milliseconds: .min)) == all[0].order)
    #expect(try messages.place(bo, since: Timestamp(milliseconds: .max)) == nil)
    #expect(try messages.place(cy, since: Timestamp(milliseconds: 0)) == nil)
  }

  @Test func `T1 what was guessed to stand above goes along behind, with the marker`() throws {
    let (messages, markers) = (database.messages, database.readMarkers)
    let first = try messages.insert(message("m1"))
    let second = try messages.insert(message("m2"))
    let elsewhere = try messages.insert(message("m3", chat: cy))
    for id in [second.id, elsewhere.id] {
      #expect(try messages.place(id, at: 4, isGuess: true) == [])
    }
    let read = try #require(try messages.message(second.id))
    try markers.advance(.mine, to: read)
    #expect(try messages.place(first.id, at: 6) == [second.id])
    let page = try messages.page(bo, limit: 9)
    #expect(page.map(\.id) == [first.id, second.id])
    #expect(page.map(\.order.anchor) == [6, 6])
    #expect(try markers.order(.mine, bo) == page[1].order)
    #expect(try messages.message(elsewhere.id)?.order.anchor == 4)
  }
}

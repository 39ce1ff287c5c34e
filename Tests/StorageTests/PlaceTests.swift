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
}

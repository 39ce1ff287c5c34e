import Model
import Scratch
import Testing

@testable import Storage

@Suite struct ReplyTableTests {
  let folder = ScratchFolder()
  let database: Database

  init() throws { database = try Database(path: folder.file()) }

  @Test func `M3 what a much answered message answers itself is found when that comes`() throws {
    var new = message("m2", anchor: 2)
    new.message.replyTo = ReplyTarget(id: OriginID(named: "m1").value, author: bo, quote: "q")
    let middle = try database.messages.insert(new)
    for number in 0..<ReplyTable.mostTold {
      var answer = message("a\(number)", anchor: Int64(10 + number))
      answer.message.replyTo = ReplyTarget(
        id: OriginID(named: "m2").value, author: bo, quote: "q")
      _ = try database.messages.insert(answer)
    }
    let first = try database.messages.insert(message("m1", anchor: 1))
    #expect(try database.replies.resolve(middle.id).count == ReplyTable.mostTold)
    #expect(try database.messages.message(middle.id)?.replyTo?.stored?.row == first.id)
  }

  @Test func `M3 P1 what a draft answers is stored with it, also without a text`() throws {
    let target = ReplyTarget(id: "b8", author: bo, quote: "can you?")
    try database.drafts.save("", replyTo: target, chat: bo)
    #expect(try database.drafts.reply(bo) == target && database.drafts.draft(bo) == "")
    #expect(try database.chats.chat(bo)?.draftReply == target)
    try database.drafts.save("x", chat: bo)
    #expect(try database.drafts.reply(bo) == nil && database.drafts.draft(bo) == "x")
  }

  @Test func `M3 what a message answers comes back with it, and is gone with the answered one`()
    throws
  {
    let first = try database.messages.insert(message("m1", anchor: 1))
    var new = message("m2", anchor: 2)
    new.message.replyTo = ReplyTarget(
      id: OriginID(named: "m1").value, author: bo, quote: "q")
    let answer = try database.messages.insert(new)
    let read = try #require(try database.messages.message(answer.id)?.replyTo)
    #expect(read.named == new.message.replyTo)
    #expect(read.stored == .init(row: first.id, sender: bo, text: "text of m1"))
    try database.messages.remove(first.id)
    #expect(try database.messages.message(answer.id)?.replyTo == new.message.replyTo)
  }
}

import Model
import Testing

@testable import Sync

/// What is written while a file is copied stays behind it (rule 11).
@Suite struct CopyQueueTests {
  private func text(_ id: String, to chat: JID = bo) -> Intent {
    .send(chat: chat, text: id, originID: OriginID(id))
  }

  private func file(_ id: String) -> Intent {
    .sendFile(chat: bo, .original(path: "/\(id)", caption: ""), originID: OriginID(id))
  }

  @Test func `F1 rule 11 a chat waits for its copies in order, and no other does`() {
    var queue = CopyQueue()
    #expect(queue.pass(file("f1")) != nil)
    queue.begin(OriginID("f1"), in: bo)
    let written = [text("1"), .sendOne(OriginID("1")), file("f2"), text("2")]
    for intent in written { #expect(queue.pass(intent) == nil) }
    #expect(queue.pass(.sendOne(OriginID("f1"))) == nil, "it is not queued yet")
    #expect(queue.pass(text("3", to: cy)) == text("3", to: cy))
    #expect(queue.pass(.sendAll) == .sendAll)
    let next = queue.end(OriginID("f1"))
    #expect(next == written + [.sendOne(OriginID("f1"))])
    #expect(next.prefix(3).allSatisfy { queue.pass($0) != nil })
    queue.begin(OriginID("f2"), in: bo)
    #expect(next.dropFirst(3).compactMap { queue.pass($0) } == [.sendOne(OriginID("f1"))])
    #expect(queue.end(OriginID("f2")) == [text("2")])
  }

  @Test func `F1 S2 at the end the texts that waited are written down`() {
    var queue = CopyQueue()
    queue.begin(OriginID("f1"), in: bo)
    for intent in [text("1"), file("f2"), text("2")] { _ = queue.pass(intent) }
    #expect(queue.endAll() == [text("1"), text("2")])
    #expect(queue.pass(text("3")) != nil)
  }
}

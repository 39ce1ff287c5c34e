import Model
import Testing

@testable import Handover
@testable import Plain

/// Corrections and deletions in plain mode (M1, M2).
struct PlainEditTests: PlainTalk {
  var mode = standardMode

  @Test mutating func `M1 I5 the newest message of mine is edited, and how far that is is told`() {
    #expect(read("/edit x") == [.say("error: to whom? say /to NAME first")])
    _ = read("/to bo")
    #expect(read("/edit x") == [.say("error: there is no message of yours to edit")])
    _ = read("helo")
    #expect(lines(mine(.sent, text: "helo")) == ["[bo] helo: sent"])
    #expect(mode.isSettled)
    #expect(read("/edit") == [.say("error: /edit needs the new text")])
    #expect(read("/edit helo", id: "e1").isEmpty, "the same words")
    #expect(
      read("/edit hello", id: "e1")
        == [.submit(.edit(OriginID("m1"), text: "hello", newID: OriginID("e1")))])
    #expect(!mode.isSettled, "before the engine has told anything")
    guard case .message(var message) = mine(.sent) else { return }
    message.edit = Message.Edit(isApplied: true, at: message.writtenAt)
    message.edit?.pending = Message.Pending(
      originID: OriginID("e1"), status: .sending, failure: nil)
    #expect(lines(.message(message)) == ["[bo] hello: edit sending"])
    #expect(lines(.message(message)).isEmpty && !mode.isSettled)
    message.edit?.pending = nil
    #expect(lines(.message(message)) == ["[bo] hello (edited): sent"])
    #expect(mode.isSettled)
  }

  private func pending(_ status: DeliveryStatus, _ failure: String? = nil) -> Message.Pending? {
    Message.Pending(originID: OriginID("d1"), status: status, failure: failure)
  }

  @Test mutating func `M2 I5 the newest message of mine is deleted, and how far that is is told`() {
    #expect(read("/delete") == [.say("error: to whom? say /to NAME first")])
    _ = read("/to bo")
    #expect(read("/delete") == [.say("error: there is no message of yours to delete")])
    _ = read("helo")
    #expect(lines(mine(.sent, text: "helo")) == ["[bo] helo: sent"])
    #expect(
      read("/delete", id: "d1")
        == [.submit(.retract(OriginID("m1"), newID: OriginID("d1")))])
    #expect(!mode.isSettled, "before the engine has told anything")
    guard case .message(let said) = mine(.sent, text: "helo") else { return }
    var message = said
    message.firstText = "helo"
    message.retract(.init(at: message.writtenAt, pending: pending(.queued)))
    #expect(lines(.message(message)) == ["[bo] your message of 14:02: delete queued"])
    #expect(lines(.message(message)).isEmpty && !mode.isSettled)
    var refused = said
    refused.retract(
      .init(at: message.writtenAt, pending: pending(.failed, "not allowed")))
    #expect(lines(.message(refused)) == ["[bo] helo: delete failed: not allowed"])
    #expect(mode.isSettled)
    message.retract(.init(at: message.writtenAt, isErased: true))
    message.firstText = nil
    #expect(lines(.message(message)) == ["[bo] your message of 14:02: deleted"])
    #expect(mode.isSettled)
    #expect(read("/delete") == [.say("error: there is no message of yours to delete")])
    message.status = .delivered
    #expect(lines(.message(message)).isEmpty)
    #expect(Self.wording.past(message, sender: "me") == "14:02 you deleted this message")
  }

  @Test mutating func `M2 I5 what was not sent and is deleted is told to be removed`() {
    _ = read("/to bo")
    _ = read("helo")
    #expect(lines(mine(.queued, text: "helo")) == ["[bo] helo: queued"])
    _ = read("/delete", id: "d1")
    guard case .message(let message) = mine(.queued) else { return }
    #expect(
      lines(.messageRemoved(chat: bo, id: message.id)) == ["[bo] helo: removed, it was not sent"])
    #expect(lines(.messageRemoved(chat: bo, id: message.id)).isEmpty)
    #expect(mode.isSettled)
  }

  @Test mutating func `M2 I5 another's deletion is told, without what was deleted`() {
    var message = theirs("secret")
    #expect(lines(.message(message)) == ["14:02 bo: secret"])
    message.retract(.init(at: message.writtenAt, isErased: true))
    #expect(lines(.message(message)) == ["14:02 bo deleted this message"])
    #expect(lines(.message(message)).isEmpty)
  }

  @Test func `M2 O6 a line of the outbox names a deletion`() {
    let entry = OutboxEntry(
      sequence: 1, chat: bo, originID: OriginID("d1"), text: "helo", state: .queued, attempts: 0,
      lastError: nil, queuedAt: Timestamp(milliseconds: 0), amendment: .retraction(of: "m1"))
    let standing = OutboxOutlook().standing(entry, uptime: 0)
    #expect(
      Self.wording.entry(entry, standing, to: "bo")
        .hasSuffix("delete: helo: queued: will send when online"))
    #expect(QueueRow(entry).kind == "delete")
  }

  @Test(arguments: [(["👍", "🎉"], #""emoji":["👍","🎉"],"#), ([], #""emoji":[],"#)])
  func `M4 O6 the outbox as JSON says what a reaction says`(
    emoji: [String], written: String
  ) throws {
    let entry = OutboxEntry(
      sequence: 1, chat: bo, originID: OriginID("r1"), text: "helo", state: .queued, attempts: 0,
      lastError: nil, queuedAt: Timestamp(milliseconds: 0),
      amendment: .reactions(Emoji.all(in: emoji), to: "m1"))
    let json = String(decoding: try JSONLine.encode(QueueRow(entry)), as: UTF8.self)
    #expect(json.contains(written) && json.contains(#""kind":"react""#), "\(json)")
  }
}

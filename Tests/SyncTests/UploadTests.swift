import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Files wait in the outbox as messages do, and their messages for their uploads (F1).
@Suite struct UploadTests {
  private static let file = Model.Attachment(name: "plan.pdf", size: 500, caption: "for you")

  private func send(
    _ id: String, _ rig: Rig, name: String = "plan.pdf", size: Int64 = 500, to chat: JID = bo
  ) {
    var file = Self.file
    (file.name, file.size) = (name, size)
    rig.wish(.sendFile(chat: chat, .kept(file), originID: OriginID(named: id)))
    rig.run()
  }

  private func end(_ id: String, _ ending: UploadNews.Ending, _ rig: Rig) {
    rig.handle(.upload(UploadNews(OriginID(named: id), ending)))
    rig.run()
  }

  private func ordered(_ rig: Rig) -> [String] { rig.uploads.map(\.id.name) }

  @Test func `F1 O9 the message follows its upload, once, and nothing younger overtakes it`() throws
  {
    let rig = try Rig.online()
    rig.send("before", "1")
    send("2", rig)
    rig.send("after", "3")
    rig.send("elsewhere", "4", to: cy)
    rig.run()
    #expect(rig.sends == ["1", "4"] && ordered(rig) == ["2"])
    #expect(try rig.status("2") == .queued && rig.status("3") == .queued)
    end("2", .done(hash: "abc="), rig)
    #expect(rig.sends == ["1", "4", "2", "3"])
    #expect(try rig.status("2") == .sent && rig.status("3") == .sent)
    let sent = try #require(rig.page().first { $0.originID?.name == "2" }?.attachment)
    #expect(sent.address == "https://files.example.org/1" && sent.hash == "abc=")
    #expect(sent.caption == "for you" && rig.discarded == ["2"])
  }

  /// What is said of a file goes to nobody in the place of its address.
  @Test func `F1 M2 a file that came back and is deleted meanwhile is tried again as a file`()
    throws
  {
    let rig = try Rig.online()
    rig.bounces = BounceTests.full
    send("1", rig)
    end("1", .done(hash: nil), rig)
    rig.bounceNew(from: bo)
    rig.run()
    rig.wish(.retract(OriginID(named: "1"), newID: OriginID(named: "2")))
    rig.forget()
    rig.pass(60_000)
    rig.run()
    let again = rig.commands.filter { command in
      switch command {
      case .send(_, let id, _, _, _, _), .sendFile(_, let id, _, _, _): id.name == "1"
      default: false
      }
    }
    #expect(!again.isEmpty)
    for command in again {
      guard case .sendFile(_, _, let file, _, _) = command else {
        Issue.record("\(command)")
        continue
      }
      #expect(file.address == "https://files.example.org/1")
    }
  }

  @Test func `F1 M2 a file whose deletion is refused is the file again`() throws {
    let rig = try Rig.online()
    send("1", rig)
    end("1", .done(hash: nil), rig)
    rig.wish(.retract(OriginID(named: "1"), newID: OriginID(named: "2")))
    #expect(try rig.page().map(\.isDeleted) == [true])
    let refusal = StanzaError(kind: "cancel", condition: "not-allowed")
    rig.handle(.session(.refused(OriginID(named: "2"), from: bo, refusal)))
    let message = try #require(rig.page().first)
    #expect(!message.isDeleted && message.attachment?.address == "https://files.example.org/1")
  }

  @Test func `F1 offline a file waits, is in the review with its size, and goes out once`() throws {
    let rig = try Rig()
    rig.startOffline()
    send("1", rig)
    #expect(ordered(rig).isEmpty)
    #expect(
      try rig.database.outbox.entries().map(\.text) == ["(a file) plan.pdf, 500 B\nfor you"])
    rig.link()
    rig.run()
    #expect(ordered(rig) == ["1"])
    end("1", .done(hash: nil), rig)
    #expect(rig.sends == ["1"])
  }

  @Test func `F1 P5 after kill -9 at any step it is uploaded again, and sent once`() throws {
    for killed in 0...4 {
      let rig = try Rig.online()
      if killed == 0 { rig.cut() }
      send("1", rig)
      if killed == 1 { try rig.kill() }
      if killed == 2 { try rig.kill() }
      #expect(killed == 0 || ordered(rig) == ["1"])
      if killed >= 3 { end("1", .done(hash: nil), rig) }
      if killed >= 3 { try rig.kill() }
      #expect(killed < 3 || rig.keptCopies == [], "\(killed)")
      if killed == 1 || killed == 2 { #expect(rig.keptCopies == ["1"]) }
      if killed > 0 { rig.link() } else { rig.link() }
      rig.run()
      if killed < 3 { end("1", .done(hash: nil), rig) }
      #expect(try rig.status("1") == .sent, "\(killed)")
      #expect(rig.sends == ["1"], "\(killed)")
    }
  }

  @Test func `F1 S5 three attempts with 1 and 2 s between them, then it has failed at once`() throws
  {
    let rig = try Rig.online()
    send("1", rig)
    rig.send("after", "2")
    var starts = [rig.uptime]
    for attempt in 1...3 {
      #expect(ordered(rig).count == attempt)
      end("1", .broken("the server answered 503"), rig)
      while ordered(rig).count == attempt, try rig.status("1") == .queued { rig.pass(100) }
      starts.append(rig.uptime)
    }
    #expect(zip(starts, starts.dropFirst()).map { $1 - $0 } == [1_000, 2_000, 0])
    #expect(ordered(rig).count == 3)
    #expect(try rig.status("1") == .failed)
    #expect(try rig.page().first?.failure == "the server answered 503")
    rig.run()
    #expect(try rig.status("2") == .sent, "what is failed holds up nobody")
    rig.wish(.retry(OriginID(named: "1")))
    rig.run()
    #expect(ordered(rig).count == 4)
    end("1", .done(hash: nil), rig)
    #expect(try rig.status("1") == .sent)
  }

  @Test func `F1 being offline fails no upload, however often it breaks`() throws {
    let rig = try Rig.online()
    send("1", rig)
    for _ in 1...10 {
      rig.cut()
      end("1", .broken("the upload broke off"), rig)
      rig.link()
      rig.run()
    }
    #expect(try rig.status("1") == .queued && ordered(rig).count == 11)
    #expect(try rig.counts().held == 0, "what was begun goes on by itself")
    end("1", .done(hash: nil), rig)
    #expect(try rig.status("1") == .sent)
  }

  @Test func `F1 an upload that ends while the link is away is not begun again`() throws {
    let rig = try Rig.online()
    send("1", rig)
    rig.cut()
    end("1", .done(hash: nil), rig)
    rig.link()
    rig.run()
    #expect(ordered(rig) == ["1"] && rig.sends == ["1"])
  }

  @Test func `F2 cancel works in the middle, and undo brings it back to be uploaded anew`() throws {
    let rig = try Rig.online()
    send("1", rig)
    rig.wish(.cancel(OriginID(named: "1")))
    rig.run()
    #expect(rig.cancelled == ["1"] && rig.sends.isEmpty)
    #expect(try rig.page().isEmpty)
    end("1", .done(hash: nil), rig)
    #expect(rig.sends.isEmpty)
    rig.wish(.undo)
    rig.run()
    #expect(ordered(rig) == ["1", "1"])
    end("1", .done(hash: nil), rig)
    #expect(rig.sends == ["1"])
  }

  @Test func `F2 a server without uploads, and one that finds it too large, say so`() throws {
    let none = try Rig.online()
    none.server.takesFiles = false
    send("1", none)
    #expect(try none.page().first?.failure == "your server takes no files")
    let large = try Rig.online()
    send("1", large, size: 2_000)
    let words = "the file is too large for your server: it takes 1 kB at most"
    #expect(try large.page().first?.failure == words)
    #expect(ordered(large).isEmpty)
    var quota = StanzaError(kind: "modify", condition: "not-acceptable")
    quota.fileLimit = 100
    large.server.slotRefusal = quota
    send("2", large)
    #expect(
      try large.page().last?.failure
        == "the file is too large for your server: it takes 100 B at most")
  }

  @Test func `F1 S5 a quota may heal, and is told when it does not`() throws {
    let rig = try Rig.online()
    rig.server.slotRefusal = StanzaError(kind: "wait", condition: "resource-constraint")
    send("1", rig)
    rig.pass(10_000)
    #expect(rig.server.slots == 4 && ordered(rig).isEmpty)
    #expect(
      try rig.page().first?.failure
        == "your server has no room for it, or you sent too much today")
  }

  @Test func `F1 chats do not wait for each other's files, and no more than three go at once`()
    throws
  {
    let rig = try Rig.online()
    let chats = (1...5).map { JID("p\($0)@example.org")! }
    for (number, chat) in chats.enumerated() { send("\(number)", rig, to: chat) }
    #expect(ordered(rig) == ["0", "1", "2"])
    end("1", .done(hash: nil), rig)
    #expect(ordered(rig) == ["0", "1", "2", "3"] && rig.sends == ["1"])
  }

  @Test func `F1 O9 a file that failed and is tried again goes once, though its answer is lost`()
    throws
  {
    let rig = try Rig.online()
    rig.server.slotRefusal = StanzaError(kind: "cancel", condition: "not-allowed")
    send("1", rig)
    #expect(try rig.status("1") == .failed)
    rig.server.slotRefusal = nil
    rig.wish(.retry(OriginID(named: "1")))
    rig.run()
    rig.server.acknowledges = false
    end("1", .done(hash: nil), rig)
    #expect(try rig.sends == ["1"] && rig.status("1") == .sending)
    rig.cut()
    rig.link()
    rig.run()
    #expect(try rig.sends == ["1"] && rig.status("1") == .sent, "the archive has it")
  }

  @Test func `F1 a server that does not say who takes files is asked again`() throws {
    let rig = try Rig.online()
    rig.server.describesFiles = false
    send("1", rig)
    #expect(try rig.status("1") == .queued && ordered(rig).isEmpty)
    rig.server.describesFiles = true
    rig.pass(1_000)
    #expect(ordered(rig) == ["1"])
  }

  @Test func `F1 O12 with its chat a file goes whole`() throws {
    let rig = try Rig.online()
    send("1", rig)
    rig.wish(.deleteChat(bo))
    #expect(rig.cancelled == ["1"] && rig.discarded == ["1"])
  }

  @Test func `F1 rule 1 an original is never queued without its copy`() throws {
    let rig = try Rig.online()
    let file = OutgoingFile.original(path: "/tmp/plan.pdf", caption: "")
    rig.wish(.sendFile(chat: bo, file, originID: OriginID(named: "1")))
    #expect(try rig.page().isEmpty)
    #expect(rig.changes.contains { if case .notSaved = $0 { true } else { false } })
  }

  @Test func `F4 M2 what was kept of a picture goes when it is deleted for everyone`() throws {
    let rig = try Rig.online()
    send("p1", rig, name: "sea.png")
    rig.run()
    end("p1", .done(hash: nil), rig)
    rig.run()
    #expect(rig.sentCopies == ["p1"] && rig.discarded.isEmpty)
    rig.wish(.retract(OriginID(named: "p1"), newID: OriginID(named: "p2")))
    rig.run()
    #expect(try rig.page().first { $0.originID?.name == "p1" }?.isErased == true)
    #expect(rig.discarded.contains("p1"))
  }
}

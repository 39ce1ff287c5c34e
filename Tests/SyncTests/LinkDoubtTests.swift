import Model
import Scratch
import Testing
import XMPP

@testable import Sync

/// A link on which an answer is overdue.
@Suite struct LinkDoubtTests {
  private static let silent = WireProgress(silence: 3_000, awaitsAcknowledgement: true)
  private static let moving = WireProgress(silence: 100, awaitsAcknowledgement: true)

  /// Something was sent, and nothing comes any more.
  private func rig(_ kernel: WireProgress?) throws -> Rig {
    let rig = try Rig.online(isPrivate: false)
    rig.pass(20_000)
    rig.forget()
    (rig.isSilent, rig.kernel) = (true, kernel)
    rig.send("one", "m1")
    return rig
  }

  @Test(arguments: [true, false])
  func `O1 after three seconds without an answer the link is doubted, and the row keeps Sending`(
    isPrivate: Bool
  ) throws {
    let rig = try Rig.online(isPrivate: isPrivate)
    let start = rig.uptime
    rig.isSilent = true
    rig.send("one", "m1")
    rig.pass(2_999)
    #expect(rig.connections.isEmpty && rig.pings == 0)
    rig.pass(1)
    #expect(rig.connections == [.unanswered(since: start)])
    #expect(rig.pings == 1)
    #expect(try rig.status("m1") == .sending)
  }

  @Test func `O1 the answer ends the doubt`() throws {
    let rig = try rig(Self.moving)
    rig.pass(4_000)
    rig.forget()
    rig.isSilent = false
    rig.run()
    rig.pass(0)
    #expect(rig.connections.allSatisfy { if case .online = $0 { true } else { false } })
    #expect(!rig.connections.isEmpty)
    #expect(try rig.status("m1") == .sent)
    #expect(rig.core.nextDeadline.map { $0 > rig.uptime + 20_000 } ?? true, "nothing is measured")
  }

  @Test func `O1 a link that moves is kept, however slow it is`() throws {
    let rig = try rig(Self.moving)
    rig.pass(600_000)
    #expect(rig.isLinked && rig.spare.isEmpty)
    #expect(try rig.status("m1") == .sending)
  }

  private static let acknowledged = WireProgress(silence: 3_000, awaitsAcknowledgement: false)

  @Test func `O1 where all is acknowledged and nobody else answers either it is given 20 s`() throws
  {
    for isRefused in [false, true] {
      let rig = try rig(WireProgress(silence: 19_000, awaitsAcknowledgement: false))
      rig.pass(3_000)
      if isRefused { rig.handle(.spareLost) }
      rig.pass(16_999)
      #expect(rig.isLinked)
      rig.pass(1)
      #expect(!rig.isLinked)
    }
  }

  @Test func `O1 a link that is dead beyond a proxy is left for a connection that stands`() throws {
    let rig = try rig(Self.acknowledged)
    rig.pass(3_000)
    rig.handle(.spareOpened)
    #expect(rig.spare == [.openSpare, .adoptSpare])
    rig.isSilent = false
    rig.link()
    rig.run()
    #expect(try rig.status("m1") == .sent)
  }

  @Test func `O1 a server that is only slow is left ever more rarely`() throws {
    let rig = try rig(Self.acknowledged)
    var waits: [Int64] = []
    for _ in 0..<5 {
      let start = rig.uptime
      while rig.spare.last != .openSpare, rig.uptime < start + 60_000 {
        rig.pass(500)
        rig.kernel = WireProgress(silence: rig.uptime - start, awaitsAcknowledgement: false)
      }
      waits.append(rig.uptime - start)
      rig.handle(.spareOpened)
      guard rig.spare.last == .adoptSpare else { break }
      rig.link()
      rig.forget()
    }
    #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 <= $1 } && waits[0] <= 3_500, "\(waits)")
    #expect(waits[1] >= 6_000 && waits[2] >= 12_000, "\(waits)")
  }

  @Test func `O1 beside a silent link a second connection is opened, and the stream goes on there`()
    throws
  {
    let rig = try rig(Self.silent)
    rig.pass(3_000)
    #expect(rig.spare == [.openSpare])
    rig.uptime += 400
    rig.handle(.spareOpened)
    #expect(rig.spare == [.openSpare, .adoptSpare])
    #expect(rig.connections.last == .connecting(attempt: 1))
    #expect(try rig.status("m1") == .queued)
    rig.isSilent = false
    rig.link()
    rig.run()
    #expect(try rig.status("m1") == .sent)
  }

  @Test func `O1 a link that moves again is kept, and the second connection dropped`() throws {
    let rig = try rig(Self.silent)
    rig.pass(3_000)
    rig.kernel = Self.moving
    rig.handle(.spareOpened)
    #expect(rig.spare == [.openSpare, .dropSpare])
    rig.handle(.spareOpened)
    rig.pass(10_000)
    #expect(rig.isLinked && rig.spare == [.openSpare, .dropSpare])
    rig.kernel = Self.silent
    rig.pass(LinkDoubt.pace)
    #expect(rig.spare.last == .openSpare)
  }

  @Test func `O1 an answer while the second connection opens drops that`() throws {
    let rig = try rig(Self.silent)
    rig.pass(3_100)
    rig.isSilent = false
    rig.run()
    rig.pass(0)
    #expect(rig.isLinked && rig.spare == [.openSpare, .dropSpare])
    #expect(try rig.status("m1") == .sent)
  }

  @Test func `O1 Offline is said within six seconds, and the second connection goes on`() throws {
    let rig = try rig(Self.silent)
    rig.pass(5_499)
    #expect(rig.isLinked)
    rig.pass(1)
    let reason = "the server does not answer any more"
    #expect(rig.connections.last == .offline(reason: reason, nextTry: nil))
    #expect(rig.spare == [.openSpare, .adoptSpare])
    #expect(try rig.status("m1") == .queued)
    rig.link()
    #expect(rig.connections.last == .online(roundTrip: nil))
  }

  @Test func `O1 O17 where the second leads nowhere either, the next try follows soon`() throws {
    let rig = try rig(Self.silent)
    rig.pass(3_100)
    rig.handle(.spareLost)
    rig.pass(2_400)
    #expect(!rig.isLinked)
    guard case .offline(_, let next?, _) = rig.connections.last else {
      Issue.record("offline was expected, not \(String(describing: rig.connections.last))")
      return
    }
    #expect((800...1_200).contains(next - rig.uptime))
  }

  @Test func `O1 who ends the program or loses the network leaves no second connection`() throws {
    for end in [CoreEvent.stop, .network(NetworkChange(isNew: true, isReachable: false))] {
      let rig = try rig(Self.silent)
      rig.pass(3_100)
      rig.handle(end)
      #expect(rig.spare == [.openSpare, .dropSpare])
    }
  }

  @Test func `O1 I6 who types asks a link that has been quiet, and who does not asks nothing`()
    throws
  {
    let rig = try Rig.online(isPrivate: false)
    rig.pass(20_000)
    rig.forget()
    rig.isSilent = true
    rig.wish(.saveDraft(chat: bo, text: "h", replyTo: nil))
    rig.pass(1_000)
    rig.wish(.typing(chat: bo, isTyping: true))
    #expect(rig.pings == 1)
    rig.pass(2_000)
    #expect(rig.connections == [.unanswered(since: rig.uptime - 3_000)])
    let other = try Rig.online(isPrivate: false)
    other.pass(KeepAlive.firstInterval - 1)
    #expect(other.pings == 0)
  }

  @Test func `O1 I6 a server that has shown to be slow is asked more rarely`() throws {
    let rig = try Rig.online()
    rig.server.acknowledges = false
    rig.send("one", "m1")
    rig.run()
    rig.pass(30_000)
    #expect((2...5).contains(rig.pings))
    #expect(rig.isLinked)
  }
}

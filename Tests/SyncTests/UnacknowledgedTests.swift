import Model
import Scratch
import Testing
import XMPP

@testable import Storage
@testable import Sync

/// Servers that do not acknowledge, but keep an archive.
@Suite struct UnacknowledgedTests {
  private func rig() throws -> Rig {
    let rig = try Rig()
    rig.server.acknowledges = false
    rig.handle(.start)
    rig.link(acknowledges: false)
    rig.run()
    return rig
  }

  @Test func `O9 without acknowledgements the archive's word is enough`() throws {
    let rig = try rig()
    rig.send("one", "m1")
    rig.run()
    #expect(try rig.status("m1") == .sent)
    #expect(rig.server.received.count == 1)
  }

  /// Each leaves while the question about those before it is under way; many in a row, as fewer questions are asked then.
  @Test func `O9 the archive's answer proves nothing of what was sent after the question`() throws {
    let rig = try rig()
    rig.send("1", "m1")
    for number in 2...12 {
      while rig.serve() {}
      rig.send("\(number)", "m\(number)")
      while rig.receive() {}
      #expect(try rig.status("m\(number)") == .sending)
    }
    rig.run()
    rig.pass(60_000)
    #expect(try rig.status("m12") == .sent)
    #expect(rig.server.received.map(\.name) == (1...12).map { "m\($0)" })
  }

  /// There the answer is all there is: a message that the archive does not keep would go for ever.
  @Test func `O9 without acknowledgements what the archive does not keep goes twice more at most`()
    throws
  {
    let rig = try rig()
    rig.server.forgets = ["lost"]
    rig.send("lost", "m1")
    for _ in 0..<400 where rig.serve() || rig.receive() {}
    #expect(rig.server.received.map(\.name) == ["m1"], "the archive may show it late")
    #expect(try rig.status("m1") == .sent)
    try #require(rig.server.inbound.isEmpty && rig.server.outbound.isEmpty)
    rig.pass(60_000)
    #expect(rig.server.received.map(\.name) == ["m1", "m1", "m1"])
    #expect(rig.isLinked)
    let notices = rig.changes.count { if case .notice = $0 { true } else { false } }
    #expect(notices == 1, "the user is told")
  }
}

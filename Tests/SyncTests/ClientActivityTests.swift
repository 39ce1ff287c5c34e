import Model
import Testing
import XMPP

@testable import Sync

@Suite struct ClientActivityTests {
  private let delay = ClientActivity.delay

  private func online(hasClientState: Bool = true) throws -> Rig {
    let rig = try Rig(isPrivate: false)
    rig.server.hasClientState = hasClientState
    rig.handle(.start)
    rig.linkResumable()
    rig.run()
    rig.forget()
    return rig
  }

  private func told(_ rig: Rig) -> [Bool] {
    rig.commands.compactMap { if case .clientState(let isActive) = $0 { isActive } else { nil } }
  }

  @Test
  func `N3 I6 the server is told when nobody has looked for a while, and at once of a return`()
    throws
  {
    let rig = try online()
    rig.wish(.focus(false))
    rig.pass(delay - 1)
    #expect(told(rig).isEmpty, "the terminal may still be in view")
    rig.pass(1)
    #expect(told(rig) == [false])
    rig.pass(10 * delay)
    rig.wish(.focus(true))
    #expect(told(rig) == [false, true])
  }

  @Test func `N3 a glance elsewhere is nobody's business`() throws {
    let rig = try online()
    for _ in 1...3 {
      rig.wish(.focus(false))
      rig.pass(delay / 2)
      rig.wish(.focus(true))
      rig.pass(delay)
    }
    #expect(told(rig).isEmpty)
  }

  @Test func `I6 a server that holds nothing back is told nothing, and nobody wakes for it`() throws
  {
    let rig = try online(hasClientState: false)
    rig.wish(.focus(false))
    rig.run()
    let next = rig.core.nextDeadline.map { $0 - rig.uptime }
    #expect(next.map { $0 > delay || $0 == KeepAlive.firstInterval } ?? true)
    rig.pass(2 * delay)
    #expect(told(rig).isEmpty)
  }

  @Test(arguments: [true, false])
  func `N3 a stream that goes on is told anew, a new one only what it does not begin with`(
    isAway: Bool
  ) throws {
    let rig = try online()
    rig.wish(.focus(!isAway))
    rig.pass(delay)
    rig.cut()
    rig.forget()
    #expect(rig.resume())
    #expect(told(rig) == [!isAway])
    rig.run()
    rig.cut()
    rig.forget()
    rig.linkResumable()
    rig.run()
    #expect(told(rig) == (isAway ? [false] : []))
  }
}

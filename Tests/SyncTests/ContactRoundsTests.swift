import Model
import Storage
import Testing
import XMPP

@testable import Sync

/// Whether contacts are there in whose chats nobody looks (N2).
@Suite struct ContactRoundsTests {
  private let people = ["bo", "cy", "di"].map { JID("\($0)@example.org")! }

  private func device(_ who: JID) -> JID { who.with(resource: "desk")! }

  /// Online, with everybody there, each of whom has a chat.
  private func rig(isPrivate: Bool = false) throws -> Rig {
    let rig = try Rig(isPrivate: isPrivate)
    rig.server.roster = people.map {
      RosterItem(contact: Contact(jid: $0, name: nil, subscription: .both), isRemoved: false)
    }
    rig.handle(.start)
    rig.link()
    rig.run()
    for who in people {
      rig.handle(.session(.presence(InboundPresence(from: device(who), kind: .available))))
      rig.wish(.open(who))
    }
    rig.forget()
    return rig
  }

  /// A minute, in which what was asked is answered.
  private func passMinute(_ rig: Rig, computers: [JID], silent: JID? = nil) {
    let before = rig.commands.count
    rig.pass(ContactRounds.interval)
    for command in rig.commands[before...] {
      switch command {
      case .askKind(let device):
        rig.handle(.session(.kindTold(device, isComputer: computers.contains(device.bare))))
      case .pingContact(let device) where device.bare != silent:
        rig.handle(.session(.contactAnswered(device, nil)))
      default: break
      }
    }
  }

  private func asked(_ rig: Rig) -> [String] {
    rig.commands.compactMap { command in
      switch command {
      case .askKind(let device): "what is \(device.local!)"
      case .pingContact(let device): device.local
      default: nil
      }
    }
  }

  @Test func `N2 one contact a minute is asked, by turns, and phones no more than what they are`()
    throws
  {
    let rig = try rig()
    for _ in 1...9 { passMinute(rig, computers: [people[0], people[1]]) }
    let all = asked(rig)
    #expect(all.count == 9)
    #expect(Set(all.prefix(3)) == ["what is bo", "what is cy", "what is di"])
    #expect(all.suffix(6).count { $0 == "bo" } == 3)
    #expect(all.suffix(6).count { $0 == "cy" } == 3)
  }

  @Test func `N2 who does not answer is gray, and green with the next answer`() throws {
    let rig = try rig()
    for _ in 1...3 { passMinute(rig, computers: people) }
    rig.forget()
    for _ in 1...3 { passMinute(rig, computers: people, silent: people[0]) }
    rig.pass(3_500)
    func shown() -> Presence? {
      rig.changes.reversed().lazy.compactMap {
        if case .presence(people[0], let presence) = $0 { presence } else { nil }
      }.first
    }
    #expect(shown() == .offline)
    rig.handle(.session(.contactAnswered(device(people[0]), nil)))
    #expect(shown() == .online)
    let others = rig.changes.filter { change in
      if case .presence(let who, _) = change { who != people[0] } else { false }
    }
    #expect(others.isEmpty)
  }

  @Test func `N2 I6 while one is away, and on the private server, nobody is asked`() throws {
    let away = try rig()
    away.wish(.focus(false))
    away.pass(600_000)
    #expect(asked(away).isEmpty)
    away.wish(.focus(true))
    away.pass(0)
    #expect(asked(away).count == 1)
    let near = try rig(isPrivate: true)
    near.pass(600_000)
    #expect(asked(near).isEmpty && near.core.nextDeadline == nil)
  }
}

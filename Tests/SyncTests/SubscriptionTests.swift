import Model
import Storage
import Testing
import XMPP

@testable import Sync

@Suite struct SubscriptionTests {
  func presences(_ rig: Rig) -> [OwnPresence] {
    rig.commands.compactMap {
      if case .presence(bo, let presence, _) = $0 { presence } else { nil }
    }
  }

  func requests(_ rig: Rig) -> [JID]? {
    rig.changes.compactMap { if case .requests(let all) = $0 { all } else { nil } }.last
  }

  func notices(_ rig: Rig) -> [String] {
    rig.changes.compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
  }

  func tell(_ kind: InboundPresence.Kind, to rig: Rig) {
    rig.handle(.session(.presence(InboundPresence(from: bo, kind: kind))))
  }

  func contact(_ subscription: Contact.Subscription, isAsking: Bool = false, at rig: Rig) {
    let contact = Contact(jid: bo, name: nil, subscription: subscription, isAsking: isAsking)
    rig.handle(.session(.rosterPush(RosterItem(contact: contact, isRemoved: false))))
    rig.forget()
  }

  @Test func `N7 a request waits for my answer, over kill -9 too, and is told once`() throws {
    let rig = try Rig.online()
    tell(.subscribe, to: rig)
    tell(.subscribe, to: rig)
    #expect(requests(rig) == [bo] && presences(rig).isEmpty)
    #expect(notices(rig) == ["bo@example.org asks to see when you are online"])
    rig.forget()
    try rig.kill()
    #expect(requests(rig) == [bo])
    rig.link()
    #expect(requests(rig) == [], "the server tells it again on a new stream")
  }

  @Test func `N7 granted is both ways, refused is nothing`() throws {
    let rig = try Rig.online()
    tell(.subscribe, to: rig)
    rig.wish(.subscription(bo, .grant))
    #expect(presences(rig) == [.subscribed, .subscribe] && requests(rig) == [])
    rig.forget()
    tell(.subscribe, to: rig)
    rig.wish(.subscription(bo, .refuse))
    #expect(presences(rig) == [.unsubscribed] && requests(rig) == [])
  }

  @Test func `N7 whom I asked may see me without a question`() throws {
    let rig = try Rig.online()
    rig.wish(.subscription(bo, .ask))
    #expect(presences(rig) == [.subscribe])
    contact(.none, isAsking: true, at: rig)
    tell(.subscribed, to: rig)
    #expect(notices(rig) == ["bo lets you see when they are online"])
    contact(.to, at: rig)
    tell(.subscribe, to: rig)
    #expect(presences(rig) == [.subscribed] && requests(rig) == nil)
  }

  @Test func `A4 N7 a refusal is told, a stranger's is not`() throws {
    let rig = try Rig.online()
    tell(.unsubscribed, to: rig)
    tell(.subscribed, to: rig)
    #expect(notices(rig).isEmpty)
    contact(.none, isAsking: true, at: rig)
    tell(.unsubscribed, to: rig)
    #expect(notices(rig) == ["bo does not let you see when they are online"])
  }

  @Test func `N7 withdrawn, neither sees the other`() throws {
    let rig = try Rig.online()
    contact(.both, at: rig)
    rig.wish(.subscription(bo, .withdraw))
    #expect(presences(rig) == [.unsubscribe, .unsubscribed])
    let phone = bo.with(resource: "phone")!
    rig.handle(.session(.presence(InboundPresence(from: phone, kind: .available))))
    contact(.none, at: rig)
    #expect(try rig.database.presences.all().isEmpty, "the server need not say so")
  }

  @Test func `M7 what is wished without a link is done at the next one, once and in order`() throws
  {
    let rig = try Rig.online()
    tell(.subscribe, to: rig)
    rig.cut()
    rig.forget()
    let dee = JID("dee@example.org")!
    for (who, action) in [(cy, SubscriptionAction.ask), (dee, .ask), (bo, .refuse), (bo, .grant)] {
      rig.wish(.subscription(who, action))
    }
    #expect(requests(rig) == [] && notices(rig).last == "This is done when you are online")
    rig.wish(.subscription(dee, .withdraw))
    rig.forget()
    try rig.kill()
    rig.link()
    // The server tells it again before it has heard of the answer.
    tell(.subscribe, to: rig)
    rig.run()
    let said = rig.commands.compactMap { command -> String? in
      guard case .presence(let who?, let presence, _) = command else { return nil }
      return "\(who.local ?? "") \(presence.rawValue)"
    }
    #expect(
      said == [
        "bo subscribed", "bo subscribe", "cy subscribe", "dee unsubscribe", "dee unsubscribed",
      ])
    #expect(requests(rig)?.isEmpty ?? true)
    rig.cut()
    rig.forget()
    rig.link()
    rig.run()
    #expect(!rig.commands.contains { if case .presence(.some, _, _) = $0 { true } else { false } })
  }

  @Test func `C5 a request that another device accepted waits no longer`() throws {
    let rig = try Rig.online()
    tell(.subscribe, to: rig)
    contact(.from, at: rig)
    tell(.subscribe, to: rig)
    rig.forget()
    rig.handle(
      .session(
        .rosterPush(
          RosterItem(contact: Contact(jid: bo, name: nil, subscription: .both), isRemoved: false))))
    #expect(requests(rig) == [])
  }

  private func ask(_ who: JID) -> CoreEvent {
    .session(.presence(InboundPresence(from: who, kind: .subscribe)))
  }

  @Test func `Z4 a crowd that asks shuts out nobody who asks later`() throws {
    let rig = try Rig.online()
    for number in 1...150 { rig.handle(ask(JID("n\(number)@example.net")!)) }
    rig.handle(ask(bo))
    let kept = try #require(requests(rig))
    #expect(kept.count == 100 && kept.last == bo && kept.first == JID("n52@example.net"))
    try rig.kill()
    #expect(requests(rig) == kept)
  }

  @Test func `Z4 A1 a crowd that asks at once is told in one line`() throws {
    let rig = try Rig.online()
    rig.forget()
    rig.handleTogether((1...150).map { ask(JID("n\($0)@example.net")!) })
    #expect(notices(rig) == ["100 people ask to see when you are online"])
    #expect(rig.changes.count { if case .requests = $0 { true } else { false } } == 1)
  }
}

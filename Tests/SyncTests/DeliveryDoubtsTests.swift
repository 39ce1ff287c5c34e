import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What the server confirmed and the other's device does not (D1).
@Suite struct DeliveryDoubtsTests {
  private func online(_ texts: [String]) throws -> Rig {
    let rig = try Rig.online()
    for (index, text) in texts.enumerated() { rig.send(text, "m\(index + 1)") }
    rig.run()
    return rig
  }

  func psst(_ rig: Rig, receiptFor id: String? = nil, displayedFor read: String? = nil) {
    rig.answer(receiptFor: id, displayedFor: read, device: "psst.1")
  }

  @Test func `D1 O9 what another psst has later ones of and not this goes again`() throws {
    let rig = try online(["one", "two", "three"])
    psst(rig, receiptFor: "m1")
    psst(rig, receiptFor: "m3")
    rig.pass(DeliveryDoubts.grace + 100)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3", "m2"])
    psst(rig, receiptFor: "m2")
    #expect(try rig.page().map(\.status) == [.delivered, .delivered, .delivered])
    rig.pass(60_000)
    #expect(rig.server.received.count == 4)
  }

  @Test func `D1 O9 a gap is seen though the receipts came before the places were known`() throws {
    let rig = try Rig.online()
    for (index, text) in ["one", "two", "three"].enumerated() { rig.send(text, "m\(index + 1)") }
    while try rig.page().contains(where: { $0.status != .sent }), rig.serve() || rig.receive() {}
    try #require(try rig.page().allSatisfy { !$0.isPlaced })
    psst(rig, receiptFor: "m1")
    psst(rig, receiptFor: "m3")
    rig.run()
    rig.pass(2 * DeliveryDoubts.grace + 100)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3", "m2"])
  }

  @Test func `O12 what was deleted with its chat does not go again, though it never came`() throws {
    let rig = try online(["one", "two", "three"])
    psst(rig, receiptFor: "m1")
    psst(rig, receiptFor: "m3")
    rig.wish(.deleteChat(bo))
    rig.pass(60_000)
    #expect(rig.server.received.count == 3)
    #expect(try rig.texts().isEmpty)
  }

  @Test func `O9 a receipt that is only late sends nothing again`() throws {
    let rig = try online(["one", "two"])
    psst(rig, receiptFor: "m2")
    rig.pass(DeliveryDoubts.grace / 2)
    psst(rig, receiptFor: "m1")
    rig.pass(60_000)
    #expect(rig.server.received.count == 2)
  }

  @Test
  func `O9 what another program has later ones of goes again at the user's word, under its id`()
    throws
  {
    let rig = try online(["one", "two", "three"])
    other(rig, receiptFor: "m1")
    other(rig, receiptFor: "m3")
    rig.pass(60_000)
    #expect(rig.server.received.count == 3)
    #expect(try rig.page().map(\.failure) == [nil, "not confirmed by bo", nil])
    rig.handle(.intent(.retry(OriginID(named: "m2"))))
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3", "m2"])
    #expect(try rig.page().map(\.failure) == [nil, "not confirmed by bo", nil])
    other(rig, receiptFor: "m2")
    #expect(try rig.page().map(\.failure) == [nil, nil, nil])
    rig.pass(600_000)
    #expect(rig.server.received.count == 4)
    #expect(try rig.page().map(\.status) == [.delivered, .delivered, .delivered])
  }

  @Test func `M4 O9 a program that sends receipts for words alone raises no doubt about reactions`()
    throws
  {
    let rig = try online(["one"])
    rig.wish(
      .react(row: try rig.page()[0].id, Emoji("👍")!, newID: OriginID(named: "r1")))
    rig.send("two", "m2")
    rig.run()
    other(rig, receiptFor: "m1")
    other(rig, receiptFor: "m2")
    rig.pass(600_000)
    #expect(rig.server.received.map(\.name) == ["m1", "r1", "m2"])
    #expect(try rig.page()[0].myReaction?.pending == nil)
  }

  @Test func `D1 O9 a program that sends no receipts for invitations raises no doubt about them`()
    throws
  {
    let rig = try online(["one"])
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.wish(.invite(bo, to: team, originID: OriginID(named: "i1")))
    rig.run()
    rig.send("two", "m2")
    rig.run()
    for id in ["m1", "m2"] { other(rig, receiptFor: id) }
    rig.pass(600_000)
    #expect(try rig.page().map(\.failure) == [nil, nil, nil])
    #expect(try rig.status("i1") == .sent)
    other(rig, displayedFor: "m2")
    #expect(try rig.page().map(\.status) == [.read, .read, .read], "what is before it was seen")
  }

  private func other(
    _ rig: Rig, receiptFor id: String? = nil, displayedFor read: String? = nil,
    on device: String = "phone"
  ) {
    rig.answer(receiptFor: id, displayedFor: read, device: device)
  }

  @Test func `D1 a marker makes nothing read that a device with receipts sent none for`() throws {
    let rig = try online(["one", "two", "three"])
    psst(rig, receiptFor: "m1")
    psst(rig, receiptFor: "m3")
    psst(rig, displayedFor: "m3")
    #expect(try rig.page().map(\.status) == [.read, .sent, .read])
  }

  @Test(arguments: ["phone", "psst.1"])
  func `D1 O9 of several devices with receipts none makes read what none of them got`(
    second: String
  ) throws {
    let rig = try online(["one", "two", "three"])
    for device in ["laptop", second] {
      other(rig, receiptFor: "m1", on: device)
      other(rig, receiptFor: "m3", on: device)
    }
    other(rig, displayedFor: "m3", on: "laptop")
    #expect(try rig.page().map(\.status) == [.read, .sent, .read])
  }
}

extension DeliveryDoubtsTests {
  @Test
  func `O9 without an archive what a psst that is there says nothing of goes again, a few times`()
    throws
  {
    let rig = try startedWithoutArchive()
    psstIsThere(rig)
    for number in 1...2 {
      rig.send("\(number)", "m\(number)")
      rig.run()
      if number == 1 { psst(rig, receiptFor: "m1") }
    }
    rig.pass(DeliveryDoubts.silence + 100)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m2"])
    rig.pass(600_000)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m2", "m2"])
    #expect(try rig.page().map(\.failure) == [nil, "not confirmed by bo"])
    let told = rig.changes.filter { change in
      if case .notice(let notice) = change {
        notice.text.contains("resumes no link")
      } else {
        false
      }
    }
    #expect(told.count == 1)
  }

  @Test func `O9 a psst that is slow to speak of what went again is not sent it once more`() throws
  {
    let rig = try startedWithoutArchive()
    psstIsThere(rig)
    rig.send("1", "m1")
    rig.run()
    rig.pass(DeliveryDoubts.silence + 100)
    try #require(rig.server.received.map(\.name) == ["m1", "m1"])
    rig.pass(2 * DeliveryDoubts.silence)
    psst(rig, receiptFor: "m1")
    rig.pass(600_000)
    #expect(rig.server.received.count == 2)
  }

  @Test func `O9 without an archive the rest goes again though receipts came before it said no`()
    throws
  {
    let rig = try startedWithoutArchive()
    for number in 1...2 { rig.send("\(number)", "m\(number)") }
    rig.run()
    rig.cut()
    try linkWithoutArchive(rig) {
      psstIsThere(rig)
      psst(rig, receiptFor: "m1")
    }
    rig.pass(DeliveryDoubts.grace + DeliveryDoubts.silence + 100)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m2"])
  }

  /// The archive of one's own server alone confirms there, and that server says nothing of the other.
  @Test func `D1 O9 without acknowledgements, too, what another server lost goes again`() throws {
    let far = try #require(JID("di@far.example"))
    let rig = try Rig()
    rig.server.roster = [
      RosterItem(contact: Contact(jid: far, name: nil, subscription: .both), isRemoved: false)
    ]
    rig.server.acknowledges = false
    rig.handle(.start)
    rig.link(acknowledges: false)
    rig.run()
    psstIsThere(rig, far)
    rig.send("hi", "m1", to: far)
    rig.run()
    try #require(try rig.status("m1") == .sent)
    rig.pass(DeliveryDoubts.silence + 100)
    #expect(rig.server.received.map(\.name) == ["m1", "m1"])
    rig.pass(600_000)
    #expect(rig.server.received.map(\.name) == ["m1", "m1", "m1"])
    #expect(try rig.page(far).map(\.failure) == ["not confirmed by di"])
  }

  /// That is for the other device to send again, and for this one to do without.
  @Test func `D1 O9 what another device of mine wrote holds up no doubt of what was written here`()
    throws
  {
    let far = try #require(JID("di@far.example"))
    let rig = try Rig.online()
    rig.befriend(far)
    psstIsThere(rig, far)
    rig.server.carbon("by the laptop", id: "c1", to: far)
    rig.run()
    rig.send("one", "m1", to: far)
    rig.run()
    rig.answer(receiptFor: "m1", from: far, device: "psst.1")
    rig.send("two", "m2", to: far)
    rig.pass(600_000)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m2", "m2"])
    #expect(try rig.page(far).map(\.failure) == [nil, nil, "not confirmed by di"])
    #expect(rig.core.nextDeadline.map { $0 > rig.uptime + 600_000 } ?? true, "and then it rests")
  }

  /// Until then it stood behind the one that arrived, and was only the newest.
  @Test func `D1 O9 what the archive shows before one that arrived is missed from then on`() throws
  {
    let far = try #require(JID("di@far.example"))
    let rig = try Rig.online()
    rig.befriend(far)
    psstIsThere(rig, far)
    for number in 1...3 { rig.server.deliver("\(number)", id: "x\(number)", from: bo) }
    rig.run()
    rig.send("one", "m1", to: far)
    rig.send("two", "m2", to: far)
    while rig.server.received.count < 2, rig.serve() {}
    let hidden = rig.server.hideNewest()
    rig.run()
    rig.answer(receiptFor: "m1", from: far, device: "psst.1")
    rig.server.show(hidden, behind: 1)
    rig.pass(DeliveryDoubts.silence - 1_000)
    try #require(rig.server.received.map(\.name) == ["m1", "m2"])
    try #require(try rig.page(far).map(\.text) == ["two", "one"])
    rig.pass(600_000)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m2", "m2"])
    #expect(try rig.page(far).map(\.failure) == ["not confirmed by di", nil])
  }

  private func psstIsThere(_ rig: Rig, _ person: JID = bo) {
    let device = person.with(resource: "psst.1")!
    rig.handle(.session(.presence(InboundPresence(from: device, kind: .available))))
  }

  private func startedWithoutArchive() throws -> Rig {
    let rig = try Rig()
    rig.server.roster = [
      RosterItem(contact: Contact(jid: bo, name: nil, subscription: .both), isRemoved: false)
    ]
    rig.handle(.start)
    try linkWithoutArchive(rig) {}
    return rig
  }

  /// - Parameter meanwhile: what comes before the answer that there is no archive.
  private func linkWithoutArchive(_ rig: Rig, meanwhile: () -> Void) throws {
    rig.link()
    let query = try #require(rig.lastQuery)
    rig.server.inbound.removeAll { if case .queryArchive = $0 { true } else { false } }
    meanwhile()
    let error = StanzaError(kind: "cancel", condition: "service-unavailable")
    rig.handle(.session(.archiveFailed(query: query.id, error)))
    rig.run()
  }
}

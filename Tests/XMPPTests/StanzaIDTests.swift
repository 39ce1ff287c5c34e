import Model
import Testing

@testable import XMPP

/// Ids that somebody wrote in the name of the account's own archive (XEP-0359 §5).
@Suite struct StanzaIDTests {
  private static func message(_ ids: String...) -> String {
    "<message from='bo@example.net/pc' to='ana@example.org/phone' id='1'><body>x</body>"
      + ids.map { "<stanza-id xmlns='urn:xmpp:sid:0' \($0)/>" }.joined() + "</message>"
  }

  private static let real = message("by='ana@example.org' id='7'")

  private func archiveID(_ outputs: [SessionOutput]) throws -> ArchiveID? {
    let message = outputs.events.compactMap { event -> InboundMessage? in
      if case .message(let message) = event { message } else { nil }
    }.first
    return try #require(message).archiveID
  }

  @Test func `Z1 an archive's id counts once the server announced that it gives them`() throws {
    var rig = Rig()
    rig.signIn()
    #expect(try archiveID(rig.receive(Self.real)) == nil, "nobody said whose it is")
    let news = rig.answerFeatures(["urn:xmpp:mam:2", "urn:xmpp:sid:0"])
    #expect(news.events == [.givesArchiveIDs(true), .bookmarkStore(.privateStorage)])
    #expect(try archiveID(rig.receive(Self.real)) == ArchiveID("7"))
  }

  @Test func `Z1 where the server announces nothing a contact chooses no archive's id`() throws {
    var rig = Rig.ready(features: ["urn:xmpp:mam:2"])
    #expect(try archiveID(rig.receive(Self.real)) == nil)
    let copy =
      "<message from='ana@example.org' to='ana@example.org/phone'>"
      + "<received xmlns='urn:xmpp:carbons:2'><forwarded xmlns='urn:xmpp:forward:0'>"
      + Self.real.replacing("<message ", with: "<message xmlns='jabber:client' ")
      + "</forwarded></received></message>"
    #expect(try archiveID(rig.receive(copy)) == nil)
  }

  @Test func `Z1 an answer about the server from somebody else says nothing`() throws {
    var rig = Rig()
    rig.signIn()
    let question = try #require(rig.sent.first { $0.contains("disco#info") }?.value(of: "id"))
    rig.receive(
      "<iq type='result' from='bo@example.net' id='\(question)'>"
        + "<query xmlns='http://jabber.org/protocol/disco#info'>"
        + "<feature var='urn:xmpp:sid:0'/></query></iq>")
    #expect(try archiveID(rig.receive(Self.real)) == nil)
  }

  static let forged = [
    message("by='ana@example.org' id='7'", "by='ana@example.org' id='8'"),
    message("by='ana@example.org' id='7'", "by='ANA@example.org' id='8'"),
    message("by='ana@example.org' id='7'", "by='ana@example.org.' id='8'"),
    message("by='ANA@example.org' id='7'"), message("by='ana@example.org.' id='7'"),
    message("by='ana@example.org' id=''"), message("by='ana@example.org/phone' id='7'"),
    message("id='7'"),
  ]

  @Test(arguments: forged)
  func `Z1 of two ids in my archive's name, and of one that is written otherwise, none counts`(
    xml: String
  ) throws {
    var rig = Rig.ready()
    #expect(try archiveID(rig.receive(xml)) == nil)
  }

  @Test func `Z1 a stream that goes on knows what its server announced, another asks again`() throws
  {
    let old = StreamState(id: "s1", jid: Rig.own)
    var rig = Rig.returning(with: old, givesArchiveIDs: true)
    rig.receive("<resumed xmlns='urn:xmpp:sm:3' previd='s1' h='0'/>")
    #expect(!rig.sent.contains { $0.contains("disco#info") })
    #expect(try archiveID(rig.receive(Self.real)) == ArchiveID("7"))
    var other = Rig.returning(with: old, givesArchiveIDs: true)
    other.receive("<failed xmlns='urn:xmpp:sm:3'/>")
    other.bind()
    other.receive("<enabled xmlns='urn:xmpp:sm:3'/>")
    #expect(try archiveID(other.receive(Self.real)) == nil)
    #expect(other.sent.contains { $0.contains("disco#info") })
    var unsure = Rig.returning(with: old, givesArchiveIDs: false)
    unsure.receive("<resumed xmlns='urn:xmpp:sm:3' previd='s1' h='0'/>")
    #expect(try archiveID(unsure.receive(Self.real)) == nil)
    unsure.answerFeatures(["urn:xmpp:sid:0"])
    #expect(try archiveID(unsure.receive(Self.real)) == ArchiveID("7"))
  }
}

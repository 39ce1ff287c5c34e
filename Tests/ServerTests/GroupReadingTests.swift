import Foundation
import Harness
import Testing

extension ServerTests {
  /// Who has read what in a members' group of the private server: three psst and another client.
  @Suite struct GroupReadingTests {
    private static let room = "team@rooms.localhost"
    private static let names = ["ana", "bo", "cy"]

    @Test
    func `D4 D5 each who reads in a group counts once, whatever the program, also after kill -9`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let dee = try server.peer("dee")
      let people = try Self.names.map { try server.home.open("--account", $0) }
      for one in people { try one.wait(for: "Echo", bound: 30) }
      try Self.gather(dee, people)
      let (ana, bo, cy) = (people[0], people[1], people[2])

      ana.say("who is in?")
      try ana.wait(for: "✓ read by 2 of 3", bound: 20)
      // The other client is told what asks for markers, and shows one.
      let asked = try dee.id(of: "who is in?")
      dee.mark(asked, in: Self.room)
      try ana.wait(for: "✓✓ read by all", bound: 20)
      dee.mark(asked, in: Self.room)

      // It learns of each who has read what it says.
      dee.say("and you?", in: Self.room)
      let said = try dee.id(of: "and you?")
      let readers = Set(Self.names.map { "\(Self.room)/\($0)" })
      try dee.waitUntil("three markers", bound: 20) { events in
        Set(events.filter { $0.event == "marker" && $0.id == said }.compactMap(\.from)) == readers
      }

      // Who is away is still one of them, and what is read meanwhile is learned.
      try bo.killHard()
      try ana.wait(for: "3 online", bound: 20)
      ana.say("one more")
      try ana.wait(for: "✓ read by 1 of 3", bound: 20)
      try ana.killHard()
      let again = try server.home.open("--account", "bo")
      try again.wait(for: "Echo", bound: 30)
      try again.enterGroup()
      try again.wait(for: "one more", bound: 20)
      let back = try server.home.open("--account", "ana")
      try back.wait(for: "Echo", bound: 30)
      try back.enterGroup()
      try back.wait(for: "✓ read by 2 of 3", bound: 20)
      // Who, and never when.
      back.press(.escape)
      try back.wait(for: "reply")
      back.type(" ")
      try back.wait(for: "Read by 2 of 3")
      try back.waitUntil("who has not") {
        $0.lines.contains { $0.contains("dee") && $0.contains("not yet") }
      }
      _ = cy
    }

    /// Made by the other client, in which all of them are members.
    private static func gather(_ dee: Peer, _ people: [TerminalSession]) throws {
      try dee.makeGroup(room, of: names.map { "\($0)@localhost" })
      for (number, one) in people.enumerated() {
        try one.enterGroup()
        try one.waitUntil("\(number + 2) in the group", bound: 30) {
          $0.contains("\(number + 2) online")
        }
      }
    }
  }
}

extension TerminalSession {
  fileprivate func say(_ text: String) {
    type(text)
    press(.enter)
  }

  /// By its name: it is known, or there is a service for it.
  fileprivate func enterGroup() throws {
    try choose("team@rooms.localhost", titled: "team")
  }
}

extension Peer {
  private static let muc = "http://jabber.org/protocol/muc"
  private static let markers = "urn:xmpp:chat-markers:0"

  /// A group for these accounts, which nobody else finds or enters.
  fileprivate func makeGroup(_ room: String, of members: [String]) throws {
    let nick = jid.prefix { $0 != "@" }
    sendRaw("<presence to='\(room)/\(nick)'><x xmlns='\(Self.muc)'/></presence>")
    try waitUntil("its own group", bound: 20) { events in
      events.contains { $0.event == "presence" && $0.from?.hasPrefix(room) == true }
    }
    // Who is a member before the group is for its members stays in it.
    for (number, member) in members.enumerated() {
      let item = "<item affiliation='member' jid='\(member)'/>"
      sendRaw(
        "<iq type='set' id='m\(number)' to='\(room)'><query xmlns='\(Self.muc)#admin'>\(item)</query></iq>"
      )
    }
    let fields = [
      ("FORM_TYPE", Self.muc + "#roomconfig"), ("muc#roomconfig_membersonly", "1"),
      ("muc#roomconfig_publicroom", "0"),
    ].map { "<field var='\($0)'><value>\($1)</value></field>" }.joined()
    let form = "<x xmlns='jabber:x:data' type='submit'>\(fields)</x>"
    sendRaw(
      "<iq type='set' id='set' to='\(room)'><query xmlns='\(Self.muc)#owner'>\(form)</query></iq>")
  }

  fileprivate func say(_ text: String, in room: String) {
    let content = "<body>\(text)</body><markable xmlns='\(Self.markers)'/>"
    sendRaw("<message type='groupchat' id='said' to='\(room)'>\(content)</message>")
  }

  fileprivate func mark(_ id: String, in room: String) {
    let content = "<displayed xmlns='\(Self.markers)' id='\(id)'/><store xmlns='urn:xmpp:hints'/>"
    sendRaw("<message type='groupchat' id='mark' to='\(room)'>\(content)</message>")
  }

  /// The group's own id for what was said there.
  fileprivate func id(of text: String) throws -> String {
    let find = { (event: Event) in event.event == "message" && event.body == text }
    try waitUntil(text, bound: 20) { $0.contains(where: find) }
    let ids = events.last(where: find)?.ids ?? []
    return ids.first { $0.contains("@rooms.") }?.split(separator: " ").last.map(String.init) ?? ""
  }
}

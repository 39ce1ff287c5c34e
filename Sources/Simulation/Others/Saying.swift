package import XMLStream

/// Something a stranger's client says, and whether it is kept.
package struct Saying: Sendable {
  /// What it carries in place of a text.
  enum Payload: Sendable, CaseIterable { case encrypted, file, link, invitation, reaction }

  /// Virtual milliseconds.
  var time: Int64
  var number: Int
  /// Whom it is for: a bare address.
  var to: String
  /// The stanza's `id` and origin ID (XEP-0359), which may name other messages as well.
  var id: String?
  var originID: String?
  var type: String? = "chat"
  var text: String?
  var payload: Payload?
  /// XEP-0334: no archive has it.
  var isFleeting = false
  /// Stamped by its sender long ago, which counts for nothing.
  var isStamped = false
  var wantsReceipt = false

  /// What is inside, the text or the payload first.
  var children: [XMLElement] {
    var children = [content]
    if let originID {
      children.append(XMLElement("origin-id", ServerNamespace.ids, ["id": originID]))
    }
    if isFleeting { children.append(XMLElement("no-store", ServerNamespace.hints)) }
    if isStamped {
      children.append(
        XMLElement(
          "delay", ServerNamespace.delay,
          ["from": Stranger.account, "stamp": "2001-02-03T04:05:06Z"]))
    }
    if wantsReceipt { children.append(XMLElement("request", "urn:xmpp:receipts")) }
    return children
  }

  private var content: XMLElement {
    let name = "s\(number)"
    switch payload {
    case nil: return XMLElement("body", ServerNamespace.client, text: text ?? "")
    case .encrypted:
      let space = "eu.siacs.conversations.axolotl"
      return XMLElement(
        "encrypted", space, [:],
        [
          XMLElement("header", space, ["sid": String(number)]),
          XMLElement("payload", space, text: "QUJD"),
        ])
    case .file:
      let metadata = "urn:xmpp:file:metadata:0"
      return XMLElement(
        "file-sharing", "urn:xmpp:sfs:0", ["disposition": "inline"],
        [
          XMLElement(
            "file", metadata, [:], [XMLElement("name", metadata, text: "\(name).jpg")])
        ])
    case .link:
      return XMLElement(
        "x", "jabber:x:oob", [:],
        [XMLElement("url", "jabber:x:oob", text: "https://files.example/\(name).jpg")])
    case .invitation:
      return XMLElement("x", "jabber:x:conference", ["jid": "\(name)@rooms.example"])
    case .reaction:
      return XMLElement(
        "reactions", "urn:xmpp:reactions:0", ["id": name],
        [XMLElement("reaction", "urn:xmpp:reactions:0", text: "👍")])
    }
  }

  /// Its server did not store it, for no reason one could see.
  var isForgotten = false

  /// RFC 6121 §5.2.2: a headline is told to who is there, and not kept.
  var isKept: Bool { !isFleeting && !isForgotten && type != "headline" }

  /// Names it among all sayings, where no archive does.
  var key: String { content.serialized(inside: ServerNamespace.client) }

  package static func key(of stanza: XMLElement) -> String? {
    stanza.children.first?.serialized(inside: ServerNamespace.client)
  }
}

extension Saying {
  /// What was said before anybody came, a second after another.
  static func history(_ count: Int, length: Int) -> [Saying] {
    (0..<count).map { index in
      let number = length * 1_000 + index
      let text = "s\(number) " + String(repeating: "long ago ", count: length / 9)
      let time = Int64(index - count) * 1_000
      var saying = Saying(time: time, number: number, to: "ana@sim.example", text: text)
      saying.id = "before-\(number)"
      return saying
    }
  }

  /// What a seed's stranger says.
  static func plan(
    _ oddities: Set<Oddity>, until end: Int64, _ random: inout SeededRandom
  ) -> [Saying] {
    guard !oddities.isDisjoint(with: Oddity.talkative) else { return [] }
    var counter = 0
    return (0..<6 + random.below(10)).map { number in
      let time = random.within(Scenario.calm...end)
      let to = random.pick(["ana@sim.example", "ana@sim.example", "bo@sim.example"])
      var saying = Saying(time: time, number: number, to: to, text: "s\(number) of dee")
      saying.id = "dee-\(number)"
      saying.isStamped = random.chance(10)
      saying.wantsReceipt = random.chance(50)
      if oddities.contains(.strangeIDs) { saying.nameBadly(&counter, &random) }
      if oddities.contains(.strangeKinds) { saying.turnStrange(&random) }
      if oddities.contains(.fleeting), random.chance(40), saying.payload == nil {
        saying.isFleeting = true
      }
      saying.isForgotten =
        oddities.contains(.forgetfulArchive) && saying.payload == nil && random.chance(20)
      // What no archive names is told from others by its text.
      if !saying.isKept, saying.text != nil { saying.text = "s\(number) of dee" }
      return saying
    }
  }

  /// From a counter that begins anew, the same for several, or none.
  private mutating func nameBadly(_ counter: inout Int, _ random: inout SeededRandom) {
    counter = random.chance(30) ? 1 : counter + 1
    switch random.below(4) {
    case 0, 1: id = String(counter)
    case 2: (id, originID) = ("dee-\(number)", "origin-\(random.below(2))")
    default: (id, wantsReceipt) = (nil, false)
    }
    if random.chance(20) { text = "ok" }
  }

  private mutating func turnStrange(_ random: inout SeededRandom) {
    if random.chance(50) {
      payload = random.pick(Payload.allCases)
      text = nil
    } else {
      type = random.pick([nil, "normal", "headline", "x-bot"])
      if type == "headline" { text = "s\(number) of dee" }
    }
  }
}

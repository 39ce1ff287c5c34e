internal import XMLStream

/// One room: who is in it, who may be, and all that was said there.
final class SimulatedRoom {
  struct Occupant {
    var nick: String
    var session: ServerSession
    /// Whether they are away, as they say it.
    var show: XMLElement?
  }

  let address: String
  unowned let server: ServerModel
  /// Somebody has made it: those of one server do not hide there.
  private let tellsAddresses: Bool
  private(set) var occupants: [Occupant] = []
  var archive: Archive
  /// Ids of what its moderators deleted.
  var removed: Set<String> = []
  /// By the id of what was said: the name under which.
  private var speakers: [String: String] = [:]
  /// The place in the archive up to which each account has shown that it read.
  private var furthest: [String: Int] = [:]
  /// Not everybody may come. That of the seeds is so.
  private(set) var isClosed: Bool
  /// What lets one in; `nil` where everybody may come.
  var password: String?
  /// As its owner calls it.
  var name: String
  var about = ""
  /// Only they and its owner may come.
  var isMembersOnly = false
  var members: Set<String> = []
  /// Anybody may know of it.
  var isPublic = true
  /// Nobody was told yet that it is there.
  private var isNew: Bool
  /// The next message does not reach it.
  var missesNext = false
  /// Bare addresses of those who may not.
  var outcasts: Set<String> = []
  /// What accounts are to it, and what they may do while they are there, where that is not as usual.
  var affiliations: [String: String] = [:]
  var roles: [String: String] = [:]
  /// What it is about, and whose word that is.
  var topic: (by: String, text: String)?

  init(_ address: String, owner: String?, salt: UInt64, server: ServerModel) {
    (self.address, tellsAddresses, self.server) = (address, owner != nil, server)
    if let owner { affiliations[owner] = "owner" }
    (name, isNew) = (address.split(separator: "@").first.map(String.init) ?? "", owner != nil)
    archive = Archive(salt: salt)
    isClosed = owner == nil
  }

  var world: World { server.world }

  /// How many are there.
  var count: String { String(occupants.count) }

  /// What somebody was called who said this there.
  func speaker(of id: String) -> String? { speakers[id] }

  // MARK: What it is

  /// From now on only its members may come; who is there is one.
  func shut() {
    isClosed = true
    let status = XMLElement("status", ServerNamespace.roomUser, ["code": "104"])
    for one in occupants {
      one.session.send(
        XMLElement(
          "message", ServerNamespace.client,
          ["from": address, "to": one.session.address, "type": "groupchat"],
          [XMLElement("x", ServerNamespace.roomUser, [:], [status])]))
    }
  }

  /// How many accounts besides this one have shown that they read what has this id, or something after it.
  func readers(of id: String, except account: String) -> Int {
    guard let place = archive.entries.firstIndex(where: { $0.textID == id }) else { return 0 }
    return furthest.count { $0.key != account && $0.value >= place }
  }

  // MARK: In and out

  func handlePresence(_ presence: XMLElement, from session: ServerSession) {
    let nick = presence["to"].map(Self.resource) ?? ""
    guard presence["type"] != "unavailable" else { return leave(session) }
    if let condition = refusal(of: presence, nick, session) {
      let kind = condition == "not-authorized" ? "auth" : "cancel"
      return Self.refuse(presence, session, condition, kind: kind)
    }
    let wasThere = isThere(session)
    occupants.removeAll { $0.session === session }
    let occupant = Occupant(
      nick: nick, session: session, show: presence.child("show", ServerNamespace.client))
    occupants.append(occupant)
    if wasThere, presence.child("x", ServerNamespace.rooms) == nil {
      for other in occupants { other.session.send(told(of: occupant, to: other.session)) }
      return
    }
    world.tell("\(session.address) is in \(address) as \(nick)")
    for other in occupants where other.nick != nick {
      session.send(told(of: other, to: session, isGone: other.session.isAbsent))
    }
    let made = isNew ? [201] : []
    isNew = false
    for other in occupants {
      let isMaker = other.session === session
      other.session.send(told(of: occupant, to: other.session, codes: isMaker ? made : []))
    }
    tellTopic(to: session)
  }

  /// Why somebody is not let in (XEP-0045 §7.2).
  private func refusal(
    of presence: XMLElement, _ nick: String, _ session: ServerSession
  ) -> String? {
    let x = presence.child("x", ServerNamespace.rooms)
    if outcasts.contains(session.account) { return "forbidden" }
    if isMembersOnly, !isOwned(by: session.account), !members.contains(session.account),
      affiliations[session.account] == nil
    {
      return "registration-required"
    }
    if x == nil, !isThere(session) { return "not-acceptable" }
    if let password, !isThere(session), !isOwned(by: session.account),
      x?.child("password", ServerNamespace.rooms)?.text != password
    {
      return "not-authorized"
    }
    let holder = occupants.first { $0.nick == nick }
    return holder.map { $0.session.account != session.account } ?? false ? "conflict" : nil
  }

  private func leave(_ session: ServerSession, codes: [Int] = [], reason: String? = nil) {
    guard let gone = occupants.first(where: { $0.session === session }) else { return }
    world.tell("\(session.address) leaves \(address) \(codes)")
    session.send(told(of: gone, to: session, isGone: true, codes: codes, reason: reason))
    forget(session, codes: codes, reason: reason)
  }

  /// The session is over, or was thrown out without a word to it.
  func forget(_ session: ServerSession, codes: [Int] = [], reason: String? = nil) {
    guard let gone = occupants.first(where: { $0.session === session }) else { return }
    occupants.removeAll { $0.session === session }
    guard !occupants.contains(where: { $0.nick == gone.nick }) else { return }
    for other in occupants {
      other.session.send(
        told(of: gone, to: other.session, isGone: true, codes: codes, reason: reason))
    }
  }

  /// Nobody is there any more, and nobody is told.
  func forgetAll() { occupants = [] }

  /// It has trouble with one of those who are there (status 333), or loses them without a word.
  func lose(_ device: String, isTold: Bool) {
    guard let session = occupants.first(where: { $0.session.address == device })?.session else {
      return
    }
    if isTold { leave(session, codes: [307, 333]) } else { forget(session) }
  }

  /// Somebody is put out, and may not come back where they are banned.
  func putOut(_ account: String, isBanned: Bool, reason: String? = nil) {
    if isBanned { outcasts.insert(account) }
    for session in sessions(of: account) {
      leave(session, codes: [isBanned ? 301 : 307], reason: reason)
    }
  }

  /// It is no more, for all who are there.
  func close() {
    for gone in occupants {
      var presence = told(of: gone, to: gone.session, isGone: true)
      presence.nodes = [
        .element(
          XMLElement(
            "x", ServerNamespace.roomUser, [:],
            [
              XMLElement(
                "item", ServerNamespace.roomUser, ["affiliation": "none", "role": "none"]),
              XMLElement("destroy", ServerNamespace.roomUser),
            ]))
      ]
      gone.session.send(presence)
    }
    occupants = []
  }

  // MARK: Who is there

  func isThere(_ session: ServerSession) -> Bool {
    occupants.contains { $0.session === session }
  }

  private func sessions(of account: String) -> [ServerSession] {
    occupants.map(\.session).filter { $0.account == account }
  }

  /// As psst's private server does it: who has no connection for long is shown as gone, and stays.
  func tellEnd(of session: ServerSession, isGone: Bool) {
    guard let occupant = occupants.first(where: { $0.session === session }),
      !occupants.contains(where: { $0.nick == occupant.nick && $0.session !== session })
    else { return }
    for other in occupants where other.session !== session {
      other.session.send(told(of: occupant, to: other.session, isGone: isGone))
    }
  }

  func told(
    of occupant: Occupant, to session: ServerSession, isGone: Bool = false, codes: [Int] = [],
    reason: String? = nil
  ) -> XMLElement {
    let account = occupant.session.account
    let all = (occupant.session === session ? [110] : []) + codes
    let words = reason.map { [XMLElement("reason", ServerNamespace.roomUser, text: $0)] } ?? []
    let item = XMLElement(
      "item", ServerNamespace.roomUser,
      [
        "affiliation": affiliation(of: account),
        "jid": tellsAddresses ? occupant.session.address : nil,
        "role": isGone ? "none" : role(of: account),
      ], words)
    let x = XMLElement(
      "x", ServerNamespace.roomUser, [:],
      [item]
        + all.map { XMLElement("status", ServerNamespace.roomUser, ["code": String($0)]) })
    return XMLElement(
      "presence", ServerNamespace.client,
      [
        "from": "\(address)/\(occupant.nick)", "to": session.address,
        "type": isGone ? "unavailable" : nil,
      ], [x, occupantID(of: account)] + (isGone ? [] : [occupant.show].compactMap(\.self)))
  }

  // MARK: What is said

  /// Archived first, and told to all who are there; that is the word for who said it, too.
  func receive(_ message: XMLElement, from session: ServerSession) {
    guard let speaker = occupants.first(where: { $0.session === session }) else { return }
    if missesNext, server.textID(message) != nil { return missesNext = false }
    let said = message.with("from", "\(address)/\(speaker.nick)")
      .adding(occupantID(of: session.account))
    noteReading(message, by: session.account)
    let isKept = server.isArchived(message)
    let id = isKept ? archive.store(said, with: address, stamp: server.clock) : nil
    if let textID = server.textID(message) {
      speakers[textID] = speaker.nick
      world.ledger.accepted(textID, from: session.account, to: address)
      if server.crashes(at: .afterArchive) { return }
    }
    for other in occupants {
      other.session.send(
        server.identified(said.with("to", other.session.address), id, by: address))
    }
    if server.textID(message) != nil { _ = server.crashes(at: .afterDelivery) }
  }

  private func noteReading(_ message: XMLElement, by account: String) {
    guard let id = message.child("displayed", ServerNamespace.markers)?["id"],
      let place = archive.place(of: id)
    else { return }
    furthest[account] = max(furthest[account] ?? 0, place)
  }

  /// XEP-0410, to oneself in the room; anything else is nobody's.
  func answersPing(_ iq: XMLElement, from session: ServerSession) -> Bool {
    iq["to"] != address && isThere(session)
  }

  static func refuse(
    _ presence: XMLElement, _ session: ServerSession, _ condition: String,
    kind: String = "cancel"
  ) {
    let error = XMLElement(
      "error", ServerNamespace.client, ["type": kind],
      [XMLElement(condition, ServerNamespace.stanzaErrors)])
    session.send(
      XMLElement(
        "presence", ServerNamespace.client,
        ["from": presence["to"], "to": session.address, "type": "error"],
        [XMLElement("x", ServerNamespace.rooms), error]))
  }

  private func occupantID(of account: String) -> XMLElement {
    XMLElement("occupant-id", ServerNamespace.occupants, ["id": "occupant of \(account)"])
  }

  private static func resource(_ address: String) -> String {
    address.split(separator: "/", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
  }
}

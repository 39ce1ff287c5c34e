internal import XMLStream

/// One room: who is in it, who may be, and all that was said there.
final class SimulatedRoom {
  struct Occupant {
    var nick: String
    var session: ServerSession
    /// Whether they are away, as they say it.
    var show: XMLElement?
  }

  enum Miss {
    /// It does not reach it, and somebody else may say the same under its id.
    case lost(isRepeated: Bool)
    /// Who said it is not told.
    case echoLost
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
  /// How much had been said when each device came for the first time.
  private(set) var saidBefore: [String: Int] = [:]
  /// Ids of what was lost on the way to each device.
  private(set) var unheard: [String: Set<String>] = [:]
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
  /// What becomes of the next message; `nil` where it arrives, and is told to all.
  var missesNext: Miss?
  /// Devices that were not told, over a way that was cut, who came or went since they entered.
  private(set) var untold: Set<String> = []
  /// Ids of what was said there under somebody else's id.
  private(set) var forged: [String] = []
  /// Bare addresses of those who may not.
  var outcasts: Set<String> = []
  /// Accounts put out of it once: their messages there may have failed.
  private(set) var shutOut: Set<String> = []
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
    isClosed = owner == nil && server.world.scenario.hasClosedRoom
  }

  var world: World { server.world }

  /// What it keeps can be read, and has ids.
  var hasArchive: Bool { server.traits.hasArchive && !world.has(.bareGroup) }

  /// How many are there.
  var count: String { String(occupants.count) }

  /// What somebody was called who said this there.
  func speaker(of id: String) -> String? { speakers[id] }

  // MARK: What it is

  /// From now on only its members may come; who is there is one.
  func shut() {
    isClosed = true
    tellChange()
  }

  /// How many accounts besides this one have shown that they read what has this id, or something after it.
  func readers(of id: String, except account: String) -> Int {
    guard let place = archive.entries.firstIndex(where: { $0.name == id }) else { return 0 }
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
    let before = occupants.first { $0.session === session }
    if let before, before.nick != nick { rename(before, nick) }
    let wasThere = before != nil
    occupants.removeAll { $0.session === session }
    let occupant = Occupant(
      nick: nick, session: session, show: presence.child("show", ServerNamespace.client))
    occupants.append(occupant)
    if wasThere, presence.child("x", ServerNamespace.rooms) == nil {
      for other in occupants { reach(other.session, told(of: occupant, to: other.session)) }
      return
    }
    world.tell("\(session.address) is in \(address) as \(nick)")
    untold.remove(session.address)
    for other in occupants where other.nick != nick {
      reach(session, told(of: other, to: session, isGone: other.session.isAbsent))
    }
    let made = isNew ? [201] : []
    isNew = false
    for other in occupants {
      let isMaker = other.session === session
      reach(other.session, told(of: occupant, to: other.session, codes: isMaker ? made : []))
    }
    saidBefore[session.address] = saidBefore[session.address] ?? archive.entries.count
    if world.has(.bareGroup) { tellHistory(to: session, asked: presence) }
    tellTopic(to: session)
  }

  /// The discussion of as many seconds as somebody asks for.
  private func tellHistory(to session: ServerSession, asked presence: XMLElement) {
    let asked = presence.child("x", ServerNamespace.rooms)?.child("history", ServerNamespace.rooms)
    guard let seconds = asked?["seconds"].flatMap({ Int64($0) }) else { return }
    let start = server.clock - seconds * 1_000
    for entry in archive.entries where entry.text != nil && entry.stamp >= start {
      let delay = XMLElement(
        "delay", ServerNamespace.delay,
        ["from": address, "stamp": SimulatedTime.text(entry.stamp, wholeSeconds: true)])
      reach(session, entry.stanza.with("to", session.address).adding(delay))
    }
  }

  /// What all who are there are told before they are told of the next name (XEP-0045 §7.6).
  private func rename(_ occupant: Occupant, _ nick: String) {
    guard occupants.count(where: { $0.nick == occupant.nick }) == 1 else { return }
    for other in occupants {
      reach(
        other.session,
        told(of: occupant, to: other.session, isGone: true, codes: [303], newNick: nick))
    }
  }

  /// Over a way that may be cut.
  func reach(_ session: ServerSession, _ stanza: XMLElement) {
    guard server.rooms.passage(from: session) == .open else {
      if stanza.name == "presence" { untold.insert(session.address) }
      if let id = server.textID(stanza) { unheard[session.address, default: []].insert(id) }
      world.tampering?.lost(stanza, to: session.address)
      return
    }
    session.send(stanza)
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
    reach(session, told(of: gone, to: session, isGone: true, codes: codes, reason: reason))
    forget(session, codes: codes, reason: reason)
  }

  /// The session is over, or was thrown out without a word to it.
  func forget(_ session: ServerSession, codes: [Int] = [], reason: String? = nil) {
    guard let gone = occupants.first(where: { $0.session === session }) else { return }
    occupants.removeAll { $0.session === session }
    guard !occupants.contains(where: { $0.nick == gone.nick }) else { return }
    for other in occupants {
      reach(
        other.session,
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

  /// All devices of somebody, without a word to them.
  func lose(account: String) {
    for session in sessions(of: account) { forget(session, codes: [333]) }
  }

  /// They may come again.
  func forgive(_ account: String) { outcasts.remove(account) }

  /// Somebody is put out, and may not come back where they are banned.
  func putOut(_ account: String, isBanned: Bool, reason: String? = nil) {
    shutOut.insert(account)
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
      reach(gone.session, presence)
    }
    occupants = []
  }

  // MARK: Who is there

  func isThere(_ session: ServerSession) -> Bool {
    occupants.contains { $0.session === session }
  }

  func isThere(_ device: String) -> Bool {
    occupants.contains { $0.session.address == device }
  }

  /// Of those who are shown as there, in order.
  var nicks: [String] { Set(occupants.filter { !$0.session.isAbsent }.map(\.nick)).sorted() }

  private func sessions(of account: String) -> [ServerSession] {
    occupants.map(\.session).filter { $0.account == account }
  }

  /// As psst's private server does it: who has no connection for long is shown as gone, and stays.
  func tellEnd(of session: ServerSession, isGone: Bool) {
    guard let occupant = occupants.first(where: { $0.session === session }),
      !occupants.contains(where: { $0.nick == occupant.nick && $0.session !== session })
    else { return }
    for other in occupants where other.session !== session {
      reach(other.session, told(of: occupant, to: other.session, isGone: isGone))
    }
  }

  func told(
    of occupant: Occupant, to session: ServerSession, isGone: Bool = false, codes: [Int] = [],
    reason: String? = nil, newNick: String? = nil
  ) -> XMLElement {
    let account = occupant.session.account
    let all = (occupant.session === session ? [110] : []) + codes
    let words = reason.map { [XMLElement("reason", ServerNamespace.roomUser, text: $0)] } ?? []
    let item = XMLElement(
      "item", ServerNamespace.roomUser,
      [
        "affiliation": affiliation(of: account),
        "jid": tellsAddresses ? occupant.session.address : nil, "nick": newNick,
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
    let miss = server.textID(message) == nil ? nil : missesNext
    if miss != nil { missesNext = nil }
    if case .lost(let isRepeated) = miss {
      world.tell("! \(message["id"] ?? "") is lost on the way to \(address)")
      if isRepeated { forge(message) }
      return echoLost(message, to: session)
    }
    let said = message.with("from", "\(address)/\(speaker.nick)")
      .adding(occupantID(of: session.account))
    noteReading(message, by: session.account)
    let id = stored(said)
    if let textID = server.textID(message) {
      speakers[textID] = speaker.nick
      world.ledger.accepted(textID, from: session.account, to: address)
      if server.crashes(at: .afterArchive) { return }
    }
    tellAll(said, id, except: miss == nil ? nil : session)
    if server.textID(message) != nil { _ = server.crashes(at: .afterDelivery) }
  }

  private func noteReading(_ message: XMLElement, by account: String) {
    guard let id = message.child("displayed", ServerNamespace.markers)?["id"],
      let place = archive.place(of: id)
    else { return }
    furthest[account] = max(furthest[account] ?? 0, place)
  }

  /// Who wrote it behaves as if the room had told of it.
  func echoLost(_ message: XMLElement, to session: ServerSession) {
    guard world.tampering?.takesHandedForSaid == true else { return }
    let said = message.with("from", "\(address)/\(session.account.split(separator: "@")[0])")
    session.send(said.with("to", session.address).adding(occupantID(of: session.account)))
  }

  /// Its id in the archive.
  private func stored(_ said: XMLElement) -> String? {
    server.isArchived(said) ? archive.store(said, with: address, stamp: server.clock) : nil
  }

  private func tellAll(_ said: XMLElement, _ id: String?, except deaf: ServerSession? = nil) {
    for other in occupants where other.session !== deaf {
      let told = said.with("to", other.session.address)
      reach(other.session, hasArchive ? server.identified(told, id, by: address) : told)
    }
  }

  /// Somebody says what another wanted to say, under the same id.
  private func forge(_ message: XMLElement) {
    guard let id = message["id"], !forged.contains(id) else { return }
    forged.append(id)
    let said = message.with("from", "\(address)/\(Forger.nick)").adding(occupantID(of: Forger.nick))
    tellAll(said, stored(said))
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
    XMLElement("occupant-id", ServerNamespace.occupants, ["id": RoomIdentity.id(of: account)])
  }

  private static func resource(_ address: String) -> String {
    address.split(separator: "/", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
  }
}

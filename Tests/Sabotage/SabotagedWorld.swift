package import Model
package import Simulation
package import XMLStream

/// A world in which every device has a mistake.
package final class SabotagedWorld: Tampering {
  private let kind: Sabotage
  /// Texts that came to devices, with their ids; and how far devices came in their archives.
  private var known: [String: (id: String, time: Int64)] = [:]
  /// What was acknowledged too early: its device asks no more.
  private var believed: Set<String> = []
  private var pagesBack: [String: Int] = [:]
  /// Devices, and what of a room was lost on its way to them.
  private var unheard: Set<String> = []

  package init(_ kind: Sabotage) { self.kind = kind }

  package func wire(of account: String) -> any WireTampering { Saboteur(kind, account: account) }

  // MARK: What a device with some mistakes would not take, or show

  package func overlooks(_ stanza: XMLElement, by device: String, at time: Int64) -> Bool {
    switch kind {
    case .takesEqualTextForRepeat: isEqualText(stanza, for: device, at: time)
    case .dropsRepeatedIDs: isRepeatedID(stanza, for: device)
    case .dropsStrangeKinds:
      isStrangers(stanza)
        && (stanza["type"] != "chat" || stanza.child("body", Namespace.client) == nil)
    case .ignoresBounces: stanza.name == "message" && stanza["type"] == "error"
    default: false
    }
  }

  private func isStrangers(_ stanza: XMLElement) -> Bool {
    stanza.name == "message" && stanza["from"]?.hasPrefix(Stranger.account) == true
  }

  /// An id that came with another text before.
  private func isRepeatedID(_ stanza: XMLElement, for device: String) -> Bool {
    guard isStrangers(stanza), let key = Saying.key(of: stanza) else { return false }
    let origin = stanza.child("origin-id", Namespace.ids)?["id"]
    guard let id = origin ?? stanza["id"] else { return false }
    let first = known["\(device) \(id)"]?.id ?? key
    known["\(device) \(id)"] = (first, 0)
    return first != key
  }

  /// The same text from the same person, under another id, within a minute.
  private func isEqualText(_ stanza: XMLElement, for device: String, at time: Int64) -> Bool {
    guard stanza["type"] != "error", let body = stanza.child("body", Namespace.client)?.text,
      let id = stanza["id"], let from = stanza["from"]
    else { return false }
    let key = "\(device) \(from) \(body)"
    defer { if known[key] == nil { known[key] = (id, time) } }
    guard let earlier = known[key] else { return false }
    return earlier.id != id && time - earlier.time < 60_000
  }

  package func shown(_ change: Change, wasRestarted: Bool) -> Change {
    if kind == .countsItself, case .room(var room) = change {
      room.reading?.readers += 1
      return .room(room)
    }
    guard case .message(let original) = change else { return change }
    var message = withOldReactions(original)
    if kind == .showsSentAfterRestart, wasRestarted, message.status == .queued {
      message.status = .sent
    }
    return .message(message)
  }

  private func withOldReactions(_ message: Message) -> Message {
    guard kind == .keepsOldReactions else { return message }
    var message = message
    message.reactions += message.reactions.prefix(1)
    return message
  }

  package func shown(_ original: [Message]) -> [Message] {
    let messages = original.map(withOldReactions)
    if kind == .ordersGroupsByArrival { return inGroupsByArrival(messages) }
    guard kind == .sinksUnarchived else { return messages }
    let isSunk = { (message: Message) in !message.isMine && message.archiveID == nil }
    return messages.filter { !isSunk($0) } + messages.filter(isSunk)
  }

  private func inGroupsByArrival(_ messages: [Message]) -> [Message] {
    let isGroup = messages.first?.chat.domain.hasPrefix("rooms.") == true
    return isGroup ? messages.sorted { $0.id < $1.id } : messages
  }

  package var losesCommits: Bool { kind == .losesCommits }

  /// A program that takes what was acknowledged for arrived asks its user about nothing.
  package var asksNobody: Bool { kind == .trustsAcknowledgements || kind == .trustsTheWay }

  // MARK: What a server does to let a device look as if it had a mistake

  package func acknowledgesAtOnce(_ id: String) -> Bool {
    guard kind == .acknowledgesTooEarly else { return false }
    believed.insert(id)
    return true
  }

  package var arrivesAtCrash: Bool { kind == .acknowledgesTooEarly }

  package func trustsRepeat(of id: String, forgotten: Int, transitLosses: Int) -> Bool {
    switch kind {
    case .acknowledgesTooEarly: believed.contains(id)
    case .trustsAcknowledgements: forgotten > 0
    case .trustsTheWay: transitLosses > 0
    default: false
    }
  }

  package var takesHandedForSaid: Bool { kind == .takesHandedForSaid }

  package var asksForEach: Bool { kind == .asksForEach }

  /// Where in the archive a device goes on that never looks back: it has asked up to there.
  package func furthest(_ after: String, at place: Int, for device: String) -> String {
    guard kind == .trustsCursor, let known = known[device], Int(known.time) > place else {
      return after
    }
    return known.id
  }

  package func told(_ id: String, at place: Int, to device: String) {
    guard kind == .trustsCursor, Int64(place) > known[device]?.time ?? -1 else { return }
    known[device] = (id, Int64(place))
  }

  package func readsBackTooFar(_ device: String) -> Bool {
    guard kind == .readsBackLittle else { return false }
    pagesBack[device, default: 0] += 1
    return pagesBack[device, default: 0] > 10
  }

  package func hides(
    _ stanza: XMLElement, hasText: Bool, from device: String, at time: Int64
  ) -> Bool {
    switch kind {
    case .resendWithoutAsking: hasText && stanza["from"] == device
    case .resendsToGroups: hasText && isOfGroup(stanza, by: device) == true
    case .hearsGroupsOnlyLive: hasText && isOfGroup(stanza, by: device) == false
    case .trustsSilence: hasText && stanza["id"].map { unheard.contains(device + $0) } == true
    default: overlooks(stanza, by: device, at: time)
    }
  }

  package func lost(_ stanza: XMLElement, to device: String) {
    if kind == .trustsSilence, let id = stanza["id"] { unheard.insert(device + id) }
  }

  /// Whether it was said in a group by the account of a device; `nil` where it was said elsewhere.
  private func isOfGroup(_ stanza: XMLElement, by device: String) -> Bool? {
    guard stanza["type"] == "groupchat" else { return nil }
    let nick = stanza["from"]?.split(separator: "/").last
    return nick == device.split(separator: "@").first
  }

  package func disguised(_ entry: XMLElement, buried id: String?) -> XMLElement {
    switch (kind, id) {
    case (.deletesOnlyLive, _): entry.without("retract")
    case (.reactsOnlyLive, _): entry.without("reactions")
    case (.learnsReadersOnlyLive, _): entry.without("displayed")
    case (.believesOccupants, _): inTheRoomsName(entry)
    case (.removesOnlyLive, _): entry.without("retract").without("retracted")
    case (.forgetsGraves, let id?): forgotten(entry, id)
    default: entry
    }
  }

  /// What says that a moderator deleted something, as if the room said it.
  private func inTheRoomsName(_ entry: XMLElement) -> XMLElement {
    guard entry.children.contains(where: { $0.name == "retract" }),
      let room = entry["from"]?.split(separator: "/").first
    else { return entry }
    var stanza = entry
    stanza.attributes.removeAll { $0.name == "from" && $0.namespace.isEmpty }
    stanza.attributes.append(XMLAttribute(name: "from", value: String(room)))
    return stanza
  }

  package func disguised(
    _ stanza: XMLElement, to device: String, writer: String?
  ) -> XMLElement {
    guard stanza["from"]?.contains("@rooms.") == true else { return stanza }
    let account = device.split(separator: "/").first.map(String.init) ?? device
    let nick = stanza["from"]?.split(separator: "/").last.map(String.init)
    let isText = stanza.child("body", Namespace.client) != nil
    switch kind {
    case .trustsNicknames where isText && nick.map { account.hasPrefix($0 + "@") } == true,
      .trustsIDsInGroups where isText && writer == account:
      return stanza.said(by: RoomIdentity.id(of: account))
    case .givesUpWhatGroupsReturn where stanza.name == "message" && stanza["type"] == "error":
      return stanza.refusedForGood
    case .believesToBeThere where stanza.name == "iq" && stanza["type"] == "error":
      return stanza.agreed
    default: return stanza
    }
  }

  /// As it is told once the message was refused, deleted, and forgotten.
  private func forgotten(_ entry: XMLElement, _ id: String) -> XMLElement {
    var stanza = entry.without("origin-id")
    stanza.attributes.removeAll { $0.name == "id" && $0.namespace.isEmpty }
    stanza.attributes.append(XMLAttribute(name: "id", value: "forgotten-" + id))
    return stanza
  }

  /// As a device writes it that has not heard yet that what it corrects was deleted, and would not mind.
  package func disguised(lateCorrection message: XMLElement) -> XMLElement {
    kind == .correctsWhatIsDeleted ? message.without("replace") : message
  }

  private enum Namespace {
    static let client = "jabber:client"
    static let ids = "urn:xmpp:sid:0"
  }
}

extension XMLElement {
  /// In a group, by who has this id there.
  fileprivate func said(by occupant: String) -> XMLElement {
    var element = without("occupant-id")
    element.nodes.append(
      .element(XMLElement("occupant-id", "urn:xmpp:occupant-id:0", ["id": occupant])))
    return element
  }

  /// An answer that says yes.
  fileprivate var agreed: XMLElement {
    var element = without("error")
    element.attributes.removeAll { $0.name == "type" && $0.namespace.isEmpty }
    element.attributes.append(XMLAttribute(name: "type", value: "result"))
    return element
  }

  fileprivate var refusedForGood: XMLElement {
    var element = without("error")
    let reason = XMLElement("forbidden", "urn:ietf:params:xml:ns:xmpp-stanzas")
    element.nodes.append(
      .element(XMLElement("error", "jabber:client", ["type": "cancel"], [reason])))
    return element
  }

  /// Without the children of that name.
  fileprivate func without(_ name: String) -> XMLElement {
    var element = self
    element.nodes.removeAll {
      if case .element(let child) = $0 { child.name == name } else { false }
    }
    return element
  }
}

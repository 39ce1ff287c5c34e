internal import XMLStream

/// What moderators, admins and owners ask of a room (XEP-0045 §8, §9, §10).
extension SimulatedRoom {
  private static let ranks = ["outcast", "none", "member", "admin", "owner"]

  private func rank(of account: String) -> Int {
    Self.ranks.firstIndex(of: affiliation(of: account)) ?? 1
  }

  private var admin: Int { 3 }

  /// In the seeds' room all are equal, and nobody leads.
  func affiliation(of account: String) -> String {
    if outcasts.contains(account) { return "outcast" }
    return affiliations[account] ?? "member"
  }

  func role(of account: String) -> String {
    roles[account] ?? (rank(of: account) >= admin ? "moderator" : "participant")
  }

  func isOwned(by account: String) -> Bool { affiliation(of: account) == "owner" }

  /// Why nobody may do that, or the answer's payload.
  enum AdminAnswer {
    case refused(String)
    case done(XMLElement?)
  }

  func administer(_ iq: XMLElement, by session: ServerSession) -> AdminAnswer {
    guard let item = iq.children.first?.child("item", ServerNamespace.roomAdmin) else {
      return .refused("bad-request")
    }
    if iq["type"] == "get" { return list(item["affiliation"] ?? "", for: session.account) }
    let reason = item.child("reason", ServerNamespace.roomAdmin)?.text
    if let nick = item["nick"], let role = item["role"] {
      return change(nick, to: role, reason, by: session.account)
    }
    guard let account = item["jid"], let affiliation = item["affiliation"] else {
      return .refused("bad-request")
    }
    return change(account, toBe: affiliation, reason, by: session.account)
  }

  private func list(_ affiliation: String, for account: String) -> AdminAnswer {
    let listed = Self.ranks.firstIndex(of: affiliation) ?? 0
    guard rank(of: account) >= max(admin, listed) else { return .refused("forbidden") }
    let known = Set(affiliations.keys).union(outcasts)
    let items = known.filter { self.affiliation(of: $0) == affiliation }.sorted().map {
      XMLElement("item", ServerNamespace.roomAdmin, ["affiliation": affiliation, "jid": $0])
    }
    return .done(XMLElement("query", ServerNamespace.roomAdmin, [:], items))
  }

  private func change(
    _ nick: String, to role: String, _ reason: String?, by account: String
  ) -> AdminAnswer {
    guard self.role(of: account) == "moderator" else { return .refused("not-allowed") }
    guard let other = occupants.first(where: { $0.nick == nick })?.session.account else {
      return .refused("item-not-found")
    }
    guard rank(of: other) <= rank(of: account) else { return .refused("not-allowed") }
    if role == "moderator" || self.role(of: other) == "moderator" {
      guard rank(of: account) >= admin else { return .refused("not-allowed") }
    }
    world.tell("\(account) makes \(other) \(role) in \(address)")
    if role == "none" {
      putOut(other, isBanned: false, reason: reason)
    } else {
      roles[other] = role
      announce(other)
    }
    return .done(nil)
  }

  private func change(
    _ other: String, toBe affiliation: String, _ reason: String?, by account: String
  ) -> AdminAnswer {
    let next = Self.ranks.firstIndex(of: affiliation) ?? 1
    let highest = max(next, rank(of: other))
    guard rank(of: account) == 4 || rank(of: account) == admin && highest < admin else {
      return .refused("not-allowed")
    }
    let owners = affiliations.filter { $0.value == "owner" }.keys
    if next < 4, owners.contains(other), owners.count == 1 { return .refused("conflict") }
    world.tell("\(account) makes \(other) \(affiliation) of \(address)")
    if affiliation == "outcast" {
      putOut(other, isBanned: true, reason: reason)
    } else {
      outcasts.remove(other)
      (affiliations[other], roles[other]) = (affiliation, nil)
      announce(other)
    }
    return .done(nil)
  }

  /// All who are there learn what somebody is now.
  private func announce(_ account: String) {
    for one in occupants where one.session.account == account {
      for other in occupants { reach(other.session, told(of: one, to: other.session)) }
    }
  }

  // MARK: What it is about

  /// XEP-0045 §8.1: what has a subject and no body.
  func isTopic(_ message: XMLElement) -> Bool {
    message.child("subject", ServerNamespace.client) != nil
      && message.child("body", ServerNamespace.client) == nil
  }

  /// Returns whether they may.
  func changeTopic(_ message: XMLElement, by session: ServerSession) -> Bool {
    guard let speaker = occupants.first(where: { $0.session === session }),
      role(of: session.account) == "moderator"
    else { return false }
    topic = (speaker.nick, message.child("subject", ServerNamespace.client)?.text ?? "")
    for other in occupants { tellTopic(to: other.session) }
    return true
  }

  func tellTopic(to session: ServerSession) {
    let from = topic.map { "\(address)/\($0.by)" } ?? address
    reach(
      session,
      XMLElement(
        "message", ServerNamespace.client,
        ["from": from, "to": session.address, "type": "groupchat"],
        [XMLElement("subject", ServerNamespace.client, text: topic?.text)]))
  }
}

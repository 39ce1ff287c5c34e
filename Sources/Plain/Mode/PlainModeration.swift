internal import Handover
internal import Localization
internal import Model

/// Moderating and leading the group that one talks to.
struct PlainModeration {
  /// Groups of which the people who are not there were asked for, and not yet told.
  private var asked: Set<JID> = []
  /// What is to be changed about groups whose forms were asked for; nothing where one only looks.
  private var settings: [JID: [Setting?]] = [:]

  private struct Setting {
    var name: String
    var values: [String]
  }

  /// What the last word of `/role` makes of somebody.
  private static let roles: [String: RoomPower] = [
    "owner": .makeOwner, "admin": .makeAdmin, "member": .makeMember, "none": .makeNobody,
    "moderator": .makeModerator, "visitor": .takeVoice,
  ]

  /// - Parameter operand: a name there or an address, and behind it the reason.
  static func use(_ power: RoomPower, _ operand: String, in room: Room) -> [PlainMode.Action] {
    guard let (subject, reason) = subject(operand, in: room) else {
      return [.say(tr("error: who? nobody there is called so"))]
    }
    let act = ModerationAct.use(power, on: subject, reason: reason)
    return [.submit(.moderate(room.jid, act))]
  }

  /// `bo moderator`; a participant is who is no moderator any more, or may speak again.
  static func role(_ operand: String, in room: Room) -> [PlainMode.Action] {
    let parts = operand.split(separator: " ")
    guard parts.count > 1, let word = parts.last.map(String.init) else { return [.say(roleHelp)] }
    let who = parts.dropLast().joined(separator: " ")
    if word == "participant" {
      let isModerator = room.occupants[who]?.role == .moderator
      return use(isModerator ? .takeModerator : .giveVoice, who, in: room)
    }
    guard let power = roles[word] else { return [.say(roleHelp)] }
    return use(power, who, in: room)
  }

  private static var roleHelp: String {
    let all = "owner, admin, member, none, moderator, participant, visitor"
    return tr("error: /role needs a name and one of: \(all)")
  }

  /// The longest name of somebody there that the words begin with, else an address.
  private static func subject(
    _ operand: String, in room: Room
  ) -> (Room.Subject, reason: String)? {
    let called = room.occupants.sorted.filter {
      operand == $0.nick || operand.hasPrefix($0.nick + " ")
    }
    if let one = called.max(by: { $0.nick.count < $1.nick.count }) {
      return (one.subject, String(operand.dropFirst(one.nick.count)).trimmedSpaces)
    }
    let parts = operand.split(separator: " ", maxSplits: 1)
    guard let address = parts.first.flatMap({ JID(String($0)) }), address.local != nil else {
      return nil
    }
    let reason = parts.count > 1 ? String(parts[1]).trimmedSpaces : ""
    return (Room.Subject(address: address), reason)
  }

  // MARK: What a group is

  /// - Parameter operand: nothing, or the name of what is to be changed and what it is to be.
  mutating func configure(_ room: JID, _ operand: String) -> [PlainMode.Action] {
    let parts = operand.split(separator: " ", maxSplits: 1)
    let values = parts.count > 1 ? [String(parts[1])] : []
    settings[room, default: []].append(
      parts.first.map { Setting(name: String($0), values: values) })
    // One after the other: a form that is asked for anew would take the place of what is filled in.
    return settings[room]?.count == 1 ? [.submit(.moderate(room, .configure))] : []
  }

  /// The first is done.
  private mutating func next(_ room: JID) -> [PlainMode.Action] {
    guard settings[room]?.isEmpty == false else { return [] }
    settings[room]?.removeFirst()
    return settings[room]?.isEmpty == false ? [.submit(.moderate(room, .configure))] : []
  }

  mutating func apply(
    _ state: RoomForm, of room: JID, _ wording: PlainWording
  ) -> [PlainMode.Action] {
    switch state {
    case .loading: return []
    case .saved: return next(room)
    case .refused(let words): return [.say(wording.clean(tr("error: \(words)")))] + next(room)
    case .open(let form):
      guard let setting = settings[room]?.first else { return [] }
      let cancel = PlainMode.Action.submit(.moderate(room, .cancelConfiguration))
      guard let setting else { return Self.lines(of: form, wording) + [cancel] + next(room) }
      guard let filled = Self.fill(form, setting) else {
        let none = wording.clean(tr("error: there is no “\(setting.name)” to change"))
        return [.say(none), cancel] + next(room)
      }
      return [.submit(.moderate(room, .submit(filled)))]
    }
  }

  private static func fill(_ form: DataForm, _ setting: Setting) -> DataForm? {
    let field = form.fields.first {
      short($0) == setting.name && $0.kind != .hidden && $0.kind != .fixed
    }
    guard let field, let whole = field.name else { return nil }
    var form = form
    form.kind = .submit
    let isYes = ["yes", tr("yes"), "on", "true", "1"].contains(setting.values.first ?? "")
    form.fill(whole, field.kind == .boolean ? [isYes ? "1" : "0"] : setting.values)
    return form
  }

  private static func lines(of form: DataForm, _ wording: PlainWording) -> [PlainMode.Action] {
    form.fields.filter { $0.kind != .hidden && $0.kind != .fixed }.map { field in
      let value =
        field.kind == .secret ? field.values.map { $0.isEmpty ? "" : "***" } : field.values
      let shown =
        field.kind == .boolean ? [field.values.first == "1" ? tr("yes") : tr("no")] : value
      let label = field.label.split { $0.isNewline }.first ?? ""
      return .say(wording.clean("\(short(field)): \(shown.joined(separator: ", ")) (\(label))"))
    }
  }

  /// Without what the names of all of them begin with.
  private static func short(_ field: DataForm.Field) -> String {
    (field.name ?? "").replacing("muc#roomconfig_", with: "")
  }

  // MARK: Who is there

  mutating func members(of room: Room, _ wording: PlainWording) -> [PlainMode.Action] {
    asked.insert(room.jid)
    let lines = room.occupants.sorted.map { one in
      let words = [one.address?.description, Self.words(one)].compactMap(\.self)
      return ([ShownName.marked(one.nick)] + words).joined(separator: ", ")
    }
    return [.say(tr("\(room.occupants.count) online"))] + lines.map { .say(wording.clean($0)) }
      + [.submit(.moderate(room.jid, .listPeople))]
  }

  private static func words(_ one: Room.Occupant) -> String? {
    var words: [String] = []
    if one.affiliation.rank >= Room.Affiliation.member.rank {
      words.append(Self.words(one.affiliation))
    }
    if one.role == .moderator { words.append(tr("moderator")) }
    if one.role == .visitor { words.append(tr("may not speak")) }
    words += one.hats
    if one.presence == .away { words.append(tr("away")) }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private static func words(_ affiliation: Room.Affiliation) -> String {
    switch affiliation {
    case .owner: tr("owner")
    case .admin: tr("admin")
    case .member: tr("member")
    case .none, .outcast: affiliation.rawValue
    }
  }

  /// Who belongs to it and is not there, once it is known.
  mutating func apply(_ room: Room, _ wording: PlainWording) -> [PlainMode.Action] {
    // Nothing of it comes any more.
    if room.attendance != .joined { settings[room.jid] = nil }
    guard !room.people.isEmpty, asked.remove(room.jid) != nil else { return [] }
    let there = Set(room.occupants.sorted.compactMap(\.address))
    return room.people.filter { !there.contains($0.address) }.map { one in
      let what = Self.words(one.affiliation)
      return .say(
        wording.clean(
          one.affiliation == .outcast
            ? tr("\(one.address), banned") : tr("\(one.address), \(what), not here")))
    }
  }
}

extension PlainMode {
  /// `nil` where it is no such command.
  mutating func moderate(_ command: String, _ operand: String) -> [Action]? {
    guard Self.moderating.contains(command) else { return nil }
    guard let openChat, let room = rooms.room(openChat) else {
      return [.say(tr("error: in which group? say /to GROUP first, and be in it"))]
    }
    switch command {
    case "members": return moderation.members(of: room, wording)
    case "topic" where operand.isEmpty:
      let topic = room.topic.isEmpty ? tr("no topic") : tr("topic: \(room.topic)")
      return [.say(wording.clean(topic))]
    case "topic": return [.submit(.moderate(room.jid, .topic(operand)))]
    case "configure": return moderation.configure(room.jid, operand)
    case "remove":
      guard let message = replies.message(in: openChat) else {
        return [.say(tr("error: there is no message to delete"))]
      }
      return [.submit(.moderate(room.jid, .delete(row: message.id)))]
    case "kick": return PlainModeration.use(.kick, operand, in: room)
    case "ban": return PlainModeration.use(.ban, operand, in: room)
    case "unban": return PlainModeration.use(.unban, operand, in: room)
    default: return PlainModeration.role(operand, in: room)
    }
  }

  private static let moderating: Set = [
    "members", "topic", "configure", "remove", "kick", "ban", "unban", "role",
  ]
}

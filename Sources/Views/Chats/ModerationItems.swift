internal import Localization
internal import Model
internal import Screen
internal import Store

/// What the palette finds for who moderates or leads the open group.
extension Switcher {
  /// Each by a word that one begins with, in one's own language or in English; then whom it is about.
  private static var verbs: [(words: [String], power: RoomPower)] {
    [
      ([tr("kick", as: "typed word"), "kick"], .kick),
      ([tr("ban", as: "typed word"), "ban"], .ban),
      ([tr("moderator", as: "typed word"), "moderator"], .makeModerator),
      ([tr("admin", as: "typed word"), "admin"], .makeAdmin),
      ([tr("owner", as: "typed word"), "owner"], .makeOwner),
      ([tr("member", as: "typed word"), "member"], .makeMember),
      ([tr("mute", as: "typed word"), "mute"], .takeVoice),
      ([tr("unmute", as: "typed word"), "unmute"], .giveVoice),
    ]
  }

  func moderation(_ context: Context) -> [Item] {
    guard let open = context.openChat, let room = context.snapshot.room(open), let me = room.me
    else { return [] }
    let group = Names.chat(open, in: context.snapshot)
    let topic = offer(
      .topic(open), tr("Change the topic of the group \(group)"),
      foundBy: [tr("change the topic")])
    let names = [
      tr("configure the group"), tr("members only"), tr("password of the group"),
      tr("rename the group"),
    ]
    let form =
      me.affiliation == .owner
      ? offer(
        .configure(open), tr("Configure the group \(group): name, members only, password"),
        foundBy: names) : nil
    let occupants = room.occupants.sorted
    return [topic, form].compactMap(\.self)
      + Self.verbs.flatMap { verb -> [Item] in
        let subjects = occupants.filter { room.powers(over: $0).contains(verb.power) }
        guard let name = name(after: verb.words) else {
          return subjects.isEmpty ? [] : begin(verb.words, group)
        }
        return subjects.compactMap { using(verb.power, on: $0, called: name, open) }
      }
  }

  /// Found by the common names of it, from the third letter on.
  private func offer(_ target: Target, _ title: String, foundBy names: [String]) -> Item? {
    let isWord = names.contains { name in
      FuzzyMatch(query.text, in: name).map { $0.kind != .scattered } ?? false
    }
    guard query.isEmpty || query.count >= 3 && isWord else { return nil }
    return Item(target: target, title: title, rank: query.isEmpty ? 6 : 3, gaps: 0)
  }

  /// `kick bo` is about bo; `nil` where it is not about that at all.
  func name(after words: [String]) -> String? {
    let typed = query.text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard let first = typed.first?.lowercased(), words.contains(first), query.text.contains(" ")
    else { return nil }
    return typed.count > 1 ? String(typed[1]) : ""
  }

  private func begin(_ words: [String], _ group: String) -> [Item] {
    let begun = query.text.lowercased()
    guard query.count >= 3, let word = words.first(where: { $0.hasPrefix(begun) }) else {
      return []
    }
    let rest = String("\(word) ".dropFirst(query.count))
    let what = word.prefix(1).uppercased() + word.dropFirst()
    let title = tr("\(what): somebody in the group \(group)")
    return [Item(target: .begin(rest), title: title, rank: 3, gaps: 0)]
  }

  private func using(
    _ power: RoomPower, on one: Room.Occupant, called name: String, _ room: ChatID
  ) -> Item? {
    let found = FuzzyMatch(name, in: one.nick)
    guard name.isEmpty || found != nil else { return nil }
    return Item(
      target: .use(power, on: .here(one), in: room),
      title: "\(ShownName.marked(one.nick)): \(power.title)",
      rank: found?.kind == .scattered ? 5 : 2, gaps: found?.gaps ?? 0)
  }
}

internal import Model
internal import Screen
internal import Store

/// What the palette finds for who moderates or leads the open group.
extension Switcher {
  /// Each by a word that one begins with; then whom it is about.
  private static let verbs: [(word: String, power: RoomPower)] = [
    ("kick", .kick), ("ban", .ban), ("moderator", .makeModerator), ("admin", .makeAdmin),
    ("owner", .makeOwner), ("member", .makeMember), ("mute", .takeVoice), ("unmute", .giveVoice),
  ]

  func moderation(_ context: Context) -> [Item] {
    guard let open = context.openChat, let room = context.snapshot.room(open), let me = room.me
    else { return [] }
    let group = Names.chat(open, in: context.snapshot)
    let topic = offer(
      .topic(open), "Change the topic of the group \(group)", foundBy: ["change the topic"])
    let names = [
      "configure the group", "members only", "password of the group", "rename the group",
    ]
    let form =
      me.affiliation == .owner
      ? offer(
        .configure(open), "Configure the group \(group): name, members only, password",
        foundBy: names) : nil
    let occupants = room.occupants.sorted
    return [topic, form].compactMap(\.self)
      + Self.verbs.flatMap { verb -> [Item] in
        let subjects = occupants.filter { room.powers(over: $0).contains(verb.power) }
        guard let name = name(after: verb.word) else {
          return subjects.isEmpty ? [] : begin(verb.word, group)
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
  private func name(after word: String) -> String? {
    let words = query.text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard words.first?.lowercased() == word, query.text.contains(" ") else { return nil }
    return words.count > 1 ? String(words[1]) : ""
  }

  private func begin(_ word: String, _ group: String) -> [Item] {
    guard query.count >= 3, word.hasPrefix(query.text.lowercased()) else { return [] }
    let rest = String("\(word) ".dropFirst(query.count))
    let title = "\(word.prefix(1).uppercased())\(word.dropFirst()): somebody in the group \(group)"
    return [Item(target: .begin(rest), title: title, rank: 3, gaps: 0)]
  }

  private func using(
    _ power: RoomPower, on one: Room.Occupant, called name: String, _ room: ChatID
  ) -> Item? {
    let found = FuzzyMatch(name, in: one.nick)
    guard name.isEmpty || found != nil else { return nil }
    return Item(
      target: .use(power, on: .here(one), in: room), title: "\(one.nick): \(power.title)",
      rank: found?.kind == .scattered ? 5 : 2, gaps: found?.gaps ?? 0)
  }
}

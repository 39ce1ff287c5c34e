internal import Model

/// What is said and done in groups.
extension PlayBook {
  static let groups: [Phrase<Step.Kind>] = [
    Phrase("PEER enters the group GROUP", "as one does it with go to, and stays in it") {
      .inGroup($0.group, who: $0.who, .enters(as: nil))
    },
    Phrase("PEER enters the group GROUP as NAME", "and is called so there") {
      .inGroup($0.group, who: $0.who, .enters(as: $0.text))
    },
    Phrase("PEER leaves the group GROUP", "for good") {
      .inGroup($0.group, who: $0.who, .leaves)
    },
    Phrase("PEER writes QUOTE in the group GROUP", "a message to all who are in it") {
      .inGroup($0.group, who: $0.who, .writes($0.quotes[0]))
    },
    Phrase(
      "PEER answers QUOTE with QUOTE in the group GROUP",
      "a reply to the newest message with this text there"
    ) {
      .inGroup($0.group, who: $0.who, .answers($0.quotes[0], with: $0.quotes[1]))
    },
    Phrase("PEER types in the group GROUP", "begins to") {
      .inGroup($0.group, who: $0.who, .types(true))
    },
    Phrase("PEER pauses in the group GROUP", "stops typing") {
      .inGroup($0.group, who: $0.who, .types(false))
    },
    Phrase(
      "PEER makes the group GROUP called QUOTE with WHO", "for members, and invites this one"
    ) {
      .inGroup($0.group, who: $0.who, .makes($0.quotes[0], with: [$0.people[1]]))
    },
    Phrase("PEER invites WHO to the group GROUP", "in the chat of the two") {
      .inGroup($0.group, who: $0.who, .invites($0.people[1]))
    },
    Phrase("PEER reads the group GROUP", "looks at the newest message there") {
      .inGroup($0.group, who: $0.who, .reads)
    },
    Phrase("PEER deletes the group GROUP", "for all: who has made it may") {
      .inGroup($0.group, who: $0.who, .deletesIt)
    },
    Phrase(
      "PEER removes WHO from the group GROUP because QUOTE", "as one who may, and says why"
    ) {
      .inGroup($0.group, who: $0.who, .uses(.kick, on: $0.people[1], because: $0.quotes[0]))
    },
    Phrase("PEER makes WHO moderator of the group GROUP", "as one who may") {
      .inGroup($0.group, who: $0.who, .uses(.makeModerator, on: $0.people[1], because: ""))
    },
    Phrase("PEER makes WHO owner of the group GROUP", "as one who may") {
      .inGroup($0.group, who: $0.who, .uses(.makeOwner, on: $0.people[1], because: ""))
    },
    Phrase("PEER changes the topic of the group GROUP to QUOTE", "as one who may, or tries it") {
      .inGroup($0.group, who: $0.who, .changesTopic($0.quotes[0]))
    },
    Phrase("the group GROUP removes WHO", "puts them out; they may come back") {
      .group($0.group, .removes($0.who))
    },
    Phrase("the group GROUP bans WHO", "puts them out, and lets them in no more") {
      .group($0.group, .bans($0.who))
    },
    Phrase("the group GROUP loses WHO", "knows them no more, and tells them nothing") {
      .group($0.group, .loses($0.who))
    },
    Phrase("the group GROUP has trouble with WHO", "puts them out by mistake, and says so") {
      .group($0.group, .drops($0.who))
    },
    Phrase("the group GROUP misses the next message", "it is lost on the way from the server") {
      .group($0.group, .missesNext)
    },
    Phrase("the group GROUP is for its members", "nobody else comes in from now on") {
      .group($0.group, .closes)
    },
    Phrase("the group GROUP wants the password QUOTE", "of those who come from now on") {
      .group($0.group, .wants(password: $0.quotes[0]))
    },
    Phrase("the group service lets nobody make groups", "as a server may") { _ in
      .groupsAreClosed
    },
    Phrase(
      "the group service stops",
      "what is for a group comes back, as where two servers lose each other"
    ) { _ in .groupService(isUp: false) },
    Phrase(
      "the group service starts", "it knows nobody who was in a group, and tells nobody"
    ) { _ in .groupService(isUp: true) },
  ]

  static let inGroups: [Phrase<Expectation>] = [
    Phrase(
      "PEER has QUOTES in the group GROUP",
      "from me, each once, in this order; there may be others"
    ) { .hasInGroup($0.who, $0.quotes, group: $0.group) },
    Phrase(
      "PEER agrees about the group GROUP", "they have the messages that I have, in the same order"
    ) {
      .sameInGroup($0.who, group: $0.group)
    },
  ]
}

internal import Model
internal import Screen

/// The table of all that a scene can say: parsing, errors and the manual are made from it.
enum PlayBook {
  /// What stands before the first step.
  static let header = PhraseBook<@Sendable (inout Scene) -> Void>(phrases: [
    Phrase("title TEXT", "what it shows, in one line") { match in { $0.title = match.text } },
    Phrase("proves TEXT", "ids of the requirements it proves") { match in
      { $0.proves += match.text.split(separator: " ").map(String.init) }
    },
    Phrase("me NAME", "who sits at the screen") { match in { $0.me.name = match.text } },
    Phrase("friend NAME", "somebody of the roster, with a device") { match in
      { $0.friends.append(Scene.Person(name: match.text)) }
    },
    Phrase("friend NAME TEXT", "the same, and what the roster calls them") { match in
      { $0.friends.append(Scene.Person(name: match.texts[0], fullName: match.texts[1])) }
    },
    Phrase("account NAME", "another account of mine, on a server of its own") { match in
      { $0.account = match.text }
    },
    Phrase("colleague NAME", "somebody of that account's roster, with a device") { match in
      { $0.colleagues.append(Scene.Person(name: match.text)) }
    },
    Phrase("colleague NAME TEXT", "the same, and what the roster calls them") { match in
      { $0.colleagues.append(Scene.Person(name: match.texts[0], fullName: match.texts[1])) }
    },
    Phrase("device NAME", "another device of mine, which has no screen here") { match in
      { $0.devices.append(match.text) }
    },
    Phrase("group NAME", "a group of my server, which who enters it first makes") { match in
      { $0.groups.append(match.text) }
    },
    Phrase("crowd N", "so many more of the roster, who only come and go") { match in
      { $0.crowd = min(match.numbers[0], 5_000) }
    },
    Phrase("screen SIZE", "the terminal's size; 100x30") { match in { $0.screen = match.size } },
    Phrase("theme NAME", "the theme; `terminal`") { match in { $0.theme = match.text } },
    Phrase("policy NAME", "`auto`, `review` or `smart`, which it is") { match in
      { $0.policy = SendPolicy(rawValue: match.text) ?? $0.policy }
    },
    Phrase("animations off", "nothing moves for looks alone") { _ in { $0.animates = false } },
    Phrase("chat none", "it begins as psst does; else with the chat of the first friend") { _ in
      { $0.opensChat = false }
    },
    Phrase("read-markers off", "others do not learn what I have read") { _ in
      { $0.tellsRead = false }
    },
  ])

  /// What happens.
  static let steps = PhraseBook<Step.Kind>(
    phrases: keyboard + others + groups + faults + program + time)

  private static let keyboard: [Phrase<Step.Kind>] = [
    Phrase("type TEXT", "letters, at a human pace") { .type($0.text) },
    Phrase("press KEYS", "keys, one after another, as the key table names them") {
      .press($0.keys)
    },
    Phrase("paste N letters", "so many of them, as one word") {
      .paste(String(repeating: "x", count: min($0.numbers[0], 1_000_000)))
    },
    Phrase("paste TEXT", "a text all at once") { .paste($0.text) },
    Phrase("click QUOTE", "the mouse, on a text of the screen") { .click($0.quotes[0]) },
    Phrase("wheel up N", "the mouse's wheel, so many steps") { .wheel(up: true, $0.numbers[0]) },
    Phrase("wheel down N", "the other way") { .wheel(up: false, $0.numbers[0]) },
    Phrase("resize SIZE", "the terminal has another size") { .resize($0.size) },
    Phrase("background", "the terminal loses the focus") { _ in .focus(false) },
    Phrase("foreground", "it has it again") { _ in .focus(true) },
    Phrase("caption TEXT", "words under the screen, while it is played") { .caption($0.text) },
    Phrase("curtain", "what was before is not shown") { _ in .curtain },
  ]

  private static let others: [Phrase<Step.Kind>] = [
    Phrase(
      "WHO says TEXT",
      "a message to me; `me says`: typed, and Enter; my other device writes to the first friend"
    ) {
      .says($0.who, $0.text)
    },
    Phrase(
      "PEER answers QUOTE with QUOTE", "a reply to the newest message with this text"
    ) {
      .answers($0.who, $0.quotes[0], with: $0.quotes[1])
    },
    Phrase(
      "WHO sends N within TIME",
      "messages `1`, `2`, `3` …, evenly, while the scene goes on; mine through the keyboard, where my program runs"
    ) {
      .sends($0.who, $0.numbers[0], within: $0.times[0])
    },
    Phrase(
      "PEER reacts to QUOTE with QUOTE",
      "one emoji for the newest message with this text; again: taken back"
    ) {
      .reacts($0.who, to: $0.quotes[0], with: $0.quotes[1])
    },
    Phrase("PEER deletes", "deletes their newest message to me for everyone") { .deletes($0.who) },
    Phrase("PEER types", "begins to type to me") { .typing($0.who, true) },
    Phrase("PEER pauses", "stops typing") { .typing($0.who, false) },
    Phrase("PEER reads", "looks at the newest message") { .reads($0.who) },
    Phrase("PEER looks away", "their terminal loses the focus: they are away") {
      .looks($0.who, isThere: false)
    },
    Phrase("PEER looks back", "it has it again") { .looks($0.who, isThere: true) },
    Phrase("PEER has the status QUOTE", "says this beside their presence; \"\": nothing") {
      .hasStatus($0.who, $0.quotes[0])
    },
    Phrase("PEER pins FRIEND", "my other device has their chat stand above the others") {
      .pins($0.people[0], $0.people[1], true)
    },
    Phrase("PEER unpins FRIEND", "it takes that back") {
      .pins($0.people[0], $0.people[1], false)
    },
    Phrase("PEER is called QUOTE", "by themselves, for who gives them no name") {
      .isCalled($0.who, $0.quotes[0])
    },
    Phrase("PEER comes", "starts the program") { .comes($0.who) },
    Phrase("PEER goes", "ends it") { .goes($0.who) },
    Phrase("PEER dies", "their program is killed, as by kill -9") { .dies($0.who) },
    Phrase("crowd changes N times within TIME", "presence of the crowd, one after another") {
      .crowd($0.numbers[0], within: $0.times[0])
    },
  ]

  private static let program: [Phrase<Step.Kind>] = [
    Phrase("kill", "kill -9 to my program") { _ in .kill },
    Phrase("restart", "my program starts again") { _ in .restart },
    Phrase("reboot", "my computer loses its power; `restart` follows") { _ in .reboot },
    Phrase("suspend", "my program is stopped, as by Ctrl-Z") { _ in .suspend },
    Phrase("resume", "it goes on") { _ in .resume },
  ]

  private static let time: [Phrase<Step.Kind>] = [
    Phrase("wait TIME", "time goes by") { .wait($0.times[0]) },
    Phrase("jump TIME", "time goes by, and is not shown") { .jump($0.times[0]) },
  ]
}

internal import Model
internal import Screen

extension PlayBook {
  /// What breaks, and what is whole again.
  static let faults: [Phrase<Step.Kind>] =
    network("network") { _ in "" }
    + network("PEER network") { $0.who } + server + [
      Phrase(
        "server refuses QUOTE because REASON",
        "a message of mine with this text, each time; reasons such as `forbidden`, as RFC 6120 §8.3.3 names them"
      ) {
        .refuse($0.quotes[0], condition: $0.reason, times: nil)
      },
      Phrase("server refuses QUOTE N times", "so many attempts, as what may heal") {
        .refuse($0.quotes[0], condition: "internal-server-error", times: $0.numbers[0])
      },
      Phrase("server accepts QUOTE", "it refuses it no more") { .accept($0.quotes[0]) },
      Phrase("disk full", "every write is refused") { _ in .disk(.full) },
      Phrase("disk read-only", "so, too") { _ in .disk(.readOnly) },
      Phrase("disk works", "it takes writes again") { _ in .disk(.works) },
      Phrase("clock ahead TIME", "my computer's clock is set") { .clock($0.times[0]) },
      Phrase("clock back TIME", "the other way") { .clock(-$0.times[0]) },
    ]

  /// The same words about mine (the empty name) and somebody's.
  private static func network(
    _ words: String, _ who: @escaping @Sendable (Match) -> String
  ) -> [Phrase<Step.Kind>] {
    [
      Phrase("\(words) off", "no way out, and the computer knows") { .network(who($0), .off) },
      Phrase("\(words) on", "a way out again") { .network(who($0), .on) },
      Phrase("\(words) silent", "packets vanish, nobody is told") { .network(who($0), .silent) },
      Phrase("\(words) half-open", "only the server learns that the link is gone") {
        .network(who($0), .halfOpen)
      },
      Phrase("\(words) fast", "as at the beginning") { .network(who($0), .fast) },
      Phrase(
        "\(words) slow N kbit/s TIME N % loss",
        "that rate, that long there and back, that much lost"
      ) {
        let (rate, loss) = ($0.numbers[0] * 1_000, $0.numbers[1])
        return .network(who($0), .slow(rate: rate, delay: $0.times[0], loss: loss))
      },
      Phrase("\(words) flaps N times TIME", "off for so long, on for so long, and so on") {
        .network(who($0), .flaps($0.numbers[0], $0.times[0]))
      },
    ]
  }

  private static let server: [Phrase<Step.Kind>] = [
    Phrase("server stops", "it is killed; its archive stays") { _ in .server(.stops) },
    Phrase("server starts", "it is there again") { _ in .server(.starts) },
    Phrase("other server stops", "that of my other account: nothing else is touched") { _ in
      .otherServer(isUp: false)
    },
    Phrase("other server starts", "it is there again") { _ in .otherServer(isUp: true) },
    Phrase("server breaks N uploads", "the next files that are sent, one attempt after the other") {
      .server(.breaksUploads($0.numbers[0]))
    },
    Phrase("server crashes before storing, for TIME", "with the next message") {
      .server(.crashes(isStored: false, $0.times[0]))
    },
    Phrase("server crashes after storing, for TIME", "with the next message, unacknowledged") {
      .server(.crashes(isStored: true, $0.times[0]))
    },
  ]

  /// What stands after `expect`, `expect not`, `until` and `until not`.
  static let expectations = PhraseBook<Expectation>(phrases: onScreen + elsewhere + inGroups)

  private static let onScreen: [Phrase<Expectation>] = [
    Phrase("screen QUOTES", "each text stands in a row of the screen") { .screen($0.quotes) },
    Phrase("row QUOTES", "one row has all texts, from left to right") { .row($0.quotes) },
    Phrase("order QUOTES", "each text stands there once, each below the one before") {
      .order($0.quotes)
    },
    Phrase("QUOTE N times", "the text stands on the screen so often") {
      .count($0.quotes[0], $0.numbers[0])
    },
    Phrase("color QUOTE ROLE", "the text is drawn as this role of the theme, somewhere") {
      .color($0.quotes[0], $0.role, row: nil)
    },
    Phrase("color QUOTE ROLE in QUOTE", "in a row that has the second text, too") {
      .color($0.quotes[0], $0.role, row: $0.quotes[1])
    },
    Phrase(
      "cursor after QUOTE",
      "the cursor stands right behind the text; `\"❯ \"` is the empty composer's prompt"
    ) {
      .cursor($0.quotes[0])
    },
    Phrase("cursor hidden", "there is none") { _ in .cursor("") },
  ]

  private static let elsewhere: [Phrase<Expectation>] = [
    Phrase("outbox empty", "nothing waits, nothing failed") { _ in
      .outbox(waiting: 0, failed: 0)
    },
    Phrase("outbox N waiting", "queued or being sent") {
      .outbox(waiting: $0.numbers[0], failed: nil)
    },
    Phrase("outbox N failed", "set aside") { .outbox(waiting: nil, failed: $0.numbers[0]) },
    Phrase("stored QUOTE STATUS", "my newest message of this text, on the disk") {
      .stored($0.quotes[0], $0.status)
    },
    Phrase("stored N with FRIEND", "so many messages with them are on the disk") {
      .kept($0.numbers[0], with: $0.who)
    },
    Phrase(
      "PEER has QUOTES",
      "from me (my other device: of its first chat), each once, in this order; there may be others"
    ) { .has($0.who, $0.quotes) },
    Phrase("PEER has only QUOTES", "and there are no others") { .hasOnly($0.who, $0.quotes) },
    Phrase("PEER has N messages", "from me, each counted as often as it came") {
      .hasCount($0.who, $0.numbers[0])
    },
    Phrase("PEER lacks QUOTE", "that did not come") { .lacks($0.who, $0.quotes[0]) },
    Phrase(
      "DEVICE agrees about FRIEND", "a device of mine has the same messages, in the same order"
    ) {
      .same($0.people[0], with: $0.people[1])
    },
    Phrase("PEER sees me PRESENCE", "on their screen") { .sees($0.who, $0.presence) },
    Phrase("PEER sees me typing", "on their screen") { .seesTyping($0.who) },
    Phrase("PEER sees FRIEND pinned", "my other device, above other chats") {
      .seesPinned($0.people[0], $0.people[1])
    },
    Phrase("PEER sees FRIEND muted", "my other device, without alerts") {
      .seesMuted($0.people[0], $0.people[1])
    },
    Phrase("PEER sees my status QUOTE", "beside my presence") {
      .seesWords($0.who, $0.quotes[0])
    },
    Phrase("WHO has N unread", "messages that WHO has not read, in all chats") {
      .unread($0.who, $0.numbers[0])
    },
    Phrase("PEER sees QUOTE STATUS", "on a message of theirs: `delivered` to me, `read` by me") {
      .seesStatus($0.who, $0.quotes[0], $0.status)
    },
    Phrase("alerts N", "so many outside of the screen since the beginning") {
      .alerts($0.numbers[0])
    },
    Phrase("alert QUOTE", "the newest of them says this") { .alert($0.quotes[0]) },
    Phrase("clipboard QUOTE", "was copied last") { .clipboard($0.quotes[0]) },
  ]
}

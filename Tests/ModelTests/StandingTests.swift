import Model
import Testing

/// The words for what waits: every status with every reason on every link (O15a).
@Suite struct StandingTests {
  static let full = "Bo's mailbox is full"
  static let soon = Delay(.trouble(full), until: 240_000)

  /// On an open link, by the delay of the chat and what went wrong with the message itself.
  static let delays: [(Delay?, String?, Standing.Kind, String)] = [
    (soon, nil, .trouble, "Bo's mailbox is full · trying again in 4 min"),
    (soon, full, .trouble, "Bo's mailbox is full · trying again in 4 min"),
    (Delay(.trouble(full), isHeld: true), nil, .trouble, "Bo's mailbox is full · trying again"),
    (Delay(.user("The group wants a password")), nil, .user, "The group wants a password"),
    (Delay(.joining), nil, .forTurn, "Queued · joining the group first"),
    (Delay(.older), nil, .forTurn, "Queued · after an older message"),
    (Delay(.older), full, .trouble, "Bo's mailbox is full · trying again"),
    (Delay(.upload), nil, .forTurn, "Queued · uploading the file"),
    (Delay(nil, isHeld: true), nil, .forOK, "Queued · waiting for your OK"),
    (Delay(nil), nil, .forTurn, "Queued · after older messages"),
    (nil, nil, .forTurn, "Queued · after older messages"),
    (nil, full, .trouble, "Bo's mailbox is full · trying again"),
  ]

  private func queued(
    _ link: Standing.Link, _ policy: SendPolicy = .smart, _ reason: String? = nil,
    _ delay: Delay? = nil
  ) -> Standing {
    Standing(.queued, link: link, policy: policy, reason: reason, delay: delay, uptime: 0)
  }

  @Test(arguments: delays)
  func `O15a on an open link what waits says why, and when it is tried next`(
    delay: Delay?, reason: String?, kind: Standing.Kind, words: String
  ) {
    for policy in SendPolicy.allCases {
      let standing = queued(.open, policy, reason, delay)
      #expect(standing.kind == kind && standing.words == words)
    }
  }

  @Test func `O15a only where it is true it says that it will be sent when online`() {
    for (delay, reason, _, _) in Self.delays {
      for policy in SendPolicy.allCases {
        for link in Standing.Link.allCases {
          let standing = queued(link, policy, reason, delay)
          let isTrue = link == .away && policy != .review && reason == nil
          #expect(standing.words.contains("will send when online") == isTrue)
          #expect((standing.kind == .forLink) == isTrue)
        }
      }
    }
  }

  @Test func `O15a without a link it says what happens when there is one`() {
    #expect(queued(.away).words == "Queued · will send when online")
    #expect(queued(.away, .review).words == "Queued · asks you when online")
    #expect(queued(.away, .smart, Self.full).words == "\(Self.full) · trying again when online")
    #expect(queued(.opening).words == "Queued · checking the server first")
    #expect(queued(.shared).words == "Queued · the other window sends it")
  }

  @Test(arguments: DeliveryStatus.allCases.filter { $0 != .queued })
  func `O15a what does not wait gives no reason but that it failed`(status: DeliveryStatus) {
    for link in Standing.Link.allCases {
      for (delay, reason, _, _) in Self.delays {
        let standing = Standing(
          status, link: link, reason: reason, delay: delay, uptime: 0)
        #expect(standing.reasons == (status == .failed ? reason.map { [$0] } ?? [] : []))
        #expect(standing.kind == .none)
      }
    }
  }

  @Test(arguments: [
    (1, "1 s"), (1_000, "1 s"), (1_001, "2 s"), (59_000, "59 s"), (60_000, "1 min"),
    (60_001, "2 min"), (240_000, "4 min"), (900_000, "15 min"),
  ])
  func `O15a the time to the next try is told in minutes, and in seconds at the end`(
    left: Int64, words: String
  ) {
    let delay = Delay(.trouble("x"), until: 5_000 + left)
    let standing = Standing(.queued, link: .open, delay: delay, uptime: 5_000)
    #expect(standing.reasons == ["x", "trying again in \(words)"])
  }

  @Test func `I6 the words of a next try change once a minute, and once a second at its end`() {
    let until: Int64 = 200_000
    var (now, changes, told) = (Int64(0), 0, "")
    while let next = Standing.nextChange(of: until, after: now) {
      let words = Standing(
        .queued, link: .open, delay: Delay(.trouble("x"), until: until), uptime: now
      ).words
      #expect(words != told, "woken for nothing at \(now)")
      (told, now, changes) = (words, next, changes + 1)
    }
    #expect(now == until && changes == 63)
  }
}

import Model
import Scratch
import Testing
import XMPP

@testable import Storage
@testable import Sync

@Suite struct PolicyTests {
  /// Three messages written offline, the newest so many milliseconds before the link comes.
  static func queued(_ policy: SendPolicy, apart: Int64 = 0, rest: Int64 = 0) throws -> Rig {
    let rig = try Rig()
    rig.startOffline()
    rig.wish(.setPolicy(policy))
    for index in 1...3 {
      rig.send("text \(index)", "m\(index)", to: index == 2 ? cy : bo)
      rig.uptime += apart
    }
    rig.uptime += rest
    rig.forget()
    return rig
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var policy: SendPolicy
    var apart: Int64 = 0
    var rest: Int64 = 0
    var boot = "boot"
    var asks: Bool
    var testDescription: String { "\(policy) \(apart) \(rest) \(boot): \(asks)" }
  }

  static let cases: [Case] = [
    Case(policy: .auto, asks: false), Case(policy: .auto, rest: 86_400_000, asks: false),
    Case(policy: .auto, boot: "other", asks: false),
    Case(policy: .review, asks: true), Case(policy: .review, rest: 86_400_000, asks: true),
    Case(policy: .smart, asks: false), Case(policy: .smart, rest: 599_999, asks: false),
    Case(policy: .smart, rest: 600_000, asks: true),
    // The oldest decides.
    Case(policy: .smart, apart: 200_000, asks: true),
    Case(policy: .smart, apart: 199_999, asks: false),
    // Another boot, no boot, a clock that went back: an unknown age is old.
    Case(policy: .smart, boot: "other", asks: true),
    Case(policy: .smart, boot: Moment.unknownBoot, asks: true),
    Case(policy: .smart, rest: -1_000, asks: true),
  ]

  @Test(arguments: cases)
  func `O4 the policy sends or asks, by the age of the oldest`(_ the: Case) throws {
    let rig = try Self.queued(the.policy, apart: the.apart, rest: the.rest)
    rig.bootID = the.boot
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == (the.asks ? [] : ["m1", "m2", "m3"]))
    #expect(try rig.counts() == (the.asks ? OutboxCounts(queued: 3, held: 3) : OutboxCounts()))
    #expect(
      rig.question == (the.asks ? PolicyQuestion(waiting: 3, until: rig.uptime + 10_000) : nil))
  }

  /// Found by ``OutboxSpaceTests``.
  @Test(arguments: [false, true])
  func
    `O4 what is typed while the archive is still asked is no offline message after a cut or a kill`(
      isKilled: Bool
    ) throws
  {
    let rig = try Self.queued(.review)
    rig.linkResumable()
    rig.send("typed online", "m4", to: bo)
    #expect(rig.sends.isEmpty, "the archive has not answered")
    if isKilled { try rig.kill() } else { rig.cut() }
    rig.linkResumable()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m4"])
    #expect(try rig.counts() == OutboxCounts(queued: 3, held: 3))
  }

  @Test(arguments: [false, true])
  func `O4 the age counts also after a restart`(isOld: Bool) throws {
    let rig = try Self.queued(.smart)
    rig.uptime += isOld ? 600_000 : 599_000
    try rig.kill()
    rig.link()
    rig.run()
    #expect(rig.server.received.count == (isOld ? 0 : 3))
  }

  @Test func `O4 the setting is kept`() throws {
    let rig = try Self.queued(.review)
    try rig.kill()
    #expect(rig.changes.contains(.policy(.review)))
    rig.link()
    rig.run()
    #expect(rig.server.received.isEmpty)
  }

  @Test func `O4 the policy auto chosen while messages are held sends them`() throws {
    let rig = try Self.queued(.review)
    rig.link()
    rig.run()
    rig.wish(.setPolicy(.auto))
    rig.run()
    #expect(rig.server.received.count == 3)
    #expect(rig.question == nil)
  }

  @Test func `O5 the question goes after ten seconds and the queue stays`() throws {
    let rig = try Self.queued(.review)
    rig.link()
    rig.run()
    rig.pass(9_999)
    #expect(rig.question != nil)
    rig.pass(1)
    #expect(rig.question == nil)
    #expect(try rig.counts() == OutboxCounts(queued: 3, held: 3))
    rig.pass(60_000)
    #expect(rig.server.received.isEmpty)
  }

  @Test func `O5 yes sends all, once and in order`() throws {
    let rig = try Self.queued(.review)
    rig.link()
    rig.run()
    rig.wish(.sendAll)
    #expect(rig.question == nil)
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3"])
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `O5 letting the question go leaves the queue`() throws {
    let rig = try Self.queued(.review)
    rig.link()
    rig.run()
    rig.wish(.dismissQuestion)
    #expect(rig.question == nil)
    #expect(try rig.counts().held == 3)
  }

  @Test func `O5 going offline takes the question away; a flapping link asks once`() throws {
    let rig = try Self.queued(.review)
    rig.link()
    rig.run()
    let first = rig.question
    for _ in 0..<6 {
      rig.cut()
      #expect(rig.question == nil)
      rig.uptime += 1_200
      rig.link()
      rig.run()
      #expect(rig.question == first, "the one that stands goes on")
      rig.uptime += 200
    }
    rig.pass(10_000)
    for _ in 0..<3 {
      rig.cut()
      rig.uptime += 1_200
      rig.link()
      rig.run()
      #expect(rig.question == nil, "its time is over")
    }
    #expect(rig.server.received.isEmpty)
  }

  @Test(arguments: [3_000, 8_000, 20_000, 35_000])
  func `O5 each real outage asks again`(outage: Int64) throws {
    let rig = try Self.queued(.review)
    rig.link()
    rig.run()
    for isAnswered in [false, true] {
      if isAnswered { rig.wish(.dismissQuestion) } else { rig.pass(3_000) }
      rig.cut()
      rig.uptime += outage
      rig.link()
      rig.run()
      #expect(rig.question == PolicyQuestion(waiting: 3, until: rig.uptime + 10_000))
    }
    #expect(rig.server.received.isEmpty)
  }

  @Test func `O5 a short outage asks about what was written in it`() throws {
    let rig = try Self.queued(.review)
    rig.link()
    rig.run()
    rig.wish(.dismissQuestion)
    rig.cut()
    rig.uptime += 500
    rig.send("meanwhile", "m4")
    rig.link()
    rig.run()
    #expect(rig.question == PolicyQuestion(waiting: 4, until: rig.uptime + 10_000))
  }

  @Test func `O5 the question counts what waits now`() throws {
    let rig = try Self.queued(.review)
    rig.link()
    rig.run()
    rig.send("late", "m4")
    #expect(rig.question?.waiting == 3)
    rig.wish(.delete(["m1", "m3"].map { OriginID(named: $0) }))
    #expect(rig.question?.waiting == 1)
    rig.wish(.delete([OriginID(named: "m2")]))
    #expect(rig.question == nil)
  }

  @Test func `O7 S3 what is written while its chat is held goes at once, and nothing shifts`()
    throws
  {
    let rig = try Rig()
    rig.startOffline()
    rig.wish(.setPolicy(.review))
    rig.send("old", "m1")
    rig.link()
    rig.run()
    rig.send("new", "m2")
    rig.send("to another", "m3", to: cy)
    #expect(try rig.texts() == ["old", "new"])
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m2", "m3"])
    #expect(try rig.texts() == ["old", "new"])
    rig.server.deliver("well", id: "b1", from: bo)
    rig.run()
    #expect(try rig.texts() == ["old", "new", "well"])
    rig.wish(.sendAll)
    #expect(try rig.texts() == ["new", "well", "old"])
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m2", "m3", "m1"])
    #expect(try rig.texts() == ["new", "well", "old"])
  }

  @Test func `O4 what is written while the link is up is not asked about`() throws {
    let rig = try Rig()
    rig.startOffline()
    rig.wish(.setPolicy(.review))
    rig.link()
    rig.send("hi", "m1")
    rig.run()
    #expect(rig.server.received.count == 1)
  }

  @Test func `O4 what is written while psst connects for the first time is not asked about`() throws
  {
    let rig = try Rig()
    rig.handle(.start)
    rig.wish(.setPolicy(.review))
    rig.send("hi", "m1")
    rig.link()
    rig.run()
    #expect(rig.server.received.count == 1)
    #expect(rig.question == nil)
  }

  @Test func `O14 what was cut in the middle completes without being asked about`() throws {
    let rig = try Rig()
    rig.startOffline()
    rig.wish(.setPolicy(.review))
    rig.link()
    rig.run()
    rig.send("under way", "m1")
    rig.cut()
    rig.send("offline", "m2", to: cy)
    rig.uptime += 900_000
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1"])
    #expect(rig.question?.waiting == 1)
  }

  @Test func `O7 Send all without a link is remembered, also across a restart`() throws {
    let rig = try Self.queued(.review)
    rig.wish(.sendAll)
    #expect(rig.isConnecting)
    try rig.kill()
    rig.uptime += 900_000
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3"])
    #expect(rig.question == nil)
  }
}

extension Rig {
  /// The question as it stands on the screen.
  var question: PolicyQuestion? {
    for case .policyAsks(let question) in changes.reversed() { return question }
    return nil
  }
}

import Model
import Scratch
import XMPP

@testable import Storage
@testable import Sync

/// The outbox as a transition system: the real engine on a real database beside a model of a server, and each step that
/// a person, the network or the server may take next. ``OutboxSearch`` goes through all of its states.
final class OutboxSpace {
  enum Step: Hashable, CustomStringConvertible {
    /// The person writes the next message.
    case write
    /// The person picks one in the review.
    case pick(Int)
    case sendAll
    /// Another device of the account writes in the same chat.
    case other
    /// The connection comes, and the old stream goes on where it can.
    case link(resumes: Bool)
    case cut
    case kill
    /// The server handles what it was sent, up to the next message.
    case serve
    /// The server refuses the next message, for now or for good.
    case refuse(forGood: Bool)
    /// The server's words arrive, up to the next that is about messages.
    case receive
    /// Time passes until the engine has something to do.
    case wait

    var description: String {
      switch self {
      case .pick(let number): "pick m\(number)"
      case .link(let resumes): resumes ? "resume" : "link"
      case .refuse(let forGood): forGood ? "refuse" : "bounce"
      case .write: "write"
      case .sendAll: "send all"
      case .other: "other device"
      case .cut: "cut"
      case .kill: "kill"
      case .serve: "serve"
      case .receive: "receive"
      case .wait: "wait"
      }
    }
  }

  /// How often each may happen.
  struct Scope: Hashable {
    var messages = 3
    var links = 2
    var kills = 2
    var picks = 1
    var sendAlls = 1
    var others = 0
    var refusals = 1
    var policy = SendPolicy.review
    var hasArchive = true
    var acknowledges = true
  }

  let rig: Rig
  private(set) var left: Scope
  private let scope: Scope
  private var waits = 0
  /// Written while the link was down, and when: before a link that is up now, or after it came.
  private var writtenBeforeLink: Set<String> = []
  /// In the order of release.
  private(set) var released: [String] = []
  private(set) var firsts: [String] = []
  private var refused: Set<String> = []
  private var everFailed: Set<String> = []

  init(_ scope: Scope) throws {
    (left, self.scope) = (scope, scope)
    rig = try Rig()
    rig.server.hasArchive = scope.hasArchive
    rig.server.acknowledges = scope.acknowledges
    rig.startOffline()
    rig.wish(.setPolicy(scope.policy))
  }

  /// Goes on from where the other is. What that one's database comes to hold is to be undone before.
  private init(_ other: OutboxSpace) {
    rig = Rig(onwardsFrom: other.rig)
    (left, scope, waits) = (other.left, other.scope, other.waits)
    writtenBeforeLink = other.writtenBeforeLink
    (released, firsts) = (other.released, other.firsts)
    (refused, everFailed) = (other.refused, other.everFailed)
  }

  /// Another that is where this one is, on the same database.
  func fork() -> OutboxSpace { OutboxSpace(self) }

  private var written: Int { scope.messages - left.messages }

  // MARK: Steps

  /// What may happen next.
  var steps: [Step] {
    get throws {
      var steps: [Step] = []
      if left.messages > 0 { steps.append(.write) }
      if left.others > 0 { steps.append(.other) }
      let unreleased = try rig.database.outbox.records().filter {
        !$0.isReleased || $0.entry.state == .failed
      }
      if left.picks > 0 { steps += unreleased.compactMap { number(of: $0).map(Step.pick) } }
      if left.sendAlls > 0, !unreleased.isEmpty { steps.append(.sendAll) }
      if left.kills > 0 { steps.append(.kill) }
      if rig.isLinked { return steps + linkedSteps }
      if left.links > 0 { steps += [.link(resumes: false), .link(resumes: true)] }
      return steps
    }
  }

  private var linkedSteps: [Step] {
    var steps: [Step] = left.links > 0 ? [.cut] : []
    if !rig.server.inbound.isEmpty { steps.append(.serve) }
    if left.refusals > 0, nextText != nil {
      steps += [.refuse(forGood: false), .refuse(forGood: true)]
    }
    if !rig.server.outbound.isEmpty { steps.append(.receive) }
    if steps.allSatisfy({ $0 == .cut }), waits < 4, rig.core.nextDeadline != nil {
      steps.append(.wait)
    }
    return steps
  }

  private func number(of record: OutboxTable.Record) -> Int? {
    Int(record.entry.originID.name.dropFirst())
  }

  private var nextText: String? {
    for case .send(_, _, let text, _, _, _) in rig.server.inbound { return text }
    return nil
  }

  func take(_ step: Step) throws {
    // The same pauses whichever way led here.
    rig.random = SeededGenerator(seed: 1)
    let before = try Set(rig.database.outbox.records().filter(\.isReleased).map(\.name))
    switch step {
    case .write: write()
    case .pick(let number):
      left.picks -= 1
      rig.wish(.sendOne(OriginID(named: "m\(number)")))
    case .sendAll:
      left.sendAlls -= 1
      rig.wish(.sendAll)
    case .other:
      left.others -= 1
      rig.server.carbon("other", id: "o\(left.others)", to: bo)
    case .link(let resumes): link(resumes)
    case .cut: rig.cut()
    case .kill:
      left.kills -= 1
      rig.restart()
      rig.handle(.closed(reason: "no route"))
    case .serve: serve()
    case .refuse(let forGood): refuse(forGood)
    case .receive: receive()
    case .wait:
      waits += 1
      if let next = rig.core.nextDeadline { rig.uptime = max(rig.uptime, next) }
      rig.handle(.wake)
    }
    try note(before)
    rig.forget()
  }

  private func write() {
    let id = "m\(written + 1)"
    left.messages -= 1
    if !rig.isLinked { writtenBeforeLink.insert(id) }
    rig.send(id, id)
  }

  private func link(_ resumes: Bool) {
    left.links -= 1
    waits = 0
    if !(resumes && rig.resume()) { rig.linkResumable() }
  }

  private func serve() {
    while let next = rig.server.inbound.first {
      _ = rig.serve()
      if case .send = next { return }
    }
  }

  private func refuse(_ forGood: Bool) {
    guard let text = nextText else { return }
    left.refusals -= 1
    refused.insert(text)
    rig.server.refusals[text] =
      forGood
      ? StanzaError(kind: "cancel", condition: "forbidden")
      : StanzaError(kind: "wait", condition: "resource-constraint")
    serve()
    rig.server.refusals = [:]
  }

  private func receive() {
    while let next = rig.server.outbound.first {
      _ = rig.receive()
      switch next {
      case .acknowledged, .archivePage, .archiveFailed, .refused, .message, .pong: return
      default: break
      }
    }
  }

  private func note(_ before: Set<String>) throws {
    for record in try rig.database.outbox.records() {
      if record.entry.state == .failed { everFailed.insert(record.name) }
      guard record.isReleased, !before.contains(record.name) else { continue }
      released.removeAll { $0 == record.name }
      released.append(record.name)
    }
    for id in rig.sends where !firsts.contains(id) { firsts.append(id) }
  }

  // MARK: What must hold

  /// What does not hold; empty where all is well.
  func violations() throws -> [String] {
    var found: [String] = []
    let page = try rig.page().filter { $0.originID?.name.first == "m" }
    let records = try rig.database.outbox.records()
    let ids = page.compactMap { $0.originID?.name }
    if Set(ids).count != ids.count { found.append("shown twice: \(ids)") }
    for number in 0..<written where !ids.contains("m\(number + 1)") {
      found.append("m\(number + 1) is gone")
    }
    for message in page { found += faults(of: message, records) }
    found += orderFaults(page)
    found += repeats()
    for record in records where try isWronglyHeld(record) { found.append("\(record.name) is held") }
    let counts = try rig.counts()
    let states = records.map(\.entry.state)
    if counts.queued != states.count(where: { $0 == .queued })
      || counts.sending != states.count(where: { $0 == .sending })
      || counts.failed != states.count(where: { $0 == .failed })
    {
      found.append("\(counts) are counted of \(states)")
    }
    return found
  }

  private func faults(of message: Message, _ records: [OutboxTable.Record]) -> [String] {
    guard let id = message.originID?.name, let status = message.status else { return ["no id"] }
    let record = records.first { $0.name == id }
    let isTaken = rig.server.received.contains { $0.name == id }
    switch status {
    case .queued, .sending, .failed:
      if record?.entry.state != status { return ["\(id) is \(status), and its entry is not"] }
    default:
      if record != nil { return ["\(id) is \(status) and in the outbox"] }
      if !isTaken { return ["\(id) is \(status), and the server never had it"] }
    }
    if status == .failed, !refused.contains(id) { return ["\(id) failed, and nobody refused it"] }
    return []
  }

  /// First transmissions follow the order of release; a message that failed in between has lost its place.
  private func orderFaults(_ page: [Message]) -> [String] {
    let certain = firsts.filter { !everFailed.contains($0) && !refused.contains($0) }
    let expected = released.filter { certain.contains($0) }
    let gone = certain.filter { expected.contains($0) }
    if gone != expected { return ["released as \(expected), sent as \(gone)"] }
    // What the server has stands in the order of the archive.
    let archived = rig.server.archive.compactMap { $0.message.originID?.name }
      .filter { !refused.contains($0) && !everFailed.contains($0) }
    let placed = page.filter { $0.order.anchor < MessageOrder.unplaced && $0.status != .failed }
      .compactMap { $0.originID?.name }.filter { archived.contains($0) }
    let right = archived.filter { placed.contains($0) }
    return placed == right ? [] : ["shown as \(placed), archived as \(right)"]
  }

  /// Only what was refused may be there again, where the archive can be asked.
  private func repeats() -> [String] {
    guard scope.hasArchive else { return [] }
    let archived = rig.server.archive.compactMap { $0.message.originID?.name }
    return Set(archived).filter { id in
      !refused.contains(id) && archived.count(where: { $0 == id }) > 1
    }.map { "\($0) is at the server twice" }
  }

  private func isWronglyHeld(_ record: OutboxTable.Record) throws -> Bool {
    guard try rig.database.outbox.isHeld(record.entry.originID) else { return false }
    return released.contains(record.name) || firsts.contains(record.name)
      || !writtenBeforeLink.contains(record.name)
  }

  /// From here all goes, when nothing goes wrong any more and the person says so.
  func drains() throws -> [String] {
    if !rig.isLinked { rig.linkResumable() }
    rig.run()
    for _ in 0..<4 {
      rig.wish(.sendAll)
      rig.run()
      rig.pass(120_000)
      rig.run()
      try note([])
    }
    let counts = try rig.counts()
    return try violations() + (counts == OutboxCounts() ? [] : ["left: \(counts)"])
  }

  // MARK: Telling states apart

  /// Equal for states from which the same can happen, and of which the same must hold: what ``violations()`` remembers
  /// of the way is part of it.
  var name: String {
    get throws {
      let records = try rig.database.outbox.records().map {
        let isHeld = try rig.database.outbox.isHeld($0.entry.originID)
        return "\($0.name) \($0.entry.state) \($0.entry.attempts) \($0.isReleased) \($0.isRefused) "
          + "\($0.isUrgent) \($0.suspicions) \(isHeld)"
      }
      let page = try rig.page().map {
        "\($0.originID?.name ?? "") \($0.status?.rawValue ?? "") \(Self.place($0.order))"
      }
      let said = rig.server.outbound.map(Self.kind)
      let asked = rig.server.inbound.map(Self.kind)
      let archived = rig.server.archive.compactMap { $0.message.originID?.name }
      let way = [
        released, firsts, writtenBeforeLink.sorted(), refused.sorted(), everFailed.sorted(),
      ].map { $0.joined(separator: " ") }
      let world = [
        "\(left) \(waits) \(rig.isLinked)", records.joined(separator: ";"),
        page.joined(separator: ";"), said.joined(separator: ";"), asked.joined(separator: ";"),
        "\((rig.core.nextDeadline ?? rig.uptime) - rig.uptime)",
        archived.joined(separator: " "), rig.server.received.map(\.name).joined(separator: " "),
        rig.core.state.outboxName(at: rig.uptime),
      ]
      return (world + way).joined(separator: "\n")
    }
  }

  private static func place(_ order: MessageOrder) -> String {
    switch order.anchor {
    case MessageOrder.unsent: "unsent"
    case MessageOrder.unplaced: "unplaced"
    default: "\(order.anchor)"
    }
  }

  /// Without the names of questions, which are random.
  private static func kind(_ event: SessionEvent) -> String {
    switch event {
    case .acknowledged(let ids): "ack \(ids.map(\.name))"
    case .refused(let id, _, let error): "refused \(id.name) \(error.condition)"
    case .archivePage(let page): "page \(page.entries.map(\.id.value)) \(page.isComplete)"
    case .message(let message): "message \(message.originID?.name ?? "")"
    default: String(describing: event).prefix { $0 != "(" }.description
    }
  }

  private static func kind(_ command: SessionCommand) -> String {
    switch command {
    case .send(_, let id, _, _, _, _): "send \(id.name)"
    case .queryArchive(let query): "query \(query.page) \(query.limit)"
    default: String(describing: command).prefix { $0 != "(" }.description
    }
  }
}

extension OutboxTable.Record {
  fileprivate var name: String { entry.originID.name }
}

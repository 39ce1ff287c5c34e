import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Every way to handle the queue, in random order, against ``QueueModel``.
@Suite struct QueueModelTests {
  @Test(arguments: 1...24)
  func `O4 O6 O7 O16 the queue does what a simple model of it does`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rig = try Rig()
    rig.startOffline()
    rig.wish(.openQueue)
    var run = Run(rig: rig)
    for _ in 0..<300 {
      try run.step(&random)
      try run.check()
    }
    try run.finish()
  }

  struct Run {
    let rig: Rig
    var model = QueueModel()
    private var number = 0
    private var firsts: [OriginID] = []
    /// What the store would show.
    private var shown: [OutboxEntry] = []

    init(rig: Rig) { self.rig = rig }

    // MARK: Doing

    mutating func step(_ random: inout SeededGenerator) throws {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<25: write(&random)
      case 25..<32: delete(&random)
      case 32..<37:
        rig.wish(.undo)
        model.undo(isLinked: rig.isLinked)
      case 37..<43: sendOne(&random)
      case 43..<46:
        rig.wish(.sendAll)
        model.sendAll()
      case 46..<51: edit(&random)
      case 51..<55: setPolicy(&random)
      case 55..<57: rig.wish(.dismissQuestion)
      case 57..<63: rig.uptime += Int64.random(in: 1...400_000, using: &random)
      case 63..<75: _ = rig.server.step() || rig.receive()
      case 75..<80: rig.run()
      case 80..<90: if rig.isLinked { rig.cut() } else { link() }
      case 90..<91: try kill()
      default: if !rig.isLinked { link() }
      }
      note()
    }

    private mutating func write(_ random: inout SeededGenerator) {
      number += 1
      let chat = [bo, cy].randomElement(using: &random)!
      rig.send("text \(number)", "m\(number)", to: chat)
      model.write("m\(number)", to: chat, "text \(number)", at: rig.uptime, isLinked: rig.isLinked)
    }

    private func some(_ random: inout SeededGenerator) -> String? {
      model.entries.suffix(8).randomElement(using: &random)?.id
    }

    private mutating func delete(_ random: inout SeededGenerator) {
      let ids = Array(Set([some(&random), some(&random)].compactMap { $0 })).sorted()
      rig.wish(.delete(ids.map { OriginID(named: $0) }))
      model.delete(ids)
    }

    private mutating func sendOne(_ random: inout SeededGenerator) {
      guard let id = some(&random) else { return }
      rig.wish(.sendOne(OriginID(named: id)))
      model.sendOne(id)
    }

    private mutating func edit(_ random: inout SeededGenerator) {
      // Of what has left a correction would follow.
      guard let id = some(&random), !model.hasLeft(id) else { return }
      let text = "\(id) edited at \(rig.uptime)"
      rig.wish(.edit(OriginID(named: id), text: text, newID: OriginID(named: "edit")))
      model.edit(id, text)
    }

    private mutating func setPolicy(_ random: inout SeededGenerator) {
      let policy = SendPolicy.allCases.randomElement(using: &random)!
      rig.wish(.setPolicy(policy))
      model.set(policy, isLinked: rig.isLinked)
    }

    /// The link comes, and the archive answers before anything else happens.
    private mutating func link() {
      rig.link()
      model.linked(at: rig.uptime)
      rig.run()
    }

    private mutating func kill() throws {
      try rig.kill()
      rig.handle(.closed(reason: "no route"))
      model.restarted()
      rig.wish(.openQueue)
    }

    // MARK: Looking

    /// Takes over what went out and what was told.
    private mutating func note() {
      for id in rig.sends {
        let origin = OriginID(named: id)
        if !firsts.contains(origin) {
          #expect(model.index(id).map { !model.entries[$0].isHeld } ?? false, "\(id) was held")
          firsts.append(origin)
        }
        model.went(id)
      }
      for change in rig.changes { show(change) }
      rig.forget()
    }

    private mutating func show(_ change: Change) {
      switch change {
      case .queue(let entries): shown = entries
      case .queueEntry(let entry):
        shown.removeAll { $0.originID == entry.originID }
        shown.append(entry)
        shown.sort { $0.sequence < $1.sequence }
      case .queueEntryRemoved(let id): shown.removeAll { $0.originID == id }
      default: break
      }
    }

    func check() throws {
      let entries = try rig.database.outbox.entries()
      #expect(shown == entries, "the screen shows the outbox")
      for chat in [bo, cy] {
        let expected = model.entries.filter { $0.chat == chat }
        #expect(try rig.page(chat).map(\.text) == expected.map(\.text))
        let order = expected.map(\.id)
        let out = firsts.map(\.name).filter { order.contains($0) }
        #expect(out == order.filter { out.contains($0) }, "first released, first out")
      }
      for entry in entries {
        let expected = model.entries.first { $0.id == entry.originID.name }
        #expect(try rig.database.outbox.isHeld(entry.originID) == expected?.isHeld)
      }
      #expect(try rig.counts().held == model.entries.count(where: \.isHeld))
    }

    /// In the end all goes, once.
    mutating func finish() throws {
      rig.wish(.sendAll)
      model.sendAll()
      if rig.isLinked { rig.cut() }
      link()
      rig.run()
      note()
      try check()
      #expect(try rig.counts() == OutboxCounts())
      let received = rig.server.received
      #expect(Set(received).count == received.count, "nothing arrives twice")
      #expect(Set(received.map(\.name)) == Set(model.entries.map(\.id)))
    }
  }
}

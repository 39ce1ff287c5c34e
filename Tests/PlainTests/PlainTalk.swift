import Model

@testable import Plain

/// Tests of what somebody called ana types, mostly to bo, and of what is told then.
protocol PlainTalk {
  var mode: PlainMode { get set }
}

extension PlainTalk {
  static var wording: PlainWording {
    PlainWording(
      clean: { $0 }, timeOfDay: { _ in "14:02" }, date: { _ in "then" },
      dayStart: { $0 == "yesterday" ? Timestamp(milliseconds: 7) : nil },
      now: { Timestamp(milliseconds: 1_778_594_530_000) }, zone: CivilTime { _ in 7_200 })
  }

  static var standardMode: PlainMode {
    PlainMode(
      account: JID("ana@localhost")!, isPrivate: true, counts: OutboxCounts(), wording: wording)
  }

  var bo: JID { JID("bo@localhost")! }

  mutating func read(_ line: String, id: String = "m1") -> [PlainMode.Action] {
    mode.read(line) { OriginID(id) }
  }

  /// The lines that a change prints.
  mutating func lines(_ change: Change) -> [String] {
    mode.apply(change).compactMap { if case .say(let line) = $0 { line } else { nil } }
  }

  func mine(
    _ status: DeliveryStatus, id: String = "m1", text: String = "hello", failure: String? = nil
  ) -> Change {
    .message(
      Message(
        id: 1, chat: bo, sender: JID("ana@localhost")!, isMine: true, originID: OriginID(id),
        content: .text(text), writtenAt: Timestamp(milliseconds: 0), status: status,
        failure: failure,
        order: MessageOrder(anchor: .max, sequence: 1)))
  }

  /// - Parameter place: in the archive; `nil` where it is not known yet.
  func theirs(_ text: String, id: Int64 = 7, at place: Int64? = 1) -> Message {
    Message(
      id: id, chat: bo, sender: bo, isMine: false, originID: nil, content: .text(text),
      writtenAt: Timestamp(milliseconds: 0),
      order: MessageOrder(anchor: place ?? MessageOrder.unplaced, sequence: id))
  }
}

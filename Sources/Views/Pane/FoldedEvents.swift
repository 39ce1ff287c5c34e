internal import Localization
internal import Model
internal import Screen
internal import Store

/// Who came to a group and went, in one dim line for all of it that was between two messages (G4): what it came to.
/// Who went and came back did neither.
struct FoldedEvents {
  /// By the row of the message that each stands below.
  private let lines: [Int64: PrintableText]
  /// What was before the first message; `nil` where nothing was, or that message is not shown.
  let beforeFirst: PrintableText?

  /// - Parameter isShown: the user wants to see them.
  init(of chat: ChatID, in snapshot: Snapshot, isShown: Bool) {
    let pane = snapshot.pane
    self.init(
      isShown ? snapshot.room(chat)?.events ?? [] : [],
      hasFirst: pane?.chat == chat && pane?.isStart == true)
  }

  /// - Parameter hasFirst: the chat is shown from its beginning on.
  init(_ events: [RoomEvent], hasFirst: Bool = false) {
    let byRow = Dictionary(grouping: events) { $0.after }
    let lines = byRow.compactMapValues { events in
      let words = Self.words(events)
      return words.isEmpty ? nil : PrintableText(words)
    }
    beforeFirst = hasFirst ? lines[nil] : nil
    self.lines = [Int64: PrintableText](
      uniqueKeysWithValues: lines.compactMap { row, line in row.map { ($0, line) } })
  }

  /// Below the message of a row; `nil` where nothing was.
  subscript(row: Int64) -> PrintableText? { lines.isEmpty ? nil : lines[row] }

  // MARK: What it came to

  /// Somebody, over all that was of them.
  private struct Person {
    let first: RoomEvent
    var last: RoomEvent
    /// What they are called at the end.
    var nick: String

    init(_ event: RoomEvent) {
      (first, last, nick) = (event, event, event.nick)
      note(event)
    }

    mutating func note(_ event: RoomEvent) {
      last = event
      nick = event.nick
      if case .renamed(let next) = event.kind { nick = next }
    }

    /// `nil` where nothing came of it.
    var outcome: RoomEvent? {
      var event = last
      switch last.kind {
      case .removed, .banned, .missed: return event
      case .left: return first.kind == .joined ? nil : event
      case .joined, .renamed:
        let isNew = first.kind == .joined
        event.nick = isNew ? nick : first.nick
        event.kind = isNew ? .joined : .renamed(to: nick)
        return isNew || nick != first.nick ? event : nil
      }
    }
  }

  static func words(_ events: [RoomEvent]) -> String {
    var people: [Person] = []
    // Where a name is all that is known, it leads from one event to the next.
    var aliases: [String: String] = [:]
    for event in events {
      let key = aliases[event.person] ?? event.person
      if case .renamed(let next) = event.kind, event.person == event.nick { aliases[next] = key }
      let known = people.firstIndex { (aliases[$0.first.person] ?? $0.first.person) == key }
      if let known { people[known].note(event) } else { people.append(Person(event)) }
    }
    return clauses(people.compactMap(\.outcome)).joined(separator: ", ")
  }

  /// Those who came are one, so are those who went, where the first of them did.
  private static func clauses(_ events: [RoomEvent]) -> [String] {
    var clauses: [String] = []
    var told: [RoomEvent.Kind] = []
    for event in events {
      guard event.kind == .joined || event.kind == .left else {
        clauses.append(event.words)
        continue
      }
      guard !told.contains(event.kind) else { continue }
      told.append(event.kind)
      let names = events.filter { $0.kind == event.kind }.map { ShownName.marked($0.nick) }
      clauses.append(event.kind == .joined ? joined(names) : left(names))
    }
    return clauses
  }

  private static func joined(_ names: [String]) -> String {
    switch names.count {
    case 1: tr("\(names[0]) joined")
    case 2: tr("\(names[0]) and \(names[1]) joined")
    default: tr("\(names[0]) and \(names.count - 1) others joined")
    }
  }

  private static func left(_ names: [String]) -> String {
    switch names.count {
    case 1: tr("\(names[0]) left")
    case 2: tr("\(names[0]) and \(names[1]) left")
    default: tr("\(names[0]) and \(names.count - 1) others left")
    }
  }
}

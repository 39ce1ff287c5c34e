internal import XMLStream

/// An account's archive (XEP-0313): what was stored is there after a crash.
struct Archive {
  struct Entry {
    var id: String
    /// The bare address of the other side.
    var with: String
    /// Milliseconds since 1970 by the server's clock.
    var stamp: Int64
    var stanza: XMLElement
    /// It is not seen before then, or before so many entries are there.
    var hidden: (until: Int64, count: Int)?

    /// A bare address.
    var sender: String { bareAddress(stanza["from"] ?? "") }

    /// The sender's id where it is a message with something to say that was not returned.
    var textID: String? { text == nil && emoji == nil && !isRemoved ? nil : stanza["id"] }

    /// A moderator deleted it: nothing of what it said is there.
    var isRemoved: Bool { stanza.child("retracted", ServerNamespace.retraction) != nil }

    /// What one of ours reacts with.
    var emoji: [String]? {
      guard stanza["type"] != "error", let reactions = stanza.reactions else { return nil }
      return reactions.children.map(\.text)
    }

    /// Of such a message.
    var text: String? {
      stanza["type"] == "error" ? nil : stanza.child("body", ServerNamespace.client)?.text
    }

    /// The same without what stands there for programs that know no replies (XEP-0461, 0428): people here begin
    /// nothing with a mark of quotation.
    var words: String? {
      guard stanza.children.contains(where: { $0.name == "reply" }) else { return text }
      return text.map { text in
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0.hasPrefix(">") }.joined(separator: "\n")
      }
    }
  }

  /// A page and whether nothing lies beyond it; `nil` in place of it where the id asked for is unknown.
  struct Page {
    var entries: ArraySlice<Entry>
    var isComplete: Bool
    var first: Int
  }

  private(set) var entries: [Entry] = []
  private var places: [String: Int] = [:]
  /// The place of the newest entry that came late.
  private var newestLate: Int?
  private let salt: UInt64

  init(salt: UInt64) { self.salt = salt }

  /// Ids say nothing about the order.
  mutating func store(
    _ stanza: XMLElement, with: String, stamp: Int64, lateness: Lateness? = nil
  ) -> String {
    var random = SeededRandom(seed: salt, stream: UInt64(entries.count))
    let id = String(random.next(), radix: 36) + "x"
    places[id] = entries.count
    var entry = Entry(id: id, with: with, stamp: stamp, stanza: stanza)
    entry.hidden = lateness.map { (stamp + $0.time, entries.count + $0.places + 1) }
    if lateness != nil { newestLate = entries.count }
    entries.append(entry)
    return id
  }

  func place(of id: String) -> Int? { places[id] }

  func entry(_ id: String) -> Entry? { places[id].map { entries[$0] } }

  /// What stands there from now on in the place of what was said.
  mutating func replace(_ id: String, by stanza: XMLElement) {
    if let place = places[id] { entries[place].stanza = stanza }
  }

  /// - Parameters:
  ///   - span: of time, as far as it is bounded.
  ///   - now: by the server's clock.
  func page(
    after: String?, before: String?, with: String?, span: (start: Int64?, end: Int64?), most: Int,
    now: Int64
  ) -> Page? {
    // Stamps only grow.
    let start = span.start.flatMap { time in entries.firstIndex { $0.stamp >= time } }
    var range = (span.start == nil ? 0 : start ?? entries.count)..<entries.count
    if let end = span.end, let last = entries.lastIndex(where: { $0.stamp <= end }) {
      range = min(range.lowerBound, last + 1)..<last + 1
    } else if span.end != nil {
      range = 0..<0
    }
    if let after {
      guard let place = places[after] else { return nil }
      range = min(max(range.lowerBound, place + 1), range.upperBound)..<range.upperBound
    }
    if let before, !before.isEmpty {
      guard let place = places[before] else { return nil }
      range = range.lowerBound..<max(range.lowerBound, min(place, range.upperBound))
    }
    if with != nil || newestLate.map({ $0 >= range.lowerBound }) == true {
      return filtered(range, with, fromEnd: before != nil, most, now)
    }
    let isComplete = range.count <= most
    if !isComplete {
      range =
        before != nil
        ? range.upperBound - most..<range.upperBound : range.lowerBound..<range.lowerBound + most
    }
    return Page(entries: entries[range], isComplete: isComplete, first: range.lowerBound)
  }

  private func filtered(
    _ range: Range<Int>, _ with: String?, fromEnd: Bool, _ most: Int, _ now: Int64
  ) -> Page {
    let all = entries[range].filter { entry in
      (with == nil || entry.with == with) && isSeen(entry, at: now)
    }
    let some = fromEnd ? all.suffix(most) : all.prefix(most)
    return Page(entries: some, isComplete: all.count <= most, first: 0)
  }

  private func isSeen(_ entry: Entry, at now: Int64) -> Bool {
    guard let hidden = entry.hidden else { return true }
    return now >= hidden.until || entries.count >= hidden.count
  }
}

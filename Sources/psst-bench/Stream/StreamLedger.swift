/// What went over one stream and when, as an onlooker sees it: stanzas out, acknowledgements in
/// (XEP-0198), archive pages in (XEP-0313).
struct StreamLedger {
  private var outgoing = TagScanner()
  private var incoming = TagScanner()
  private var isCounting = false
  /// Stanzas since stream management was turned on.
  private var stanzas = 0
  private var acknowledgements: [(handled: Int, at: Int64)] = []
  private(set) var messages = 0
  private(set) var firstMessage: Int64?
  private var stanzasThroughLastMessage = 0
  private(set) var firstQuery: Int64?
  private(set) var archived = 0
  private(set) var archiveComplete: Int64?

  mutating func sent(_ bytes: ArraySlice<UInt8>) {
    let now = Stopwatch.now
    outgoing.scan(bytes) { tag in
      if tag.isTag("enable") || tag.isTag("resume") { isCounting = true }
      if isCounting, tag.isTag("message") || tag.isTag("iq") || tag.isTag("presence") {
        stanzas += 1
      }
      if tag.isTag("query"), tag.attribute("queryid") != nil { firstQuery = firstQuery ?? now }
      // Markers and typing are messages too, without a body.
      guard tag.isTag("body") else { return }
      messages += 1
      firstMessage = firstMessage ?? now
      stanzasThroughLastMessage = stanzas
    }
  }

  mutating func received(_ bytes: ArraySlice<UInt8>) {
    let now = Stopwatch.now
    incoming.scan(bytes) { tag in
      if tag.isTag("a"), let handled = tag.attribute("h").flatMap({ Int($0) }) {
        acknowledgements.append((handled, now))
      } else if tag.isTag("result") {
        archived += 1
      } else if tag.isTag("fin"), tag.attribute("complete") == "true", archiveComplete == nil {
        archiveComplete = now
      }
    }
  }

  /// For error texts.
  var words: String {
    "\(messages) messages, \(stanzas) stanzas since enabled, \(acknowledgements.last?.handled ?? -1) handled"
  }

  /// When the last of so many messages was acknowledged.
  func accepted(_ count: Int) -> Int64? {
    guard messages >= count else { return nil }
    return acknowledgements.first { $0.handled >= stanzasThroughLastMessage }?.at
  }
}

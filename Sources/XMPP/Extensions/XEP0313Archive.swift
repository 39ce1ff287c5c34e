internal import Model
internal import XMLStream

/// XEP-0313: pages of the server's archive. Holds what came of each page until the page is whole.
struct XEP0313Archive: Extension {
  static let namespace = "urn:xmpp:mam:2"
  private static let sets = "http://jabber.org/protocol/rsm"
  private static let forms = "jabber:x:data"
  /// Of more entries nothing is believed.
  private static let largestTotal = 1 << 40
  /// Most entries of one page, whatever was asked for.
  static let mostEntries = 1000

  private struct Collecting {
    var query: ArchiveQuery
    var entries: [ArchivePage.Entry] = []
    /// Entries that were handed on before the page was whole.
    var handedOn = 0
    /// A result without id, or more than was asked for: the page would have a hole, so it counts as failed.
    var isOverfull = false
  }

  /// By the query's id on the wire, which nobody else can guess.
  private var collecting: [String: Collecting] = [:]

  /// Begins a page. Where it cannot even be asked for there is no answer, as far as what went before it goes.
  mutating func request(_ query: ArchiveQuery, wireID: String) -> Request {
    collecting[wireID] = Collecting(query: query)
    return Request(.set, to: query.archive, payload(of: query, wireID: wireID)) { answer, session in
      let event =
        switch answer {
        case .result(let stanza): session.archive.finish(wireID, with: stanza)
        case .error(let error): session.archive.fail(wireID, error)
        case .timeout: session.archive.fail(wireID, .timeout)
        }
      return event.map { [$0] } ?? []
    }
  }

  /// What it keeps (§6).
  static var preferences: Request {
    Request(.get, XMLElement("prefs", namespace)) { answer, _ in
      switch answer {
      case .result(let stanza):
        let preferences = stanza.child("prefs", namespace)
        let isAlways = preferences?["default"] == "always"
        let left = preferences?.child("never", namespace)?.children ?? []
        return [.archiveKeepsAll(isAlways && left.isEmpty)]
      case .error: return [.archiveKeepsAll(false)]
      case .timeout: return []
      }
    }
  }

  private func payload(of query: ArchiveQuery, wireID: String) -> XMLElement {
    var children = [XMLElement("max", Self.sets, text: String(limit(of: query)))]
    switch query.page {
    case .after(let id?): children.append(XMLElement("after", Self.sets, text: id.value))
    case .after(nil): break
    case .before(let id): children.append(XMLElement("before", Self.sets, text: id?.value))
    }
    let set = XMLElement("set", Self.sets, [:], children)
    return XMLElement(
      "query", Self.namespace, ["queryid": wireID],
      [Self.form(query), set].compactMap(\.self))
  }

  /// Only messages with an address, or of a time (XEP-0313 §4.1); `nil` where all are wanted.
  private static func form(_ query: ArchiveQuery) -> XMLElement? {
    func field(_ name: String, _ kind: String?, _ value: String) -> XMLElement {
      XMLElement(
        "field", forms, ["var": name, "type": kind], [XMLElement("value", forms, text: value)])
    }
    let wanted = [
      ("with", query.with?.description), ("start", query.span.start?.dateTime),
      ("end", query.span.end?.dateTime),
    ]
    let fields = wanted.compactMap { name, value in value.map { field(name, nil, $0) } }
    guard !fields.isEmpty else { return nil }
    return XMLElement(
      "x", forms, ["type": "submit"], [field("FORM_TYPE", "hidden", namespace)] + fields)
  }

  private func limit(of query: ArchiveQuery) -> Int { min(max(query.limit, 1), Self.mostEntries) }

  static func result(in message: XMLElement) -> XMLElement? { message.child("result", namespace) }

  /// Takes one result into its page. Only the archive that was asked may answer, and only what was asked (Z1).
  mutating func receive(_ result: XMLElement, from: JID?, own: JID) throws(MessageStanza.Unusable) {
    guard let wireID = result["queryid"], let page = collecting[wireID] else {
      throw .init(reason: "an archive result that was not asked for")
    }
    guard (from ?? own.bare) == (page.query.archive ?? own.bare) else {
      throw .init(reason: "an archive result from the wrong sender")
    }
    let count = page.entries.count + page.handedOn
    guard let id = result["id"], id.isID, !page.isOverfull, count < limit(of: page.query) else {
      collecting[wireID]?.isOverfull = true
      throw .init(reason: "an archive result without id, or over the page's limit")
    }
    let entry = ArchivePage.Entry(
      id: ArchiveID(id),
      message: Self.message(
        in: result, id: ArchiveID(id), own: own, room: page.query.archive))
    collecting[wireID]?.entries.append(entry)
  }

  private static func message(
    in result: XMLElement, id: ArchiveID, own: JID, room: JID?
  ) -> InboundMessage? {
    guard let forwarded = result.child("forwarded", Namespace.forward),
      let inner = forwarded.child("message", Namespace.client), inner["from"] != nil
    else { return nil }
    let stamp = forwarded.child("delay", XEP0203Delay.namespace)?["stamp"]
    let context = MessageStanza.Context(
      source: .archive, own: own, archived: (id, stamp.flatMap(XEP0082DateTime.parse)),
      room: room)
    return try? MessageStanza.parse(inner, in: context)
  }

  /// What came since the last time of pages that go on from a known place: all of it follows on that. So do the
  /// entries of the newest page on its first.
  mutating func parts() -> [SessionEvent] {
    var parts: [SessionEvent] = []
    for (wireID, page) in collecting.sorted(by: { $0.key < $1.key }) {
      guard page.query.isReadInParts, !page.entries.isEmpty else { continue }
      collecting[wireID]?.handedOn += page.entries.count
      collecting[wireID]?.entries = []
      parts.append(.archivePart(query: page.query.id, page.entries))
    }
    return parts
  }

  /// The page is whole: `<fin/>` came.
  private mutating func finish(_ wireID: String, with answer: XMLElement) -> SessionEvent? {
    guard let page = collecting.removeValue(forKey: wireID) else { return nil }
    guard let fin = answer.child("fin", Self.namespace) else {
      let error = StanzaError(kind: "cancel", condition: "feature-not-implemented")
      return .archiveFailed(query: page.query.id, error)
    }
    guard !page.isOverfull else {
      let error = StanzaError(kind: "cancel", condition: "policy-violation")
      return .archiveFailed(query: page.query.id, error)
    }
    let isComplete = fin["complete"] == "true" || fin["complete"] == "1"
    let total = fin.child("set", Self.sets)?.child("count", Self.sets).flatMap { Int($0.text) }
    return .archivePage(
      ArchivePage(
        query: page.query.id, entries: page.entries, isComplete: isComplete,
        total: total.flatMap { (0...Self.largestTotal).contains($0) ? $0 : nil }))
  }

  private mutating func fail(_ wireID: String, _ error: StanzaError) -> SessionEvent? {
    collecting.removeValue(forKey: wireID).map { .archiveFailed(query: $0.query.id, error) }
  }
}

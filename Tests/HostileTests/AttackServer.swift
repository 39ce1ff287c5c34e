import Scram
import XMLStream

/// The other end of psst's stream, made by the test: it signs psst in with a real proof, answers what a session asks,
/// and says whatever the attack wants. Bytes in, bytes out; nobody's clock.
final class AttackServer {
  static let account = "ana@psst.test"
  static let password = "correct horse"
  static let header =
    "<?xml version='1.0'?><stream:stream from='psst.test' id='1' version='1.0'"
    + " xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"

  /// Where the way in has come to.
  enum Step: Int, CaseIterable {
    case header, mechanism, proof, secondHeader, resource, management, done
  }

  /// Says nothing any more once psst has come so far.
  var fallsSilentAt: Step?
  /// What it says in place of the step's answer.
  var lies: [Step: String] = [:]
  /// `item` elements of the roster.
  var roster = ""
  /// Answers to `<r/>`; a server that never does makes psst keep all that it sent.
  var acknowledges = true
  /// What `<resume/>` is answered with; `nil`: the stream is unknown.
  var resumption: ((_ h: Int) -> String)?
  private(set) var step = Step.header
  /// Stanzas that psst sent on all connections.
  private(set) var handled = 0
  /// Bytes that psst sent on all connections.
  private(set) var bytes = 0
  /// The texts of the messages that came, and the ids they came under.
  private(set) var messages: [(id: String, text: String)] = []

  /// psst answered ``question``.
  var hasAnswered = false
  /// For the end of what is said: when it is answered, all before it was read.
  static let question = "<iq type='get' id='the-last'><ping xmlns='urn:xmpp:ping'/></iq>"

  private let parser = XMLStreamParser(limits: .afterAuthentication)
  private var scram: ScramServer?
  private var isAuthenticated = false
  private var said = ""

  /// A new connection.
  func connect() {
    parser.restart(limits: .afterAuthentication)
    (step, isAuthenticated, scram, said) = (.header, false, nil, "")
  }

  /// What it says to what psst said.
  func receive(_ bytes: [UInt8]) -> String {
    self.bytes += bytes.count
    for event in parser.push(bytes) { take(event) }
    defer { said = "" }
    return said
  }

  private func take(_ event: XMLStreamEvent) {
    switch event {
    case .opened where isAuthenticated:
      let features =
        "<stream:features><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"
        + "<sm xmlns='urn:xmpp:sm:3'/></stream:features>"
      say(Self.header + features, at: .secondHeader)
    case .opened:
      let features =
        "<stream:features><mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>"
        + "<mechanism>SCRAM-SHA-256</mechanism></mechanisms></stream:features>"
      say(Self.header + features, at: .header)
    case .stanza(let element): take(element)
    case .cut, .closed, .violation: break
    }
  }

  /// Says its word for a step, or what it says instead.
  private func say(_ xml: String, at step: Step) {
    self.step = step
    if let silence = fallsSilentAt, step.rawValue >= silence.rawValue { return }
    said += lies[step] ?? xml
  }

  private func take(_ element: XMLElement) {
    switch element.name {
    case "auth":
      scram = ScramServer("SCRAM-SHA-256", password: Self.password)
      say(sasl("challenge", scram?.step(element.text)), at: .mechanism)
    case "response":
      say(sasl("success", scram?.step(element.text)), at: .proof)
      parser.restart(limits: .afterAuthentication)
      isAuthenticated = true
    case "resume":
      let h = element["h"].flatMap { Int($0) } ?? 0
      say(resumption?(h) ?? "<failed xmlns='urn:xmpp:sm:3'/>", at: .secondHeader)
    case "enable":
      say("<enabled xmlns='urn:xmpp:sm:3' id='stream' resume='true'/>", at: .management)
      step = .done
    case "r": if acknowledges { said += "<a xmlns='urn:xmpp:sm:3' h='\(handled)'/>" }
    case "message", "presence", "iq": takeStanza(element)
    default: break
    }
  }

  private func sasl(_ name: String, _ text: String?) -> String {
    "<\(name) xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(text ?? "")</\(name)>"
  }

  private func takeStanza(_ stanza: XMLElement) {
    if step == .done || step == .management { handled += 1 }
    if stanza.name == "message", let body = stanza.child("body", "jabber:client")?.text {
      messages.append((stanza["id"] ?? "", body))
    }
    if stanza["id"] == "the-last" { hasAnswered = true }
    guard stanza.name == "iq", ["get", "set"].contains(stanza["type"]), let id = stanza["id"],
      let payload = stanza.children.first
    else { return }
    if let to = stanza["to"], to.contains("@rooms.") { return answer(id, payload, ofRoom: to) }
    answer(id, payload)
  }

  /// Entries of the page that a room's archive is asked for, and whether nothing is beyond; `nil` never answers.
  var roomPage: (_ after: String?) -> (entries: String, isComplete: Bool)? = { _ in ("", true) }
  /// How often it was asked.
  private(set) var roomPages = 0

  private func answer(_ id: String, _ payload: XMLElement, ofRoom room: String) {
    guard payload.namespace == "urn:xmpp:mam:2" else {
      return said += "<iq type='result' from='\(room)' id='\(id)'/>"
    }
    roomPages += 1
    let sets = "http://jabber.org/protocol/rsm"
    let after = payload.child("set", sets)?.child("after", sets)?.text
    guard let page = roomPage(after) else { return }
    let query = payload["queryid"] ?? ""
    said +=
      page.entries.replacing("QUERY", with: query)
      + "<iq type='result' from='\(room)' id='\(id)'><fin xmlns='urn:xmpp:mam:2'"
      + (page.isComplete ? " complete='true'" : "") + "><set xmlns='\(sets)'/></fin></iq>"
  }

  private func answer(_ id: String, _ payload: XMLElement) {
    switch payload.namespace {
    case "urn:ietf:params:xml:ns:xmpp-bind":
      let jid = "<jid>\(Self.account)/psst</jid>"
      let bind = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>\(jid)</bind>"
      handled = 0
      say("<iq type='result' id='\(id)'>\(bind)</iq>", at: .resource)
    case "jabber:iq:roster":
      said += "<iq type='result' id='\(id)'><query xmlns='jabber:iq:roster'>\(roster)</query></iq>"
    case "urn:xmpp:mam:2":
      said +=
        "<iq type='result' id='\(id)'><fin xmlns='urn:xmpp:mam:2' complete='true'>"
        + "<set xmlns='http://jabber.org/protocol/rsm'/></fin></iq>"
    case "http://jabber.org/protocol/pubsub":
      said +=
        "<iq type='error' id='\(id)'><error type='cancel'>"
        + "<item-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"
    default: said += "<iq type='result' id='\(id)'/>"
    }
  }
}

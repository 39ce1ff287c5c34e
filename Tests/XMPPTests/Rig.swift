import Model
import Scram
import XMLStream

@testable import XMPP

/// A session with its hands and ears: says what a server would, and keeps what comes out.
struct Rig {
  var session: Session
  var uptime: Int64 = 1000
  /// Everything that came out, oldest first.
  private(set) var outputs: [SessionOutput] = []
  /// Everything that went in from the server.
  private(set) var parts: [String] = []

  static let password = "pencil"
  static let own = JID("ana@example.org/phone")!
  static let header =
    "<?xml version='1.0'?><stream:stream from='example.org' id='1' version='1.0'"
    + " xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"
  static let boundFeatures =
    "<stream:features><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"
    + "<sm xmlns='urn:xmpp:sm:3'/></stream:features>"

  init(
    requiresTLS: Bool = true, resuming old: StreamState? = nil, terms: SignInTerms = SignInTerms(),
    givesArchiveIDs: Bool = false, agent: String? = nil, token: SignInToken? = nil,
    mayBindInline: Bool = false, resumesInline: Bool = false, registration: Registration? = nil,
    waits: Bool = false
  ) {
    var configuration = SessionConfiguration(
      account: Self.own.bare, secret: .password(Self.password), resource: "phone",
      requiresTLS: requiresTLS, terms: terms, agent: agent, token: token)
    (configuration.mayBindInline, configuration.resumesInline) = (mayBindInline, resumesInline)
    configuration.registration = registration
    session = Session(
      configuration, resuming: old, givesArchiveIDs: givesArchiveIDs, waits: waits)
  }

  static func mechanisms(_ names: [String], also: String = "") -> String {
    let list = names.map { "<mechanism>\($0)</mechanism>" }.joined()
    return "<stream:features>\(also)<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(list)"
      + "</mechanisms></stream:features>"
  }

  @discardableResult
  mutating func handle(_ input: SessionInput) -> [SessionOutput] {
    let moment = Moment(
      wall: Timestamp(milliseconds: 0), uptime: uptime, bootID: "boot", random: 0xABCDEF)
    let new = session.handle(input, at: moment)
    outputs += new
    return new
  }

  @discardableResult
  mutating func receive(_ xml: String) -> [SessionOutput] {
    parts.append(xml)
    return handle(.received(Array(xml.utf8)))
  }

  @discardableResult
  mutating func command(_ command: SessionCommand) -> [SessionOutput] { handle(.command(command)) }

  /// Plays the server until the session is ready.
  mutating func signIn(
    mechanism: String = "SCRAM-SHA-256", binding: ChannelBinding? = nil, exporter: String? = nil,
    unique: String? = nil, offered: [String]? = nil, also: String = "",
    bound: String = boundFeatures, features: [String]? = nil,
    answer: String = "<enabled xmlns='urn:xmpp:sm:3'/>"
  ) {
    handle(.connected(isSecure: true, binding: binding))
    let server = ScramServer(
      mechanism, password: Self.password, exporter: exporter, unique: unique)
    authenticate(server, offered ?? [mechanism], also: also, features: bound)
    bind()
    if let features { answerFeatures(features) }
    if bound.contains("sm:3") { receive(answer) }
  }

  private mutating func authenticate(
    _ server: ScramServer, _ mechanisms: [String], also: String, features: String
  ) {
    receive(Self.header + Self.mechanisms(mechanisms, also: also))
    guard let challenge = server.step(lastText) else { return }
    receive(Self.sasl("challenge", challenge))
    guard let proof = server.step(lastText) else { return }
    receive(Self.sasl("success", proof))
    receive(Self.header + features)
  }

  /// The server binds the resource that was asked for last.
  mutating func bind() {
    receive(
      "<iq type='result' id='\(lastID)'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
        + "<jid>\(Self.own)</jid></bind></iq>")
  }

  /// Plays the server until the old stream is to be resumed or a resource to be bound; what led there
  /// is forgotten but for the last that was sent.
  static func returning(
    with old: StreamState, features: String = boundFeatures, givesArchiveIDs: Bool = true
  ) -> Rig {
    var rig = Rig(resuming: old, givesArchiveIDs: givesArchiveIDs)
    rig.handle(.connected(isSecure: true, binding: nil))
    let server = ScramServer("SCRAM-SHA-256", password: password)
    rig.authenticate(server, ["SCRAM-SHA-256"], also: "", features: features)
    rig.outputs = rig.outputs.suffix(1)
    return rig
  }

  /// The server says what it does for the account, as it was asked.
  @discardableResult
  mutating func answerFeatures(_ features: [String]) -> [SessionOutput] {
    let question = sent.last { $0.contains("http://jabber.org/protocol/disco#info") }
    return receive(
      "<iq type='result' from='\(Self.own.bare)' id='\(question?.value(of: "id") ?? "")'>"
        + "<query xmlns='http://jabber.org/protocol/disco#info'>"
        + features.map { "<feature var='\($0)'/>" }.joined() + "</query></iq>")
  }

  /// A rig that is signed in, with what led there forgotten.
  static func ready(features: [String] = ["urn:xmpp:sid:0"]) -> Rig {
    var rig = Rig()
    rig.signIn(features: features)
    rig.receive("<iq type='result' id='\(rig.lastID)'/>")
    rig.handle(.committed)
    rig.outputs = []
    return rig
  }

  static func sasl(_ name: String, _ text: String) -> String {
    "<\(name) xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(text)</\(name)>"
  }

  /// What was sent, as texts.
  var sent: [String] { outputs.sentTexts }

  /// The text inside the element sent last.
  var lastText: String {
    let last = sent.last ?? ""
    return last.split(separator: ">", maxSplits: 1).last?.split(separator: "<").first.map(
      String.init)
      ?? ""
  }

  /// The `id` of the stanza sent last.
  var lastID: String { sent.last?.value(of: "id") ?? "" }

  var events: [SessionEvent] { outputs.events }

  var end: SessionEnd? {
    events.compactMap { if case .ended(let end) = $0 { end } else { nil } }.first
  }
}

extension [SessionOutput] {
  var events: [SessionEvent] {
    compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  var sentTexts: [String] {
    compactMap {
      if case .send(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
  }

  var isAllDropped: Bool {
    !events.isEmpty
      && events.allSatisfy { if case .dropped = $0 { true } else { false } }
  }
}

extension String {
  /// The first value of an attribute of this name in XML that the session wrote.
  func value(of attribute: String) -> String? {
    var rest = self[...]
    while let at = rest.firstIndex(of: " ") {
      rest = rest[index(after: at)...]
      if rest.hasPrefix(attribute + "='") {
        return rest.dropFirst(attribute.count + 2).split(
          separator: "'", maxSplits: 1, omittingEmptySubsequences: false
        ).first.map(String.init)
      }
    }
    return nil
  }
}

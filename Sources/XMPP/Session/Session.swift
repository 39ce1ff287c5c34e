internal import Localization
public import Model
internal import XMLStream

/// How a session signs in.
public struct SessionConfiguration: Sendable {
  /// The bare address of the account.
  public var account: JID
  public var secret: SignInSecret
  /// The resource to bind; the same for the life of this device, so that binding ends its old session.
  public var resource: String
  /// TLS must be on before anything secret is sent; `false` only towards loopback when asked for (Z3).
  public var requiresTLS: Bool
  /// What the sign-in must not fall short of (Z3).
  public var terms: SignInTerms
  /// This device's id for servers that give tokens (XEP-0388), a UUID that nobody else learns; `nil`: none is wanted.
  public var agent: String?
  /// In the place of the password, under TLS.
  public var token: SignInToken?
  /// The account is made, and not signed in to: ``SessionEvent/registration(_:)`` answers; `nil` signs in.
  public var registration: Registration?
  /// A resource may be bound along with signing in (XEP-0386). The server chooses it then, and throws away what
  /// waits for who was offline: so the archive must have all of that.
  public var mayBindInline = false
  /// What ``SessionEvent/resumesInline(_:)`` said last: counts until the server says it anew.
  public var resumesInline = false

  public init(
    account: JID, secret: SignInSecret, resource: String, requiresTLS: Bool,
    terms: SignInTerms = SignInTerms(), agent: String? = nil, token: SignInToken? = nil
  ) {
    self.account = account
    self.secret = secret
    self.resource = resource
    self.requiresTLS = requiresTLS
    self.terms = terms
    self.agent = agent
    self.token = token
  }
}

/// One connection's protocol: bytes, ticks and commands in; bytes and events out. No I/O, no clock.
///
/// A session lives as long as its connection and ends with exactly one ``SessionEvent/ended(_:)``; after
/// that it says nothing. It is to be held in one place only: copies would share the parser.
public struct Session {
  /// Milliseconds from ``SessionInput/connected(isSecure:binding:)`` to ``SessionEvent/ready(_:)``.
  public static let negotiationTimeout: Int64 = 20_000

  /// The longest id of a stanza or of a message that counts, in bytes (Z4). Nobody's are longer than a UUID or two;
  /// they are kept with each message, and given back with each answer.
  static let longestID = 1_024

  private let parser = XMLStreamParser(limits: .beforeAuthentication)
  private var negotiation: Negotiation
  private var bound: BoundSession?
  private var requests = PendingRequests(salt: 0)
  /// Of the negotiation; `nil` before and after it.
  private var deadline: Int64?
  private let givesArchiveIDs: Bool
  private var isConnected = false
  private var isOver = false

  /// - Parameters:
  ///   - old: the stream to go on with where the server still has it; otherwise the same resource is bound
  ///     anew, which ends it.
  ///   - givesArchiveIDs: what ``SessionEvent/givesArchiveIDs(_:)`` said last: counts for the old stream alone.
  ///   - waits: before it signs in, for ``SessionInput/goOn(_:resuming:)``.
  public init(
    _ configuration: SessionConfiguration, resuming old: StreamState? = nil,
    givesArchiveIDs: Bool = false, waits: Bool = false
  ) {
    self.givesArchiveIDs = givesArchiveIDs
    negotiation = Negotiation(configuration, resuming: old, waits: waits)
  }

  /// What is to be stored in the transaction that stores everything reported so far, before the bytes
  /// given out so far may leave; `nil` where there is nothing that could be resumed.
  public var streamState: StreamState? {
    bound.flatMap { $0.isReady ? $0.management.state(jid: $0.own) : nil }
  }

  /// Uptime in milliseconds at which a ``SessionInput/tick`` is due; `nil` when nothing waits for time.
  public var nextDeadline: Int64? {
    isOver ? nil : [deadline, bound?.requests.nextDeadline].compactMap(\.self).min()
  }

  /// Advances the session by one input and returns what is to be done, in order.
  public mutating func handle(_ input: SessionInput, at now: Moment) -> [SessionOutput] {
    var outputs: [SessionOutput] = []
    guard !isOver else { return [] }
    do throws(SessionFailure) {
      try advance(input, at: now, &outputs)
    } catch {
      end(error, &outputs)
    }
    return outputs
  }

  private mutating func advance(
    _ input: SessionInput, at now: Moment, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    switch input {
    case .connected(let isSecure, let binding):
      isConnected = true
      requests = PendingRequests(salt: now.random)
      deadline = now.uptime + Self.negotiationTimeout
      let steps = try negotiation.open(isSecure: isSecure, binding: binding)
      try perform(steps, at: now, &outputs)
    case .secured(let binding):
      try perform(try negotiation.secured(binding), at: now, &outputs)
    case .received(let bytes): try read(bytes, at: now, &outputs)
    case .closed:
      isConnected = false
      throw SessionFailure(.closed)
    case .goOn(let configuration, let old):
      if isConnected { deadline = now.uptime + Self.negotiationTimeout }
      let steps = try negotiation.goOn(configuration, resuming: old, id: requests.freshID())
      try perform(steps, at: now, &outputs)
    case .committed: bound?.committed(&outputs)
    case .tick: try tick(at: now, &outputs)
    case .command(let command): try obey(command, at: now, &outputs)
    }
  }

  private mutating func read(
    _ bytes: [UInt8], at now: Moment, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    if case .awaitingTLS = negotiation.stage {
      throw .notSafe(tr("the server went on unencrypted"))
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = nextPiece(of: rest)
      rest = rest.dropFirst(piece.count)
      let events = parser.push(Array(piece))
      for (index, event) in events.enumerated() {
        let steps = try handle(event, at: now, &outputs)
        if steps.contains(where: \.changesLayer) { try checkLast(events[(index + 1)...]) }
        try perform(steps, at: now, &outputs)
      }
    }
    if let own = bound?.own { bound?.requests.heard(at: now.uptime, own: own) }
    outputs += bound?.archive.parts().map { .event($0) } ?? []
  }

  /// All, but where what follows a tag may come under other limits than that.
  private func nextPiece(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bound == nil, negotiation.isInline, let end = bytes.firstIndex(of: UInt8(ascii: ">"))
    else { return bytes }
    return bytes[...end]
  }

  /// What came along with the last word of one layer would be taken for the next layer's. Only the
  /// end may: a server that is being stopped says it whenever it is.
  private func checkLast(_ rest: ArraySlice<XMLStreamEvent>) throws(SessionFailure) {
    switch rest.first {
    case nil where !parser.hasUnfinishedInput: return
    case .closed: throw SessionFailure(.closed)
    case .stanza(let element) where element.is("error", Namespace.streams):
      throw SessionFailure(streamError: element)
    default: throw .notSafe(tr("something was slipped in while the connection was being secured"))
    }
  }

  private mutating func handle(
    _ event: XMLStreamEvent, at now: Moment, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) -> [Negotiation.Step] {
    switch event {
    case .opened(let header):
      try negotiation.opened(header)
      return []
    case .stanza(let element) where element.is("error", Namespace.streams):
      throw SessionFailure(streamError: element)
    case .stanza(let element):
      guard bound != nil else { return try negotiation.handle(element, id: requests.freshID()) }
      try bound?.receive(element, &outputs)
      if bound?.isReady == true { deadline = nil }
      return []
    case .cut(let element):
      try bound?.receiveCut(element, &outputs)
      return []
    case .closed: throw SessionFailure(.closed)
    case .violation(let violation): throw SessionFailure(violation)
    }
  }

  private mutating func perform(
    _ steps: [Negotiation.Step], at now: Moment, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    for step in steps {
      switch step {
      case .send(let text): outputs.append(.send(Array(text.utf8)))
      case .startTLS:
        outputs.append(.startTLS(domain: negotiation.configuration.account.domain))
      case .restart(let limits): parser.restart(limits: limits)
      case .trust(let limits): parser.change(limits: limits)
      case .signedIn(let mechanism): outputs.append(.event(.signedIn(mechanism)))
      case .made(let keys): outputs.append(.event(.made(keys)))
      case .signedInBy(let mechanism): outputs.append(.event(.signedInBy(mechanism)))
      case .resumes(let does): outputs.append(.event(.resumesInline(does)))
      case .registration(let answer): outputs.append(.event(.registration(answer)))
      case .opened: outputs.append(.event(.opened))
      case .given(let token): outputs.append(.event(.given(token)))
      case .bound(let jid, let inline):
        var bound = BoundSession(own: jid, offer: negotiation.offer, requests: requests)
        try bound.begin(inline, at: now.uptime, &outputs)
        if bound.isReady { deadline = nil }
        self.bound = bound
      case .resumed(let old, let h):
        bound = try BoundSession.resumed(
          old, h: h, offer: negotiation.offer, givesArchiveIDs: givesArchiveIDs,
          requests: requests, at: now.uptime, &outputs)
        deadline = nil
      case .notResumed(let old, let h): concludeOldStream(old, h, &outputs)
      }
    }
  }

  /// The old stream is over. Its count confirms what it can; a count that cannot be is no reason to
  /// fail, because the archive is asked anyway.
  private mutating func concludeOldStream(
    _ old: StreamState, _ h: UInt32?, _ outputs: inout [SessionOutput]
  ) {
    let count = h.flatMap { old.confirmed(by: $0) }
    if h != nil, count == nil {
      outputs.append(.event(.dropped(reason: "a count beyond what was sent on the old stream")))
    }
    let confirmed = old.unacknowledged.prefix(count ?? 0).messages
    if !confirmed.isEmpty { outputs.append(.event(.acknowledged(confirmed))) }
  }

  private mutating func obey(
    _ command: SessionCommand, at now: Moment, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    if bound?.isReady == true {
      try bound?.perform(command, at: now.uptime, &outputs)
    } else if command != .close {
      outputs.append(.event(.dropped(reason: "a command before the session was ready")))
    }
    if command == .close { throw SessionFailure(.closed) }
  }

  private mutating func tick(
    at now: Moment, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    if let deadline, deadline <= now.uptime {
      throw SessionFailure(.closed, telling: "connection-timeout")
    }
    try bound?.expire(at: now.uptime, &outputs)
  }

  private mutating func end(_ failure: SessionFailure, _ outputs: inout [SessionOutput]) {
    isOver = true
    if case .protocolError = failure.end { bound?.management.giveUp() }
    if isConnected, negotiation.canSpeak { outputs.append(.send(Array(failure.farewell.utf8))) }
    outputs.append(.event(.ended(failure.end)))
    if isConnected { outputs.append(.close) }
  }
}

extension Negotiation {
  /// Our stream is open: neither before the connection nor in the middle of the TLS handshake.
  fileprivate var canSpeak: Bool {
    switch stage {
    case .idle, .awaitingTLS: false
    default: true
    }
  }
}

extension Negotiation.Step {
  fileprivate var changesLayer: Bool {
    switch self {
    case .startTLS, .restart: true
    case .send, .made, .trust, .signedIn, .signedInBy, .resumes, .given, .bound, .resumed,
      .notResumed,
      .registration, .opened:
      false
    }
  }
}

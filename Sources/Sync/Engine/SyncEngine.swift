public import Model
public import Storage
internal import XMPP

/// The engine: an event in, one transaction, effects out. Confined to one executor; reads no clock.
///
/// Nothing leaves before what it says is on disk: bytes are made only after the commit.
public final class SyncEngine {
  /// As it was given; after a conflict psst signs in under another one.
  private let ownResource: String
  private var configuration: SessionConfiguration
  private let core: EngineCore
  private var session: Session?
  /// Of the second connection: it waits before it signs in.
  private var spare: Session?
  private var plannedWake: Int64?
  /// The session that is begun may use the token.
  private var hasToken = false
  /// The last one on a safe connection could, and came to nothing so far.
  private var isTokenInDoubt = false

  /// - Parameters:
  ///   - secret: the password, or what stands for it.
  ///   - resource: this device's name at the server, the same for its life. Where it begins with
  ///     `psst` other psst programs know that its typing is repeated (D3).
  ///   - database: opened for writing; nobody else writes to it.
  ///   - privacy: what the others are told of my doings.
  ///   - roomPasswords: as they were kept.
  ///   - agent: this device's id for servers that give tokens, the same for its life; `nil`: it wants none.
  ///   - token: the one that was kept last.
  public init(
    account: Account, secret: SignInSecret, resource: String, database: Database,
    privacy: Privacy = Privacy(), roomPasswords: [JID: String] = [:], agent: String? = nil,
    token: SignInToken? = nil
  ) {
    ownResource = resource
    configuration = SessionConfiguration(
      account: account.jid.bare, secret: secret, resource: resource,
      requiresTLS: account.security != .off, terms: account.terms, agent: agent, token: token)
    core = EngineCore(
      account: account, database: database, privacy: privacy, roomPasswords: roomPasswords)
  }

  /// Advances everything by one event; the effects are to be carried out in order.
  public func handle(_ event: SyncEvent, at now: Moment) -> [SyncEffect] {
    var effects: [SyncEffect] = []
    if case .wake = event { plannedWake = nil }
    let events = events(of: event, &effects, now)
    // What the session counted must be on disk before its bytes leave, even where it has nothing to say.
    let isCounted = core.stream.map { session?.hasCountedBeyond($0) != true } ?? true
    if !isCounted || !events.isEmpty { run(events, &effects, now) }
    if case .link(let news) = event { settle(news, &effects, now) }
    planWake(&effects)
    return effects
  }

  /// Another password from the next sign-in on, and what that must not fall short of; what the old one was exchanged for
  /// is of no use any more.
  public func take(_ password: String, on terms: SignInTerms) {
    configuration.terms = terms
    (configuration.secret, configuration.token) = (.password(password), nil)
  }

  /// What others are told of my doings from now on.
  public func follow(_ privacy: Privacy) { core.privacy = privacy }

  // MARK: In

  private func events(
    of event: SyncEvent, _ effects: inout [SyncEffect], _ now: Moment
  ) -> [CoreEvent] {
    switch event {
    case .start: [.start]
    case .intent(let intent): [.intent(intent)]
    case .stop: [.stop]
    case .resume: [.resume]
    case .link(let news): handle(news, &effects, now)
    case .spare(let news): handle(spare: news, &effects, now)
    case .progress(let progress): [.progress(progress)]
    case .network(let change): [.network(change)]
    case .upload(let news): [.upload(news)]
    case .download(let news): [.download(news)]
    case .wake: tick(&effects, now) + [.wake]
    }
  }

  private func handle(
    _ news: LinkEvent, _ effects: inout [SyncEffect], _ now: Moment
  ) -> [CoreEvent] {
    switch news {
    case .unlocked(let password):
      // What was typed meanwhile counts.
      if configuration.secret == .keyring { configuration.secret = .password(password) }
      beginSession()
      return []
    case .connected(let isSecure, let binding, let isNearby):
      core.connected(isNearby: isNearby, at: now.uptime)
      if isSecure { isTokenInDoubt = hasToken }
      return feed(.connected(isSecure: isSecure, binding: binding), &effects, now)
    case .secured(let binding):
      isTokenInDoubt = hasToken
      return feed(.secured(binding), &effects, now)
    case .received(let bytes):
      core.heard(at: now.uptime)
      return feed(.received(bytes), &effects, now)
    case .closed(let reason, let awaitsUser):
      // The session knows less of why than the wire does.
      let last = feed(.closed, &effects, now).filter { $0.isNews }
      session = nil
      return last + [.closed(reason: reason, awaitsUser: awaitsUser)]
    }
  }

  private func handle(
    spare news: LinkEvent, _ effects: inout [SyncEffect], _ now: Moment
  ) -> [CoreEvent] {
    let input: SessionInput
    switch news {
    case .unlocked: return []
    case .connected(let isSecure, let binding, _):
      input = .connected(isSecure: isSecure, binding: binding)
    case .secured(let binding): input = .secured(binding)
    case .received(let bytes): input = .received(bytes)
    case .closed: input = .closed
    }
    var events: [CoreEvent] = []
    for output in spare?.handle(input, at: now) ?? [] {
      switch output {
      case .send(let bytes): effects.append(.spare(.write(bytes)))
      case .startTLS(let domain): effects.append(.spare(.startTLS(domain: domain)))
      case .event(.opened): events.append(.spareOpened)
      case .event(.ended): events.append(.spareLost)
      case .close, .event: break
      }
    }
    return events
  }

  private func tick(_ effects: inout [SyncEffect], _ now: Moment) -> [CoreEvent] {
    guard let deadline = session?.nextDeadline, deadline <= now.uptime else { return [] }
    return feed(.tick, &effects, now)
  }

  /// Gives the session an input and carries out what it wants; its events are returned.
  private func feed(
    _ input: SessionInput, _ effects: inout [SyncEffect], _ now: Moment
  ) -> [CoreEvent] {
    carryOut(session?.handle(input, at: now) ?? [], &effects, now)
  }

  private func carryOut(
    _ outputs: [SessionOutput], _ effects: inout [SyncEffect], _ now: Moment
  ) -> [CoreEvent] {
    var events: [CoreEvent] = []
    for output in outputs {
      switch output {
      case .send(let bytes): effects.append(.write(bytes))
      case .startTLS(let domain): effects.append(.startTLS(domain: domain))
      case .close: effects.append(.disconnect)
      case .event(let event):
        noteSignIn(event, &effects, now)
        events.append(.session(event))
      }
    }
    return events
  }

  private func noteSignIn(_ event: SessionEvent, _ effects: inout [SyncEffect], _ now: Moment) {
    switch event {
    case .signedIn(let mechanism): keep(mechanism, &effects)
    case .made(let keys): effects.append(.keepKeys(keys))
    case .given(let token): keep(token, &effects)
    case .ended(.tokenRefused): keep(nil, &effects)
    case .ended(let end) where end.isConflict && core.isSignedIn:
      // The other program would be thrown out in turn.
      configuration.resource = ownResource + "-" + String(now.random % 10_000)
    case .ready: isTokenInDoubt = false
    default: break
    }
  }

  private func keep(_ token: SignInToken?, _ effects: inout [SyncEffect]) {
    configuration.token = token
    effects.append(.keepToken(token))
  }

  /// Where the last try with the token came to nothing, the next goes without: a server that has forgotten what tokens
  /// are may end the connection instead of saying so.
  private func nextConfiguration() -> SessionConfiguration {
    var next = configuration
    (next.mayBindInline, next.resumesInline) = (core.mayBindInline, core.resumesInline)
    if isTokenInDoubt { next.token = nil }
    hasToken = next.token != nil
    return next
  }

  /// From now on less is refused, whether or not it can be kept.
  private func keep(_ mechanism: SignInMechanism, _ effects: inout [SyncEffect]) {
    guard mechanism != configuration.terms.strongest else { return }
    configuration.terms.strongest = mechanism
    effects.append(.signedIn(mechanism))
  }

  // MARK: Out

  /// Turns follow each other until nothing new comes of them.
  private func run(_ first: [CoreEvent], _ effects: inout [SyncEffect], _ now: Moment) {
    var events = first
    repeat { events = turn(events, &effects, now) } while !events.isEmpty
  }

  /// One turn: the session makes its bytes within the transaction, which stores what they count; they
  /// are given out when it is committed. Returns what the session said to the commands.
  private func turn(
    _ events: [CoreEvent], _ effects: inout [SyncEffect], _ now: Moment
  ) -> [CoreEvent] {
    let before = session
    var answers: [[SessionOutput]] = []
    let outcome = core.handle(events, at: now) { effects in
      answers = effects.compactMap { $0.command }.map { command in
        session?.handle(.command(command), at: now) ?? []
      }
      return session?.streamState
    }
    if !core.isCommitted {
      // A session whose news is not on disk has counted what was never stored: it is of no use.
      session = events.contains { $0.isOfSession } || events.isEmpty ? nil : before
      effects.removeAll { $0.isWrite }
    }
    var next = answers.makeIterator()
    var news: [CoreEvent] = []
    for effect in outcome {
      let answer = effect.command == nil ? [] : next.next() ?? []
      news += carryOut(answer, &effects, now)
      news += perform(effect, &effects, now)
    }
    return news
  }

  /// - Returns: what the session says to it.
  private func perform(
    _ effect: CoreEffect, _ effects: inout [SyncEffect], _ now: Moment
  ) -> [CoreEvent] {
    switch effect {
    case .openSpare:
      spare = Session(configuration, givesArchiveIDs: core.givesArchiveIDs, waits: true)
      effects.append(.spare(.connect))
    case .dropSpare:
      spare = nil
      effects.append(.spare(.drop))
    case .adoptSpare: return adoptSpare(&effects, now)
    default: perform(effect, &effects)
    }
    return []
  }

  /// What the session has counted so far, the second one goes on with.
  private func adoptSpare(_ effects: inout [SyncEffect], _ now: Moment) -> [CoreEvent] {
    guard var next = spare else {
      effects.append(.abandon)
      return []
    }
    let outputs = next.handle(.goOn(nextConfiguration(), resuming: core.stream), at: now)
    (session, spare) = (next, nil)
    if !outputs.isEmpty { isTokenInDoubt = hasToken }
    effects.append(.spare(.adopt))
    return carryOut(outputs, &effects, now)
  }

  private func beginSession() {
    session = Session(
      nextConfiguration(), resuming: core.stream, givesArchiveIDs: core.givesArchiveIDs)
  }

  private func perform(_ effect: CoreEffect, _ effects: inout [SyncEffect]) {
    switch effect {
    case .connect:
      beginSession()
      effects.append(.connect)
    case .measure: effects.append(.measure)
    case .command, .openSpare, .dropSpare, .adoptSpare: break
    case .disconnect: effects.append(.abandon)
    case .change(let change): effects.append(.change(change))
    case .keep(let passwords): effects.append(.keep(roomPasswords: passwords))
    case .keepAvatar(let hash, let bytes): effects.append(.keepAvatar(hash, bytes))
    case .upload(let order): effects.append(.upload(order))
    case .cancelUpload(let id): effects.append(.cancelUpload(id))
    case .download(let order): effects.append(.download(order))
    case .cancelDownload(let row): effects.append(.cancelDownload(row: row))
    case .discardCopy(let id): effects.append(.discardCopy(id))
    case .sentCopy(let id): effects.append(.sentCopy(id))
    case .keepCopies(let ids): effects.append(.keepCopies(ids))
    case .log(let line): effects.append(.log(line))
    }
  }

  /// What came is stored: the session may acknowledge it.
  private func settle(_ news: LinkEvent, _ effects: inout [SyncEffect], _ now: Moment) {
    guard case .received = news, core.isCommitted else { return }
    let events = feed(.committed, &effects, now)
    if !events.isEmpty { run(events, &effects, now) }
  }

  private func planWake(_ effects: inout [SyncEffect]) {
    let next = [core.nextDeadline, session?.nextDeadline].compactMap { $0 }.min()
    guard next != plannedWake else { return }
    plannedWake = next
    effects.append(.wake(at: next))
  }
}

extension Session {
  /// It sent or received more stanzas than are stored.
  fileprivate func hasCountedBeyond(_ stored: StreamState) -> Bool {
    guard let state = streamState else { return false }
    return state.handled != stored.handled || state.acknowledged != stored.acknowledged
      || state.settled != stored.settled
      || state.unacknowledged.count != stored.unacknowledged.count
  }
}

extension CoreEffect {
  fileprivate var command: SessionCommand? {
    if case .command(let command) = self { command } else { nil }
  }
}

extension SyncEffect {
  fileprivate var isWrite: Bool { if case .write = self { true } else { false } }
}

extension CoreEvent {
  fileprivate var isOfSession: Bool { if case .session = self { true } else { false } }

  /// More than that the connection ended.
  fileprivate var isNews: Bool {
    if case .session(.ended(.closed)) = self { false } else { true }
  }
}

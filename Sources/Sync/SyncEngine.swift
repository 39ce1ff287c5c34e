public import Model
public import Storage
internal import XMPP

/// The engine: an event in, one transaction, effects out. Confined to one executor; reads no clock.
///
/// Nothing leaves before what it says is on disk: bytes are made only after the commit.
public final class SyncEngine {
  private let configuration: SessionConfiguration
  private let core: EngineCore
  private var session: Session?
  private var plannedWake: Int64?

  /// - Parameters:
  ///   - resource: this device's name at the server, the same for its life. Where it begins with
  ///     `psst` other psst programs know that its typing is repeated (D3).
  ///   - database: opened for writing; nobody else writes to it.
  public init(account: Account, password: String, resource: String, database: Database) throws {
    configuration = SessionConfiguration(
      account: account.jid.bare, password: password, resource: resource,
      requiresTLS: account.security != .off)
    core = EngineCore(account: account, database: database)
  }

  /// Advances everything by one event; the effects are to be carried out in order.
  public func handle(_ event: SyncEvent, at now: Moment) -> [SyncEffect] {
    var effects: [SyncEffect] = []
    if case .wake = event { plannedWake = nil }
    run(events(of: event, &effects, now), &effects, now)
    if case .link(let news) = event { settle(news, &effects, now) }
    planWake(&effects)
    return effects
  }

  // MARK: In

  private func events(
    of event: SyncEvent, _ effects: inout [SyncEffect], _ now: Moment
  ) -> [CoreEvent] {
    switch event {
    case .start: [.start]
    case .intent(let intent): [.intent(intent)]
    case .stop: [.stop]
    case .link(let news): take(news, &effects, now)
    case .network(let change): [.network(change)]
    case .wake: tick(&effects, now) + [.wake]
    }
  }

  private func take(
    _ news: LinkEvent, _ effects: inout [SyncEffect], _ now: Moment
  ) -> [CoreEvent] {
    switch news {
    case .connected(let isSecure, let binding):
      core.heard(at: now.uptime)
      return feed(.connected(isSecure: isSecure, binding: binding), &effects, now)
    case .secured(let binding): return feed(.secured(binding), &effects, now)
    case .received(let bytes):
      core.heard(at: now.uptime)
      return feed(.received(bytes), &effects, now)
    case .closed(let reason):
      // The session knows less of why than the wire does.
      let last = feed(.closed, &effects, now).filter { $0.isNews }
      session = nil
      return last + [.closed(reason: reason)]
    }
  }

  private func tick(_ effects: inout [SyncEffect], _ now: Moment) -> [CoreEvent] {
    guard let deadline = session?.nextDeadline, deadline <= now.uptime else { return [] }
    return feed(.tick, &effects, now)
  }

  /// Gives the session an input and carries out what it wants; its events are returned.
  private func feed(
    _ input: SessionInput, _ effects: inout [SyncEffect], _ now: Moment
  ) -> [CoreEvent] {
    var events: [CoreEvent] = []
    for output in session?.handle(input, at: now) ?? [] {
      switch output {
      case .send(let bytes): effects.append(.write(bytes))
      case .startTLS(let domain): effects.append(.startTLS(domain: domain))
      case .close: effects.append(.disconnect)
      case .event(let event): events.append(.session(event))
      }
    }
    return events
  }

  // MARK: Out

  /// Turns follow each other until nothing new comes of them.
  private func run(_ first: [CoreEvent], _ effects: inout [SyncEffect], _ now: Moment) {
    var events = first
    while !events.isEmpty {
      let outcome = core.handle(events, at: now)
      events = []
      for effect in outcome { events += perform(effect, &effects, now) }
    }
  }

  private func perform(
    _ effect: CoreEffect, _ effects: inout [SyncEffect], _ now: Moment
  ) -> [CoreEvent] {
    switch effect {
    case .connect:
      session = Session(configuration)
      effects.append(.connect)
    case .command(let command): return feed(.command(command), &effects, now)
    case .disconnect: effects.append(.abandon)
    case .change(let change): effects.append(.change(change))
    case .log(let line): effects.append(.log(line))
    }
    return []
  }

  /// What came is stored: the session may acknowledge it.
  private func settle(_ news: LinkEvent, _ effects: inout [SyncEffect], _ now: Moment) {
    guard case .received = news, core.isCommitted else { return }
    run(feed(.committed, &effects, now), &effects, now)
  }

  private func planWake(_ effects: inout [SyncEffect]) {
    let next = [core.nextDeadline, session?.nextDeadline].compactMap { $0 }.min()
    guard next != plannedWake else { return }
    plannedWake = next
    effects.append(.wake(at: next))
  }
}

extension CoreEvent {
  /// More than that the connection ended.
  fileprivate var isNews: Bool {
    if case .session(.ended(.closed)) = self { false } else { true }
  }
}

internal import Dispatch
internal import Localization
internal import Model
internal import Sync
internal import XMPP

/// A connection for one question: it is opened, asked, and left.
final class ShortSession<Answer: Sendable>: Sendable {
  typealias Outcome = Result<Answer, SignInProblem>

  /// Confined to `queue`.
  private final class State: @unchecked Sendable {
    var configuration: SessionConfiguration
    var session: Session
    var wire: (any LiveWire)?
    var timer: (any DispatchSourceTimer)?
    var outcome: Outcome?
    /// What an event says to the question; `nil`: nothing.
    var judge: (SessionEvent) -> Outcome?

    init(_ configuration: SessionConfiguration, _ judge: @escaping (SessionEvent) -> Outcome?) {
      self.configuration = configuration
      session = Session(configuration)
      self.judge = judge
    }
  }

  private let queue = DispatchQueue(label: "psst.check")
  private let done = DispatchSemaphore(value: 0)
  private let state: State

  private init(
    _ configuration: SessionConfiguration, judge: @escaping (SessionEvent) -> Outcome?
  ) {
    state = State(configuration, judge)
  }

  /// Blocks until it is known, at most so many seconds.
  static func run(
    _ configuration: SessionConfiguration, wire makeWire: @escaping WireMaker, seconds: Int,
    judge: @escaping (SessionEvent) -> Outcome?
  ) -> Outcome {
    let one = ShortSession(configuration, judge: judge)
    one.queue.sync { one.begin(makeWire) }
    _ = one.done.wait(timeout: .now() + .seconds(seconds))
    return one.queue.sync {
      one.leave()
      let silence = SignInProblem(
        tr("no answer within \(seconds) s"), at: .server, isPassing: true)
      return one.state.outcome ?? .failure(silence)
    }
  }

  private func begin(_ makeWire: WireMaker) {
    let wire = makeWire { [queue, weak self] event in
      queue.async { [weak self] in self?.receive(event) }
    }
    state.wire = wire
    wire.connect()
  }

  private func receive(_ event: LinkEvent) {
    switch event {
    case .unlocked(let password):
      state.configuration.secret = .password(password)
      state.session = Session(state.configuration)
    case .connected(let isSecure, let binding, _):
      advance(.connected(isSecure: isSecure, binding: binding))
    case .secured(let binding): advance(.secured(binding))
    case .received(let bytes): advance(.received(bytes))
    case .closed(let reason, _):
      // Before the session says no more than that it is closed.
      end(.failure(SignInProblem(tr("no connection: \(reason)"), at: .server, isPassing: true)))
      advance(.closed)
    }
  }

  private func advance(_ input: SessionInput) {
    for output in state.session.handle(input, at: SyncRunner.now()) {
      switch output {
      case .send(let bytes): state.wire?.send(bytes)
      case .startTLS(let domain): state.wire?.startTLS(domain: domain)
      case .close: state.wire?.close()
      case .event(.ended(let why)): end(.failure(SignInProblem(why)))
      case .event(let event): if let outcome = state.judge(event) { end(outcome) }
      }
    }
    schedule()
  }

  private func end(_ outcome: Outcome) {
    guard state.outcome == nil else { return }
    state.outcome = outcome
    done.signal()
  }

  private func leave() {
    advance(.command(.close))
    state.timer?.cancel()
    state.wire?.close()
  }

  private func schedule() {
    state.timer?.cancel()
    state.timer = nil
    guard state.outcome == nil, let due = state.session.nextDeadline else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let delay = Int(max(0, due - SyncRunner.now().uptime))
    timer.schedule(deadline: .now() + .milliseconds(delay))
    timer.setEventHandler { [weak self] in self?.advance(.tick) }
    timer.resume()
    state.timer = timer
  }
}

extension SignInProblem {
  /// Why a session ended before it came to anything.
  init(_ end: SessionEnd) {
    switch end {
    case .closed: self.init(tr("the server ended the connection"), at: .server, isPassing: true)
    case .streamError(let condition, let text):
      self.init(tr("the server refused: \(text ?? condition)"), at: .server, isPassing: true)
    case .signInRefused(let reason):
      self.init(
        tr("the server refused to sign in: \(reason)"), at: .password,
        advice: tr("Check the address, and type the password again"))
    case .notSafe(let reason, let concession):
      self.init(tr("not safe: \(reason)"), at: .server, concession: concession)
    case .tokenRefused: self.init(tr("the server wants the password"), at: .password)
    case .protocolError(let reason):
      self.init(tr("the server does not speak XMPP: \(reason)"), at: .server)
    }
  }
}

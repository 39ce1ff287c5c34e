internal import Dispatch
public import Files
public import Model
public import Sync
internal import XMPP

/// Signs in once and leaves, to see whether it can be done. Uses a device name of its own, so that it
/// ends no session of a running psst.
public final class SignInCheck: Sendable {
  /// How it went, or why it did not.
  public typealias Outcome = Result<Report, Failure>

  /// What is known of a sign-in that went well.
  public struct Report: Equatable, Sendable {
    /// From nothing to signed in.
    public var milliseconds: Int
    public var mechanism: SignInMechanism?
  }

  /// Confined to `queue`.
  private final class State: @unchecked Sendable {
    var session: Session
    var wire: (any LiveWire)?
    var timer: (any DispatchSourceTimer)?
    var outcome: Outcome?
    var mechanism: SignInMechanism?
    init(_ session: Session) { self.session = session }
  }

  private let queue = DispatchQueue(label: "psst.check")
  private let done = DispatchSemaphore(value: 0)
  private let state: State
  private let began = SyncRunner.now().uptime

  private init(_ account: Account, password: String) {
    let configuration = SessionConfiguration(
      account: account.jid, password: password, resource: AccountDirectory.newResource(),
      requiresTLS: account.security != .off, terms: account.terms)
    state = State(Session(configuration))
  }

  /// Blocks until it is known, at most so many seconds.
  public static func run(
    _ account: Account, password: String, wire makeWire: @escaping WireMaker, seconds: Int
  ) -> Outcome {
    let check = SignInCheck(account, password: password)
    check.queue.async { check.begin(makeWire) }
    _ = check.done.wait(timeout: .now() + .seconds(seconds))
    return check.queue.sync {
      check.leave()
      let silence = Failure("no answer within \(seconds) s", code: .tryAgain)
      return check.state.outcome ?? .failure(silence)
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
    case .connected(let isSecure, let binding):
      advance(.connected(isSecure: isSecure, binding: binding))
    case .secured(let binding): advance(.secured(binding))
    case .received(let bytes): advance(.received(bytes))
    case .closed(let reason, _):
      // Before the session says no more than that it is closed.
      end(.failure(Failure("no connection: \(reason)", code: .tryAgain)))
      advance(.closed)
    }
  }

  private func advance(_ input: SessionInput) {
    for output in state.session.handle(input, at: SyncRunner.now()) {
      switch output {
      case .send(let bytes): state.wire?.send(bytes)
      case .startTLS(let domain): state.wire?.startTLS(domain: domain)
      case .close: state.wire?.close()
      case .event(let event): heard(event)
      }
    }
    schedule()
  }

  private func heard(_ event: SessionEvent) {
    switch event {
    case .signedIn(let mechanism): state.mechanism = mechanism
    case .ready:
      let took = Int(SyncRunner.now().uptime - began)
      end(.success(Report(milliseconds: took, mechanism: state.mechanism)))
    case .ended(let why): end(.failure(Failure(Self.words(why))))
    default: break
    }
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

  static func words(_ end: SessionEnd) -> String {
    switch end {
    case .closed: "the server ended the connection"
    case .streamError(let condition, let text): "the server refused: \(text ?? condition)"
    case .signInRefused(let reason): "the server refused to sign in: \(reason)"
    case .notSafe(let reason): "not safe: \(reason)"
    case .tokenRefused: "the server wants the password"
    case .protocolError(let reason): "the server does not speak XMPP: \(reason)"
    }
  }
}

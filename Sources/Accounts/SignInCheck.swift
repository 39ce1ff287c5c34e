public import Model
public import Sync
internal import XMPP

/// Signs in once and leaves, to see whether it can be done. Uses a device name of its own, so that it
/// ends no session of a running psst.
public enum SignInCheck {
  /// How it went, or why it did not.
  public typealias Outcome = Result<Report, SignInProblem>

  /// What is known of a sign-in that went well.
  public struct Report: Equatable, Sendable {
    /// From nothing to signed in.
    public var milliseconds: Int
    public var mechanism: SignInMechanism?
    /// What the server took, where it was made of the password.
    public var keys: SCRAMKeys?
  }

  /// Blocks until it is known, at most so many seconds.
  public static func run(
    _ account: Account, secret: SignInSecret, wire makeWire: @escaping WireMaker, seconds: Int
  ) -> Outcome {
    let began = SyncRunner.now().uptime
    var mechanism: SignInMechanism?
    var keys: SCRAMKeys?
    let configuration = SessionConfiguration(
      account: account.jid, secret: secret, resource: AccountDirectory.newResource(),
      requiresTLS: account.security != .off, terms: account.terms)
    return ShortSession<Report>.run(configuration, wire: makeWire, seconds: seconds) { event in
      switch event {
      case .signedIn(let way): mechanism = way
      case .made(let made): keys = made
      case .ready:
        let took = Int(SyncRunner.now().uptime - began)
        return .success(Report(milliseconds: took, mechanism: mechanism, keys: keys))
      default: break
      }
      return nil
    }
  }
}

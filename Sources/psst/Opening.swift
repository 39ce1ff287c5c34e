internal import Files
internal import LocalServer
internal import Model
internal import Sync

/// All that opening an account takes: makes its wires and its engine.
struct Opening: Sendable {
  var stored: StoredAccount
  var paths: Paths
  var log: Log
  /// `--log-stanzas`
  var logsStanzas: Bool

  var server: PrivateServer { PrivateServer(folder: paths.server) }

  var wireMaker: WireMaker {
    let account = stored.account
    let server = server
    let plain: WireMaker = { handler in
      if account.isPrivate {
        PrivateWire(account: account, server: server, handler: handler)
      } else {
        makeWire(for: account, handler: handler)
      }
    }
    guard logsStanzas else { return plain }
    return { [log] handler in LoggedWire(log: log, making: plain, handler: handler) }
  }

  private var keep: @Sendable (SignInMechanism) -> Void {
    { [log, paths, stored] mechanism in
      do throws(Failure) {
        try Accounts(paths: paths).keep(mechanism, for: stored)
      } catch {
        log.write("how \(stored.account.jid) signed in is not kept: \(error.text)")
      }
    }
  }

  /// The engine, not started. The caller holds the account's ``AccountLock``.
  func makeRunner(publish: @escaping @Sendable ([Change]) -> Void) -> SyncRunner {
    let configuration = SyncRunner.Configuration(
      account: stored.account, password: stored.password, resource: stored.resource,
      databasePath: stored.databasePath, privacy: Configuration.read(paths).privacy, keep: keep)
    return SyncRunner(configuration, makeWire: wireMaker, publish: publish) { [log] in
      log.write($0)
    }
  }
}

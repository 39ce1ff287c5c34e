public import Files
internal import LocalServer
public import Model
public import Sync
public import Transfer

extension FileStore: FileCourier {}

/// All that opening an account takes: makes its wires and its engine.
public struct AccountContext: Sendable {
  public var stored: StoredAccount
  var paths: Paths
  /// Where what happens is written.
  public let log: Log
  /// What the others are told.
  var privacy: Privacy
  /// `--log-stanzas`
  var logsStanzas: Bool

  /// - Parameter logsStanzas: what goes over the wire is written to the log.
  public init(
    stored: StoredAccount, paths: Paths, log: Log, privacy: Privacy, logsStanzas: Bool
  ) {
    self.stored = stored
    self.paths = paths
    self.log = log
    self.privacy = privacy
    self.logsStanzas = logsStanzas
  }

  var server: PrivateServer { PrivateServer(folder: paths.server) }

  /// How connections are made, to the private server or another.
  public var wireMaker: WireMaker {
    let account = stored.account
    let server = server
    let keyring =
      stored.secret == .keyring ? Keyring(of: stored).map { KeyringQuestion($0) } : nil
    let plain: WireMaker = { handler in
      guard account.isPrivate || keyring != nil else {
        return makeWire(for: account, handler: handler)
      }
      return DeferredWire(handler: handler) {
        if let password = keyring?.ask() { handler(.unlocked(password: password)) }
        var account = account
        if account.isPrivate { account.server = try server.ensureRunning() }
        return makeWire(for: account, handler: handler)
      }
    }
    guard logsStanzas else { return plain }
    return { [log] handler in LoggedWire(log: log, making: plain, handler: handler) }
  }

  private var keep: @Sendable (SignInMechanism) -> Void {
    { [log, paths, stored] mechanism in
      do throws(Failure) {
        try AccountDirectory(paths: paths).keep(mechanism, for: stored)
      } catch {
        log.write("how \(stored.account.jid) signed in is not kept: \(error.text)")
      }
    }
  }

  /// A group whose password cannot be read asks for it.
  private var roomPasswords: [JID: String] {
    do throws(Failure) {
      return try RoomPasswords(in: stored.folder).read()
    } catch {
      log.write("passwords of groups: \(error.text)")
      return [:]
    }
  }

  private var keepRoomPasswords: @Sendable ([JID: String]) -> Void {
    { [log, stored] passwords in
      do throws(Failure) {
        try RoomPasswords(in: stored.folder).write(passwords)
      } catch {
        log.write("passwords of groups are not kept: \(error.text)")
      }
    }
  }

  /// Without TLS there are no tokens; where there can be none the password is used each time.
  private var device: (agent: String, token: SignInToken?)? {
    guard stored.account.security != .off else { return nil }
    do throws(Failure) {
      let agent = try AccountDirectory(paths: paths).agent(of: stored)
      return (agent, try StoredToken(in: stored.folder).read())
    } catch {
      log.write("no token instead of the password of \(stored.account.jid): \(error.text)")
      return nil
    }
  }

  private var keepKeys: @Sendable (SCRAMKeys) -> Void {
    { [log, paths, stored] keys in
      do throws(Failure) {
        try AccountDirectory(paths: paths).keep(keys, for: stored)
      } catch {
        log.write(
          "what stands for the password of \(stored.account.jid) is not kept: \(error.text)")
      }
    }
  }

  private var keepToken: @Sendable (SignInToken?) -> Void {
    { [log, stored] token in
      do throws(Failure) {
        try StoredToken(in: stored.folder).write(token)
      } catch {
        log.write("the token of \(stored.account.jid) is not kept: \(error.text)")
      }
    }
  }

  private var keepAvatar: @Sendable (String, [UInt8]?) -> Void {
    { [log, stored] hash, bytes in
      do throws(Failure) {
        try AvatarFolder(in: stored.folder).put(bytes, as: hash)
      } catch {
        log.write("a picture is not kept: \(error.text)")
      }
    }
  }

  /// The engine, not started. The caller holds the account's ``AccountLock``.
  func makeRunner(publish: @escaping @Sendable ([Change]) -> Void) -> SyncRunner {
    let device = device
    var account = stored.account
    account.ownerName = stored.name
    var configuration = SyncRunner.Configuration(
      account: account, secret: stored.secret, resource: stored.resource,
      databasePath: stored.databasePath, privacy: privacy, keep: keep,
      roomPasswords: roomPasswords, keepRoomPasswords: keepRoomPasswords, agent: device?.agent,
      token: device?.token, keepToken: keepToken)
    configuration.keepAvatar = keepAvatar
    configuration.keepKeys = keepKeys
    let files = FileStore(
      folder: stored.folder + "/files", saved: paths.downloads,
      domain: stored.account.jid.asciiDomain,
      ownFiles: { [server, isPrivate = account.isPrivate] in isPrivate ? server.files : nil },
      now: SyncRunner.now)
    return SyncRunner(configuration, makeWire: wireMaker, files: files, publish: publish) { [log] in
      log.write($0)
    }
  }
}

import Foundation
import Harness
import Testing

extension ServerTests {
  /// GNOME's keyring on a bus of its own, as on a desktop.
  @Suite(.enabled(if: Desktop.isInstalled, "gnome-keyring and secret-tool are not installed"))
  struct KeyringTests {
    private let server: SecureServer

    init() throws {
      server = try SecureServer(tls: "tlsv1_3", hash: "SHA-256")
      // Takes nothing but the password itself.
      try server.restart(tls: "tlsv1_3", without: ["SCRAM-SHA-256"])
    }

    /// Where psst runs from now on.
    private func desktop(isUnlocked: Bool = true) throws -> Desktop {
      let desktop = try Desktop(in: server.home.path + "/desktop", isUnlocked: isUnlocked)
      server.home.environment.merge(desktop.environment) { $1 }
      return desktop
    }

    private var account: String { server.home.path + "/data/accounts/ana@psst.test" }

    private func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: account)
    }

    /// In a file of the account's, readable or not.
    private func isOnDisk(_ secret: String) throws -> Bool {
      try files().contains { name in
        let bytes = FileManager.default.contents(atPath: account + "/" + name) ?? Data()
        return bytes.range(of: Data(secret.utf8)) != nil
      }
    }

    @Test func `C1 Z3 the desktop's keyring keeps the password, and no file of psst's does`() throws
    {
      defer { server.close() }
      let desktop = try desktop()
      server.home.environment["SSL_CERT_FILE"] = server.folder + "/ca.pem"
      let add = try server.signIn(also: ["--plain-password"])
      #expect(add.exitCode == 0, "\(add.errorText)")
      #expect(try desktop.secret(of: "ana@psst.test") == SecureServer.password)
      #expect(try files().contains("keyring") && !isOnDisk(SecureServer.password))
      try server.open(until: "online\n", logging: "signed in with")
      #expect(server.mechanisms == ["PLAIN", "PLAIN"])
      #expect(try server.home.run("doctor").outputText.contains("ana@psst.test: signed in"))
      #expect(!server.log.contains(SecureServer.password))

      let out = try server.home.run("account", "remove", "ana@psst.test", "--yes")
      #expect(out.exitCode == 0, "\(out.errorText)")
      try desktop.waitUntilForgotten("ana@psst.test")
    }

    @Test func `C1 Z3 without the keyring psst says so, and takes the password from who types it`()
      throws
    {
      defer { server.close() }
      let desktop = try desktop()
      #expect(try server.signIn(also: ["--plain-password"]).exitCode == 0)
      // As over SSH.
      for name in desktop.environment.keys { server.home.environment[name] = nil }
      try server.open(until: "the desktop's keyring does not give the password")
      #expect(server.mechanisms == ["PLAIN"], "something else was tried")
      #expect(try server.signIn(also: ["--plain-password"]).exitCode == 0)
      #expect(try files().contains("password") && !files().contains("keyring"))
      try server.open(until: "online\n", logging: "signed in with")
    }

    /// Nobody can be asked to unlock it.
    @Test func `C1 Z3 where the keyring stays locked a file has the password`() throws {
      defer { server.close() }
      let desktop = try desktop(isUnlocked: false)
      defer { withExtendedLifetime(desktop) {} }
      #expect(try server.signIn(also: ["--plain-password"]).exitCode == 0)
      #expect(try files().contains("password") && !files().contains("keyring"))
      try server.open(until: "online\n", logging: "signed in with")
    }

    @Test
    func `Z3 once a server asks for the same keys twice, no keyring has the password any more`()
      throws
    {
      defer { server.close() }
      try server.restart(tls: "tlsv1_3")
      let desktop = try desktop()
      #expect(try server.signIn().exitCode == 0)
      #expect(try desktop.secret(of: "ana@psst.test") == SecureServer.password)
      for _ in 0...1 { try server.open(until: "online\n", logging: "signed in with") }
      #expect(try files().contains("keys") && !files().contains("keyring"))
      try desktop.waitUntilForgotten("ana@psst.test")
    }
  }
}

/// What a desktop has besides the screen: a bus for the programs of one user, and a keyring.
private final class Desktop {
  static let isInstalled = ["dbus-daemon", "dbus-send", "gnome-keyring-daemon", "secret-tool"]
    .allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

  /// What makes programs find it.
  let environment: [String: String]

  private let own: [String: String]
  private let bus: ChildProcess
  private var keyring: ChildProcess?

  /// - Parameter isUnlocked: as after a login; else nobody has unlocked it, and nobody can be asked to.
  init(in folder: String, isUnlocked: Bool = true) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let home = ["HOME": folder, "XDG_RUNTIME_DIR": folder]
    bus = try ChildProcess(
      [
        "dbus-daemon", "--session", "--nofork", "--print-address",
        "--address=unix:path=\(folder)/bus",
      ], environment: home)
    try bus.waitUntil("the bus", bound: 20) { $0.outputText.contains("unix:path=") }
    environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder)/bus"]
    own = home.merging(environment) { $1 }
    guard isUnlocked else { return }
    let keyring = try ChildProcess(
      ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
      environment: own)
    keyring.write("login\n")
    keyring.endInput()
    self.keyring = keyring
    // Asked for before that, the bus would start a second one, locked, and the first would leave.
    try keyring.waitUntil("the keyring on the bus", bound: 20) { [own] _ in
      let owner = try ChildProcess(
        [
          "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus",
          "/org/freedesktop/DBus", "org.freedesktop.DBus.NameHasOwner",
          "string:org.freedesktop.secrets",
        ], environment: own)
      return try owner.waitForEnd(bound: 10) == 0 && owner.outputText.contains("boolean true")
    }
    try keyring.waitUntil("the keyring", bound: 20) { [own] _ in
      let store = try ChildProcess(
        ["secret-tool", "store", "--label=test", "test", "test"], environment: own)
      store.write("test")
      store.endInput()
      return try store.waitForEnd(bound: 10) == 0
    }
  }

  deinit {
    keyring?.signal(SIGTERM)
    bus.signal(SIGTERM)
  }

  /// psst does not wait for that.
  func waitUntilForgotten(_ account: String) throws {
    try bus.waitUntil("\(account) forgotten", bound: 20) { _ in try secret(of: account) == nil }
  }

  /// What psst keeps there; `nil`: nothing.
  func secret(of account: String) throws -> String? {
    let lookup = try ChildProcess(
      ["secret-tool", "lookup", "application", "psst", "account", account], environment: own)
    return try lookup.waitForEnd() == 0 ? lookup.outputText : nil
  }
}

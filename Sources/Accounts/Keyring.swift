internal import Dispatch
internal import Files
internal import Glibc
internal import Model
internal import Synchronization

/// The password of an account in the desktop's keyring (freedesktop.org's Secret Service: GNOME Keyring, KWallet,
/// KeePassXC), by the program that libsecret has for that, secret-tool(1). Reading and writing may block: a keyring that
/// is locked asks the user.
struct Keyring: Sendable {
  /// Milliseconds that somebody may take to unlock it.
  private static let timeout: Int32 = 60_000
  /// What a pipe takes without a reader (pipe(7)).
  private static let limit = 4_096

  private let label: String
  /// What it is found by: two homes of psst may have the same account.
  private let attributes: [String]

  /// `nil` without a desktop: there is nobody to ask.
  init?(of account: JID, in folder: String) {
    guard let bus = getenv("DBUS_SESSION_BUS_ADDRESS"), bus.pointee != 0 else { return nil }
    label = "psst: \(account.bare)"
    attributes = ["application", "psst", "account", account.bare.description, "folder", folder]
  }

  init?(of stored: StoredAccount) { self.init(of: stored.account.jid, in: stored.folder) }

  /// `nil` where it does not give any.
  func read() -> String? {
    guard let pipe = Pipe() else { return nil }
    defer { close(pipe.reading) }
    guard run("lookup", output: pipe.writing),
      let bytes = try? FileBytes.readAll(
        pipe.reading, limit: Self.limit, name: "secret-tool"), !bytes.isEmpty
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns whether it is there for certain.
  func write(_ password: String) -> Bool {
    let bytes = Array(password.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.limit, let pipe = Pipe() else { return false }
    let isWritten = FileBytes.writeAll(bytes, to: pipe.writing)
    close(pipe.writing)
    defer { close(pipe.reading) }
    return isWritten && run("store", "--label", label, input: pipe.reading) && read() == password
  }

  /// Returns at once: the engine may be the one who does it, and nobody waits for it.
  func remove() {
    let child = start(["clear"])
    DispatchQueue.global(qos: .utility).async { _ = child?.wait(within: Self.timeout) }
  }

  /// Returns whether that went well.
  /// - Parameter output: is closed.
  private func run(_ words: String..., input: Int32? = nil, output: Int32? = nil) -> Bool {
    let child = start(words, input: input, output: output)
    if let output { close(output) }
    return child?.wait(within: Self.timeout) == 0
  }

  private func start(
    _ words: [String], input: Int32? = nil, output: Int32? = nil
  ) -> ChildProgram? {
    try? ChildProgram(
      ["secret-tool"] + words + attributes, on: .background, input: input, output: output)
  }
}

/// Asks a keyring with each connection until it has given the password: from then on the engine has that.
final class KeyringQuestion: Sendable {
  private let keyring: Keyring
  private let isAnswered = Mutex(false)

  init(_ keyring: Keyring) { self.keyring = keyring }

  /// `nil` where it does not give it, or has done so. May block.
  func ask() -> String? {
    guard !isAnswered.withLock(\.self), let password = keyring.read() else { return nil }
    isAnswered.withLock { $0 = true }
    return password
  }
}

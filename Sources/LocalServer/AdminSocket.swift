internal import CPlatform
internal import Glibc
internal import Localization

/// Where Prosody's admin socket is: a Unix socket's path holds 107 bytes (unix(7)), a folder's may be longer.
struct AdminSocketPath {
  let folder: String

  var file: String { folder + "/admin.sock" }
  private var isShort: Bool { file.utf8.count <= 107 }

  /// For Prosody, whose working directory is its data folder.
  var fromInside: String { isShort ? file : "/proc/self/cwd/admin.sock" }

  /// A connection, or a negated errno.
  func connect(timeout: Int32) -> Int32 {
    if isShort { return psst_connect_unix(file, timeout) }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return -errno }
    defer { close(directory) }
    return psst_connect_unix("/proc/self/fd/\(directory)/admin.sock", timeout)
  }
}

/// A conversation with Prosody's admin shell (its util/adminstream.lua): an XML stream in which `repl-input` is
/// answered by any number of `repl-output` and one `repl-result`.
struct AdminSocket {
  struct Answer {
    var isError: Bool
    /// The result, "OK: User created".
    var text: String
    /// What the command printed, line by line.
    var lines: [String]

    func check() throws(PrivateServerError) {
      if isError { throw .adminRefused(text) }
    }
  }

  /// Milliseconds to wait for an answer; longer than that hangs who does not answer.
  private static let timeout: Int32 = 2_000
  /// The same where the server has something to write: its disk may be busy, or its file locked, which it waits for
  /// itself (`psst_sqlite_busy_timeout`).
  static let patience: Int32 = 20_000
  /// The longest answer, in bytes.
  private static let limit = 1 << 20

  private let socket: Int32
  /// Who listens at the other end.
  let process: ServerProcess

  /// Connects only to a process of this user.
  init(
    _ path: AdminSocketPath, timeout: Int32 = timeout
  ) throws(PrivateServerError) {
    let opened = path.connect(timeout: timeout)
    guard opened >= 0 else {
      throw .adminRefused(tr("the server's admin socket: \(String(cString: strerror(-opened)))"))
    }
    var id: pid_t = 0
    var user: uid_t = 0
    guard psst_peer(opened, &id, &user) == 0, user == geteuid() else {
      Glibc.close(opened)
      throw .adminRefused(tr("the server's admin socket belongs to somebody else"))
    }
    socket = opened
    process = ServerProcess(id: id)
    write(
      "<stream:stream xmlns='xmpp:prosody.im/admin' xmlns:stream='http://etherx.jabber.org/streams'>"
    )
  }

  /// Who listens there, whether it answers or not.
  static func listener(_ path: AdminSocketPath) -> ServerProcess? {
    guard let admin = try? AdminSocket(path) else { return nil }
    defer { Glibc.close(admin.socket) }  // a server that hangs would not notice
    return admin.process
  }

  /// Runs one line of Lua in the shell. The line must be made of constants and of ``LuaString``.
  func run(_ line: String) throws(PrivateServerError) -> Answer {
    write("<repl-input>\(XMLText.escaped(line))</repl-input>")
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while bytes.count < Self.limit {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .adminRefused(tr("the server does not answer")) }
      bytes += buffer.prefix(count)
      if let answer = Self.answer(in: String(decoding: bytes, as: UTF8.self)) { return answer }
    }
    throw .adminRefused(tr("the server's answer is too long"))
  }

  /// `nil` while the result has not come whole.
  static func answer(in text: String) -> Answer? {
    let outputs = XMLText.elements("repl-output", in: text)
    guard let result = XMLText.elements("repl-result", in: text).first else { return nil }
    return Answer(
      isError: result.tag.contains("type='error'"), text: result.text, lines: outputs.map(\.text))
  }

  /// Returns when the server has noticed. The stream's end is not said: Prosody 0.12 trips over it, as it does
  /// over a connection that breaks while it is told to end, and then hangs.
  func close() {
    shutdown(socket, Int32(SHUT_WR))
    var rest = [UInt8](repeating: 0, count: 1024)
    while recv(socket, &rest, rest.count, 0) > 0 {}
    Glibc.close(socket)
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}

internal import Glibc
internal import Localization

/// A stream socket between programs of one user on one computer (unix(7)).
public enum LocalSocket {
  /// The longest path that fits an address, without the ending zero.
  static let longestPath = 107

  /// Where the socket of an account's folder is: in it, or, where that path is too long, in a folder of
  /// the user's own under `runtime` (XDG_RUNTIME_DIR) or /tmp, named by a hash of the path.
  static func path(for folder: String, runtime: String?, user: UInt32) -> String {
    let path = folder + "/psst.sock"
    if path.utf8.count <= longestPath { return path }
    let name = "/" + hash(folder) + ".sock"
    if let runtime, runtime.hasPrefix("/"), (runtime + "/psst" + name).utf8.count <= longestPath {
      return runtime + "/psst" + name
    }
    return "/tmp/psst-\(user)" + name
  }

  /// Where the socket of an account's folder is, in this process's environment.
  public static func path(for folder: String) -> String {
    path(
      for: folder, runtime: ProcessEnvironment.variable("XDG_RUNTIME_DIR"), user: geteuid())
  }

  /// Listens there; what a program that is gone left is replaced. The caller holds the account's lock.
  public static func listen(at path: String) throws(Failure) -> Int32 {
    try PrivateFile.makeFolder(PrivateFile.parent(of: path))
    let descriptor = try make()
    unlink(path)
    let isBound = withAddress(path) { bind(descriptor, $0, $1) == 0 } ?? false
    guard isBound, chmod(path, 0o600) == 0, Glibc.listen(descriptor, 16) == 0 else {
      let failure = PrivateFile.refusal(tr("cannot listen at \(path)"))
      close(descriptor)
      throw failure
    }
    return descriptor
  }

  /// A connection to a program of the same user; `nil` where nobody listens. A folder of somebody else's is an
  /// error: what stands there leads where he likes.
  public static func connect(to path: String, timeout seconds: Int) throws(Failure) -> Int32? {
    guard try PrivateFile.isOurFolder(PrivateFile.parent(of: path)) else { return nil }
    let descriptor = try make()
    let isConnected = withAddress(path) { Glibc.connect(descriptor, $0, $1) == 0 } ?? false
    guard isConnected, isOurs(descriptor) else {
      close(descriptor)
      return nil
    }
    setTimeouts(descriptor, reading: seconds, writing: 5)
    return descriptor
  }

  /// The program at the other end runs as this user (SO_PEERCRED, unix(7)).
  public static func isOurs(_ descriptor: Int32) -> Bool {
    // `struct ucred`, which glibc keeps from Swift: process, user, group.
    var credentials: (pid_t, uid_t, gid_t) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    let isKnown = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0
    return isKnown && credentials.1 == geteuid()
  }

  /// How many seconds a read and a write may wait (SO_RCVTIMEO and SO_SNDTIMEO, socket(7)).
  public static func setTimeouts(_ descriptor: Int32, reading: Int, writing: Int) {
    let size = socklen_t(MemoryLayout<timeval>.size)
    var time = timeval(tv_sec: reading, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
    time.tv_sec = writing
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
  }

  /// All bytes, or `false`; never a signal.
  public static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func make() throws(Failure) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw PrivateFile.refusal(tr("cannot make a socket")) }
    return descriptor
  }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    guard path.utf8.count <= longestPath else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ text: String) -> String {
    let number = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(number, radix: 16)
  }
}

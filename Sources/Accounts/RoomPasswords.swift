internal import Files
internal import Model

/// The passwords of an account's groups: a file of its folder, as careful as that of the account's own (Z3). A line
/// each: the group's address, a space, the password.
struct RoomPasswords {
  private let path: String

  /// - Parameter folder: the account's.
  init(in folder: String) { path = folder + "/room-passwords" }

  private static let longest = 1 << 20

  /// None where there is no such file; who asks again gets what cannot be read from the user.
  func read() throws(Failure) -> [JID: String] {
    guard let bytes = try PrivateFile.read(path, limit: Self.longest) else { return [:] }
    var passwords: [JID: String] = [:]
    for bytes in bytes.split(separator: 0x0A) {
      let line = String(decoding: bytes, as: UTF8.self)
      guard let space = line.firstIndex(of: " "), let room = JID(String(line[..<space])) else {
        continue
      }
      passwords[room] = String(line[line.index(after: space)...])
    }
    return passwords
  }

  func write(_ passwords: [JID: String]) throws(Failure) {
    guard !passwords.isEmpty else { return try PrivateFile.remove(path) }
    let lines = passwords.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
    try PrivateFile.write(Array(lines.joined().utf8), to: path)
  }
}

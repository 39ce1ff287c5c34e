internal import Dispatch
internal import Glibc
internal import Model
internal import Screen
internal import Synchronization

/// The log file: bounded, readable by its owner only, and harmless for who reads it on a terminal (Z2).
/// Calls return at once; a disk that refuses loses lines and nothing else.
final class Log: Sendable {
  /// Bytes at which the file is put aside; one old file is kept.
  static let longestFile: Int64 = 5 * 1024 * 1024

  let path: String
  private let limit: Int64
  private let queue = DispatchQueue(label: "psst.log", qos: .utility)
  private let file = Mutex<Int32>(-1)
  private let clean: @Sendable (String) -> String

  init(
    path: String, limit: Int64 = Log.longestFile,
    clean: @escaping @Sendable (String) -> String = PlainWording.standard.clean
  ) {
    self.path = path
    self.limit = limit
    self.clean = clean
  }

  deinit { file.withLock { if $0 >= 0 { close($0) } } }

  func write(_ line: String) {
    let time = SystemClock.wall
    queue.async { [self] in
      append(SystemClock.full(time) + " " + clean(line) + "\n")
    }
  }

  /// Waits until everything said so far is in the file.
  func flush() { queue.sync {} }

  private func append(_ line: String) {
    file.withLock { file in
      if file < 0 { file = open() }
      guard file >= 0 else { return }
      _ = FileBytes.writeAll(Array(line.utf8), to: file)
      var status = stat()
      if fstat(file, &status) == 0, Int64(status.st_size) >= limit {
        close(file)
        file = -1
        rename(path, path + ".old")
      }
    }
  }

  private func open() -> Int32 {
    guard (try? PrivateFile.makeFolder(PrivateFile.parent(of: path))) != nil else { return -1 }
    return Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }
}

/// Takes what must stay secret out of what goes over the wire.
enum SecretFilter {
  private static let secret = ["auth", "response", "challenge", "success"]

  /// The stanzas with the content of the sign-in's elements (RFC 6120 §6.4) replaced by their length.
  static func filtered(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      result += rest[..<start]
      rest = rest[start...]
      guard let name = secret.first(where: { isTag($0, at: rest) }),
        let end = rest.firstIndex(of: ">")
      else {
        result.append("<")
        rest = rest.dropFirst()
        continue
      }
      result += rest[...end]
      rest = rest[rest.index(after: end)...]
      guard !result.hasSuffix("/>") else { continue }
      // What is cut off in the middle stays secret to the end.
      let hidden = length(of: rest, before: "</" + name)
      if hidden > 0 { result += "(\(hidden) characters)" }
      rest = rest.dropFirst(hidden)
    }
    return result + rest
  }

  private static func isTag(_ name: String, at text: Substring) -> Bool {
    guard text.hasPrefix("<" + name) else { return false }
    let next = text.dropFirst(name.count + 1).first
    return next.map { " />\n\t'\"".contains($0) } ?? true
  }

  private static func length(of text: Substring, before end: String) -> Int {
    var rest = text
    var count = 0
    while !rest.isEmpty, !rest.hasPrefix(end) {
      rest = rest.dropFirst()
      count += 1
    }
    return count
  }
}

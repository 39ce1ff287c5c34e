internal import Glibc
internal import Localization

/// Whole reads and writes on a file descriptor.
public enum FileBytes {
  public static func readAll(_ file: Int32, limit: Int, name: String) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw PrivateFile.refusal(tr("cannot read \(name)")) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw Failure(tr("\(name) is larger than \(limit) bytes")) }
    }
  }

  /// `false` where not everything could be written; `errno` says why.
  public static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

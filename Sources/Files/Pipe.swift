internal import CPlatform
internal import Glibc

/// A pipe between this program and one that it starts (pipe(7)); no other inherits it. Who uses it closes its ends.
public struct Pipe: Sendable {
  public let reading: Int32
  public let writing: Int32

  /// `nil` where the system has none left; `errno` says why.
  public init?() {
    var ends: [Int32] = [-1, -1]
    guard psst_pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
  }
}

/// How far a connection gets, as the kernel knows (tcp(7), `TCP_INFO`).
public struct WireProgress: Sendable, Equatable {
  /// Milliseconds since something came from the other side: bytes, or the acknowledgement of bytes.
  public var silence: Int64
  /// Bytes were sent that the other side has not acknowledged.
  public var awaitsAcknowledgement: Bool

  public init(silence: Int64, awaitsAcknowledgement: Bool) {
    self.silence = silence
    self.awaitsAcknowledgement = awaitsAcknowledgement
  }
}

internal import CCrypto
internal import FoundationEssentials

/// SHA-256 of a file, piece by piece, as ``Attachment/hash`` has it. Confined to one thread.
final class FileHash {
  /// `nil` where it has ended, and where there is no OpenSSL.
  private var state = psst_sha256_begin()

  deinit { _ = finish() }

  func add(_ bytes: UnsafeRawBufferPointer) {
    psst_sha256_add(state, bytes.baseAddress, bytes.count)
  }

  /// Ends it. In base64; `nil` where it cannot be had.
  func finish() -> String? {
    defer { state = nil }
    var bytes = [UInt8](repeating: 0, count: 32)
    guard psst_sha256_end(state, &bytes) == 1 else { return nil }
    return Data(bytes).base64EncodedString()
  }
}

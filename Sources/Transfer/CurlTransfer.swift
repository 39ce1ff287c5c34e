internal import CCurl
internal import Glibc
internal import Localization

/// One file on its way to or from an address. What it does is called on the thread that runs it.
final class CurlTransfer {
  /// Seconds for the way in, and without a byte.
  static let patience = 30

  let address: String
  var headers: [String] = []
  /// Bytes that go; `nil` where a file comes.
  var size: Int64?
  /// So often another address may be named instead.
  var redirects = 0
  /// The next bytes that go: none at the end, `nil` where they cannot be read.
  var read: (UnsafeMutableRawBufferPointer) -> Int? = { _ in nil }
  /// What came; `false` ends it.
  var write: (UnsafeRawBufferPointer) -> Bool = { _ in true }
  /// Bytes that went or came, and that there are; `false` ends it.
  var progress: (Int64, Int64) -> Bool = { _, _ in true }
  /// An address that the host's name came to may be reached.
  var mayReach: (String) -> Bool = { _ in true }

  struct Answer {
    var ending: psst_transfer_ending
    /// HTTP's (RFC 9110 §15); 0 where nobody answered.
    var status: Int
  }

  /// The library can be had.
  static var isPossible: Bool { psst_can_transfer() != 0 }

  static var impossible: String { tr("libcurl cannot be loaded: apt install libcurl4") }

  init(address: String) { self.address = address }

  /// Blocks.
  func run() -> Answer {
    var transfer = psst_transfer()
    transfer.mayBeOpen = WebAddress(address)?.isSecure == false ? 1 : 0
    transfer.size = size ?? -1
    transfer.patience = Self.patience
    transfer.redirects = redirects
    transfer.context = Unmanaged.passUnretained(self).toOpaque()
    transfer.read = { CurlTransfer.at($0).give($1, $2) }
    transfer.write = { CurlTransfer.at($0).take($1, $2) }
    transfer.progress = { CurlTransfer.at($0).progress($1, $2) ? 0 : 1 }
    transfer.mayReach = { context, address in
      guard let address else { return 0 }
      return CurlTransfer.at(context).mayReach(String(cString: address)) ? 1 : 0
    }
    return withExtendedLifetime(self) { run(&transfer) }
  }

  private func run(_ transfer: inout psst_transfer) -> Answer {
    let lines = headers.map { strdup($0) }
    defer { for line in lines { free(line) } }
    let authority = getenv("SSL_CERT_FILE").map { UnsafePointer($0) }
    var status = 0
    let pointers = lines.map { UnsafePointer($0) } + [nil]
    let ending = pointers.withUnsafeBufferPointer { headers in
      address.withCString { address in
        (transfer.address, transfer.headers) = (address, headers.baseAddress)
        transfer.authority = authority
        return psst_transfer(&transfer, &status)
      }
    }
    return Answer(ending: ending, status: status)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
    guard let context else { preconditionFailure("a transfer was expected") }
    return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  }

  private func give(_ bytes: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
    read(UnsafeMutableRawBufferPointer(start: bytes, count: room)) ?? -1
  }

  private func take(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    write(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
  }
}

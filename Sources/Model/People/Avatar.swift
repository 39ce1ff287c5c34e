/// The picture that somebody has chosen for themselves (XEP-0084), as it is announced.
public struct Avatar: Sendable, Equatable {
  /// Bytes of one that is fetched (Z4).
  public static let largest = 262_144
  /// Bytes of one of mine: with it a stanza stays under what servers take (Prosody: 256 KiB).
  public static let largestOwn = 131_072
  /// So many are kept of an account, the newest (Z4).
  public static let capacity = 200
  private static let types = ["image/png", "image/jpeg", "image/gif", "image/webp"]

  /// SHA-1 of its bytes, in 40 small hexadecimal digits: its name.
  public let hash: String
  /// Bytes.
  public let size: Int
  public let mediaType: String

  /// `nil` where it is nothing that is fetched: too large, of another type, or by a name that is none. Some write `img`
  /// for the type; what the bytes are is seen when they are here.
  public init?(hash: String, size: Int, mediaType: String) {
    let hash = hash.lowercased()
    let written = mediaType.lowercased()
    let mediaType = written.hasPrefix("img/") ? "image/" + written.dropFirst(4) : written
    guard hash.utf8.count == 40, hash.utf8.allSatisfy({ Self.digits.contains($0) }),
      (1...Self.largest).contains(size), Self.types.contains(mediaType)
    else { return nil }
    (self.hash, self.size, self.mediaType) = (hash, size, mediaType)
  }

  /// What a picture of mine is; `nil` where it is too large, or neither PNG nor JPEG, which all programs show.
  public init?(own bytes: [UInt8]) {
    guard bytes.count <= Self.largestOwn, let type = Self.type(of: bytes) else { return nil }
    self.init(hash: Self.hash(of: bytes), size: bytes.count, mediaType: type)
  }

  /// The name of these bytes.
  public static func hash(of bytes: [UInt8]) -> String {
    String(
      decoding: SHA1.digest(of: bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func type(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    return bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? "image/jpeg" : nil
  }
}

/// The id a message has for life, made by its sender before anything else (S3): a UUIDv7 of ours,
/// or whatever another program chose for its own messages.
public struct OriginID: Hashable, Sendable, CustomStringConvertible {
  public let value: String

  public init(_ value: String) { self.value = value }

  /// A UUIDv7 (RFC 9562 §5.7) from wall-clock milliseconds and 128 random bits, of which 74 are used.
  public init(at time: Timestamp, random: (UInt64, UInt64)) {
    let stamp = UInt64(bitPattern: time.milliseconds) & 0xFFFF_FFFF_FFFF
    let high = stamp << 16 | 0x7000 | random.0 & 0x0FFF
    let low = 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF
    let digits = Self.hex(high) + Self.hex(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    value = text
  }

  /// One of several that are made at a moment: other numbers give others.
  public init(at now: Moment, number: UInt64) {
    let seed = now.random &+ number &* 0x9E37_79B9_7F4A_7C15
    self.init(at: now.wall, random: (Self.mixed(~seed), Self.mixed(seed)))
  }

  /// The finaliser of SplitMix64: one-to-one, so that fresh bits stay fresh.
  private static func mixed(_ bits: UInt64) -> UInt64 {
    var bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  public var description: String { value }

  /// Nobody gives it to two messages by counting: so long as that of a UUID without its hyphens, or longer.
  public var isUnguessable: Bool { value.utf8.count >= 20 }

  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The server's own id of an archived message: XEP-0359 `stanza-id`, XEP-0313 `result` id.
public struct ArchiveID: Hashable, Sendable, CustomStringConvertible {
  public let value: String

  public init(_ value: String) { self.value = value }

  public var description: String { value }
}

/// Names a message for all that is above the engines: each account's database counts its own rows.
public struct MessageID: Hashable, Sendable {
  public let account: AccountID
  /// As ``Message/id``.
  public let row: Int64

  public init(row: Int64, of account: AccountID) {
    self.account = account
    self.row = row
  }
}

/// Names a message of mine in the same way: who of my accounts writes to another has it in both under its origin ID.
public struct SentMessageID: Hashable, Sendable {
  public let account: AccountID
  public let originID: OriginID

  public init(_ originID: OriginID, of account: AccountID) {
    self.account = account
    self.originID = originID
  }
}

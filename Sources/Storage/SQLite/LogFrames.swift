/// SQLite's log (`-wal`) as it stands on the disk: a header of 32 bytes, then frames, each a head of 24 bytes and a page.
/// A frame counts where its salts are the header's, and its checksum goes on from that of the frame before
/// (https://www.sqlite.org/fileformat2.html#walformat).
struct LogFrames {
  private struct Checksum: Equatable {
    var first: UInt32 = 0
    var second: UInt32 = 0
  }

  private static let headerSize = 32
  private static let headSize = 24
  private static let version: UInt32 = 3_007_000
  /// Checksums of numbers whose lowest byte stands first; one more where the highest does.
  private static let magic: UInt32 = 0x377F_0682

  private(set) var bytes: [UInt8]
  private let pageSize: Int
  private let isBigEndian: Bool
  private let salts: UInt64
  private let isHeaderSound: Bool

  /// - Parameter pageSize: the database's; it counts where the header is damaged.
  /// - Returns: `nil` where no frame can stand in it.
  init?(_ bytes: [UInt8], pageSize: Int) {
    guard bytes.count > Self.headerSize + Self.headSize else { return nil }
    self.bytes = bytes
    func number(_ at: Int) -> UInt32 { Self.number(in: bytes, at: at) }
    isBigEndian = number(0) == Self.magic + 1
    let sum = Self.sum(of: bytes, 0..<24, after: Checksum(), isBigEndian)
    isHeaderSound =
      number(0) & ~1 == Self.magic && sum == Checksum(first: number(24), second: number(28))
    self.pageSize = isHeaderSound ? Int(number(8)) : pageSize
    let own = isHeaderSound ? 16 : Self.headerSize + 8
    salts = UInt64(number(own)) << 32 | UInt64(number(own + 4))
    guard self.pageSize >= 512, count > 0 else { return nil }
  }

  // MARK: What SQLite refuses

  /// The first frame that SQLite does not take although a commit behind it had reached the disk, and the frame that ends
  /// the last transaction there is; `nil` where the log is sound.
  ///
  /// The last transaction may have been written by halves when the computer lost its power; one that another follows
  /// was whole.
  var damage: (first: Int, last: Int)? {
    var sum = isHeaderSound ? headerSum : nil
    var first = 0
    while first < count, let before = sum, isIntact(first, after: before) {
      sum = written(first)
      first += 1
    }
    var (hasEnded, isProven, last) = (false, false, first)
    for frame in first..<count where frame > 0 && hasSalts(frame) {
      guard frame > first, isIntact(frame, after: written(frame - 1)) else { continue }
      // It goes on from the one before, which so is of this log, too, whatever its salts are.
      if isCommit(frame - 1) { (hasEnded, last) = (true, max(last, frame - 1)) }
      isProven = isProven || hasEnded
      if isCommit(frame) { (hasEnded, last) = (true, frame) }
    }
    return isProven ? (first, last) : nil
  }

  /// As SQLite takes them through that one, with what stands in them.
  mutating func mend(_ damage: (first: Int, last: Int)) {
    if !isHeaderSound {
      put(Self.magic, at: 0)
      put(Self.version, at: 4)
      put(UInt32(pageSize), at: 8)
      put(salts, at: 16)
      put(Self.sum(of: bytes, 0..<24, after: Checksum(), false), at: 24)
    }
    var sum = damage.first > 0 ? written(damage.first - 1) : headerSum
    for frame in damage.first...damage.last {
      put(salts, at: start(of: frame) + 8)
      sum = self.sum(of: frame, after: sum)
      put(sum, at: start(of: frame) + 16)
    }
  }

  /// Without that frame and all behind it.
  mutating func cut(before frame: Int) {
    bytes.removeSubrange((isHeaderSound ? start(of: frame) : 0)...)
  }

  // MARK: Frames

  private var count: Int { (bytes.count - Self.headerSize) / (Self.headSize + pageSize) }

  private func start(of frame: Int) -> Int { Self.headerSize + frame * (Self.headSize + pageSize) }

  private func hasSalts(_ frame: Int) -> Bool {
    let start = start(of: frame)
    return UInt64(number(start + 8)) << 32 | UInt64(number(start + 12)) == salts
  }

  private func isIntact(_ frame: Int, after one: Checksum) -> Bool {
    hasSalts(frame) && sum(of: frame, after: one) == written(frame)
  }

  /// The last frame of a transaction has the size of the database.
  private func isCommit(_ frame: Int) -> Bool { number(start(of: frame) + 4) != 0 }

  private func written(_ frame: Int) -> Checksum {
    let start = start(of: frame)
    return Checksum(first: number(start + 16), second: number(start + 20))
  }

  private var headerSum: Checksum { Checksum(first: number(24), second: number(28)) }

  private func sum(of frame: Int, after one: Checksum) -> Checksum {
    let (start, page) = (start(of: frame), start(of: frame) + Self.headSize)
    let head = Self.sum(of: bytes, start..<start + 8, after: one, isBigEndian)
    return Self.sum(of: bytes, page..<page + pageSize, after: head, isBigEndian)
  }

  private static func sum(
    of bytes: [UInt8], _ range: Range<Int>, after one: Checksum, _ isBigEndian: Bool
  ) -> Checksum {
    var sum = one
    bytes.withUnsafeBytes { bytes in
      for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
        let left = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let right = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        sum.first &+= (isBigEndian ? left.bigEndian : left.littleEndian) &+ sum.second
        sum.second &+= (isBigEndian ? right.bigEndian : right.littleEndian) &+ sum.first
      }
    }
    return sum
  }

  // MARK: Numbers, the highest byte first

  private func number(_ place: Int) -> UInt32 { Self.number(in: bytes, at: place) }

  private static func number(in bytes: [UInt8], at place: Int) -> UInt32 {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self).bigEndian }
  }

  private mutating func put(_ number: some FixedWidthInteger, at place: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: number.bigEndian, toByteOffset: place, as: type(of: number))
    }
  }

  private mutating func put(_ sum: Checksum, at place: Int) {
    put(sum.first, at: place)
    put(sum.second, at: place + 4)
  }
}

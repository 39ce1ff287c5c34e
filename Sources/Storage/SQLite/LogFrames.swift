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
  /// The number of a log whose checksums are made of little-endian numbers; big-endian ones have the next.
  private static let magic: UInt32 = 0x377F_0682
  /// SQLite's own choice, which psst leaves to it: where the header does not say.
  private static let usualPageSize = 4_096

  private(set) var bytes: [UInt8]
  private let pageSize: Int
  private let isBigEndian: Bool
  private var salts: UInt64
  private let isHeaderSound: Bool

  /// - Returns: `nil` where no frame can stand in it.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > Self.headerSize + Self.headSize else { return nil }
    self.bytes = bytes
    func number(_ at: Int) -> UInt32 { Self.number(in: bytes, at: at) }
    let isBigEndian = number(0) == Self.magic + 1
    let sum = Self.sum(of: bytes, 0..<24, after: Checksum(), isBigEndian)
    isHeaderSound =
      number(0) & ~1 == Self.magic && sum == Checksum(first: number(24), second: number(28))
    self.isBigEndian = isHeaderSound && isBigEndian
    pageSize = isHeaderSound ? Int(number(8)) : Self.usualPageSize
    salts = UInt64(number(16)) << 32 | UInt64(number(20))
    guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0, count > 0 else {
      return nil
    }
    if !isHeaderSound { takeSalts() }
  }

  /// Those of the first frame that goes on from another.
  private mutating func takeSalts() {
    for frame in 1..<max(count, 1)
    where number(start(of: frame)) != 0
      && sum(of: frame, after: written(frame - 1)) == written(frame)
    {
      return salts = salts(of: frame)
    }
  }

  // MARK: What SQLite refuses

  /// The first frame that SQLite does not take although a commit behind it had reached the disk, and the frame that ends
  /// the last transaction there is; `nil` where the log is sound.
  ///
  /// The last transaction may be only partly written, as when the computer lost its power; one that another follows was
  /// whole.
  var damage: (first: Int, last: Int)? {
    var sum = isHeaderSound ? headerSum : nil
    var first = 0
    while first < count, let before = sum, isIntact(first, after: before) {
      sum = written(first)
      first += 1
    }
    guard first < count else { return nil }
    // Where its checksum alone was changed, the next one goes on from the right one.
    let right = sum.map { self.sum(of: first, after: $0) }
    var (hasEnded, isProven, last) = (false, false, first)
    for frame in (first + 1)..<max(count, first + 1) where hasSalts(frame) {
      guard
        isIntact(frame, after: written(frame - 1))
          || frame == first + 1 && right.map({ isIntact(frame, after: $0) }) == true
      else { continue }
      // It goes on from the one before, so that one belongs to this log, too, whatever its salts are.
      if isCommit(frame - 1) { (hasEnded, isProven, last) = (true, true, max(last, frame - 1)) }
      guard isCommit(frame) else { continue }
      isProven = isProven || hasEnded
      (hasEnded, last) = (true, frame)
    }
    return isProven ? (first, last) : nil
  }

  /// Rewrites salts and checksums through the last, so that SQLite takes the frames as they stand.
  ///
  /// - Returns: whether they can be those of this log, and SQLite will use them.
  mutating func mend(_ damage: (first: Int, last: Int)) -> Bool {
    guard mayBeWhole(damage) else { return false }
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
    return true
  }

  /// SQLite leaves out a page beyond the database's end, and a frame of an older log brings back what was there before.
  private func mayBeWhole(_ damage: (first: Int, last: Int)) -> Bool {
    var newest: UInt32 = 0
    for frame in damage.first...damage.last {
      let (page, size) = (number(start(of: frame)), number(start(of: frame) + 4))
      let isOwn = (salts(of: frame) ^ salts).nonzeroBitCount <= Self.mostFlipped
      newest = max(newest, page)
      guard isOwn, size == 0 || newest <= size else { return false }
      if size > 0 { newest = 0 }
    }
    return true
  }

  /// Of the salts' bits, for a frame to count as one whose salts were changed.
  private static let mostFlipped = 4

  /// Without that frame and all behind it.
  mutating func cut(before frame: Int) {
    bytes.removeSubrange((isHeaderSound ? start(of: frame) : 0)...)
  }

  // MARK: Frames

  private var count: Int { (bytes.count - Self.headerSize) / (Self.headSize + pageSize) }

  private func start(of frame: Int) -> Int { Self.headerSize + frame * (Self.headSize + pageSize) }

  private func salts(of frame: Int) -> UInt64 {
    let start = start(of: frame)
    return UInt64(number(start + 8)) << 32 | UInt64(number(start + 12))
  }

  private func hasSalts(_ frame: Int) -> Bool { salts(of: frame) == salts }

  private func isIntact(_ frame: Int, after one: Checksum) -> Bool {
    hasSalts(frame) && number(start(of: frame)) != 0 && sum(of: frame, after: one) == written(frame)
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

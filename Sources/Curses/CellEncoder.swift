internal import CNcurses
internal import Screen

/// Clusters as ncurses' cells. What ncurses can hold by itself goes in as it is. What it cannot (longer than
/// five scalars, or wider than its first) goes in as pieces of bytes, and is followed by an
/// absolute cursor move: terminals disagree about such clusters, and no disagreement shall shift a row.
@MainActor struct CellEncoder {
  private struct Place: Hashable {
    var cluster: String
    var column: Int
    var isStruck: Bool
    var address: String?
  }

  /// SGR 9 and 29 (ECMA-48 §8.3.117): ncurses has no attribute for them.
  private static let struck = (on: Array("\u{1B}[9m".utf8), off: Array("\u{1B}[29m".utf8))

  private static let pieceLength = 16
  private static let pieces = 5
  private let isUTF8: Bool
  private let canMove: Bool
  /// The terminal can strike a text through.
  let canStrike: Bool
  /// It follows addresses, or leaves them out (OSC 8).
  let canLink: Bool
  private var links: [String: Int32] = [:]
  private var known: [Place: [Int32]] = [:]
  private var parts: [Surface.PicturePart: [Int32]] = [:]
  /// Beyond ASCII; the few that frames and letters are drawn with.
  private var plain: [Unicode.Scalar: Bool] = [:]
  private static let mostPlain = 2_000
  /// No piece can be made any more: ``forget()`` and paint everything again.
  private(set) var isFull = false

  /// - Parameters:
  ///   - canMove: the terminal understands `CSI column G`.
  ///   - canStrike: it understands SGR 9 and 29.
  ///   - canLink: it reads OSC sequences, of which it does not know it leaves out.
  init(isUTF8: Bool, canMove: Bool, canStrike: Bool = false, canLink: Bool = false) {
    self.isUTF8 = isUTF8
    self.canMove = canMove
    self.canStrike = canStrike && isUTF8
    self.canLink = canLink && isUTF8
  }

  /// The scalar takes one column and goes to ncurses as it is.
  mutating func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return true }
    if let isPlain = plain[scalar] { return isPlain }
    let isPlain = isUTF8 && isSimple(String(scalar).unicodeScalars, 1)
    if plain.count >= Self.mostPlain { plain = [:] }
    plain[scalar] = isPlain
    return isPlain
  }

  /// The characters of each cell of ncurses that the cluster becomes: one, or as many as it has
  /// columns where the locale cannot write it.
  mutating func cells(
    _ cluster: String, width: Int, column: Int, of columns: Int, isStruck: Bool = false,
    to address: String? = nil
  ) -> [[Int32]] {
    let scalars = cluster.unicodeScalars
    if !isUTF8, !scalars.allSatisfy({ psst_can_write($0.value) }) {
      let letters = PlainLetters.standIn(for: cluster).unicodeScalars.map { Int32($0.value) }
      return [letters] + Array(repeating: [0x20], count: width - 1)
    }
    let isSimple = isSimple(scalars, width)
    let isStruck = isStruck && canStrike
    let address = canLink ? address : nil
    if isSimple, !isStruck, address == nil { return [scalars.map { Int32($0.value) }] }
    let place = Place(
      cluster: cluster, column: isSimple ? -1 : column, isStruck: isStruck, address: address)
    if let characters = known[place] { return [characters] }
    let plain =
      isSimple
      ? Array(cluster.utf8)
      : bytes(of: cluster, width: width, column: column, of: columns)
    let struck = isStruck ? Self.strike(plain) : plain
    let linked = address.map { link(struck, to: $0) } ?? struck
    let characters = makePieces(of: linked, width: width)
    guard !isFull else { return [[0x3F]] + Array(repeating: [0x20], count: width - 1) }
    known[place] = characters
    return [characters]
  }

  /// The characters of a cell that shows a part of a picture by kitty's protocol.
  mutating func cell(of part: Surface.PicturePart) -> [Int32] {
    if let characters = parts[part] { return characters }
    guard max(part.row, part.column) < Placeholder.most else { return [0x20] }
    let picture = KittyPictures.id(of: part.key)
    let bytes = Placeholder.bytes(picture, row: part.row, column: part.column)
    let characters = makePieces(of: bytes, width: 1)
    guard !isFull else { return [0x3F] }
    parts[part] = characters
    return characters
  }

  mutating func forget() {
    (known, links, parts) = ([:], [:], [:])
    isFull = false
    psst_pieces_forget()
    psst_links_forget()
  }

  private func isSimple(_ scalars: String.UnicodeScalarView, _ width: Int) -> Bool {
    guard let first = scalars.first, scalars.count <= Self.pieces else { return false }
    return Width.of(Character(first)) == width && !first.isDisputed
      && scalars.dropFirst().allSatisfy { Width.of(Character($0)) == 0 && $0 != "\u{200D}" }
  }

  /// The same with a mark that stands for the address, where there is room for it.
  private mutating func link(_ bytes: [UInt8], to address: String) -> [UInt8] {
    let known = links[address]
    let number = known ?? psst_link(address, address.utf8.count)
    guard number >= 0 else {
      isFull = true
      return bytes
    }
    links[address] = number
    let digits = String(number, radix: 16)
    let mark = "#" + String(repeating: "0", count: 3 - digits.count) + digits
    let all = Array("\u{1B}]8;;\(mark)\u{1B}\\".utf8) + bytes + Array("\u{1B}]8;;\u{1B}\\".utf8)
    return all.count <= Self.pieceLength * Self.pieces ? all : bytes
  }

  /// The same struck through, where there is room for it.
  private static func strike(_ bytes: [UInt8]) -> [UInt8] {
    let all = struck.on + bytes + struck.off
    return all.count <= pieceLength * pieces ? all : bytes
  }

  private mutating func makePieces(of bytes: [UInt8], width: Int) -> [Int32] {
    var characters: [Int32] = []
    for start in stride(from: 0, to: bytes.count, by: Self.pieceLength) {
      let part = bytes[start..<min(bytes.count, start + Self.pieceLength)]
      let piece = part.withUnsafeBytes { part in
        psst_piece(part.baseAddress, part.count, start == 0 ? Int32(width) : 0)
      }
      isFull = isFull || piece == 0
      characters.append(piece)
    }
    return characters
  }

  /// Blanks first, for terminals that draw the cluster narrower than we do; then the cluster; then the
  /// column that follows. Near the edge a terminal that draws it wider must not go to the next row.
  private func bytes(
    of cluster: String, width: Int, column: Int, of columns: Int
  ) -> [UInt8] {
    guard canMove else { return Array(cluster.utf8) }
    let blanks = String(repeating: " ", count: width)
    let next = column + width
    let isNearEdge = next + 12 > columns
    let before = isNearEdge ? "\u{1B}[?7l" : ""
    let after = isNearEdge ? "\u{1B}[?7h" : ""
    let move = next < columns ? "\u{1B}[\(next + 1)G" : ""
    let whole = blanks + "\u{1B}[\(column + 1)G" + before + cluster + after + move
    let fits = whole.utf8.count <= Self.pieceLength * Self.pieces
    return Array((fits ? whole : cluster).utf8)
  }
}

extension Unicode.Scalar {
  /// Half of a flag (two of different texts side by side must not become one), or wide only since
  /// Unicode 13, which many terminals' tables do not reach.
  fileprivate var isDisputed: Bool {
    if (0x1F1E6...0x1F1FF).contains(value) { return true }
    guard value > 0x2FFF, let age = properties.age else { return false }
    return age.major >= 13
  }
}

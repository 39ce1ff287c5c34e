/// A picture drawn with the cells of a terminal.
public struct Picture: Sendable, Equatable {
  /// As the terminal is told it.
  public enum Color: Sendable, Hashable {
    /// Of the terminal, 0–255.
    case palette(UInt8)
    /// 0xRRGGBB.
    case rgb(UInt32)
  }

  /// One column of one row.
  public struct Cell: Sendable, Equatable {
    /// One column wide.
    public var glyph: Unicode.Scalar
    /// `nil`: the terminal's own.
    public var foreground: Color?
    public var background: Color?

    public init(_ glyph: Unicode.Scalar, _ foreground: Color?, on background: Color?) {
      (self.glyph, self.foreground, self.background) = (glyph, foreground, background)
    }
  }

  /// What terminals draw themselves, finer than with cells.
  public enum Form: String, Sendable { case png, sixel }

  /// The picture in such a form, for the room that its cells take.
  public struct Graphic: Sendable, Equatable {
    /// What the bytes are.
    public var form: Form
    /// As the terminal takes them.
    public var bytes: [UInt8]
    /// What the terminal's cells had when it was made.
    public var cell: CellPixels
    /// Tells it from all others of the program; the more, the newer.
    public var number = 0

    public init(_ form: Form, _ bytes: [UInt8], cell: CellPixels) {
      (self.form, self.bytes, self.cell) = (form, bytes, cell)
    }
  }

  /// Columns.
  public let width: Int
  /// By rows, each of ``width``.
  public let cells: [Cell]
  /// Its own width and height in pixels.
  public let pixels: (width: Int, height: Int)
  /// `nil` where the terminal is to draw its cells.
  public var graphic: Graphic?

  /// `nil` where the cells fill no rows.
  public init?(width: Int, cells: [Cell], pixels: (width: Int, height: Int)) {
    guard width > 0, !cells.isEmpty, cells.count.isMultiple(of: width) else { return nil }
    (self.width, self.cells, self.pixels) = (width, cells, pixels)
  }

  /// Rows.
  public var height: Int { cells.count / width }

  /// The cells of one row, from 0.
  public subscript(row row: Int) -> ArraySlice<Cell> {
    cells[(row * width)..<((row + 1) * width)]
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.width == right.width && left.cells == right.cells && left.pixels == right.pixels
      && left.graphic == right.graphic
  }
}

/// Pixels of one of a terminal's cells.
public struct CellPixels: Sendable, Hashable {
  /// Across and down: no terminal has more.
  public static let most = 200
  /// Of a terminal that does not say it.
  public static let usual = CellPixels(width: 8, height: 16)

  /// Across.
  public let width: Int
  /// Down.
  public let height: Int

  private init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// `nil` where no cell can be like that.
  public init?(_ width: Int, _ height: Int) {
    guard (1...Self.most).contains(width), (1...Self.most).contains(height) else { return nil }
    self.init(width: width, height: height)
  }
}

/// A picture that somebody looks at, in the room that there is for it.
public struct PictureRequest: Sendable, Hashable {
  /// Where the picture is.
  public enum Source: Sendable, Hashable {
    /// The path of a file that the user has.
    case file(String)
    /// What an account keeps of a message of mine.
    case sent(OriginID, of: AccountID)
    /// What an account keeps of people's pictures, by their hash.
    case avatar(String, of: AccountID)
  }

  /// Where it is read from.
  public var source: Source
  /// At most so many.
  public var columns: Int
  /// At most so many.
  public var rows: Int

  /// As large as fits in so many columns and rows.
  public init(_ source: Source, columns: Int, rows: Int) {
    (self.source, self.columns, self.rows) = (source, columns, rows)
  }
}

extension Attachment {
  /// It may be a picture that can be shown, by what its sender says.
  public var isPicture: Bool {
    let types = ["image/png", "image/jpeg", "image/gif", "image/webp"]
    if let mediaType { return types.contains(mediaType.lowercased()) }
    let ends = [".png", ".jpg", ".jpeg", ".gif", ".webp"]
    return ends.contains { name.lowercased().hasSuffix($0) }
  }
}

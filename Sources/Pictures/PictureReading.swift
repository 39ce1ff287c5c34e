internal import CPicture
public import Files
internal import Glibc
internal import Localization
public import Model

/// How many colours a picture may have, and whether its glyphs are ASCII.
public struct PictureStyle: Sendable, Equatable {
  /// How many; `palette` is the 256 of terminals.
  public enum Colors: String, CaseIterable, Sendable { case none, eight, sixteen, palette, all }

  /// How many there are.
  public var colors: Colors
  /// Letters alone, without the block elements.
  public var isASCII: Bool
  /// The form that the terminal draws itself; `nil` where it draws none.
  public var form: Picture.Form?
  /// Of the terminal's cells. Without a form it is what a cell is drawn from.
  public var cell: CellPixels

  public init(
    _ colors: Colors, isASCII: Bool, form: Picture.Form? = nil, cell: CellPixels = .usual
  ) {
    (self.colors, self.isASCII, self.form, self.cell) = (colors, isASCII, form, cell)
  }
}

/// Reads pictures, which may be hostile, in a process of their own: this program again, which has given up all but its
/// two descriptors by then.
public enum PictureReading {
  /// The first of the words that this program is started with for that; not for people.
  public static let word = "--read-picture"

  /// Bytes of a file that is read.
  static let largest = 32 << 20
  /// Columns and rows of the largest one.
  static let longestSide = 1_000

  /// What the process does whose first word is ``word``; its status.
  /// - Parameter words: those behind it.
  public static func main(_ words: [String]) -> Int32 {
    let numbers = words.filter { !$0.isEmpty && $0.allSatisfy(\.isNumber) }.compactMap { Int32($0) }
    guard words.count == 7, numbers.count == 4,
      let colors = PictureStyle.Colors(rawValue: words[4]),
      numbers.prefix(2).allSatisfy({ (1...Int32(longestSide)).contains($0) }),
      numbers.suffix(2).allSatisfy({ (1...Int32(CellPixels.most)).contains($0) })
    else { return ExitCode.usage.rawValue }
    var wish = psst_picture_wish(
      columns: numbers[0], rows: numbers[1], colors: colors.mode,
      is_ascii: words[5] == "ascii" ? 1 : 0, form: Picture.Form(rawValue: words[6]).form,
      cell_width: numbers[2], cell_height: numbers[3])
    return psst_picture_main(&wish)
  }

  /// The picture in a file, as large as fits; blocks until it is read.
  /// - Parameter program: this one's path.
  /// - Throws: in plain words why it is not shown.
  public static func read(
    _ path: String, columns: Int, rows: Int, as style: PictureStyle,
    program: String = "/proc/self/exe"
  ) throws(Failure) -> Picture {
    let file = try open(path)
    defer { close(file) }
    return try read(file, columns: columns, rows: rows, as: style, program: program)
  }

  /// Why no picture can be shown here; `nil` where they can.
  public static func trouble(program: String = "/proc/self/exe") -> String? {
    guard let pipe = Pipe() else { return String(cString: strerror(errno)) }
    defer { close(pipe.reading) }
    _ = FileBytes.writeAll(dot, to: pipe.writing)
    close(pipe.writing)
    do throws(Failure) {
      let style = PictureStyle(.all, isASCII: false)
      _ = try read(pipe.reading, columns: 1, rows: 1, as: style, program: program)
      return nil
    } catch { return error.text }
  }

  /// A PNG of one pixel.
  private static let dot: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53,
    0xDE, 0x00, 0x00, 0x00, 0x0C, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0xC0, 0x00,
    0x00, 0x03, 0x01, 0x01, 0x00, 0xC9, 0xFE, 0x92, 0xEF, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E,
    0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  private static func read(
    _ file: Int32, columns: Int, rows: Int, as style: PictureStyle, program: String
  ) throws(Failure) -> Picture {
    let words = [
      program, word, "\(min(columns, longestSide))", "\(min(rows, longestSide))",
      "\(style.cell.width)", "\(style.cell.height)", style.colors.rawValue,
      style.isASCII ? "ascii" : "blocks", style.form?.rawValue ?? "cells",
    ]
    let process = try PictureProcess(words, reading: file)
    let most =
      MemoryLayout<psst_picture_head>.size
      + columns * rows * MemoryLayout<psst_picture_cell>.size
      + (style.form == nil ? 0 : Int(PSST_PICTURE_LONGEST_FORM))
    let (bytes, status) = process.finish(mostBytes: most)
    switch status {
    case Int32(PSST_PICTURE_DONE.rawValue): break
    case Int32(PSST_PICTURE_NO_LIBRARY.rawValue):
      throw Failure(tr("its libraries are not installed"))
    case Int32(PSST_PICTURE_TOO_LARGE.rawValue): throw Failure(tr("the picture is too large"))
    default: throw Failure(tr("the picture cannot be read"))
    }
    guard let picture = decode(bytes, style, columns: columns, rows: rows) else {
      throw Failure(tr("the picture cannot be read"))
    }
    return picture
  }

  /// A file that is there, and no larger than is read.
  private static func open(_ path: String) throws(Failure) -> Int32 {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0, Int(status.st_size) <= largest
    else {
      close(file)
      throw Failure(tr("the picture is too large"))
    }
    return file
  }

  /// What the process wrote is not believed either.
  static func decode(
    _ bytes: [UInt8], _ style: PictureStyle, columns: Int, rows: Int
  ) -> Picture? {
    bytes.withUnsafeBytes { bytes -> Picture? in
      let size = MemoryLayout<psst_picture_head>.size
      guard bytes.count >= size else { return nil }
      let head = bytes.loadUnaligned(as: psst_picture_head.self)
      let (width, height) = (Int(head.width), Int(head.height))
      guard (1...columns).contains(width), (1...rows).contains(height) else { return nil }
      let step = MemoryLayout<psst_picture_cell>.size
      let end = size + width * height * step
      guard bytes.count == end + Int(head.form_length) else { return nil }
      let cells = (0..<(width * height)).map { index in
        let cell = bytes.loadUnaligned(
          fromByteOffset: size + index * step, as: psst_picture_cell.self)
        return Picture.Cell(
          glyph(cell.glyph), color(cell.foreground, style.colors),
          on: color(cell.background, style.colors))
      }
      var picture = Picture(
        width: width, cells: cells, pixels: (Int(head.pixel_width), Int(head.pixel_height)))
      if head.form_length > 0 {
        guard let form = style.form else { return nil }
        let graphic = Picture.Graphic(form, Array(bytes[end...]), cell: style.cell)
        guard GraphicCheck.isPlain(graphic, columns: width, rows: height) else { return nil }
        picture?.graphic = graphic
      }
      return picture
    }
  }

  /// ASCII and the block elements; anything else is none of ours.
  private static func glyph(_ code: UInt32) -> Unicode.Scalar {
    let isKnown = (0x20...0x7E).contains(code) || (0x2580...0x259F).contains(code)
    return isKnown ? Unicode.Scalar(code) ?? " " : " "
  }

  private static func color(_ code: Int32, _ colors: PictureStyle.Colors) -> Picture.Color? {
    guard code >= 0, colors != .none else { return nil }
    if colors == .all { return .rgb(UInt32(code) & 0xFF_FFFF) }
    return UInt8(exactly: code).map { .palette($0) }
  }
}

extension PictureStyle.Colors {
  fileprivate var mode: psst_picture_colors {
    switch self {
    case .none: PSST_PICTURE_NONE
    case .eight: PSST_PICTURE_8
    case .sixteen: PSST_PICTURE_16
    case .palette: PSST_PICTURE_256
    case .all: PSST_PICTURE_ALL
    }
  }
}

extension Picture.Form? {
  fileprivate var form: psst_picture_form {
    switch self {
    case nil: PSST_PICTURE_CELLS
    case .png: PSST_PICTURE_PNG
    case .sixel: PSST_PICTURE_SIXEL
    }
  }
}

import CNcurses
import Glibc
import Screen
import Testing

@testable import Curses

/// One at a time: the table of pieces is the process's.
@Suite(.serialized) @MainActor struct CellEncoderTests {
  private func cells(_ cluster: String, width: Int, column: Int = 0, canMove: Bool = true)
    -> [[Int32]]
  {
    var encoder = CellEncoder(isUTF8: true, canMove: canMove)
    return encoder.cells(cluster, width: width, column: column, of: 80)
  }

  /// The bytes ncurses would send, by the function it calls for each character of a cell.
  private func bytes(_ characters: [Int32]) -> String {
    var result: [UInt8] = []
    for character in characters {
      var buffer = [CChar](repeating: 0, count: 16)
      let count = psst_bytes(character, &buffer)
      result += buffer.prefix(Int(count)).map(UInt8.init(bitPattern:))
    }
    return String(decoding: result, as: UTF8.self)
  }

  @Test(arguments: [("a", 1), ("漢", 2), ("e\u{301}", 1), ("😀", 2), ("●", 1)])
  func `I3 a plain cluster goes to ncurses as it is`(cluster: String, width: Int) {
    #expect(cells(cluster, width: width) == [cluster.unicodeScalars.map { Int32($0.value) }])
  }

  @Test(arguments: [
    ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("🇩🇪", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🫩", 2), ("नि", 2),
    ("🧑🏻‍❤️‍💋‍🧑🏽", 2), ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2),
  ])
  func `I3 a disputed cluster is sent whole, and the column after it is set`(
    cluster: String, width: Int
  ) throws {
    setlocale(LC_CTYPE, "C.UTF-8")
    let characters = try #require(cells(cluster, width: width, column: 9).first)
    #expect(characters.count <= 5)
    #expect(characters.map(psst_columns) == [Int32(width)] + characters.dropFirst().map { _ in 0 })
    #expect(bytes(characters) == "  \u{1B}[10G\(cluster)\u{1B}[12G")
    let still = try #require(cells(cluster, width: width, canMove: false).first)
    #expect(bytes(still) == cluster)
  }

  @Test func `I2 at the right edge nothing wraps to the next row`() throws {
    setlocale(LC_CTYPE, "C.UTF-8")
    let characters = try #require(cells("🇩🇪", width: 2, column: 78).first)
    #expect(bytes(characters) == "  \u{1B}[79G\u{1B}[?7l🇩🇪\u{1B}[?7h")
  }

  @Test func `I3 ncurses counts columns with our table`() {
    #expect(psst_columns(0x1FAE9) == 2 && psst_columns(0x6F22) == 2 && psst_columns(0x301) == 0)
    #expect(psst_columns(0x61) == 1 && psst_columns(0x1B) == -1)
  }

  @Test(arguments: [("a", 1), (" ", 1), ("漢", 2), ("e\u{301}", 1)])
  func `I4 M5 what is struck through brings its attribute along`(cluster: String, width: Int) throws
  {
    setlocale(LC_CTYPE, "C.UTF-8")
    var encoder = CellEncoder(isUTF8: true, canMove: true, canStrike: true)
    func cells(_ isStruck: Bool, column: Int) -> [[Int32]] {
      encoder.cells(cluster, width: width, column: column, of: 80, isStruck: isStruck)
    }
    let struck = try #require(cells(true, column: 3).first)
    #expect(bytes(struck) == "\u{1B}[9m\(cluster)\u{1B}[29m")
    #expect(struck.map(psst_columns).reduce(0, +) == Int32(width))
    #expect(cells(true, column: 4) == [struck], "one piece, wherever it stands")
    #expect(cells(false, column: 3) == [cluster.unicodeScalars.map { Int32($0.value) }])
  }

  @Test func `I4 M5 a disputed cluster is struck, and one too long for it is drawn without`() throws
  {
    setlocale(LC_CTYPE, "C.UTF-8")
    var encoder = CellEncoder(isUTF8: true, canMove: true, canStrike: true)
    let flag = encoder.cells("🇩🇪", width: 2, column: 9, of: 80, isStruck: true)
    #expect(bytes(flag[0]) == "\u{1B}[9m  \u{1B}[10G🇩🇪\u{1B}[12G\u{1B}[29m")
    let long = "👨‍👩‍👧‍👦" + String(repeating: "\u{301}", count: 18)
    let bytes = bytes(encoder.cells(long, width: 2, column: 9, of: 80, isStruck: true)[0])
    #expect(bytes.contains(long) && !bytes.contains("\u{1B}[9m"))
  }

  @Test func `I4 M5 where nothing can be struck a cluster goes as it is`() {
    var encoder = CellEncoder(isUTF8: true, canMove: true)
    #expect(encoder.cells("a", width: 1, column: 0, of: 80, isStruck: true) == [[0x61]])
    #expect(!CellEncoder(isUTF8: false, canMove: true, canStrike: true).canStrike)
  }

  /// The bytes of a frame as the terminal gets them.
  private func written(_ frame: String) throws -> String {
    var (bytes, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    let file = try #require(open_memstream(&bytes, &size))
    psst_links_write(frame, frame.utf8.count, file)
    fclose(file)
    defer { free(bytes) }
    let raw = UnsafeRawBufferPointer(start: bytes, count: size)
    return String(decoding: raw, as: UTF8.self)
  }

  @Test func `M5 the cells of a link are one link with its whole address`() throws {
    setlocale(LC_CTYPE, "C.UTF-8")
    var encoder = CellEncoder(isUTF8: true, canMove: true, canStrike: true, canLink: true)
    encoder.forget()
    func frame(_ text: String, _ address: String, isStruck: Bool = false) -> String {
      text.map { letter in
        let cells = encoder.cells(
          String(letter), width: 1, column: 3, of: 80, isStruck: isStruck, to: address)
        return bytes(cells[0])
      }.joined()
    }
    let long = "https://a.b/" + String(repeating: "c", count: 3_000)
    let (first, second) = (frame("https", long), frame("http", "http://d.e/;f"))
    let end = "\u{1B}]8;;\u{1B}\\"
    #expect(
      try written("\u{1B}[4m" + first + second + " and " + first)
        == "\u{1B}[4m\u{1B}]8;id=psst0;\(long)\u{1B}\\https\(end)"
        + "\u{1B}]8;id=psst1;http://d.e/;f\u{1B}\\http\(end) and "
        + "\u{1B}]8;id=psst0;\(long)\u{1B}\\https\(end)")
    let struck = try written(frame("x", long, isStruck: true))
    #expect(
      struck == "\u{1B}]8;id=psst0;\(long)\u{1B}\\\u{1B}[9mx\u{1B}[29m\(end)")
  }

  @Test func `Z4 more links than fit are noticed, and what is no mark of ours goes as it is`()
    throws
  {
    setlocale(LC_CTYPE, "C.UTF-8")
    var encoder = CellEncoder(isUTF8: true, canMove: true, canLink: true)
    encoder.forget()
    for number in 0..<5_000 where !encoder.isFull {
      _ = encoder.cells("h", width: 1, column: 0, of: 80, to: "https://a.b/\(number)")
    }
    #expect(encoder.isFull)
    encoder.forget()
    #expect(!psst_has_links())
    let frame = "\u{1B}]8;;#0\u{1B}\u{1B}]8;;#fff\u{1B}\\a\u{1B}[1m\u{1B}]8;"
    #expect(try written(frame) == "\u{1B}]8;;#0\u{1B}a\u{1B}[1m\u{1B}]8;")
    let again = encoder.cells("h", width: 1, column: 0, of: 80, to: "https://a.b/7")
    #expect(
      try written(bytes(again[0]))
        == "\u{1B}]8;id=psst0;https://a.b/7\u{1B}\\h\u{1B}]8;;\u{1B}\\")
  }

  @Test func `M5 a terminal that may not know links is given none`() {
    var encoder = CellEncoder(isUTF8: true, canMove: true)
    #expect(encoder.cells("h", width: 1, column: 0, of: 80, to: "https://a.b") == [[0x68]])
    #expect(!CellEncoder(isUTF8: false, canMove: true, canLink: true).canLink)
  }

  @Test func `Z4 a full table of pieces is noticed, and forgetting makes room`() {
    var encoder = CellEncoder(isUTF8: true, canMove: true)
    for column in 0..<40_000 where !encoder.isFull {
      _ = encoder.cells("🇩🇪", width: 2, column: column, of: 1 << 20)
    }
    #expect(encoder.isFull)
    #expect(encoder.cells("🇫🇷", width: 2, column: 0, of: 80) == [[0x3F], [0x20]])
    encoder.forget()
    #expect(!encoder.isFull && encoder.cells("🇫🇷", width: 2, column: 0, of: 80).count == 1)
    encoder.forget()
  }

  @Test(arguments: [
    ("a", "a"), ("ü", "u"), ("Å", "A"), ("ß", "s"), ("e\u{301}", "e"), ("…", "."), ("·", "-"),
    ("„", "\""), ("→", ">"), ("✓", "+"), ("漢", "# "), ("🫩", "# "),
  ])
  func `I4 what the locale cannot write is as wide, and no question mark`(
    cluster: String, shown: String
  ) {
    setlocale(LC_CTYPE, "C")
    defer { setlocale(LC_CTYPE, "C.UTF-8") }
    var encoder = CellEncoder(isUTF8: false, canMove: true)
    let cells = encoder.cells(cluster, width: shown.count, column: 0, of: 80)
    #expect(cells == shown.unicodeScalars.map { [Int32($0.value)] })
  }
}

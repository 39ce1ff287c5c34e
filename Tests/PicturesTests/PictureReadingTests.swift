import CPicture
import Files
import Foundation
import Harness
import Model
import Scratch
import Testing

@testable import Pictures

/// Pictures are read in a process of their own, which a hostile one cannot leave (F4, Z6).
@Suite struct PictureReadingTests {
  private let folder = ScratchFolder()

  private func read(
    _ bytes: [UInt8], columns: Int = 20, rows: Int = 10,
    as style: PictureStyle = PictureStyle(.all, isASCII: false)
  ) throws(Failure) -> Model.Picture {
    let path = folder.file("picture")
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
    return try PictureReading.read(
      path, columns: columns, rows: rows, as: style, program: Repository.psst)
  }

  @Test(arguments: [SmallPictures.png, SmallPictures.jpeg, SmallPictures.gif])
  func `F4 a picture is drawn as large as fits, in its colours and its shape`(
    bytes: [UInt8]
  ) throws {
    let picture = try read(bytes)
    // Twice as wide as high, of cells that are twice as high as wide; and a small one stays small.
    try #require((picture.width, picture.height) == (16, 4) && picture.pixels == (16, 8))
    let small = try read(bytes, columns: 8, rows: 8)
    #expect((small.width, small.height) == (8, 2))
    let row = Array(picture[row: 2])
    func shows(_ cell: Model.Picture.Cell, _ test: (_ red: UInt32, _ blue: UInt32) -> Bool) -> Bool
    {
      let seen = cell.glyph == "\u{2588}" ? cell.foreground : cell.background
      guard case .rgb(let rgb)? = seen else { return false }
      return test(rgb >> 16, rgb & 0xFF)
    }
    #expect(shows(row[1]) { $0 > 200 && $1 < 60 }, "\(row[1])")
    #expect(shows(row[14]) { $0 < 60 && $1 > 200 }, "\(row[14])")
  }

  @Test func `F4 it keeps to the colours and the letters that the terminal has`() throws {
    let style = PictureStyle(.none, isASCII: true)
    let plain = try read(SmallPictures.png, as: style)
    #expect(plain.cells.allSatisfy { $0.foreground == nil && $0.background == nil })
    #expect(plain.cells.allSatisfy { $0.glyph.isASCII })
    for (colors, most) in [(PictureStyle.Colors.eight, 7), (.sixteen, 15), (.palette, 255)] {
      let picture = try read(SmallPictures.png, as: PictureStyle(colors, isASCII: false))
      let used = picture.cells.flatMap { [$0.foreground, $0.background].compactMap(\.self) }
      let numbers = used.map { if case .palette(let number) = $0 { Int(number) } else { -1 } }
      #expect(!numbers.isEmpty && numbers.allSatisfy { (0...most).contains($0) }, "\(numbers)")
    }
  }

  @Test(arguments: [
    ("nothing", [], "the picture is too large"),
    ("text", Array("hello".utf8), "the picture cannot be read"),
    (
      "a drawing", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
      "the picture cannot be read"
    ),
    ("a bitmap", Array("BM".utf8) + [UInt8](repeating: 0, count: 60), "the picture cannot be read"),
    ("the half of one", Array(SmallPictures.png.prefix(40)), "the picture cannot be read"),
    ("a wide one", SmallPictures.png(saying: 20_001, 1), "the picture is too large"),
    ("a large one", SmallPictures.png(saying: 9_000, 9_000), "the picture is too large"),
  ])
  func `F4 Z6 what is no picture of ours is refused in words`(
    what: String, bytes: [UInt8], reason: String
  ) {
    #expect(throws: Failure(reason), "\(what)") { try read(bytes) }
  }

  @Test func `F4 Z6 what is no file is not read`() {
    for path in ["/dev/zero", "/tmp", "/nowhere"] {
      #expect(throws: Failure.self) {
        try PictureReading.read(
          path, columns: 9, rows: 9, as: PictureStyle(.all, isASCII: false),
          program: Repository.psst)
      }
    }
  }

  @Test func `F4 Z6 broken pictures end in words or as pictures, never otherwise`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<60 {
      var bytes = [SmallPictures.png, SmallPictures.jpeg, SmallPictures.gif]
        .randomElement(using: &random)!
      for _ in 0...Int.random(in: 0...6, using: &random) {
        bytes[Int.random(in: 4..<bytes.count, using: &random)] = .random(
          in: .min ... .max, using: &random)
      }
      do throws(Failure) {
        let picture = try read(bytes)
        #expect(picture.width <= 20 && picture.height <= 10)
      } catch {
        #expect(error.text.hasPrefix("the picture"))
      }
    }
  }

  /// While it waits for the rest of a picture, it has nothing but memory, time and its two descriptors (proc(5)).
  @Test func `F4 Z6 who reads a picture can open, start and reach nothing`() throws {
    let child = try ChildProcess(
      Self.words)
    child.write(String(decoding: SmallPictures.gif.prefix(10), as: UTF8.self))
    try child.waitUntil("confined", bound: 20) { Self.status("Seccomp", of: $0.pid) == "2" }
    #expect(Self.status("NoNewPrivs", of: child.pid) == "1")
    let limits = try String(contentsOfFile: "/proc/\(child.pid)/limits", encoding: .utf8)
    let memory = try #require(limits.split(separator: "\n").first { $0.contains("address space") })
    #expect(memory.contains("1073741824"), "\(memory)")
    child.endInput()
    #expect(try child.waitForEnd() == Int32(PSST_PICTURE_BROKEN.rawValue))
  }

  private static let words = [
    Repository.psst, PictureReading.word, "9", "9", "8", "16", "all", "blocks", "cells",
  ]

  @Test func `F4 Z6 who reads a picture that never ends is ended`() throws {
    let child = try ChildProcess(Self.words)
    child.write(String(decoding: SmallPictures.gif.prefix(10), as: UTF8.self))
    #expect(try child.waitForEnd(bound: 40) == 128 + SIGALRM)
  }

  private static func status(_ name: String, of process: pid_t) -> String? {
    let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return line?.split(separator: "\t").last.map(String.init)
  }

  @Test func `F4 Z6 what the process says is not believed either`() {
    var head = psst_picture_head(
      width: 2, height: 1, pixel_width: 4, pixel_height: 4, form_length: 0)
    var cells = [
      psst_picture_cell(glyph: 0x1B, foreground: 0x1FF_FFFF, background: -1),
      psst_picture_cell(glyph: 0x2580, foreground: 7, background: 9),
    ]
    var bytes = withUnsafeBytes(of: &head) { Array($0) }
    bytes += cells.withUnsafeMutableBytes { Array($0) }
    let style = PictureStyle(.all, isASCII: false)
    let picture = PictureReading.decode(bytes, style, columns: 2, rows: 1)
    #expect(
      picture?.cells == [
        .init(" ", .rgb(0xFF_FFFF), on: nil), .init("\u{2580}", .rgb(7), on: .rgb(9)),
      ])
    #expect(PictureReading.decode(bytes, style, columns: 1, rows: 1) == nil)
    #expect(PictureReading.decode(Array(bytes.dropLast()), style, columns: 2, rows: 1) == nil)
    #expect(PictureReading.decode([], style, columns: 2, rows: 1) == nil)
  }

  @Test func `F4 whether pictures can be shown is known`() {
    #expect(PictureReading.trouble(program: Repository.psst) == nil)
    #expect(PictureReading.trouble(program: "/bin/false") != nil)
    #expect(PictureReading.trouble(program: "/nowhere")?.contains("No such file") == true)
  }
}

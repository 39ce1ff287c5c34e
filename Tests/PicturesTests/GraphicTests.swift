import Files
import Foundation
import Harness
import Model
import Scratch
import Testing

@testable import Pictures

/// Pictures for terminals that draw them themselves (F4), which get nothing that was not looked at (Z2, Z6).
@Suite struct GraphicTests {
  private let folder = ScratchFolder()
  private static let cell = CellPixels(10, 20)!

  private func read(
    _ bytes: [UInt8], _ form: Model.Picture.Form, columns: Int = 20, rows: Int = 10
  ) throws(Failure) -> Model.Picture {
    let path = folder.file("picture")
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
    let style = PictureStyle(.all, isASCII: false, form: form, cell: Self.cell)
    return try PictureReading.read(
      path, columns: columns, rows: rows, as: style, program: Repository.psst)
  }

  @Test(arguments: [SmallPictures.png, SmallPictures.jpeg, SmallPictures.gif])
  func `F4 a terminal that draws pictures gets one in the size that it has, besides cells`(
    bytes: [UInt8]
  ) throws {
    for form in [Model.Picture.Form.png, .sixel] {
      let picture = try read(bytes, form)
      // Sixteen by eight pixels, of which a cell has ten by twenty.
      #expect((picture.width, picture.height) == (2, 1) && picture.pixels == (16, 8))
      let graphic = try #require(picture.graphic)
      #expect(graphic.form == form && graphic.cell == Self.cell)
      let start: [UInt8] = form == .png ? [0x89, 0x50, 0x4E, 0x47] : [0x1B, 0x50]
      #expect(graphic.bytes.starts(with: start))
    }
  }

  @Test func `F4 a large one is made as small as its room`() throws {
    let wide = try read(SmallPictures.wide, .png, columns: 30, rows: 10)
    #expect((wide.width, wide.height) == (30, 2))
    let graphic = try #require(wide.graphic)
    #expect(graphic.bytes[16..<24].elementsEqual([0, 0, 1, 44, 0, 0, 0, 30]), "300 by 30")
    let sixels = try #require(try read(SmallPictures.wide, .sixel, columns: 30, rows: 10).graphic)
    #expect(GraphicCheck.isPlain(sixels, columns: 30, rows: 2))
    #expect(!GraphicCheck.isPlain(sixels, columns: 29, rows: 2), "it has all of its columns")
  }

  /// Whatever the process were made to say, nothing but the one form reaches the terminal, and it stays within its cells.
  @Test func `F4 Z2 what is not of its form, or larger than its cells, is refused`() throws {
    func sixels(_ text: String) -> Bool {
      let graphic = Model.Picture.Graphic(.sixel, Array(text.utf8), cell: Self.cell)
      return GraphicCheck.isPlain(graphic, columns: 2, rows: 1)
    }
    #expect(sixels("\u{1B}P0;1q\"1;1;20;20#0;2;100;0;0#0!20~-!20~$#1~-~\u{1B}\\"))
    for text in [
      "", "\u{1B}P", "\u{1B}Pq", "\u{1B}P0;1p~\u{1B}\\", "x\u{1B}Pq~\u{1B}\\", "\u{1B}Pq~\u{1B}\\x",
      "\u{1B}Pq~\u{1B}]52;c;YQ==\u{7}\u{1B}\\", "\u{1B}Pq~\u{1B}\\\u{1B}[2J\u{1B}Pq~\u{1B}\\",
      "\u{1B}Pq~\u{18}~\u{1B}\\", "\u{1B}Pq~\u{9C}~\u{1B}\\", "\u{1B}Pq~\n~\u{1B}\\",
      "\u{1B}Pq!21~\u{1B}\\", "\u{1B}Pq!999999999999999999999~\u{1B}\\",
      "\u{1B}Pq" + String(repeating: "~", count: 21) + "\u{1B}\\", "\u{1B}Pq-----~\u{1B}\\",
      "\u{1B}P0;\u{1B}q~\u{1B}\\",
    ] { #expect(!sixels(text), "\(text.debugDescription)") }
    func png(_ bytes: [UInt8], columns: Int = 2) -> Bool {
      let graphic = Model.Picture.Graphic(.png, bytes, cell: Self.cell)
      return GraphicCheck.isPlain(graphic, columns: columns, rows: 1)
    }
    let good = try #require(try read(SmallPictures.png, .png).graphic?.bytes)
    #expect(png(good) && !png(good, columns: 1))
    #expect(!png(good + [0]) && !png(Array(good.dropLast())) && !png([]))
    #expect(!png(SmallPictures.png(saying: 70_000, 8), columns: 200))
    #expect(!png(good.replacing(Array("IDAT".utf8), with: Array("tEXt".utf8))))
  }

  @Test
  func
    `F4 Z6 no answer of the process breaks what reads it, and none gets through that is not plain`()
    throws
  {
    var random = SeededGenerator(seed: 7)
    for form in [Model.Picture.Form.png, .sixel] {
      let good = try #require(try read(SmallPictures.png, form).graphic?.bytes)
      for _ in 0..<3_000 {
        var bytes = good
        for _ in 0...Int.random(in: 0...3, using: &random) where bytes.count > 1 {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes.remove(at: place)
          case 1: bytes.insert(.random(in: .min ... .max, using: &random), at: place)
          case 2: bytes[place] = [0x1B, 0x9C, 0x7, 0x18, 0x1A].randomElement(using: &random)!
          default: bytes[place] = .random(in: .min ... .max, using: &random)
          }
        }
        let graphic = Model.Picture.Graphic(form, bytes, cell: Self.cell)
        guard GraphicCheck.isPlain(graphic, columns: 2, rows: 1) else { continue }
        // In base64 a PNG commands nothing; of sixels only the frame may.
        let inner = form == .png ? [] : bytes.dropFirst(2).dropLast(2)
        #expect(inner.allSatisfy { (0x20...0x7E).contains($0) })
      }
    }
  }

  @Test func `F4 Z6 the whole answer is looked at, from its head on`() throws {
    var random = SeededGenerator(seed: 9)
    let style = PictureStyle(.all, isASCII: false, form: .sixel, cell: Self.cell)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<120, using: &random)
      var bytes = (0..<count).map { _ in UInt8.random(in: 0...3, using: &random) }
      // Most of them say that they are small.
      for place in [1, 2, 3, 5, 6, 7, 17, 18, 19] where place < count { bytes[place] = 0 }
      let picture = PictureReading.decode(bytes, style, columns: 3, rows: 3)
      #expect((picture?.width ?? 0) <= 3 && (picture?.height ?? 0) <= 3 && picture?.graphic == nil)
    }
  }
}

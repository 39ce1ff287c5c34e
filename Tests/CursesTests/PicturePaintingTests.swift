import Model
import Screen
import Testing

@testable import Curses

/// What terminals that draw pictures themselves are told (F4).
@Suite struct PicturePaintingTests {
  private static let cell = CellPixels(10, 20)!

  private static func picture(
    _ form: Picture.Form, _ bytes: [UInt8], number: Int = 1, columns: Int = 3, rows: Int = 2
  ) -> Picture {
    let cells = (0..<(columns * rows)).map { _ in Picture.Cell("#", .palette(1), on: nil) }
    var picture = Picture(width: columns, cells: cells, pixels: (30, 40))!
    picture.graphic = Picture.Graphic(form, bytes, cell: cell)
    picture.graphic?.number = number
    return picture
  }

  private static let size = Size(width: 60, height: 8)

  private static func surface(_ picture: Picture, x: Int = 40, y: Int = 1) -> Surface {
    var surface = Surface(size: size)
    for row in 0..<picture.height {
      surface.draw(picture, row: row, at: Point(x: x, y: y + row), width: 60)
    }
    return surface
  }

  // MARK: kitty

  @Test func `F4 kitty is told a picture once, and where its parts are by text`() {
    var pictures = KittyPictures()
    let picture = Self.picture(.png, [1, 2, 3, 4])
    let surface = Self.surface(picture)
    #expect(
      pictures.tell(surface.seenPictures)
        == "\u{1B}_Ga=T,U=1,q=2,f=100,t=d,i=2,c=3,r=2,m=0;AQIDBA==\u{1B}\\")
    #expect(pictures.tell(surface.seenPictures).isEmpty)
    #expect(
      Placeholder.bytes(2, row: 1, column: 2)
        == Array("\u{1B}[38;2;0;0;2m\u{10EEEE}\u{30D}\u{30E}\u{1B}[39m".utf8))
    #expect(pictures.forgetAll() == "\u{1B}_Ga=d,d=I,q=2,i=2\u{1B}\\")
    #expect(!pictures.tell(surface.seenPictures).isEmpty, "somebody else had the terminal")
  }

  @Test func `F4 kitty gets a large picture in pieces that it can take`() throws {
    var pictures = KittyPictures()
    let bytes = (0..<7_000).map { UInt8(truncatingIfNeeded: $0) }
    let told = pictures.tell(Self.surface(Self.picture(.png, bytes)).seenPictures)
    let commands = told.split(separator: "\u{1B}\\").map { $0.drop { $0 == "\u{1B}" } }
    #expect(commands.count == 3)
    #expect(commands.map { $0.split(separator: ";")[0].hasSuffix("m=1") } == [true, true, false])
    #expect(commands.dropFirst().allSatisfy { $0.hasPrefix("_Gm=") })
    #expect(commands.allSatisfy { $0.split(separator: ";")[1].utf8.count <= 4_096 })
  }

  @Test func `F4 Z4 kitty forgets the pictures that were seen first`() {
    var pictures = KittyPictures()
    var told = ""
    for number in 1...20 {
      told += pictures.tell(Self.surface(Self.picture(.png, [1], number: number)).seenPictures)
    }
    #expect(told.split(separator: "d=I").count - 1 == 11, "one is seen, and eight are kept")
    #expect(told.contains("d=I,q=2,i=2\u{1B}") && !told.contains("d=I,q=2,i=21\u{1B}"))
    let again = pictures.tell(Self.surface(Self.picture(.png, [1], number: 20 + 240)).seenPictures)
    #expect(again.contains("d=I,q=2,i=21\u{1B}"), "another one takes its number: \(again)")
  }

  @Test func `F4 the marks are those of the protocol`() {
    let marks = Placeholder.marks
    #expect(marks.count == Placeholder.most && Set(marks).count == marks.count)
    #expect(marks.prefix(4) == ["\u{305}", "\u{30D}", "\u{30E}", "\u{310}"])
    #expect(marks[255] == "\u{A8EA}" || marks[255].value > 0x2D00)
    #expect(marks.last == "\u{1D244}")
    #expect(marks.allSatisfy { $0.properties.canonicalCombiningClass == .above })
  }

  // MARK: Drawn where the cursor is

  private static func bytes(
    _ placed: PlacedPictures, _ plan: PlacedPictures.Plan, _ surface: Surface
  )
    -> String
  {
    String(decoding: plan.due.flatMap { placed.bytes($0, of: surface) }, as: UTF8.self)
  }

  @Test func `F4 sixels are drawn at their place, and not again`() {
    var placed = PlacedPictures(.sixel)
    let surface = Self.surface(Self.picture(.sixel, Array("\u{1B}Pq#0~\u{1B}\\".utf8)))
    let plan = placed.plan(surface, over: nil, on: Self.size, cell: Self.cell)
    #expect(Self.bytes(placed, plan, surface) == "\u{1B}[2;41H\u{1B}Pq#0~\u{1B}\\")
    #expect(plan.ground.text(row: 1).allSatisfy { $0 == " " })
    let next = placed.plan(surface, over: plan.ground, on: Self.size, cell: Self.cell)
    #expect(next.due.isEmpty && next.stale.isEmpty)
  }

  @Test func `F4 iTerm2 gets the picture with the room that it has`() {
    var placed = PlacedPictures(.png)
    let surface = Self.surface(Self.picture(.png, [1, 2, 3, 4]))
    let plan = placed.plan(surface, over: nil, on: Self.size, cell: Self.cell)
    #expect(
      Self.bytes(placed, plan, surface)
        == "\u{1B}[2;41H\u{1B}]1337;File=inline=1;size=4;width=3;height=2;preserveAspectRatio=1;"
        + "doNotMoveCursor=1:AQIDBA==\u{7}")
  }

  @Test func `F4 what is written near a picture draws it again, and what is far does not`() {
    let surface = Self.surface(Self.picture(.sixel, [1]))
    for (x, y, isDrawn) in [(2, 1, false), (30, 1, true), (50, 2, true), (41, 5, false)] {
      var placed = PlacedPictures(.sixel)
      let shown = placed.plan(surface, over: nil, on: Self.size, cell: Self.cell).ground
      var changed = surface
      changed.write("x", at: Point(x: x, y: y), style: Style())
      let plan = placed.plan(changed, over: shown, on: Self.size, cell: Self.cell)
      #expect(plan.due.isEmpty != isDrawn, "\(x) \(y)")
    }
  }

  @Test
  func
    `F4 a picture that scrolls leaves nothing behind, and one that is cut or covered is drawn with cells`()
  {
    let picture = Self.picture(.sixel, [1])
    var placed = PlacedPictures(.sixel)
    let first = placed.plan(Self.surface(picture), over: nil, on: Self.size, cell: Self.cell)
    let moved = placed.plan(
      Self.surface(picture, y: 2), over: first.ground, on: Self.size, cell: Self.cell)
    #expect(moved.stale == [1, 2] && moved.due.map(\.area.y) == [2])
    let cut = placed.plan(
      Self.surface(picture, y: -1), over: moved.ground, on: Self.size, cell: Self.cell)
    #expect(cut.stale == [2, 3] && cut.due.isEmpty)
    #expect(cut.ground.text(row: 0).contains("###"))
    var covered = Self.surface(picture)
    covered.write("x", at: Point(x: 41, y: 2), style: Style())
    let under = placed.plan(covered, over: cut.ground, on: Self.size, cell: Self.cell)
    #expect(under.due.isEmpty && under.ground.text(row: 2).contains("#x#"))
  }

  @Test func `F4 sixels that were made for cells of another size, or would scroll, are not drawn`()
  {
    let picture = Self.picture(.sixel, [1])
    var placed = PlacedPictures(.sixel)
    let other = placed.plan(
      Self.surface(picture), over: nil, on: Self.size, cell: CellPixels(9, 20)!)
    #expect(other.due.isEmpty && other.ground.text(row: 1).contains("###"))
    let last = placed.plan(Self.surface(picture, y: 6), over: nil, on: Self.size, cell: Self.cell)
    #expect(last.due.isEmpty && last.ground.text(row: 7).contains("###"))
  }
}

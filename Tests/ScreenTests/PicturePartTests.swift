import Model
import Testing

@testable import Screen

/// Pictures that terminals draw themselves are cut and covered cell by cell, as text is (F4).
@Suite struct PicturePartTests {
  private func picture(_ number: Int, isGraphic: Bool = true) -> Picture {
    let cells = (0..<6).map { Picture.Cell($0 < 3 ? "#" : "=", .palette(1), on: .rgb(0x10_2030)) }
    var picture = Picture(width: 3, cells: cells, pixels: (30, 40))!
    if isGraphic { picture.graphic = Picture.Graphic(.png, [1], cell: .usual) }
    picture.graphic?.number = number
    return picture
  }

  private func surface(_ picture: Picture, x: Int = 1) -> Surface {
    var surface = Surface(size: Size(width: 5, height: 3))
    for row in 0..<2 { surface.draw(picture, row: row, at: Point(x: x, y: row), width: 5) }
    return surface
  }

  @Test func `F4 each cell says which part of a picture it shows, and looks as it does without`() {
    let surface = surface(picture(7))
    let plain = self.surface(picture(7, isGraphic: false))
    #expect((0..<3).map { surface.text(row: $0) } == [" ### ", " === ", "     "])
    for y in 0..<3 {
      #expect(surface.text(row: y) == plain.text(row: y))
      #expect((0..<5).allSatisfy { surface.style($0, y) == plain.style($0, y) })
    }
    let part = surface.part(2, 1)
    #expect(part?.row == 1 && part?.column == 1)
    #expect(part.flatMap { surface.picture(withKey: $0.key) } == picture(7))
    #expect(surface.part(0, 0) == nil && plain.part(2, 1) == nil)
    #expect(surface != plain, "the terminal has to be told")
  }

  @Test func `F4 what is drawn over a picture, or beside it, is none of it`() {
    var surface = surface(picture(7), x: 3)
    #expect(surface.text(row: 0) == "   ##")
    surface.write("x", at: Point(x: 3, y: 0), style: Style())
    #expect(surface.part(3, 0) == nil && surface.part(4, 0)?.column == 1)
    #expect(surface.seenPictures.count == 1)
    surface.fill(Rect(x: 0, y: 0, width: 5, height: 3), style: Style())
    #expect(surface.seenPictures.isEmpty)
  }

  @Test func `F4 a picture goes along with the surface that it is on, and another one is a change`()
  {
    var whole = Surface(size: Size(width: 9, height: 5))
    whole.draw(surface(picture(7)), at: Point(x: 2, y: 1))
    #expect(whole.part(3, 1)?.row == 0 && whole.text(row: 1) == "   ###   ")
    #expect(surface(picture(7)) == surface(picture(7)))
    #expect(surface(picture(8)).changes(inRow: 0, since: surface(picture(7))) == 1..<4)
  }
}

import Model
import Screen
import Store
import Testing

@testable import Views

/// Pictures stand in the pane below their messages (F4).
@Suite struct PictureViewTests {
  /// As large as was asked for: `#` in its upper row, `=` in its lower ones.
  private static func picture(_ request: PictureRequest, rows: Int = 3) -> Picture {
    let cells = (0..<rows).flatMap { row in
      (0..<8).map { _ in Picture.Cell(row == 0 ? "#" : "=", .palette(1), on: .rgb(0x10_2030)) }
    }
    return Picture(width: 8, cells: cells, pixels: (640, 400))!
  }

  private static func stage(
    _ width: Int = 100, _ height: Int = 30, named name: String = "sea.png",
    savedAs path: String? = "/home/ana/sea.png"
  ) -> Stage {
    var stage = Stage.conversation(width, height)
    var message = Stage.message(9, "")
    var file = Model.Attachment(name: name, size: 1_200, address: "https://x.org/sea.png")
    file.savedAs = path
    message.content = .file(file)
    stage.openPane([Stage.message(1, "look"), message, Stage.message(10, "nice")])
    return stage
  }

  private static func requests(_ actions: [Action]) -> [PictureRequest] {
    actions.compactMap { if case .readPicture(let request) = $0 { request } else { nil } }
  }

  @Test(arguments: [(100, 30), (80, 24), (60, 20)])
  func `F4 a picture that is saved is asked for once and shown below its message`(
    width: Int, height: Int
  ) throws {
    var stage = Self.stage(width, height)
    let request = try #require(Self.requests(stage.update()).first)
    #expect(request.source == .file("/home/ana/sea.png") && request.rows <= height / 3)
    #expect(Self.requests(stage.update()).isEmpty, "it was asked for")
    stage.snapshot.pictures.put(Self.picture(request), for: request)
    #expect(Self.requests(stage.update()).isEmpty)
    let rows = stage.rows
    let top = try #require(rows.firstIndex { $0.contains("########") })
    #expect(rows[top + 1].contains("========") && rows[top + 2].contains("========"))
    #expect(rows[top - 1].contains("saved as") && rows[top + 3].contains("nice"))
  }

  @Test func `F4 what is no picture, is not here, or cannot be shown takes no room`() throws {
    for (name, path) in [("plan.pdf", "/home/ana/plan.pdf"), ("sea.png", nil)] {
      var stage = Self.stage(named: name, savedAs: path)
      #expect(Self.requests(stage.update()).isEmpty, "\(name)")
    }
    var stage = Self.stage()
    let before = stage.text
    let request = try #require(Self.requests(stage.update()).first)
    stage.snapshot.pictures.put(nil, for: request)
    stage.update()
    #expect(stage.text == before)
  }

  @Test func `F4 a picture of mine is shown from its copy, once that is kept`() throws {
    var stage = Stage.conversation()
    var message = Stage.message(9, "", mine: .sent)
    message.content = .file(Model.Attachment(name: "sea.png", size: 1_200))
    message.originID = OriginID("0190")
    var echo = message
    echo.id = 0
    stage.openPane([echo])
    #expect(Self.requests(stage.update()).isEmpty)
    stage.openPane([message])
    #expect(Self.requests(stage.update()).map(\.source) == [.sent(OriginID("0190"), of: .first)])
  }

  @Test func `F4 Enter shows it on the whole screen, and Esc goes back`() throws {
    var stage = Self.stage()
    stage.update()
    stage.press(Key(.escape), Key(.up))
    #expect(stage.rows.last?.contains("Enter view") == true)
    let request = try #require(Self.requests(stage.press(Key(.enter))).first)
    #expect(request.columns == 100 && request.rows > 20)
    stage.snapshot.pictures.put(Self.picture(request, rows: 20), for: request)
    stage.update()
    #expect(stage.rows[0].contains("sea.png") && stage.rows[0].contains("640 × 400"))
    #expect(stage.rows.count { $0.contains(String(repeating: " ", count: 40) + "========") } == 19)
    stage.press(Key(.escape))
    #expect(stage.text.contains("look"))
    stage.press(Key(.enter))
    stage.snapshot.pictures.put(nil, for: request)
    stage.update()
    #expect(stage.text.contains("This picture cannot be shown."))
  }

  @Test func `F4 the card shows a picture before it is sent`() throws {
    var stage = Stage.conversation()
    stage.press(.alt("o"))
    stage.type("/p.png")
    stage.snapshot.inspected = InspectedFile(
      path: "/p.png", outcome: .file(Model.Attachment(name: "p.png", mediaType: "image/png")))
    let request = try #require(Self.requests(stage.update()).first)
    #expect(request.source == .file("/p.png"))
    stage.snapshot.pictures.put(Self.picture(request), for: request)
    stage.update()
    #expect(stage.text.contains("########"))
  }

  @Test func `F4 the newest that were read are remembered`() {
    var pictures = ReadPictures()
    let all = (1...80).map { PictureRequest(.file("/\($0)"), columns: 9, rows: 9) }
    for request in all { pictures.put(Self.picture(request), for: request) }
    #expect(all.count { pictures[$0] != nil } == 50)
    #expect(pictures[all[79]] == .shown(Self.picture(all[79])) && pictures[all[0]] == nil)
  }
}

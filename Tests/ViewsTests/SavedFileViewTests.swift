import Model
import Screen
import Store
import Testing

@testable import Views

/// A file of another is saved with a key, and opened then.
@Suite struct SavedFileViewTests {
  private static func stage(_ width: Int, _ height: Int, savedAs path: String? = nil) -> Stage {
    var stage = Stage.conversation(width, height)
    var message = Stage.message(9, "")
    var file = Model.Attachment(
      name: "plan.pdf", size: 1_200_000, address: "https://files.example.org/plan.pdf")
    file.savedAs = path
    message.content = .file(file)
    stage.openPane([Stage.message(1, "look"), message])
    stage.update()
    stage.press(Key(.escape))
    return stage
  }

  @Test(arguments: [(100, 30), (80, 24)])
  func `F3 s saves the file, and the row says how far it is, and where it lies`(
    width: Int, height: Int
  ) {
    var stage = Self.stage(width, height)
    #expect(!stage.text.contains("saved as") && stage.rows.last?.contains("s save") == true)
    #expect(stage.press(.char("s")).contains(.intent(.saveFile(row: 9))))
    stage.snapshot[.first].downloads[9] = FileProgress(done: 600_000, total: 1_200_000, rate: 0)
    stage.update()
    #expect(stage.text.contains("50%"))
    stage.snapshot[.first].downloads[9] = nil
    var saved = Self.stage(width, height, savedAs: "/home/ana/plan.pdf")
    #expect(
      saved.text.contains("saved as /home/ana") && saved.rows.last?.contains("o open") == true)
    #expect(saved.press(.char("o")).contains(.openFile("/home/ana/plan.pdf")))
  }

  @Test(arguments: [(100, 30), (80, 24)])
  func `F3 S asks for a path, says what stands there, and Enter alone does what s does`(
    width: Int, height: Int
  ) {
    var stage = Self.stage(width, height)
    stage.press(.char("S"))
    #expect(stage.text.contains("as") && stage.text.contains("Downloads/plan.pdf"))
    #expect(stage.rows.last?.contains("Enter save") == true)
    stage.snapshot.inspected = InspectedFile(
      path: "~/Downloads/plan.pdf", outcome: .refused(""), target: .refused("there is one"))
    stage.update()
    #expect(stage.press(Key(.enter)).contains(.intent(.saveFile(row: 9))), "it gets a number")
    stage.press(.char("S"), .ctrl("u"))
    stage.type("~/tr")
    stage.snapshot.inspected = InspectedFile(
      path: "~/tr", outcome: .refused(""), completion: "~/tr", folder: "~/trip/")
    stage.press(Key(.tab))
    #expect(stage.text.contains("~/trip/"))
    stage.type("sea.pdf")
    func found(_ target: InspectedFile.Target) {
      stage.snapshot.inspected = InspectedFile(
        path: "~/trip/sea.pdf", outcome: .refused(""), target: target)
      stage.update()
    }
    found(.refused("there is one of that name: choose another"))
    #expect(stage.text.contains("There is one of that name"))
    #expect(stage.press(Key(.enter)).isEmpty)
    found(.free)
    let save = Intent.saveFile(row: 9, as: "~/trip/sea.pdf")
    #expect(stage.press(Key(.enter)).contains(.intent(save)))
    #expect(stage.interface.overlays.isEmpty)
  }

  @Test func `F3 where there is no file s says so`() {
    var stage = Self.stage(100, 30)
    stage.press(Key(.up))
    #expect(stage.rows.last?.contains("s save") == false)
    #expect(stage.press(.char("s")).isEmpty)
    #expect(stage.text.contains("There is no file in this message."))
  }

  @Test func `F3 o of a file that is not saved opens its address`() {
    var stage = Self.stage(100, 30)
    #expect(stage.press(.char("o")).contains(.openLink("https://files.example.org/plan.pdf")))
  }
}

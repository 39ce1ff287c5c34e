import Model
import Screen
import Store
import Testing

@testable import Views

/// A file is shown before it is sent, and on its way (F2).
@Suite struct FileCardTests {
  private static let file = Model.Attachment(
    name: "plan.pdf", size: 1_234_567, mediaType: "application/pdf")

  private func found(_ path: String, _ outcome: InspectedFile.Outcome) -> InspectedFile {
    InspectedFile(path: path, outcome: outcome, completion: path + "f")
  }

  private func sent(_ actions: [Action]) -> [(OutgoingFile, JID)] {
    actions.compactMap {
      if case .intent(.sendFile(let chat, let file, _, _), of: _) = $0 { (file, chat) } else { nil }
    }
  }

  @Test func `F2 Alt-O asks for a path, and shows name, size and type before Enter`() {
    var stage = Stage.conversation()
    stage.type("for you")
    stage.press(.alt("o"))
    #expect(stage.text.contains("Send a file to"))
    stage.type("/tmp/plan.pd")
    stage.snapshot.inspected = found("/tmp/plan.pd", .refused("No such file or directory"))
    stage.update()
    #expect(stage.text.contains("No such file or directory"))
    stage.actions = []
    stage.press(Key(.enter))
    #expect(sent(stage.actions).isEmpty, "nothing that is not there is sent")
    stage.press(Key(.tab))
    stage.snapshot.inspected = found("/tmp/plan.pdf", .file(Self.file))
    stage.update()
    #expect(stage.text.contains("📎 plan.pdf · 1.2 MB · application/pdf"))
    stage.press(Key(.enter))
    let sends = sent(stage.actions)
    #expect(sends.map(\.0) == [.original(path: "/tmp/plan.pdf", caption: "for you")])
    #expect(stage.interface.drafts.composer.text.isEmpty && stage.interface.overlays.isEmpty)
  }

  @Test
  func `F2 Alt-V takes the picture on the clipboard, which is asked about with what was written`() {
    var stage = Stage.conversation()
    stage.type("look")
    stage.actions = []
    stage.press(.alt("v"))
    #expect(stage.actions.contains(.takeClipboard(.first)))
    stage.actions += stage.interface.attach("/data/clipboard-1.png")
    stage.snapshot.inspected = found("/data/clipboard-1.png", .file(Self.file))
    stage.update()
    #expect(stage.text.contains("Send a file to"))
    stage.press(Key(.enter))
    #expect(
      sent(stage.actions).map(\.0) == [.original(path: "/data/clipboard-1.png", caption: "look")])
    stage.press(.alt("k"))
    stage.press(Key(.function(1)))
    #expect(stage.interface.attach("/data/late.png").isEmpty, "something else was begun meanwhile")
  }

  @Test(arguments: [
    (UploadHost?.none, "Your server takes no files"),
    (UploadHost(address: JID("up.x.org")!, limit: 1_000_000), "takes 1 MB at most"),
  ])
  func `F2 what the server does not take is said before Enter`(
    service: UploadHost?, words: String
  ) {
    var stage = Stage.conversation()
    stage.press(.alt("o"))
    stage.type("/p")
    stage.snapshot.inspected = found("/p", .file(Self.file))
    stage.snapshot[.first].uploadService = .some(service)
    stage.update()
    #expect(stage.text.contains(words))
    stage.actions = []
    stage.press(Key(.enter))
    #expect(sent(stage.actions).isEmpty)
  }

  @Test func `M6 a file's path that is pasted is asked about, and stays a text where one says so`()
  {
    var stage = Stage.conversation()
    stage.send(.paste("'/tmp/plan.pdf'"))
    #expect(stage.actions.contains(.inspect("/tmp/plan.pdf")))
    stage.snapshot.inspected = found("/tmp/plan.pdf", .file(Self.file))
    stage.update()
    #expect(stage.text.contains("Send a file to"))
    stage.press(Key(.escape))
    #expect(stage.interface.drafts.composer.text == "'/tmp/plan.pdf'")
    #expect(stage.interface.overlays.isEmpty)
  }

  @Test(arguments: [
    ("/tmp/a\\ b.pdf", "/tmp/a b.pdf"), ("file:///tmp/a%20b.pdf\n", "/tmp/a b.pdf"),
    ("\"/tmp/a b\" ", "/tmp/a b"), ("~/a", "~/a"), ("hello", nil), ("/a\n/b", nil), ("", nil),
    ("https://x.org/a", nil),
  ])
  func `M6 paths are known as terminals paste them`(text: String, path: String?) {
    #expect(FilePath.pasted(as: text) == path)
  }

  @Test func `F2 the title says how far all files together are that go out`() {
    var stage = Stage.conversation()
    stage.update()
    #expect(!stage.rows[0].contains("file"))
    stage.snapshot[.first].uploads[OriginID("a")] = FileProgress(
      done: 300, total: 400, rate: 9)
    stage.update()
    #expect(stage.rows[0].contains("↑1 file 75%"))
    stage.snapshot[.first].uploads[OriginID("b")] = FileProgress(
      done: 0, total: 600, rate: 0)
    stage.update()
    #expect(stage.rows[0].contains("↑2 files 30%"))
  }

  @Test func `M6 a file is drawn with its size and what goes with it, and its way in numbers`() {
    var stage = Stage.conversation()
    var message = Stage.message(6, "", mine: .queued)
    var file = Self.file
    file.caption = "for Monday"
    message.content = .file(file)
    stage.snapshot.pane?.messages.append(message)
    let progress = FileProgress(done: 600_000, total: 1_234_567, rate: 100_000)
    message.originID.map { stage.snapshot[.first].uploads[$0] = progress }
    stage.update()
    #expect(stage.text.contains("for Monday") && stage.text.contains("📎 plan.pdf · 1.2 MB"))
    #expect(stage.text.contains("####······ 48% · 100 kB/s · 7 s left"))
  }
}

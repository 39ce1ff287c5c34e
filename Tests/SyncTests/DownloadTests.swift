import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Files of others are fetched when the user says so (F3).
@Suite struct DownloadTests {
  private static let file = Model.Attachment(
    name: "plan.pdf", size: 500, address: "https://files.example.org/plan.pdf")

  /// Bo sends one.
  private func sent(_ rig: Rig) throws -> Int64 {
    rig.handle(
      .session(
        .message(
          InboundMessage(
            source: .live, from: bo.with(resource: "phone")!, to: me, id: NamedID.id(of: "x1"),
            originID: OriginID(named: "x1"), content: .file(Self.file)))))
    rig.run()
    return try #require(rig.page().last).id
  }

  private func notices(_ rig: Rig) -> [String] {
    rig.changes.compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
  }

  @Test func `F3 nothing is fetched by itself, and where it lies is remembered`() throws {
    let rig = try Rig.online()
    let row = try sent(rig)
    #expect(rig.downloads == [])
    rig.wish(.saveFile(row: row))
    #expect(rig.downloads == [DownloadOrder(row: row, file: Self.file)])
    rig.handle(.download(DownloadNews(row, .saved("/home/ana/Downloads/plan (2).pdf"))))
    #expect(notices(rig) == ["Saved as /home/ana/Downloads/plan (2).pdf"])
    try rig.kill()
    var file = Self.file
    file.savedAs = "/home/ana/Downloads/plan (2).pdf"
    #expect(try rig.page().last?.attachment == file)
  }

  @Test func `F3 the same wish again ends it, and what comes of it then counts for nothing`() throws
  {
    let rig = try Rig.online()
    let row = try sent(rig)
    rig.wish(.saveFile(row: row))
    rig.wish(.saveFile(row: row))
    #expect(rig.cancelledDownloads == [row] && rig.downloads.count == 1)
    rig.handle(.download(DownloadNews(row, .saved("/x"))))
    #expect(try rig.page().last?.attachment == Self.file)
    rig.wish(.saveFile(row: row))
    #expect(rig.downloads.count == 2)
  }

  @Test func `F3 A4 why it is not there is said, and it can be tried again`() throws {
    let rig = try Rig.online()
    let row = try sent(rig)
    rig.wish(.saveFile(row: row))
    rig.handle(.download(DownloadNews(row, .failed("it is not there any more"))))
    #expect(notices(rig) == ["plan.pdf is not saved: it is not there any more."])
    rig.wish(.saveFile(row: row))
    #expect(rig.downloads.count == 2)
  }

  @Test func `F3 Z6 a full disk forgets where a file lies, and not that it may be saved again`()
    throws
  {
    let rig = try Rig.online()
    let row = try sent(rig)
    rig.wish(.saveFile(row: row))
    try rig.database.limitGrowth(pages: 0)
    rig.forget()
    let path = "/home/ana/" + String(repeating: "long/", count: 20_000)
    rig.handle(.download(DownloadNews(row, .saved(path))))
    #expect(notices(rig) == ["Saved as \(path)"])
    #expect(rig.changes.contains(.download(row: row, nil)))
    try rig.database.limitGrowth(pages: 1_000)
    rig.pass(3_000)
    rig.wish(.saveFile(row: row))
    #expect(rig.downloads.count == 2)
  }
}

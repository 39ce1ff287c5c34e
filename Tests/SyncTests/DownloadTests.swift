import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Files of others are fetched when the user says so (F3).
@Suite struct DownloadTests {
  private static let file = Model.Attachment(
    name: "plan.pdf", size: 500, address: "https://files.example.net/plan.pdf")

  /// Bo sends one.
  private func sent(_ rig: Rig, _ file: Model.Attachment = file) throws -> Int64 {
    rig.handle(
      .session(
        .message(
          InboundMessage(
            source: .live, from: bo.with(resource: "phone")!, to: me, id: NamedID.id(of: "x1"),
            originID: OriginID(named: "x1"), content: .file(file)))))
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

  @Test func `F3 where it is to lie goes along, and what is on its way is not saved twice`() throws
  {
    let rig = try Rig.online()
    let row = try sent(rig)
    rig.wish(.saveFile(row: row, as: "~/sea.png"))
    #expect(rig.downloads == [DownloadOrder(row: row, file: Self.file, path: "~/sea.png")])
    rig.wish(.saveFile(row: row, as: "~/lake.png"))
    #expect(notices(rig) == ["plan.pdf is being saved already."])
    #expect(rig.downloads.count == 1 && rig.cancelledDownloads.isEmpty)
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

  /// What Bo has sent while files of contacts were fetched up to so many bytes.
  private func unasked(
    upTo most: Int64, _ files: [Model.Attachment], contact: Contact.Subscription = .both
  ) throws -> Rig {
    let rig = try Rig.online()
    rig.privacy = Privacy(fetchesUpTo: most)
    try rig.kill()
    rig.server.roster = [
      RosterItem(contact: Contact(jid: bo, name: "Bo", subscription: contact), isRemoved: false)
    ]
    rig.link()
    rig.run()
    for (number, file) in files.enumerated() {
      rig.handle(
        .session(
          .message(
            InboundMessage(
              source: .live, from: bo.with(resource: "phone")!, to: me,
              id: NamedID.id(of: "f\(number)"), originID: OriginID(named: "f\(number)"),
              content: .file(file)))))
    }
    return rig
  }

  /// What may lie at my own server, of which nobody knows yet where that keeps files.
  @Test(arguments: [true, false])
  func `F3 Z9 before something is fetched from my own domain my server says where it keeps files`(
    takesFiles: Bool
  ) throws {
    let rig = try Rig.online()
    rig.server.takesFiles = takesFiles
    var file = Self.file
    file.address = "https://intranet.example.org/plan.pdf"
    let row = try sent(rig, file)
    rig.wish(.saveFile(row: row))
    #expect(rig.downloads == [])
    rig.run()
    let home = takesFiles ? "https://files.example.org/1" : nil
    #expect(rig.downloads == [DownloadOrder(row: row, file: file, home: home)])
    #expect(rig.server.slots == (takesFiles ? 1 : 0))
    // It is remembered, and found in the link's end as well.
    rig.handle(.download(DownloadNews(row, .failed("it is gone"))))
    rig.cut()
    rig.wish(.saveFile(row: row))
    #expect(rig.downloads.count == 2 && rig.server.slots == (takesFiles ? 1 : 0))
  }

  @Test func `F3 what a contact sends is fetched by itself as far as the user has said`() throws {
    let rig = try unasked(upTo: 500, [Self.file])
    let row = try #require(rig.page().last).id
    #expect(rig.downloads == [DownloadOrder(row: row, file: Self.file)])
    rig.handle(.download(DownloadNews(row, .saved("/x/plan.pdf"))))
    #expect(try rig.page().last?.attachment?.savedAs == "/x/plan.pdf")
    #expect(notices(rig).isEmpty, "nobody asked")
  }

  @Test func `F3 nothing larger, untold, of strangers or of many is fetched by itself`() throws {
    var untold = Self.file
    untold.size = nil
    for (most, file, contact) in [
      (499, Self.file, Contact.Subscription.both), (500, untold, .both), (500, Self.file, .none),
      (0, Self.file, .both),
    ] {
      #expect(try unasked(upTo: Int64(most), [file], contact: contact).downloads == [])
    }
    let many = try unasked(upTo: 500, (0..<9).map { _ in Self.file })
    try #require(many.downloads.count == Downloads.mostUnasked)
    // It is in its row why it is not there: nothing, and a key.
    many.handle(.download(DownloadNews(many.downloads[0].row, .failed("it is gone"))))
    #expect(notices(many).isEmpty)
  }
}

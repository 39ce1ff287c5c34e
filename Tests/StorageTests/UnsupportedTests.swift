import Model
import Scratch
import Testing

@testable import Storage

/// Messages that psst cannot show: their kind is kept beside the words that they are found by (M6).
@Suite struct UnsupportedTests {
  private let folder = ScratchFolder()
  private let database: Database

  init() throws { database = try Database(path: folder.file()) }

  private func insert(
    _ id: String, _ content: Message.Content, anchor: Int64, amending: Amendment? = nil
  ) throws -> Int64 {
    var new = message(id, anchor: anchor)
    new.message.content = content
    new.message.amendment = amending
    let row = try database.messages.insert(new).id
    _ = try database.amendments.resolve(row)
    try database.chats.refreshSummary(bo)
    return row
  }

  private func page() throws -> [Message] { try database.messages.page(bo, limit: 10) }

  @Test func `M6 M5 what cannot be shown is stored as what it is, and found by its words`() throws {
    _ = try insert("a", .unsupported(.encrypted(.omemo)), anchor: 1)
    _ = try insert("b", .file(Model.Attachment(name: "a", address: "https://x.org/a")), anchor: 2)
    #expect(
      try page().map(\.content) == [
        .unsupported(.encrypted(.omemo)),
        .file(Model.Attachment(name: "a", address: "https://x.org/a")),
      ])
    #expect(try database.chats.chat(bo)?.last?.id == page().last?.id)
    let hits = try database.search.find(SearchQuery("encrypted")).hits
    #expect(hits.map(\.message.content) == [.unsupported(.encrypted(.omemo))])
  }

  @Test func `M5 P5 that nothing in a text is marked is kept, also of a correction`() throws {
    let name = NamedID.id(of: "one-of-nobody")
    _ = try insert("one-of-nobody", .text("1*2*3"), anchor: 1)
    #expect(try page().map(\.isUnstyled) == [false])
    _ = try insert(
      "c", .text("2*3*4", isUnstyled: true), anchor: 2, amending: .correction(of: name))
    #expect(try page().map(\.content) == [.text("2*3*4", isUnstyled: true)])
  }

  @Test func `M6 P5 what a newer program stored is shown by its words`() throws {
    let row = try insert("a", .unsupported(.sticker), anchor: 1)
    try database.execute(
      "UPDATE message SET content = 'hologram 3' WHERE id = ?", .integer(row))
    #expect(try page().map(\.content) == [.text("(a sticker)")])
  }

  @Test func `M1 M6 it may be corrected by a text, and a text by what cannot be shown`() throws {
    let names = (NamedID.id(of: "one-of-nobody"), NamedID.id(of: "two-of-nobody"))
    _ = try insert("one-of-nobody", .unsupported(.encrypted(.omemo)), anchor: 1)
    _ = try insert("two-of-nobody", .text("plain"), anchor: 2)
    _ = try insert("c1", .text("readable"), anchor: 3, amending: .correction(of: names.0))
    _ = try insert(
      "c2", .unsupported(.encrypted(.omemo)), anchor: 4, amending: .correction(of: names.1))
    #expect(try page().map(\.content) == [.text("readable"), .unsupported(.encrypted(.omemo))])
    #expect(try page().map(\.sentText) == [Message.Unsupported.encrypted(.omemo).words, "plain"])
  }

  @Test func `M2 M6 nothing is left of it when it is deleted for everyone`() throws {
    let name = NamedID.id(of: "one-of-nobody")
    let row = try insert(
      "one-of-nobody", .file(Model.Attachment(name: "a", address: "https://x.org/a")), anchor: 1)
    _ = try insert("d", .text(""), anchor: 2, amending: .retraction(of: name))
    let message = try #require(try page().first)
    #expect(message.isErased && message.content.text == "" && message.sender == bo)
    let left = try database.first(
      "SELECT text || coalesce(content, '') FROM message WHERE id = ?", .integer(row)
    ) { $0.text(0) }
    #expect(left == "")
  }
}

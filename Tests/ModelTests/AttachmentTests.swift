import Model
import Testing

/// Files of messages, as they are stored and told (M6).
@Suite struct AttachmentTests {
  static let all = [
    Model.Attachment(name: nil), Model.Attachment(name: "plan.pdf", size: 0),
    Model.Attachment(
      name: "a b.png", size: 12_345, mediaType: "image/png", hash: "abc=",
      address: "https://x.org/a", caption: "one\nsize 3\n\ncaption two"),
  ]

  @Test func `M6 P5 a file is known again from its code`() {
    for file in Self.all { #expect(Model.Attachment(code: file.code) == file, "\(file)") }
    let old = Model.Attachment(code: "file https://x.org/up/a%20b.png?x=1")
    #expect(old?.name == "a b.png" && old?.address == "https://x.org/up/a%20b.png?x=1")
    for code in ["", "files", "film\nname x"] { #expect(Model.Attachment(code: code) == nil) }
  }

  @Test(arguments: [
    ("../../etc/passwd", "passwd"),
    ("C:\\temp\\a.exe", "a.exe"), ("a\nb\u{202E}gpj.exe", "abgpj.exe"),
    ("", "file"), ("///", "file"), (" \u{7}", "file"), (String(repeating: "x", count: 999), nil),
  ])
  func `Z2 a name has no path, no line and no direction of its own`(name: String, is: String?) {
    let file = Model.Attachment(name: name, size: -1, mediaType: "a b", address: "https://x.org/\n")
    #expect(file.name == `is` ?? String(repeating: "x", count: Model.Attachment.longestName))
    #expect(file.size == nil && file.mediaType == nil && file.address == nil)
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1_000, "1 kB"), (1_234_567, "1.2 MB"), (999_600, "1 MB"),
    (25_400_000, "25 MB"), (2_000_000_000, "2 GB"), (Int64.max, "9223372 TB"),
  ])
  func `M6 sizes are told by thousands`(bytes: Int64, words: String) {
    #expect(Model.Attachment.words(ofSize: bytes) == words)
  }

  @Test func `M6 P6 a file is found by its name and what goes with it`() {
    let file = Model.Attachment(name: "plan.pdf", size: 1_234_567, caption: "for Monday")
    #expect(Message.Content.file(file).text == "(a file) plan.pdf, 1.2 MB\nfor Monday")
  }
}

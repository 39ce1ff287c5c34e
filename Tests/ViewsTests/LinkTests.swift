import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct LinkTests {
  @Test(arguments: [
    ("https://example.org", "https://example.org"), ("see HTTP://a.b/c, then", "HTTP://a.b/c"),
    ("(https://en.wikipedia.org/wiki/A_(b))", "https://en.wikipedia.org/wiki/A_(b)"),
    ("(https://a.b/c)", "https://a.b/c"), ("https://a.b/?q=1&r=2#x.", "https://a.b/?q=1&r=2#x"),
    ("http://[::1]/a]", "http://[::1]/a"), ("no link", nil), ("https://", nil),
    ("javascript:alert(1) file:///etc/passwd", nil), ("ahttps://a.b", "https://a.b"),
    ("https://a.b/\u{202E}gpj.exe", "https://a.b/"), ("https://a.b/\u{1B}[2J", "https://a.b/"),
    ("http:// https://second.org", "https://second.org"),
  ])
  func `Z2 a link is what it seems, of plain characters alone`(text: String, link: String?) {
    #expect(Link.all(in: text).first == link)
  }

  @Test func `Z2 all links of a text have their places`() {
    let text = "http://a.b, (https://c.d/(e)) http:// and HTTPS://f.g."
    let bytes = Array(text.utf8)
    let links = Link.all(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    #expect(links == ["http://a.b", "https://c.d/(e)", "HTTPS://f.g"])
    #expect(Link.all(in: []).isEmpty && Link.all(in: Array("http://".utf8)).isEmpty)
  }

  @Test func `I1 o opens the link of the message that is selected`() {
    var stage = Stage.conversation()
    stage.press(Key(.escape))
    #expect(stage.press(.char("o")) == [])
    #expect(stage.text.contains("There is no link in this message."))
    stage.snapshot.pane?.messages.append(Stage.message(6, "look: https://a.b/c."))
    stage.update()
    stage.press(.char("G"))
    #expect(stage.press(.char("o")) == [.openLink("https://a.b/c")])
    #expect(stage.text.contains("Opening https://a.b/c"))
  }

  private static func several() -> Stage {
    var stage = Stage.conversation()
    let text = "https://a.b/c, https://d.e and once more https://a.b/c; http://f.g"
    stage.snapshot.pane?.messages.append(Stage.message(6, text))
    stage.update()
    stage.press(Key(.escape), .char("G"))
    stage.press(.char("o"))
    return stage
  }

  @Test func `I1 of several links one is chosen, each by a digit or with Enter`() {
    var stage = Self.several()
    for link in ["1 https://a.b/c", "2 https://d.e", "3 http://f.g"] {
      #expect(stage.text.contains(link))
    }
    #expect(!stage.text.contains("4 http"))
    #expect(stage.press(.char("9")) == [] && stage.text.contains("Open a link"))
    #expect(stage.press(.char("2")) == [.openLink("https://d.e")])
    #expect(!stage.text.contains("Open a link"))
    stage.press(.char("o"))
    #expect(
      stage.press(Key(.down), Key(.down), Key(.down), Key(.up), Key(.enter)) == [
        .openLink("https://d.e")
      ])
  }

  @Test func `I1 the selected link is copied, and Esc opens none`() {
    var stage = Self.several()
    #expect(stage.press(Key(.down), .char("y")) == [.copy("https://d.e")])
    stage.press(.char("o"))
    #expect(stage.press(Key(.escape)) == [] && !stage.text.contains("Open a link"))
  }

  @Test(arguments: [(100, 30), (80, 24), (40, 12)])
  func `I1 links have room on every screen`(width: Int, height: Int) {
    var stage = Stage.conversation(width, height)
    let links = (1...12).map { "https://example.org/\($0)/" + String(repeating: "x", count: 90) }
    stage.snapshot.pane?.messages.append(Stage.message(6, links.joined(separator: " ")))
    stage.update()
    stage.press(Key(.tab), .char("G"))
    stage.press(.char("o"))
    #expect(stage.text.contains("1 https://example.org/1/"))
    for _ in 1..<12 { stage.press(Key(.down)) }
    #expect(stage.text.contains("https://example.org/12/"))
  }
}

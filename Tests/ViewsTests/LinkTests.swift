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
    #expect(Link.first(in: text) == link)
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
}

import Testing
import XMLStream

@Suite struct XMLElementTests {
  static let texts = [
    "plain", "<&>'\"", "]]>", "line\nfeed", "carriage\r\nreturn", "\ttab\t", "  spaces  ",
    "ümläut 漢字 👩‍👩‍👧 \u{301}", "&amp;&#10;", "\u{FFFD}\u{10FFFF}\u{E000}\u{85}\u{2028}",
  ]

  @Test(arguments: texts) func `what is written is read back the same`(text: String) {
    let inner = XMLElement("b", "urn:b", [:], text: text)
    let element = XMLElement("a", "jabber:client", ["x": text], [inner], text: text)
    #expect(read(element.serialized(inside: "jabber:client")) == [.stanza(element)])
  }

  @Test func `attributes with a namespace survive`() {
    var element = XMLElement("a", "jabber:client")
    element.attributes = [
      XMLAttribute(name: "lang", namespace: "http://www.w3.org/XML/1998/namespace", value: "de"),
      XMLAttribute(name: "x", namespace: "urn:x", value: "1"),
      XMLAttribute(name: "x", value: "2"),
    ]
    #expect(read(element.serialized(inside: "jabber:client")) == [.stanza(element)])
    #expect(element["x"] == "2")
  }

  @Test func `an element in no namespace stays in none`() {
    let element = XMLElement("a", "jabber:client", [:], [XMLElement("b", "")])
    #expect(
      element.serialized(inside: "jabber:client") == "<a><b xmlns=''/></a>")
    #expect(read(element.serialized(inside: "jabber:client")) == [.stanza(element)])
  }

  @Test(arguments: [
    ("", true), ("a\tb\nc\rd", true), ("\u{0}", false), ("\u{8}", false), ("\u{B}", false),
    ("\u{1B}[2J", false), ("\u{7F}\u{85}", true), ("\u{FFFE}", false), ("\u{FFFF}", false),
    ("\u{1FFFE}", true), ("👍", true),
  ])
  func `Z2 text that XML cannot carry is known beforehand`(text: String, isAllowed: Bool) {
    #expect(XMLText.isAllowed(text) == isAllowed)
    let element = XMLElement("a", "jabber:client", [:], text: text)
    let events = read(element.serialized(inside: "jabber:client"))
    #expect((events == [.stanza(element)]) == isAllowed)
    #expect(XMLText.isAllowed(XMLElement("b", "", [:], [element])) == isAllowed)
    #expect(XMLText.isAllowed(XMLElement("b", "", ["c": text])) == isAllowed)
  }

  private func read(_ xml: String) -> [XMLStreamEvent] {
    let parser = XMLStreamParser(limits: .afterAuthentication)
    _ = parser.push(Array("<stream xmlns='jabber:client'>".utf8))
    return parser.push(Array(xml.utf8))
  }
}

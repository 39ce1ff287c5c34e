import Testing
import XMLStream

private let limits = XMLLimits(
  depth: 5, attributes: 4, attributeBytes: 40, tagBytes: 200, stanzaBytes: 500, elements: 8)

private let header = "<?xml version='1.0'?><s:stream xmlns='c' xmlns:s='s' id='1'>"

private func events(_ text: String, cutEvery size: Int = .max, limits: XMLLimits = limits)
  -> [XMLStreamEvent]
{
  events(Array(text.utf8), cutEvery: size, limits: limits)
}

private func events(_ bytes: [UInt8], cutEvery size: Int = .max, limits: XMLLimits = limits)
  -> [XMLStreamEvent]
{
  let parser = XMLStreamParser(limits: limits)
  let step = min(size, max(1, bytes.count))
  return stride(from: 0, to: bytes.count, by: step).flatMap { start in
    parser.push(Array(bytes[start..<min(start + step, bytes.count)]))
  }
}

@Suite struct XMLStreamParserTests {
  @Test func `a stream opens, has stanzas and closes`() {
    let stanza = XMLElement("a", "c", ["k": "v"], [XMLElement("b", "d")], text: "t")
    let opened = XMLElement("stream", "s", ["id": "1"])
    #expect(
      events(header + "\n <a k='v'><b xmlns='d'/>t</a> \t</s:stream>")
        == [.opened(opened), .stanza(stanza), .closed])
  }

  /// What is wrong, and the condition of RFC 6120 §4.9.3 for it.
  static let violations: [(String, XMLViolation.Condition)] = [
    ("<!DOCTYPE x>" + header, .restrictedXML),
    ("<!DOCTYPE x [<!ENTITY a 'b'>]>" + header, .restrictedXML),
    (
      "<!DOCTYPE x [<!ENTITY a 'lol'><!ENTITY b '&a;&a;&a;'><!ENTITY c '&b;&b;&b;'>]><x>&c;</x>",
      .restrictedXML
    ),
    ("<!DOCTYPE x SYSTEM 'file:///etc/passwd'>" + header, .restrictedXML),
    (header + "<!-- hi -->", .restrictedXML), (header + "<a><!-- hi --></a>", .restrictedXML),
    (header + "<?php ?>", .restrictedXML), (header + "<a><?x y?></a>", .restrictedXML),
    (header + "<a>&lol;</a>", .restrictedXML), (header + "<a b='&lol;'/>", .restrictedXML),
    (header + "<a></b>", .notWellFormed), (header + "<a b=c/>", .notWellFormed),
    (header + "<a b='1' b='2'/>", .notWellFormed), (header + "<p:a/>", .notWellFormed),
    (header + "<a>\u{1}</a>", .notWellFormed), (header + "<a>&#0;</a>", .notWellFormed),
    (header + "<a>&#x1B;</a>", .notWellFormed), ("hello there", .notWellFormed),
    ("<x/><y/>", .notWellFormed), (header + "text", .badFormat),
    (header + "<a/>text<a/>", .badFormat),
    (header + "<a><a><a><a><a/></a></a></a></a>", .policyViolation),
    (header + "<a a='' b='' c='' d='' e=''/>", .policyViolation),
    (header + "<a xmlns:a='a' xmlns:b='b' xmlns:c='c' d='' e=''/>", .policyViolation),
    (header + "<a b='\(String(repeating: "x", count: 41))'/>", .policyViolation),
    (header + "<\(String(repeating: "x", count: 41))/>", .policyViolation),
    (header + "<a xmlns='\(String(repeating: "x", count: 41))'/>", .policyViolation),
    (header + "<a b='\(String(repeating: "x", count: 300))", .policyViolation),
    (header + "<a>\(String(repeating: "x", count: 500))", .policyViolation),
    (header + "<a>\(String(repeating: "<b/>", count: 8))</a>", .policyViolation),
    (String(repeating: " ", count: 501), .policyViolation),
  ]

  @Test(arguments: violations)
  func `Z4 what is forbidden or over a bound ends the stream with its condition`(
    xml: String, condition: XMLViolation.Condition
  ) {
    for size in [Int.max, 1, 7] {
      let last = events(xml, cutEvery: size).last
      guard case .violation(let violation) = last else {
        Issue.record("no violation, but \(String(describing: last))")
        continue
      }
      #expect(violation.condition == condition, "\(violation.detail), cut every \(size)")
    }
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80],
      [0xEF, 0xBF, 0xBE],
      [0xE2, 0x28, 0xA1], [0x00],
    ] as [[UInt8]])
  func `Z4 bytes that are no UTF-8 are an error, not a crash`(bytes: [UInt8]) {
    let stream = Array((header + "<a>").utf8) + bytes + Array("</a>".utf8)
    for size in [Int.max, 1] {
      guard case .violation(let violation)? = events(stream, cutEvery: size).last else {
        Issue.record("no violation")
        continue
      }
      #expect(violation.condition == .notWellFormed)
    }
  }

  @Test func `an XML declaration cannot choose another encoding`() {
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><s><a>".utf8) + [0xE4]
    guard case .violation? = events(latin + Array("</a>".utf8)).last else {
      Issue.record("a byte of Latin-1 was taken")
      return
    }
  }

  @Test func `Z4 at the bounds everything passes`() {
    let value = String(repeating: "x", count: 40)
    let stanzas = [
      "<a><a><a><a/></a></a></a>", "<a a='' b='' c='' d=''/>", "<a b='\(value)'/>",
      "<a>\(String(repeating: "x", count: 493))</a>",
      "<a>\(String(repeating: "<b/>", count: 7))</a>",
    ]
    for size in [Int.max, 1, 3] {
      let all = events(header + stanzas.joined(), cutEvery: size)
      #expect(all.count == 1 + stanzas.count)
      #expect(!all.contains { if case .violation = $0 { true } else { false } })
    }
  }

  /// Stanzas over a bound, and what of each is told.
  static let excesses: [(String, XMLStreamEvent)] = [
    (
      "<a><b/><a><a><a><a>x</a>y</a></a></a>z</a>",
      .stanza(nested("a", "a", "a", "a", text: "y", before: XMLElement("b", "c"), after: "z"))
    ),
    ("<a><b a='' b='' c='' d='' e=''>t<c/></b><d/></a>", .stanza(kept)),
    ("<a><b xmlns:a='a' xmlns:b='b' xmlns:c='c' d='' e=''><c/></b><d/></a>", .stanza(kept)),
    ("<a><b xmlns='\(String(repeating: "x", count: 41))'><c/></b><d/></a>", .stanza(kept)),
    ("<a><b c='\(String(repeating: "x", count: 41))'><c/></b><d/></a>", .stanza(kept)),
    ("<a><\(String(repeating: "x", count: 41))/><d/></a>", .stanza(kept)),
    ("<a>t<b a='' b='' c='' d='' e=''/>u</a>", .stanza(XMLElement("a", "c", text: "tu"))),
    ("<a id='1' b='' c='' d='' e=''>t<b>t</b>t</a>", .cut(XMLElement("a", "c", ["id": "1"]))),
    (
      "<a id='1'><b>t</b>\(String(repeating: "<b>t</b>", count: 8))</a>",
      .cut(XMLElement("a", "c", ["id": "1"]))
    ),
    (
      "<a id='1'><b>\(String(repeating: "x", count: 1_500))</b>t</a>",
      .cut(XMLElement("a", "c", ["id": "1"]))
    ),
  ]

  private static let kept = XMLElement("a", "c", [:], [XMLElement("d", "c")])

  private static func nested(
    _ names: String..., text: String, before: XMLElement, after: String
  ) -> XMLElement {
    var element = XMLElement(names.last!, "c", text: text)
    for name in names.dropLast().reversed() { element = XMLElement(name, "c", [:], [element]) }
    element.nodes = [.element(before)] + element.nodes + [.text(after)]
    return element
  }

  @Test(arguments: excesses)
  func `Z4 what is over a bound is left out of a stranger's stanza, and the stream goes on`(
    xml: String, expected: XMLStreamEvent
  ) {
    var limits = limits
    limits.leavesOut = true
    for size in [Int.max, 1, 7] {
      let all = events(header + xml + "<b/>" + xml + "</s:stream>", cutEvery: size, limits: limits)
      #expect(
        all.dropFirst() == [expected, .stanza(XMLElement("b", "c")), expected, .closed],
        "cut every \(size)")
    }
  }

  @Test func `Z4 a tag without end ends the stream even so`() {
    var limits = limits
    limits.leavesOut = true
    let xml = header + "<a b='" + String(repeating: "x", count: 300)
    guard case .violation? = events(xml, limits: limits).last else {
      Issue.record("no violation")
      return
    }
  }

  @Test func `white space for hours costs nothing`() {
    let parser = XMLStreamParser(limits: limits)
    _ = parser.push(Array(header.utf8))
    for _ in 0..<10_000 { #expect(parser.push([0x20]) == []) }
    #expect(parser.push(Array("\n<a/>".utf8)) == [.stanza(XMLElement("a", "c"))])
  }

  @Test func `a stanza is told with its last byte`() {
    let parser = XMLStreamParser(limits: limits)
    _ = parser.push(Array(header.utf8))
    for byte in "<a><b>text</b></a".utf8 { #expect(parser.push([byte]) == []) }
    #expect(parser.push([UInt8(ascii: ">")]).count == 1)
  }

  @Test func `after a violation nothing comes until the restart`() {
    let parser = XMLStreamParser(limits: limits)
    #expect(parser.push(Array("<x><!-- -->".utf8)).count == 2)
    #expect(parser.push(Array("<a/>".utf8)) == [])
    parser.restart(limits: limits)
    #expect(parser.push(Array(header.utf8)) == [.opened(XMLElement("stream", "s", ["id": "1"]))])
  }

  @Test func `what follows a stanza unfinished is known`() {
    let parser = XMLStreamParser(limits: limits)
    _ = parser.push(Array((header + "<a/>").utf8))
    #expect(!parser.hasUnfinishedInput)
    _ = parser.push(Array(" \n".utf8))
    #expect(!parser.hasUnfinishedInput)
    _ = parser.push(Array("<b".utf8))
    #expect(parser.hasUnfinishedInput)
  }

  @Test func `a text in many pieces is one`() {
    let text = String(repeating: "a\n&amp;", count: 50)
    let stanza = events(header + "<a>\(text)<![CDATA[<&>]]></a>", cutEvery: 1).last
    guard case .stanza(let element)? = stanza else {
      Issue.record("no stanza")
      return
    }
    #expect(element.nodes.count == 1)
    #expect(element.text == String(repeating: "a\n&", count: 50) + "<&>")
  }
}

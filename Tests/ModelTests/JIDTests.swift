import Model
import Testing

@Suite struct JIDTests {
  @Test(arguments: [
    ("ana@localhost", "ana@localhost"), ("ANA@LocalHost", "ana@localhost"),
    ("ana@localhost/Phone", "ana@localhost/Phone"), ("localhost", "localhost"),
    ("a.b-c_9@x.org", "a.b-c_9@x.org"), ("\u{C4}NA@localhost", "\u{E4}na@localhost"),
    ("ana@localhost/a@b/c", "ana@localhost/a@b/c"), ("a+b@x.org", "a+b@x.org"),
  ])
  func `an address is read in its normalised form`(text: String, expected: String) {
    #expect(JID(text)?.description == expected)
  }

  @Test(arguments: [
    "", "@localhost", "ana@", "ana@localhost/", "an a@b@c", "a\u{0}b@x.org", "a<b@x.org",
    "a:b@x.org",
    " ana@x.org", "ana @x.org", "a\u{7F}@x.org", String(repeating: "a", count: 1_024) + "@x.org",
  ])
  func `what is no address is none`(text: String) {
    #expect(JID(text) == nil)
  }

  /// RFC 7622 §3.5 and RFC 8265 §3.5, and what is written otherwise of the same.
  @Test(arguments: [
    ("bo@localhost.", "bo@localhost"), ("bo@LOCALHOST.", "bo@localhost"),
    ("fußball@example.com", "fußball@example.com"), ("π@example.com", "π@example.com"),
    ("Σ@example.com", "σ@example.com"), ("ς@example.com", "ς@example.com"),
    ("\u{FF22}\u{FF2F}@example.com", "bo@example.com"), ("n\u{303}@x.org", "\u{F1}@x.org"),
    ("king@example.com/\u{265A}", "king@example.com/\u{265A}"),
    ("ana@x.org/a\u{A0}b", "ana@x.org/a b"), ("ana@x.org/foo bar", "ana@x.org/foo bar"),
    ("ana@xn--bcher-kva.example", "ana@bücher.example"),
    ("ana@BÜCHER.example.", "ana@bücher.example"), ("ana@bücher。example", "ana@bücher.example"),
    ("ana@faß.example", "ana@faß.example"),
  ])
  func `Z1 an address that is not ASCII is prepared by PRECIS and IDNA`(
    text: String, expected: String
  ) {
    let jid = JID(text)
    #expect(jid?.description == expected)
    #expect(jid.map { JID($0.description) } == jid, "what is prepared stays as it is")
    #expect(jid?.description.unicodeScalars.elementsEqual(expected.unicodeScalars) == true)
  }

  @Test(arguments: [
    "bo\u{200B}@x.org", "b\u{200D}o@x.org", "bo\u{2060}@x.org", "bo\u{FEFF}@x.org",
    "bo\u{AD}@x.org", "bo\u{202E}@x.org", "bo\u{115F}@x.org", "bo\u{3164}@x.org",
    "bo\u{E0061}@x.org", "bo\u{85}@x.org", "bo\u{A0}@x.org", "foo bar@x.org",
    "henry\u{2163}@x.org", "\u{265A}@x.org", "\u{FB01}@x.org", "a\u{B7}b@x.org",
    "a\u{5E7}@x.org", "\u{0660}\u{06F0}@x.org", "ana@a\u{202E}b.org", "ana@xn--a.org",
    "ana@-ä.org", "ana@ä_b.org", "ana@x.org/a\u{200B}", "ana@.", "ana@x..org", "ana@.x.org",
    "ana@x.org..",
  ])
  func `Z1 what cannot be told from another address is none`(text: String) {
    #expect(JID(text) == nil)
  }

  @Test func `P5 what is stored is read as it stands`() {
    for text in ["bo@localhost.", "\u{265A}@x.org", "bo@x.org/\u{200B}", "x.org"] {
      #expect(JID(stored: text)?.description == text)
    }
    for text in ["", "@x.org", "bo@", "bo@x.org/"] { #expect(JID(stored: text) == nil) }
  }

  @Test(arguments: [
    ("b\u{43E}@x.org", "Latin Cyrillic"), ("bo@ex\u{430}mple.org", "Latin Cyrillic"),
    ("\u{3B1}lpha@x.org", "Greek Latin"), ("bo@x.org", ""), ("борис@почта.рф", ""),
    ("борис@x.org", ""), ("田中taro@x.jp", ""), ("müller@bücher.de", ""),
  ])
  func `Z2 letters of scripts that no language mixes are told`(text: String, scripts: String) {
    #expect(JID(text)?.mixedScripts.joined(separator: " ") == scripts)
  }

  @Test func `Z3 DNS and certificates are asked for the domain in ASCII`() {
    #expect(JID("ana@BÜCHER.example")?.asciiDomain == "xn--bcher-kva.example")
    #expect(JID("ana@example.org.")?.asciiDomain == "example.org")
    #expect(JID.asciiDomain("127.0.0.1") == "127.0.0.1")
  }

  @Test func `addresses have one order`() {
    let texts = ["localhost", "ana@a.org", "ana@a.org/x", "ana@b.org", "bo@a.org"]
    let jids = texts.compactMap { JID($0) }
    #expect(jids.shuffled().sorted() == jids)
  }
}

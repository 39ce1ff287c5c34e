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

  @Test func `addresses have one order`() {
    let texts = ["localhost", "ana@a.org", "ana@a.org/x", "ana@b.org", "bo@a.org"]
    let jids = texts.compactMap(JID.init)
    #expect(jids.shuffled().sorted() == jids)
  }
}

import Testing

@testable import Model

/// The examples are those of XEP-0106 §5, and others.
@Suite struct EscapedNameTests {
  @Test(arguments: [
    ("d'artagnan", #"d\27artagnan"#), ("space cadet", #"space\20cadet"#),
    (#"call me "ishmael""#, #"call\20me\20\22ishmael\22"#), ("at&t guy", #"at\26t\20guy"#),
    ("/.fanboy", #"\2f.fanboy"#), ("::foo::", #"\3a\3afoo\3a\3a"#), ("<foo>", #"\3cfoo\3e"#),
    ("user@host", #"user\40host"#), (#"c:\net"#, #"c\3a\net"#),
    (#"c:\5commas"#, #"c\3a\5c5commas"#),
    ("plain", "plain"), (#"\"#, #"\"#),
  ])
  func `Z2 what no name may have is escaped, and shown as it was meant`(name: String, sent: String)
  {
    #expect(EscapedName.escaped(name) == sent)
    #expect(EscapedName.unescaped(sent) == name)
  }

  @Test func `Z2 only the name of an address is unescaped`() throws {
    let jid = try #require(JID(typed: "ana@example.com@mail.example.org"))
    #expect(jid.description == #"ana\40example.com@mail.example.org"#)
    #expect(jid.shown == "ana@example.com@mail.example.org")
    #expect(JID(#"room@rooms.example.org/a\40b"#)?.shown == #"room@rooms.example.org/a\40b"#)
    #expect(JID(typed: "@example.org") == nil && JID(typed: "") == nil)
  }
}

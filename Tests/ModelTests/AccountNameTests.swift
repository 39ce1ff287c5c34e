import Localization
import Testing

@testable import Model

@Suite struct AccountNameTests {
  @Test(arguments: [
    ("Ana Müller", "ana.muller"), ("李", "li"), ("Дмитрий", "dmitrij"), ("O'Neil", "oneil"),
    ("  Bo  ", "bo"), ("a@b/c", "a.b.c"), ("Straße 7", "strasse.7"), ("🎉", "me"), ("", "me"),
    ("\u{202E}evil\u{1B}[31m", "evil.31m"), ("ＡＮＡ", "ana"), ("Jean-Luc P.", "jean-luc.p"),
    ("a_b", "a_b"), ("Ana - Bo", "ana.bo"),
  ])
  func `C1 any name makes a name for an account`(_ name: String, _ expected: String) throws {
    let made = AccountName.made(from: name, avoiding: [])
    #expect(made == expected)
    #expect(JID(local: made, domain: "localhost")?.local == made)
  }

  @Test(arguments: [("Ana Müller", "ana.mueller"), ("JÖRG", "joerg"), ("Ana A\u{308}", "ana.ae")])
  func `C1 I10 umlauts become what German writes for them`(_ name: String, _ expected: String) {
    #expect(Language.german.speak { AccountName.made(from: name, avoiding: []) } == expected)
  }

  @Test func `C1 a name that somebody has gets a number`() {
    #expect(AccountName.made(from: "Ana", avoiding: ["ana"]) == "ana2")
    #expect(AccountName.made(from: "Ana", avoiding: ["ana", "ana2", "bo"]) == "ana3")
  }

  @Test func `C1 a long name is cut and stays one`() {
    let made = AccountName.made(from: String(repeating: "Ana ", count: 5_000), avoiding: [])
    #expect(made.count <= 40 && !made.hasSuffix("."))
    let accents = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(JID(local: AccountName.made(from: accents, avoiding: []), domain: "x") != nil)
  }

  @Test func `C1 what was typed is taken as an address has it, or not at all`() {
    #expect(AccountName.prepared("Ana") == "ana")
    #expect(AccountName.prepared("李") == "李")
    for bad in ["", "a b", "a@b", "a/b", "\u{1B}"] { #expect(AccountName.prepared(bad) == nil) }
  }
}

import Model
import Testing

/// What somebody calls themselves, and whom they could be taken for.
@Suite struct NameLooksTests {
  @Test(arguments: [
    ("Bo Reyes", "bo reyes"), ("Bo Reyes", "B0 Reyes"), ("Zoë", "Zoe"),
    ("Łukasz Ørsted", "lukasz-orsted"),
    ("Bill", "BiII"), ("Bo Reyes", "BoReyes."),
  ])
  func `Z6 a name that looks like another's is not free`(name: String, nick: String) {
    var looks = NameLooks()
    looks.count(name: name, insteadOf: nil)
    looks.count(name: "mallory", insteadOf: nil)
    looks.count(nick: nick, insteadOf: nil)
    #expect(!looks.isFree(nick, of: "mallory"))
    #expect(looks.isFree(nick, of: name), "their own")
    looks.count(name: "other", insteadOf: name)
    #expect(looks.isFree(nick, of: "mallory"))
    looks.count(nick: nick, insteadOf: nil)
    #expect(!looks.isFree(nick, of: "mallory"), "two call themselves so")
  }

  @Test(arguments: [
    "bo@example.org", "Bо Reyes", "a\u{202E}b", "a\u{1B}[2J", "…", "\u{200B}", "раураl",
  ])
  func `Z6 what is no name stands for none`(nick: String) {
    #expect(!Nickname.isName(nick))
  }

  @Test func `P8 Z4 a name is one line of bounded length, in any language`() {
    #expect(
      Nickname.isName("Ana Müller") && Nickname.isName("Иван Петров") && Nickname.isName("李小龍"))
    #expect(Nickname.bounded("  Ana \n Müller ") == "Ana Müller")
    #expect(Nickname.bounded(" \t") == nil)
    #expect(
      Nickname.bounded(String(repeating: "ab", count: 9_000))?.count
        == Contact.longestName.characters)
  }
}

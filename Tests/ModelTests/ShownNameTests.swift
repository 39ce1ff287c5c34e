import Model
import Testing

/// What the names of others may look like, and what nobody may call themselves.
@Suite struct ShownNameTests {
  @Test(arguments: [
    ("zoe ", "?zoe␣"), (" zoe", "?␣zoe"), ("zoe  b", "?zoe ␣b"), ("zoe\u{200B}", "?zoe<200B>"),
    ("zoe\u{2800}", "?zoe<2800>"), ("Bo\u{3164}", "?Bo<3164>"), ("\u{3164}", "?<3164>"),
    ("zoe\u{A0}b", "?zoe␣b"), ("zo\u{AD}e", "?zo<AD>e"), ("b\u{200D}o", "?b<200D>o"),
    ("b\u{200C}o", "?b<200C>o"), ("bo\u{FE0F}", "?bo<FE0F>"), ("bo\u{E0041}", "?bo<E0041>"),
    ("bo\u{115F}", "?bo<115F>"), ("bo\u{034F}", "?bo<34F>"), ("b\u{2060}o", "?b<2060>o"),
    ("bo\u{200E}", "?bo<200E>"), ("bo\u{180E}", "?bo<180E>"), ("bo\u{E0100}", "?bo<E0100>"),
    ("bo\u{3000}", "?bo␣"), ("bo\u{2028}", "?bo␣"), ("bo\t", "?bo␣"), ("bo\u{FFA0}", "?bo<FFA0>"),
  ])
  func `Z9 what nobody would see of a name is drawn, and the name marked`(
    name: String, shown: String
  ) {
    #expect(ShownName.marked(name) == shown)
    #expect(ShownName.refusal(of: name) != nil)
    #expect(!Nickname.isName(name))
  }

  @Test(arguments: [
    "Bo", "Bo Reyes", "Ana Müller", "❤️", "Bo ❤️", "👨‍👩‍👧‍👦 home", "👩🏽‍🚀", "🏳️‍🌈", "1️⃣ first", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "می‌خواهم",
    "नमस्‍ते", "क्‌ष", "李小龍", "Иван", "bo|away", "bo_", "o'neill", "Dr. Bo", "bo-2", "x:y",
  ])
  func `Z9 a name that all see stays as it is`(name: String) {
    #expect(ShownName.marked(name) == name)
    #expect(ShownName.refusal(of: name) == nil)
  }

  @Test(arguments: ["you", "You", "YOU", "y0u", "you.", "me", "Notes to self", "notes-to-self"])
  func `Z9 what psst says of oneself is nobody's name`(name: String) {
    #expect(ShownName.marked(name) == "?" + name)
    #expect(ShownName.refusal(of: name) != nil)
    #expect(!Nickname.isName(name))
    #expect(!NameLooks().isPlain(name: name) && !NameLooks().isPlain(group: name))
  }

  @Test(arguments: [
    ("nick: #3 14:02 bo: x", "“nick: #3 14:02 bo: x”"), ("#3 14:02 bo", "“#3 14:02 bo”"),
    ("bo:", "“bo:”"), ("bo 14:02", "“bo 14:02”"), ("* Bo waves", "“* Bo waves”"),
    ("> bo", "“> bo”"), ("bo ┃ hi", "“bo ┃ hi”"), ("bo”: x", "?“bo\": x”"),
  ])
  func `Z9 a name that reads like a line stands in quotes`(name: String, shown: String) {
    #expect(ShownName.marked(name) == shown)
  }

  @Test(arguments: ["Bo", "B0", "bo", "Bo\u{3164}", "Вo", "Bo ", "bo@example.org", "b-o", "you"])
  func `Z9 a group is not called like a person, or like an address`(title: String) {
    var looks = NameLooks()
    looks.count(group: title, insteadOf: nil)
    looks.count(name: "Bo", insteadOf: nil)
    #expect(!looks.isPlain(group: title))
    #expect(looks.isPlain(name: "Bo"), "a group took a person's name")
  }

  @Test func `Z9 two groups that look alike are told apart`() {
    var looks = NameLooks()
    looks.count(group: "Team", insteadOf: nil)
    #expect(looks.isPlain(group: "Team"))
    looks.count(group: "TEAM", insteadOf: nil)
    #expect(!looks.isPlain(group: "Team") && !looks.isPlain(group: "TEAM"))
    looks.count(group: "Garden", insteadOf: "TEAM")
    #expect(looks.isPlain(group: "Team") && looks.isPlain(group: "Garden"))
    looks.count(group: "Tea & m", insteadOf: nil)
    #expect(looks.isPlain(group: "Team"), "that is another name")
    looks.count(nick: "Garden", insteadOf: nil)
    #expect(!looks.isPlain(group: "Garden"), "a contact calls themselves so")
  }

  @Test func `Z9 a contact whose name is not seen has none`() {
    let jid = JID("bo@example.org")!
    #expect(Contact(jid: jid, name: "  ", subscription: .both).displayName == "bo")
    #expect(Contact(jid: jid, name: " Bo \n Reyes", subscription: .both).displayName == "Bo Reyes")
    #expect(!NameLooks().isPlain(name: "Bo\u{3164}"))
  }
}

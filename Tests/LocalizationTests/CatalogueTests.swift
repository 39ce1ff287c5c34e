import Testing

@testable import Localization

/// What gettext's tools write is read as they mean it (I10).
@Suite struct CatalogueTests {
  private func catalogue(_ file: String) -> Catalogue { Catalogue(Array(file.utf8)) }

  @Test func `I10 a text has its translation, over several lines, with what is escaped`() {
    let german = catalogue(
      #"""
      # Head
      msgid ""
      msgstr "Language: de\n"

      #: Views/A.swift
      msgid "Say \"hi\""
      msgstr ""
      "Sag "
      "\"hallo\"\n"
      msgid "Next"
      msgstr "Weiter"
      """#)
    #expect(german.translation(of: "Say \"hi\"", as: nil) == "Sag \"hallo\"\n")
    #expect(german.translation(of: "Next", as: nil) == "Weiter")
    #expect(german.translation(of: "", as: nil) == nil)
    #expect(german.translation(of: "Other", as: nil) == nil)
  }

  @Test func `I10 two meanings of one text are told apart, and one of several from one`() {
    let german = catalogue(
      #"""
      msgctxt "verb"
      msgid "Open"
      msgstr "Öffnen"

      msgid "Open"
      msgstr "Offen"

      msgid "1 message"
      msgid_plural "{0} messages"
      msgstr[0] "1 Nachricht"
      msgstr[1] "{0} Nachrichten"
      """#)
    #expect(german.translation(of: "Open", as: "verb") == "Öffnen")
    #expect(german.translation(of: "Open", as: nil) == "Offen")
    #expect(german.translation(of: "1 message", count: 1) == "1 Nachricht")
    #expect(german.translation(of: "1 message", count: 0) == "{0} Nachrichten")
  }

  @Test func `I10 what nobody has looked at, or translated, stays English`() {
    let german = catalogue(
      """
      #, fuzzy
      msgid "Mute"
      msgstr "Stumm"

      msgid "Pin"
      msgstr ""

      #~ msgid "Old"
      #~ msgstr "Alt"
      """)
    for text in ["Mute", "Pin", "Old"] {
      #expect(german.translation(of: text, as: nil) == nil)
    }
  }

  @Test(arguments: [
    ("{0} an {1}", "x an y"), ("{1}: {0}", "y: x"), ("{{0}} {0}", "{0} x"), ("{2} {", "{2} {"),
    ("{0}{0}", "xx"), ("", ""),
  ])
  func `I10 values stand where the translation has their places`(template: String, filled: String) {
    #expect(Phrase.fill(template, with: ["x", "y"]) == filled)
  }

  @Test func `I10 a value is never taken for a place`() {
    #expect(Phrase.fill("{0} {1}", with: ["{1}", "{0}"]) == "{1} {0}")
  }
}

@Suite struct LanguageTests {
  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], Language.german), (["LANG": "de"], .german),
    (["LANG": "de_AT@euro"], .german), (["LANG": "C.UTF-8"], .english), ([:], .english),
    (["LANG": "fr_FR.UTF-8"], .english), (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], .english),
    (["LANG": "en_US.UTF-8", "LC_MESSAGES": "de_CH.UTF-8"], .german),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": ""], .german),
    (["LANG": "en_US.UTF-8", "LANGUAGE": "fr:de:en"], .german),
    (["LANG": "C", "LANGUAGE": "de"], .english), (["LANG": "den_US"], .english),
  ])
  func `I10 the environment says which language`(
    environment: [String: String], language: Language
  ) {
    #expect(Language(environment: { environment[$0] }) == language)
  }

  @Test func `I10 what is said in German is said so in that place alone`() {
    let name = "Bo"
    #expect(tr("Write to \(name)") == "Write to Bo")
    Language.german.speak {
      #expect(Language.current == .german)
      Language.english.speak { #expect(tr("Write to \(name)") == "Write to Bo") }
      #expect(tr("No words of psst's \(name)") == "No words of psst's Bo")
    }
    #expect(Language.current == .english)
  }
}

import Foundation
import Harness
import Testing

@testable import Localization

/// The table of words, and its translations (I10).
@Suite struct WordsTests {
  private static let folder = Repository.root + "/Sources/CCatalogue"
  private static let said = Result {
    try PhraseExtraction(sources: Repository.root + "/Sources")
  }

  @Test func `I10 the table of words is what the sources say`() throws {
    let template = try Self.said.get().template
    let file = URL(filePath: Self.folder + "/psst.pot")
    if ProcessInfo.processInfo.environment["PSST_UPDATE"] != nil {
      try Data(template.utf8).write(to: file)
    }
    let made = try String(contentsOf: file, encoding: .utf8)
    let difference = zip(made.split(separator: "\n"), template.split(separator: "\n"))
      .first { $0 != $1 }
    #expect(made == template, "PSST_UPDATE=1 makes it anew: \(difference.map { "\($0)" } ?? "")")
  }

  @Test(arguments: Language.allCases.filter { $0 != .english })
  func `I10 nothing is untranslated, and nothing is translated that is not said`(
    language: Language
  ) throws {
    let said = Set(try Self.said.get().phrases.map(\.phrase))
    let translated = try entries(language).dropFirst().filter {
      !$0.isFuzzy && !$0.translations.isEmpty && !$0.translations.contains("")
    }.map { PhraseExtraction.Phrase(context: $0.context, text: $0.text, plural: $0.plural) }
    // So gettext's tools have it: a text is there once, counted or not.
    let names = translated.map { [$0.context ?? "", $0.text] }
    #expect(Set(names).count == names.count, "twice")
    let missing = said.subtracting(translated).map(\.text).sorted()
    #expect(missing.isEmpty, "\(missing.count) missing: \(missing.prefix(20))")
    let unused = Set(translated).subtracting(said).map(\.text).sorted()
    #expect(unused.isEmpty, "\(unused.count) unused: \(unused.prefix(20))")
  }

  @Test(arguments: Language.allCases.filter { $0 != .english })
  func `I10 a translation has the values, and no others`(language: Language) throws {
    for entry in try entries(language).dropFirst() {
      let values = Self.places(entry.plural ?? entry.text)
      for (number, translation) in entry.translations.enumerated() {
        let here = Self.places(translation)
        // One is often said in words.
        let isRight =
          entry.plural != nil && number == 0 ? here.isSubset(of: values) : here == values
        #expect(isRight, "\(entry.text) → \(translation)")
        #expect(
          translation.first?.isWhitespace == entry.text.first?.isWhitespace
            && translation.last?.isWhitespace == entry.text.last?.isWhitespace,
          "blanks: \(entry.text) → \(translation)")
      }
    }
  }

  @Test(arguments: Language.allCases.filter { $0 != .english })
  func `I10 its plural rule is the one that is known here`(language: Language) throws {
    let head = try #require(try entries(language).first?.translations.first)
    #expect(head.contains("Language: \(language.rawValue)\n"))
    #expect(head.contains("Plural-Forms: nplurals=2; plural=(n != 1);\n"))
  }

  private func entries(_ language: Language) throws -> [Catalogue.Entry] {
    let file = URL(filePath: Self.folder + "/\(language.rawValue).po")
    return Catalogue.entries(of: try Data(contentsOf: file))
  }

  private static func places(_ text: String) -> Set<Substring> {
    let bare = text.replacing("{{", with: "").replacing("}}", with: "")
    return Set(bare.matches(of: /\{[0-9]+\}/).map { $0.output })
  }

  // MARK: How it is found

  private func found(_ source: String) -> [PhraseExtraction.Phrase] {
    PhraseExtraction(source).phrases.map(\.phrase)
  }

  @Test func `I10 each literal of a call is found, with its values, context and count`() {
    #expect(
      found(#"x = tr("Write to \(names["a"] ?? "b") as \(me)")"#).map(\.text) == [
        "Write to {0} as {1}"
      ])
    #expect(found(#"tr(isRoom ? "Leave" : "Close")"#).map(\.text) == ["Leave", "Close"])
    let open = found(#"tr("Open", as: "verb")"#)
    #expect(open.count == 1 && open[0].context == "verb" && open[0].text == "Open")
    let counted = found(#"tr(a.count(b, c), "1 message", "\(Grouped.number(n)) messages")"#)
    #expect(counted == [.init(text: "1 message", plural: "{0} messages")])
    #expect(
      found(#"("\(tr("Inner")) · \(x)", tr("Behind"), "\(tr("Last \(tr("Innermost"))"))")"#).map(
        \.text
      )
      .sorted() == ["Behind", "Inner", "Innermost", "Last {0}"])
    #expect(found(#"str("no") // tr("no")"#).isEmpty)
    #expect(found(#"tr(value == "true" ? "on" : "off")"#).map(\.text) == ["on", "off"])
    #expect(found(#"tr(",", as: "between thousands")"#).map(\.text) == [","])
    #expect(found(#"tr("one "  + "two")"#).map(\.text) == ["one two"])
    #expect(found(#"tr(entry: row.text)"#).isEmpty)
    #expect(found(#"tr("a \"b\" {c}\n")"#).map(\.text) == ["a \"b\" {{c}}\n"])
    #expect(found("tr(\"\"\"\n  One\n    two\n  \"\"\")").map(\.text) == ["One\n  two"])
  }
}

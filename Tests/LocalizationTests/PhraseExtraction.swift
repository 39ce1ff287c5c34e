import Foundation
import Harness

/// What the sources say to people: each literal in a call of `tr`, and those of the tables that are looked up with
/// `tr(entry:)`, as gettext's `xgettext` would find them.
struct PhraseExtraction {
  struct Phrase: Hashable {
    var context: String?
    var text: String
    var plural: String?
  }

  /// Each once, in the order of the files, with the files that say it.
  private(set) var phrases: [(phrase: Phrase, files: [String])] = []
  private var places: [Phrase: Int] = [:]

  /// Tables of texts: whose rows, and which arguments of them. `""` is one without a label.
  private static let tables: [String: (row: String, labels: Set<String>)] = [
    "KeyTable.swift": ("row", ["", "hint"]),
    "SettingTable.swift": ("SettingRow", ["title", "about", "unit", "zero", "other"]),
  ]

  init(sources root: String) throws {
    for room in try FileManager.default.contentsOfDirectory(atPath: root).sorted() {
      guard !["Scenes", "Simulation", "psst-bench", "Localization"].contains(room) else { continue }
      let folder = root + "/" + room
      for path in (FileManager.default.subpaths(atPath: folder) ?? []).sorted()
      where path.hasSuffix(".swift") {
        let source = try Data(contentsOf: URL(filePath: folder + "/" + path))
        take(Array(source), file: room + "/" + path)
      }
    }
  }

  init(_ source: String, file: String = "Room/File.swift") {
    take(Array(source.utf8), file: file)
  }

  private mutating func take(_ source: [UInt8], file: String) {
    let table = Self.tables[file.split(separator: "/").last.map(String.init) ?? ""]
    var reader = SourceReader(source, calls: ["tr"] + (table.map { [$0.row] } ?? []))
    while let call = reader.nextCall() {
      if let table, call.name == table.row {
        for literal in call.literals
        where table.labels.contains(literal.label ?? "")
          && (literal.label != nil || literal.isArgument)
        {
          add(Phrase(text: literal.text), file)
        }
        continue
      }
      let texts = call.literals.filter { $0.label != "as" }
      // What is counted stands before its two forms.
      if call.argumentsBeforeLiterals > 0, texts.count == 2 {
        add(Phrase(text: texts[0].text, plural: texts[1].text), file)
      } else {
        let context = call.literals.first { $0.label == "as" }?.text
        for literal in texts { add(Phrase(context: context, text: literal.text), file) }
      }
    }
  }

  private mutating func add(_ phrase: Phrase, _ file: String) {
    guard phrase.context != nil || phrase.text.contains(where: \.isLetter) else { return }
    if let place = places[phrase] {
      if phrases[place].files.last != file { phrases[place].files.append(file) }
    } else {
      places[phrase] = phrases.count
      phrases.append((phrase, [file]))
    }
  }

  // MARK: The file

  /// As gettext's tools read it: each phrase with the files that say it.
  var template: String {
    let head = """
      # What psst says to people, for review and for translators. Made from the sources.
      msgid ""
      msgstr ""
      "MIME-Version: 1.0\\n"
      "Content-Type: text/plain; charset=UTF-8\\n"
      "Content-Transfer-Encoding: 8bit\\n"

      """
    return head + phrases.map { "\n" + Self.entry($0.phrase, $0.files) }.joined()
  }

  private static func entry(_ phrase: Phrase, _ files: [String]) -> String {
    var lines = ["#: \(files.joined(separator: " "))"]
    if phrase.text.contains("{") { lines.append("#, python-brace-format") }
    if let context = phrase.context { lines.append("msgctxt \(quoted(context))") }
    lines.append("msgid \(quoted(phrase.text))")
    if let plural = phrase.plural {
      lines += ["msgid_plural \(quoted(plural))", "msgstr[0] \"\"", "msgstr[1] \"\""]
    } else {
      lines.append("msgstr \"\"")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
    return "\"\(escaped)\""
  }
}

/// Finds calls in Swift sources, and the string literals among their arguments.
private struct SourceReader {
  struct Literal {
    var label: String?
    var text: String
    /// It stands in the call itself, and in none of its arguments' own.
    var isArgument = true
  }

  struct Call {
    var name: String
    var literals: [Literal] = []
    var argumentsBeforeLiterals = 0
  }

  private let source: [UInt8]
  /// Of the calls.
  private let names: [String]
  private var place = 0
  /// Found, and not yet given.
  private var pending: [Call] = []

  init(_ source: [UInt8], calls names: [String]) { (self.source, self.names) = (source, names) }

  private func byte(_ offset: Int = 0) -> UInt8 {
    source.indices.contains(place + offset) ? source[place + offset] : 0
  }

  private func stands(_ text: String) -> Bool { source[place...].starts(with: text.utf8) }

  private static func isName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || Character(UnicodeScalar(byte)).isLetter
      || Character(UnicodeScalar(byte)).isNumber
  }

  /// Goes past a comment where one stands here.
  private mutating func skipComment() -> Bool {
    guard stands("//") else { return false }
    while place < source.count, byte() != UInt8(ascii: "\n") { place += 1 }
    return true
  }

  /// Those in the interpolations of a literal come before what follows it.
  mutating func nextCall() -> Call? {
    while pending.isEmpty, place < source.count {
      if skipComment() { continue }
      if byte() == UInt8(ascii: "\"") {
        _ = literal()
      } else if let call = call() {
        pending.append(call)
      } else {
        place += 1
      }
    }
    return pending.isEmpty ? nil : pending.removeFirst()
  }

  private mutating func call() -> Call? {
    guard place == 0 || !Self.isName(byte(-1)) && byte(-1) != UInt8(ascii: "."),
      let name = names.first(where: { stands("\($0)(") })
    else { return nil }
    place += name.utf8.count + 1
    var call = Call(name: name)
    var depth = 1
    // Of each parenthesis that is open.
    var labels: [String?] = [nil]
    var word = ""
    // The last two that are no blanks: what stands before a literal.
    var before: (UInt8, UInt8) = (0, 0)
    while place < source.count, depth > 0 {
      if skipComment() { continue }
      let here = byte()
      if here == UInt8(ascii: "\"") {
        let text = literal()
        let isCompared = before.1 == UInt8(ascii: "=")
        if before.1 == UInt8(ascii: "+"), !call.literals.isEmpty {
          call.literals[call.literals.count - 1].text += text
        } else if !isCompared {
          call.literals.append(
            Literal(label: labels.last ?? nil, text: text, isArgument: depth == 1))
        }
        before = (before.1, UInt8(ascii: "\""))
        continue
      }
      switch here {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        labels.append(nil)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        labels.removeLast()
      case UInt8(ascii: ","):
        if depth == 1, call.literals.isEmpty { call.argumentsBeforeLiterals += 1 }
        labels[labels.count - 1] = nil
      // A label stands right before its colon, and no blank between.
      case UInt8(ascii: ":") where Self.isName(byte(-1)): labels[labels.count - 1] = word
      default: break
      }
      if Self.isName(here) {
        word =
          Self.isName(byte(-1)) ? word + String(UnicodeScalar(here)) : String(UnicodeScalar(here))
      }
      if here != UInt8(ascii: " "), here != UInt8(ascii: "\n") { before = (before.1, here) }
      place += 1
    }
    return call
  }

  /// The literal that begins here, as the catalogue names it; goes behind it.
  private mutating func literal() -> String {
    let isLong = stands("\"\"\"")
    let quote = isLong ? 3 : 1
    place += quote
    var bytes: [UInt8] = []
    var values = 0
    while place < source.count {
      if isLong ? stands("\"\"\"") : byte() == UInt8(ascii: "\"") {
        place += quote
        break
      }
      guard byte() == UInt8(ascii: "\\") else {
        let here = byte()
        bytes.append(here)
        if here == UInt8(ascii: "{") || here == UInt8(ascii: "}") { bytes.append(here) }
        place += 1
        continue
      }
      switch byte(1) {
      case UInt8(ascii: "("):
        place += 2
        skipInterpolation()
        bytes += Array("{\(values)}".utf8)
        values += 1
      case UInt8(ascii: "n"):
        bytes.append(UInt8(ascii: "\n"))
        place += 2
      case UInt8(ascii: "t"):
        bytes.append(UInt8(ascii: "\t"))
        place += 2
      case UInt8(ascii: "u"):
        let end = source[place...].firstIndex(of: UInt8(ascii: "}")) ?? source.count - 1
        let digits = String(decoding: source[(place + 3)..<end], as: UTF8.self)
        if let code = UInt32(digits, radix: 16), let scalar = UnicodeScalar(code) {
          bytes += Array(String(Character(scalar)).utf8)
        }
        place = end + 1
      case UInt8(ascii: "\n"): place += 2
      default:
        bytes.append(byte(1))
        place += 2
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return isLong ? Self.withoutIndentation(text) : text
  }

  private mutating func skipInterpolation() {
    var depth = 1
    while place < source.count, depth > 0 {
      switch byte() {
      case UInt8(ascii: "\""):
        _ = literal()
        continue
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default:
        if let call = call() {
          pending.append(call)
          continue
        }
      }
      place += 1
    }
  }

  private static func withoutIndentation(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let indentation = lines.last?.count ?? 0
    return lines.dropFirst().dropLast().map { $0.dropFirst(indentation) }.joined(separator: "\n")
  }
}

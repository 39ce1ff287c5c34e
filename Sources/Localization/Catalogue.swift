internal import CCatalogue

/// The translations of one language, as gettext's tools read and write them (gettext manual, "The Format of PO
/// Files"). A catalogue is compiled into the program, so that one binary is enough; of plural rules it knows the
/// one of the languages that have catalogues here, `n != 1`.
struct Catalogue: Sendable {
  static let german: Catalogue = {
    var size = 0
    let file = cc_german(&size)
    return Catalogue(UnsafeRawBufferPointer(start: file, count: size))
  }()

  /// One text and what it becomes.
  struct Entry: Sendable, Equatable {
    /// Tells two meanings of one text apart.
    var context: String?
    var text = ""
    /// The same of several; `nil` where nothing is counted.
    var plural: String?
    /// One, or that of one and that of several.
    var translations: [String] = []
    /// Somebody has still to look at it: it is not used.
    var isFuzzy = false

    init() {}
  }

  private var single: [Key: String] = [:]
  private var counted: [String: [String]] = [:]

  private struct Key: Hashable {
    var context: String?
    var text: String
  }

  init(_ file: some Sequence<UInt8>) {
    for entry in Self.entries(of: file) where !entry.isFuzzy && !entry.translations.contains("") {
      if entry.plural == nil, let translation = entry.translations.first {
        single[Key(context: entry.context, text: entry.text)] = translation
      } else if entry.translations.count == 2 {
        counted[entry.text] = entry.translations
      }
    }
  }

  /// In the order of the file, its head (of no text) among them.
  static func entries(of file: some Sequence<UInt8>) -> [Entry] {
    CatalogueFile.entries(Array(file))
  }

  func translation(of text: String, as context: String?) -> String? {
    text.isEmpty ? nil : single[Key(context: context, text: text)]
  }

  func translation(of text: String, count: Int) -> String? { counted[text]?[count == 1 ? 0 : 1] }
}

/// Reads a PO file, as bytes: it is read when psst starts.
private struct CatalogueFile {
  private enum Field { case context, text, plural, translation }

  private var entries: [Catalogue.Entry] = []
  private var entry = Catalogue.Entry()
  private var field: Field?

  static func entries(_ file: [UInt8]) -> [Catalogue.Entry] {
    var reader = CatalogueFile()
    for line in file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      reader.read(line)
    }
    reader.end()
    return reader.entries
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    switch line.first {
    case nil: end()
    case UInt8(ascii: "#"):
      end()
      let isFlags = line.starts(with: "#,".utf8)
      if isFlags, String(decoding: line, as: UTF8.self).contains("fuzzy") { entry.isFuzzy = true }
    case UInt8(ascii: "\""): append(line)
    default: begin(line)
    }
  }

  /// What stands behind a keyword.
  private mutating func begin(_ line: ArraySlice<UInt8>) {
    if line.starts(with: "msgctxt".utf8) {
      endTranslated()
      (field, entry.context) = (.context, "")
    } else if line.starts(with: "msgid_plural".utf8) {
      (field, entry.plural) = (.plural, "")
    } else if line.starts(with: "msgid".utf8) {
      endTranslated()
      field = .text
    } else {
      entry.translations.append("")
      field = .translation
    }
    append(line)
  }

  private mutating func append(_ line: ArraySlice<UInt8>) {
    guard let text = Self.text(line) else { return }
    switch field {
    case .context: entry.context? += text
    case .text: entry.text += text
    case .plural: entry.plural? += text
    case .translation: entry.translations[entry.translations.count - 1] += text
    case nil: break
    }
  }

  /// One may follow another at once.
  private mutating func endTranslated() { if !entry.translations.isEmpty { end() } }

  private mutating func end() {
    guard field != nil else { return }
    entries.append(entry)
    (entry, field) = (Catalogue.Entry(), nil)
  }

  /// What stands between the quotes.
  private static func text(_ line: ArraySlice<UInt8>) -> String? {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    guard let start = line.firstIndex(of: quote), let end = line.lastIndex(of: quote), start < end
    else { return nil }
    let inner = line[(start + 1)..<end]
    guard inner.contains(backslash) else { return String(decoding: inner, as: UTF8.self) }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in inner {
      if isEscaped {
        let isBreak = byte == UInt8(ascii: "n")
        bytes.append(isBreak ? 0x0A : byte == UInt8(ascii: "t") ? 0x09 : byte)
        isEscaped = false
      } else if byte == backslash {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

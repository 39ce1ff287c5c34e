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

  /// In the order of the file, its head (of no text) among them.
  let entries: [Entry]
  private var single: [Key: String] = [:]
  private var counted: [String: [String]] = [:]

  private struct Key: Hashable {
    var context: String?
    var text: String
  }

  init(_ file: some Sequence<UInt8>) {
    entries = CatalogueFile.entries(String(decoding: Array(file), as: UTF8.self))
    for entry in entries where !entry.isFuzzy && !entry.translations.contains("") {
      if entry.plural == nil, let translation = entry.translations.first {
        single[Key(context: entry.context, text: entry.text)] = translation
      } else if entry.translations.count == 2 {
        counted[entry.text] = entry.translations
      }
    }
  }

  func translation(of text: String, as context: String?) -> String? {
    text.isEmpty ? nil : single[Key(context: context, text: text)]
  }

  func translation(of text: String, count: Int) -> String? { counted[text]?[count == 1 ? 0 : 1] }
}

/// Reads a PO file.
private enum CatalogueFile {
  static func entries(_ file: String) -> [Catalogue.Entry] {
    var entries: [Catalogue.Entry] = []
    var entry = Catalogue.Entry()
    var field: WritableKeyPath<Catalogue.Entry, String>?
    var isStarted = false
    func isNew(_ word: Substring) -> Bool { word == "msgctxt" || word == "msgid" }
    for line in file.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") || line.isEmpty {
        if isStarted { entries.append(entry) }
        if isStarted { (entry, isStarted) = (Catalogue.Entry(), false) }
        if line.hasPrefix("#,"), line.contains("fuzzy") { entry.isFuzzy = true }
        continue
      }
      let word = line.prefix { $0 != " " && $0 != "\"" }
      if isStarted, isNew(word), !entry.translations.isEmpty {
        entries.append(entry)
        entry = Catalogue.Entry()
      }
      isStarted = true
      switch word {
      case "msgctxt":
        entry.context = ""
        field = \.knownContext
      case "msgid": field = \.text
      case "msgid_plural":
        entry.plural = ""
        field = \.knownPlural
      case "": break
      default:
        entry.translations.append("")
        field = \.lastTranslation
      }
      if let field { entry[keyPath: field] += text(line) }
    }
    if isStarted { entries.append(entry) }
    return entries
  }

  /// What stands between the quotes.
  private static func text(_ line: Substring) -> String {
    guard let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), start < end
    else { return "" }
    var text = ""
    var isEscaped = false
    for character in line[line.index(after: start)..<end] {
      if isEscaped {
        text.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}

extension Catalogue.Entry {
  fileprivate var knownContext: String {
    get { context ?? "" }
    set { context = newValue }
  }

  fileprivate var knownPlural: String {
    get { plural ?? "" }
    set { plural = newValue }
  }

  fileprivate var lastTranslation: String {
    get { translations.last ?? "" }
    set { translations[translations.count - 1] = newValue }
  }
}

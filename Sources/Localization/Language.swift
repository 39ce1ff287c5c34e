internal import Synchronization

/// The languages psst speaks. English is in the sources; the others have a catalogue.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"

  /// What the environment asks for, English where psst does not speak it (gettext manual, "Locale Environment
  /// Variables" and "The LANGUAGE variable").
  ///
  /// - Parameter environment: the value of one of its variables.
  public init(environment: (String) -> String?) {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(environment).first { !$0.isEmpty } ?? "C"
    let isPlain = ["C", "POSIX"].contains(locale.prefix { $0 != "." })
    let wishes =
      isPlain ? [] : (environment("LANGUAGE") ?? "").split(separator: ":").map(String.init)
    self =
      (wishes + [locale]).lazy
      .compactMap { Self(rawValue: String($0.prefix { $0 != "_" && $0 != "." && $0 != "@" })) }
      .first ?? .english
  }

  // MARK: In use

  private static let anyCatalogue = Atomic(false)
  private static let inUse = Mutex(Language.english)
  /// For what runs inside ``speak(_:)``.
  @TaskLocal private static var here: Language?

  /// From now on all is said in this language.
  public func use() {
    Self.inUse.withLock { $0 = self }
    if self != .english { Self.anyCatalogue.store(true, ordering: .releasing) }
  }

  /// What the work says is in this language, whatever is used elsewhere.
  public func speak<Result>(_ work: () throws -> Result) rethrows -> Result {
    if self != .english { Self.anyCatalogue.store(true, ordering: .releasing) }
    return try Self.$here.withValue(self, operation: work)
  }

  /// What all is said in here.
  public static var current: Language {
    isTranslating ? here ?? inUse.withLock { $0 } : .english
  }

  /// A translation may be wanted: English alone costs nothing.
  static var isTranslating: Bool { anyCatalogue.load(ordering: .acquiring) }

  static var catalogue: Catalogue? {
    switch current {
    case .english: nil
    case .german: .german
    }
  }
}

internal import Model
internal import Store

/// What a spell checker says of a word.
public struct SpelledWord: Sendable, Equatable {
  /// As it was asked about.
  public var word: String
  /// What may be meant, the likeliest first; `nil` where the word is right.
  public var suggestions: [String]?

  public init(_ word: String, suggestions: [String]?) {
    (self.word, self.suggestions) = (word, suggestions)
  }
}

/// What is known of the spelling of what is written, and what is still to be asked: one thing at a time, and each word
/// once.
struct Spelling {
  /// In which it is checked; `nil`: not at all.
  private(set) var language: String?
  /// The checker was given up.
  private(set) var isGivenUp = false
  private var isAsking = false
  private var known: [String: SpelledWord] = [:]
  /// Somebody waits for what may be meant by it.
  private(set) var wanted: WrittenWord?
  private let names = KnownNames()

  /// Words that are asked about at a time, so that the answer to the first ones is soon there.
  private static let batch = 50
  /// Words of which it is remembered what was said.
  private static let most = 20_000

  var isOn: Bool { language != nil && !isGivenUp }

  mutating func follow(_ language: String?) {
    if language != self.language {
      self = Spelling()
      self.language = language
    }
  }

  // MARK: Asking

  /// What is to be asked now. A word at whose end the cursor stands may not be finished.
  mutating func ask(about composer: Composer) -> [Action] {
    guard isOn, !isAsking else { return [] }
    var new: [String] = []
    var seen: Set<String> = []
    if let wanted, known[wanted.text] == nil { new.append(wanted.text) }
    for word in composer.words where word.range.upperBound != composer.buffer.cursor {
      guard new.count < Self.batch else { break }
      if known[word.text] == nil, seen.insert(word.text).inserted { new.append(word.text) }
    }
    isAsking = !new.isEmpty
    return new.isEmpty ? [] : [.checkSpelling(new)]
  }

  /// - Parameter answer: `nil` where there will be none any more.
  mutating func take(_ answer: [SpelledWord]?) {
    isAsking = false
    isGivenUp = answer == nil
    if known.count > Self.most { known = [:] }
    for word in answer ?? [] { known[word.word] = word }
  }

  mutating func want(_ word: WrittenWord?) { wanted = word }

  /// The user says that it is right.
  mutating func learn(_ word: String) { known[word] = SpelledWord(word, suggestions: nil) }

  // MARK: What is known

  func isKnown(_ word: WrittenWord) -> Bool { known[word.text] != nil }

  /// `nil` where it is right, or nobody knows.
  func suggestions(for word: WrittenWord) -> [String]? { known[word.text]?.suggestions }

  /// The words of a composer that are wrong, but for names.
  func misspelt(in composer: Composer, of chat: ChatID?, _ snapshot: Snapshot) -> [WrittenWord] {
    guard language != nil, !known.isEmpty else { return [] }
    let wrong = composer.words.filter { known[$0.text]?.suggestions != nil }
    return wrong.isEmpty ? [] : wrong.filter { !names.has($0.text, in: chat, snapshot) }
  }
}

/// The words of the names of contacts, chats and those in a group: they are right as they are. Shared by the copies of a
/// ``Spelling``, and read again where one may be called otherwise.
private final class KnownNames {
  private var source: (surroundings: Revision, chat: ChatID?)?
  private var words: Set<String> = []

  func has(_ word: String, in chat: ChatID?, _ snapshot: Snapshot) -> Bool {
    if source.map({ $0.surroundings == snapshot.surroundings && $0.chat == chat }) != true {
      source = (snapshot.surroundings, chat)
      words = Self.words(in: chat, snapshot)
    }
    let word = word.lowercased()
    return words.contains(word) || word.hasSuffix("'s") && words.contains(String(word.dropLast(2)))
  }

  private static func words(in chat: ChatID?, _ snapshot: Snapshot) -> Set<String> {
    var names = snapshot.chats.flatMap { [$0.name, $0.jid.local] }
    for account in snapshot.accounts {
      names += [account.name, account.ownName, account.address.local]
      names += account.nicks.values.map { Optional($0) }
      names += account.unlisted.values.flatMap { [$0.displayName, $0.jid.local] }
    }
    let room = chat.flatMap { snapshot.room($0) }
    names += (room?.occupants.sorted ?? []).map { Optional($0.nick) }
    return Set(
      names.lazy.compactMap(\.self).flatMap { name in
        name.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
      })
  }
}

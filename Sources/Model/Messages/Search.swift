internal import Localization

/// What the user looks for in the texts of all messages (P6): every word must occur, whatever its case
/// and accents; the last one may be its beginning while no space follows it.
public struct SearchQuery: Sendable, Hashable {
  /// As it was typed.
  public var text: String
  /// What of it is looked for in the texts; without a word all that the filter leaves is found.
  public var words: String
  public var filter = SearchFilter()
  /// The chat to look in, `nil` for all.
  public var chat: JID?
  /// The most hits that are wanted.
  public var limit: Int

  public init(_ text: String, chat: JID? = nil, limit: Int = 50) {
    self.text = text
    words = text
    self.chat = chat
    self.limit = limit
  }
}

/// Which messages are looked at.
public struct SearchFilter: Sendable, Hashable {
  /// Who wrote them.
  public enum Sender: Sendable, Hashable {
    case me
    /// The other side of these chats, and whoever has the word in the name that groups know.
    case others(named: String, chats: [JID])
  }

  /// `nil` for anybody.
  public var sender: Sender?
  /// By bare address; `nil` for all.
  public var chats: [JID]?
  /// From this moment on, and before that, by the time that is shown.
  public var start: Timestamp?
  public var end: Timestamp?

  /// All of them.
  public init() {}
}

/// What is typed into a search: words, and terms that say which messages are looked at, as
/// `spec from:bo in:"night shift" after:yesterday`.
public struct SearchTerms: Sendable, Equatable {
  /// What stands before a term's colon.
  public enum Name: String, Sendable, CaseIterable {
    case from, `in`, before, after
  }

  /// A name, and what stands behind its colon, without quotation marks.
  public struct Term: Sendable, Equatable {
    public var name: Name
    public var value: String
  }

  /// The text without its terms.
  public private(set) var words = ""
  /// Those that say something already.
  public private(set) var all: [Term] = []

  /// Takes a text apart.
  public init(_ text: String) {
    var rest = text[...]
    var beforeTerm: String?
    while !rest.isEmpty {
      let isAtWord = words.last?.isWhitespace ?? true
      if isAtWord, let (term, end) = Self.term(in: rest) {
        if !term.value.isEmpty { all.append(term) }
        beforeTerm = words
        rest = rest[end...]
      } else {
        words.append(rest.removeFirst())
      }
    }
    // The blank before a term belongs to it: it does not end the word, which may be the beginning of one.
    guard let beforeTerm, words.dropFirst(beforeTerm.count).allSatisfy(\.isWhitespace) else {
      return
    }
    while words.last?.isWhitespace == true { words.removeLast() }
  }

  /// A chat, and what it is called where one searches.
  public struct NamedChat: Sendable {
    public var jid: JID
    public var name: String
    /// With one person.
    public var isDirect: Bool

    /// As it is shown.
    public init(_ jid: JID, name: String, isDirect: Bool) {
      (self.jid, self.name, self.isDirect) = (jid, name, isDirect)
    }

    fileprivate func isCalled(_ text: String) -> Bool {
      let text = text.lowercased()
      return name.lowercased().contains(text) || jid.description.contains(text)
    }
  }

  /// Why a term finds nothing, or does not count.
  public enum Problem: Error, Equatable {
    case noDay(Name)
    /// No chat is called so.
    case noChat(String)
  }

  /// What the terms say; what names no day narrows nothing.
  /// - Parameter day: when a day begins that is named; `nil` where none is.
  public func filter(
    among chats: [NamedChat], day: (String) -> Timestamp?
  ) -> (filter: SearchFilter, problem: Problem?) {
    var filter = SearchFilter()
    var problems: [Problem] = []
    for term in all {
      let called = chats.filter { $0.isCalled(term.value) }
      switch term.name {
      case .from where ["me", "you", tr("me"), tr("you")].contains(term.value.lowercased()):
        filter.sender = .me
      case .from:
        let people = called.filter(\.isDirect).map(\.jid)
        filter.sender = .others(named: term.value, chats: people)
      case .in:
        filter.chats = called.map(\.jid)
        if called.isEmpty { problems.append(.noChat(term.value)) }
      case .after, .before:
        guard let start = day(term.value) else {
          problems.append(.noDay(term.name))
          continue
        }
        if term.name == .after { filter.start = start } else { filter.end = start }
      }
    }
    return (filter, problems.first)
  }

  /// One at the beginning of a text, and where it ends.
  private static func term(in text: Substring) -> (Term, Substring.Index)? {
    for name in Name.allCases {
      let head = name.rawValue + ":"
      guard text.prefix(head.count).lowercased() == head else { continue }
      let value = text.dropFirst(head.count)
      if value.first == "\"" {
        let inner = value.dropFirst()
        let end = inner.firstIndex(of: "\"") ?? inner.endIndex
        let next = end == inner.endIndex ? end : inner.index(after: end)
        return (Term(name: name, value: String(inner[..<end])), next)
      }
      let end = value.firstIndex { $0.isWhitespace } ?? value.endIndex
      return (Term(name: name, value: String(value[..<end])), end)
    }
    return nil
  }
}

/// A message that was found.
public struct SearchHit: Sendable, Equatable {
  public var message: Message
  /// The words that match: offsets in the text's UTF-8, in its order.
  public var matches: [Range<Int>]

  public init(message: Message, matches: [Range<Int>]) {
    self.message = message
    self.matches = matches
  }
}

/// The answer to a ``SearchQuery``.
public struct SearchResults: Sendable, Equatable {
  /// What was asked: an answer to an older question is of no use.
  public var query: SearchQuery
  /// The newest first.
  public var hits: [SearchHit]
  /// There are no more hits than these.
  public var isWhole: Bool
  /// Messages, the oldest ones, are not in the index yet.
  public var isIndexing: Bool
  /// The server's archive may have older messages than are stored here, in which nothing is looked for.
  public var isServerDeeper: Bool
  /// Nothing that was asked for is a word to the index: punctuation.
  public var hasNoWord = false

  public init(
    query: SearchQuery, hits: [SearchHit] = [], isWhole: Bool = true, isIndexing: Bool = false,
    isServerDeeper: Bool = false
  ) {
    self.query = query
    self.hits = hits
    self.isWhole = isWhole
    self.isIndexing = isIndexing
    self.isServerDeeper = isServerDeeper
  }
}

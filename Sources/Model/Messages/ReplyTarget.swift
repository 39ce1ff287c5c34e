/// The message that another one answers (XEP-0461): as the answer names it, and as it is stored here.
public struct ReplyTarget: Sendable, Equatable {
  /// Its id as its author gave it.
  public var id: String
  /// Its author: a bare address, or what a room calls them; `nil` where the answer does not say it.
  public var author: JID?
  /// What the answer quotes of it, without marks; empty where it quotes nothing.
  public var quote: String
  /// `nil` while it is not known here.
  public var stored: Stored?

  /// The answered message as this computer has it: it counts more than what the answer says of it.
  public struct Stored: Sendable, Equatable {
    /// The row in the local database.
    public var row: Int64
    public var sender: JID
    /// The beginning of its newest text; empty where it was deleted for everyone.
    public var text: String

    public init(row: Int64, sender: JID, text: String) {
      self.row = row
      self.sender = sender
      self.text = text
    }
  }

  public init(id: String, author: JID?, quote: String, stored: Stored? = nil) {
    self.id = id
    self.author = author
    self.quote = Self.bounded(quote)
    self.stored = stored
  }

  /// Names a message, and quotes the beginning of what it says now; `nil` where its author gave it no id.
  public init?(answering message: Message) {
    guard let id = message.originID else { return nil }
    self.init(id: id.value, author: message.sender.bare, quote: Quote(message.text).plain)
    guard message.id != 0 else { return }
    stored = Stored(row: message.id, sender: message.sender, text: Self.bounded(message.text))
  }

  /// The same without what this computer adds to it.
  public var named: ReplyTarget { ReplyTarget(id: id, author: author, quote: quote) }

  /// Bytes of a quotation that are kept (Z4).
  public static let longestQuote = 1_000

  /// The beginning of a text, in whole code points.
  public static func bounded(_ text: String) -> String {
    guard text.utf8.count > longestQuote else { return text }
    var short = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= longestQuote else { break }
      short.append(scalar)
    }
    return String(short)
  }
}

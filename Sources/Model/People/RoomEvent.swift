internal import Localization

/// Somebody came to a room or went, while I was there (XEP-0045 §7.2, §7.14). Of the moment, not of the disk.
public struct RoomEvent: Sendable, Equatable {
  /// What it was; the names are as they came.
  public enum Kind: Sendable, Equatable {
    case joined
    case left
    /// They are called otherwise from now on.
    case renamed(to: String)
    /// Put out, by whom and why as far as that was said; they may come back.
    case removed(by: String?, reason: String?)
    /// The same, and they may not.
    case banned(by: String?, reason: String?)
    /// Something may have been said that is not here; of nobody.
    case missed
  }

  /// In the order in which they happened, for the life of the program.
  public var number: Int
  /// The row of the message after which it happened; `nil` where there was none.
  public var after: Int64?
  /// Who it is, whatever they are called; of no meaning elsewhere.
  public var person: String
  /// What they were called.
  public var nick: String
  public var kind: Kind

  /// In plain words, by itself.
  public var words: String {
    let nick = ShownName.marked(nick)
    return switch kind {
    case .joined: tr("\(nick) joined")
    case .left: tr("\(nick) left")
    case .renamed(let next): tr("\(nick) is now \(ShownName.marked(next))")
    case .removed(let who?, let why):
      tr("\(nick) was removed by \(ShownName.marked(who))") + Self.words(why)
    case .removed(nil, let why): tr("\(nick) was removed") + Self.words(why)
    case .banned(let who?, let why):
      tr("\(nick) was banned by \(ShownName.marked(who))") + Self.words(why)
    case .banned(nil, let why): tr("\(nick) was banned") + Self.words(why)
    case .missed: tr("Some messages may be missing here")
    }
  }

  private static func words(_ why: String?) -> String {
    let reason = why.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") } ?? ""
    return reason.isEmpty ? "" : " (\(reason.prefix(100)))"
  }

  public init(number: Int, after: Int64?, person: String, nick: String, kind: Kind) {
    self.number = number
    self.after = after
    self.person = person
    self.nick = nick
    self.kind = kind
  }
}

public import Accounts
internal import Files
public import Model

/// `psst read`: the newest messages of a chat, or those after a cursor. Tells nobody that they were read.
public struct ChatReading {
  /// Where the reading begins.
  public enum Start: Equatable, Sendable {
    case last(Int)
    case cursor(Int64)
  }

  /// So many without being asked for more or less, and at most.
  public static let usual = 20
  public static let most = 10_000

  private let feed: MessageFeed

  /// - Parameter chat: a name or an address.
  public init(_ stored: StoredAccount, chat: String) throws {
    feed = try MessageFeed(stored, chat: chat)
  }

  /// Prints them, oldest first.
  public func write(from start: Start, asJSON: Bool, _ write: ([String]) -> Void) throws {
    switch start {
    case .last(let count): try print(feed.newest(count), asJSON, write)
    case .cursor(var cursor):
      while true {
        let messages = try feed.next(after: cursor)
        try print(messages, asJSON, write)
        guard messages.count == MessageFeed.page, let last = messages.last else { return }
        cursor = last.id
      }
    }
  }

  private func print(
    _ messages: [Message], _ asJSON: Bool, _ write: ([String]) -> Void
  ) throws {
    for message in messages {
      let line = FeedLine(message: message, names: feed.names)
      write(asJSON ? [try line.json()] : line.lines(withChat: false))
    }
  }
}

extension ReplyTarget {
  /// The message that has an id in a chat, as an answer to it names it.
  public static func named(_ id: String, in chat: String, of stored: StoredAccount) throws
    -> ReplyTarget
  {
    let message = try MessageFeed(stored, chat: chat).message(named: id)
    guard let message else { throw Failure("there is no message \(id) in the chat with \(chat)") }
    guard let target = ReplyTarget(answering: message) else {
      throw Failure("message \(id) cannot be answered: its author gave it no id")
    }
    return target
  }
}

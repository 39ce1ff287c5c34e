public import Files
internal import FoundationEssentials
internal import Localization
public import Model

/// What one program asks of the one that owns the account: one line of JSON for each connection.
public struct HandoverRequest: Codable, Equatable, Sendable {
  enum Kind: String, Codable, Sendable { case send, sendFile, queue, picture }

  var `do`: Kind
  /// A name or an address.
  var to: String?
  var text: String?
  /// The message's id for life, made by the asker, so that asking twice sends once.
  var id: String?
  /// Seconds to wait for the server's word.
  var wait: Int?
  /// What it answers.
  var replyTo: ReplyRow?
  /// Of a file, which the owner reads; the text goes with it.
  var path: String?

  /// The same of a file, by its absolute path.
  public static func sendFile(
    to: String, path: String, caption: String, id: OriginID, wait: Int
  ) -> HandoverRequest {
    HandoverRequest(
      do: .sendFile, to: to, text: caption, id: id.value, wait: wait, path: path)
  }

  /// A message to send; the answers end when the server has it, or after `wait` seconds.
  public static func send(
    to: String, text: String, id: OriginID, wait: Int, replyTo: ReplyTarget? = nil
  ) -> HandoverRequest {
    HandoverRequest(
      do: .send, to: to, text: text, id: id.value, wait: wait,
      replyTo: replyTo.map { ReplyRow($0) })
  }

  /// What others are to see of me: a file by its absolute path, or nothing any more.
  public static func picture(_ path: String?) -> HandoverRequest {
    HandoverRequest(do: .picture, path: path)
  }

  /// The whole outbox.
  public static let queue = HandoverRequest(do: .queue)

  /// Longest line in bytes: the longest text in the widest characters, as JSON, fits.
  public static let longestLine = 64 * 1024
}

/// A line of the answer; the end of the connection ends it.
public struct HandoverAnswer: Codable, Equatable, Sendable {
  public enum Status: String, Codable, Sendable {
    /// On disk; more follows, or the wait is over. A picture is told when there is a link.
    case queued
    case sent
    /// Nothing comes of it: `reason` says why.
    case failed
    /// One entry of the outbox, in ``entry``.
    case entry
    /// The whole outbox was told.
    case end
  }

  /// How far it came, and for people why no further.
  public var status: Status
  public var reason: String?
  public var entry: QueueRow?

  public init(_ status: Status, reason: String? = nil, entry: QueueRow? = nil) {
    self.status = status
    self.reason = reason
    self.entry = entry
  }
}

/// What a message answers, for other programs.
public struct ReplyRow: Codable, Equatable, Sendable {
  /// The id that its author gave it.
  var id: String
  var author: String?
  /// What the answer quotes of it.
  var quote: String

  public init(_ target: ReplyTarget) {
    id = target.id
    author = (target.stored?.sender ?? target.author)?.description
    quote = target.quote
  }

  /// The same for psst itself.
  public var target: ReplyTarget {
    ReplyTarget(id: id, author: author.flatMap { JID($0) }?.bare, quote: quote)
  }
}

/// An outbox entry for other programs.
public struct QueueRow: Codable, Equatable, Sendable {
  public var chat: String
  var id: String
  public var text: String
  /// ``Amendment/Kind/verb``, where it does that to an earlier message.
  var kind: String?
  /// All that is said in emoji; none where it takes back what was said.
  var emoji: [String]?
  public var state: String
  var attempts: Int
  public var error: String?
  /// How it stands, for people: why it waits, and when it is tried next.
  public var standing: String?
  /// Milliseconds since 1970, UTC.
  public var queuedAt: Int64

  public init(_ entry: OutboxEntry, _ standing: Standing? = nil) {
    chat = entry.chat.description
    id = entry.originID.value
    text = entry.text
    kind = entry.amendment?.kind.verb
    emoji = entry.amendment?.emoji?.map(\.text)
    state = entry.state.rawValue
    attempts = entry.attempts
    error = entry.lastError
    self.standing = standing?.sentence
    queuedAt = entry.queuedAt.milliseconds
  }
}

/// JSON on one line.
public enum JSONLine {
  public static func encode(_ value: some Encodable) throws(Failure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      let reason = "\(error)"
      throw Failure(tr("cannot be written as JSON: \(reason)"))
    }
  }

  /// What ``encode(_:)`` wrote, or another program in its place.
  public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8])
    throws(Failure)
    -> Value
  {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      throw Failure(tr("not understood"))
    }
  }
}

internal import Accounts
internal import Files
internal import Glibc
internal import Handover
internal import Model
internal import Storage

/// What is stored of an account, for scripts: the messages of a chat, or those that came after a cursor. Reads beside
/// the program that owns the account. A cursor is the row of the last message that was told.
struct MessageFeed {
  /// So many at a time.
  static let page = 200

  private let database: Database
  private let account: JID
  private let isPrivate: Bool
  private(set) var names: NameBook
  let chat: JID?

  /// - Parameter name: of the one chat, by name or address; all where `nil`.
  init(_ stored: StoredAccount, chat name: String? = nil) throws {
    guard access(stored.databasePath, F_OK) == 0 else {
      throw Failure("nothing is stored of \(stored.account.jid) yet")
    }
    database = try Database(path: stored.databasePath, access: .readOnly)
    account = stored.account.jid
    isPrivate = stored.account.isPrivate
    let known = try Self.names(in: database, of: account, isPrivate: isPrivate)
    names = known
    chat = try name.map { try known.chat(of: $0) }
    guard let chat else { return }
    guard try database.chats.chat(chat) != nil else {
      throw Failure("nothing is stored of a chat with \(chat)")
    }
  }

  private static func names(
    in database: Database, of account: JID, isPrivate: Bool
  ) throws -> NameBook {
    var names = NameBook(account: account, isPrivate: isPrivate)
    for contact in try database.roster.all() { names.apply(.contact(contact)) }
    for chat in try database.chats.all() { names.apply(.chat(chat)) }
    return names
  }

  /// The cursor behind all that is stored now.
  func end() throws -> Int64 { try database.messages.newestRow() }

  /// The newest of the chat, oldest first.
  func newest(_ count: Int) throws -> [Message] {
    guard let chat else { return [] }
    return try database.messages.page(chat, limit: count)
  }

  /// At most ``page`` of those after the cursor, oldest first.
  func next(after cursor: Int64) throws -> [Message] {
    try database.messages.stored(after: cursor, in: chat, limit: Self.page)
  }

  /// Who has come since gets a name.
  mutating func learnNames() throws {
    names = try Self.names(in: database, of: account, isPrivate: isPrivate)
  }

  /// The message that has this id in the chat.
  func message(named id: String) throws -> Message? {
    try chat.flatMap { try database.messages.message(named: id, in: $0) }
  }
}

/// A message as a line.
struct FeedLine {
  var message: Message
  var names: NameBook

  /// For people, clean (Z2); further lines of a text are indented.
  func lines(withChat: Bool) -> [String] {
    let wording = PlainWording.standard
    let time = wording.date(message.serverTime ?? message.writtenAt)
    let sender = names.author(of: message)
    let place = withChat && message.isMine ? "\(sender) to \(names.name(of: message.chat))" : sender
    let text = message.isDeleted ? "(deleted)" : message.text
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    lines[0] = "\(time)  \(place): \(lines[0])"
    if let status = message.status, !message.isDeleted {
      lines[lines.count - 1] += " (\(wording.words(status, message.failure)))"
    }
    return [wording.clean(lines[0])] + lines.dropFirst().map { "    " + wording.clean($0) }
  }

  /// For programs: as psst export has it, and the cursor behind it. What could command a terminal is escaped.
  func json() throws(Failure) -> String {
    let row = ExportRow(message, cursor: String(message.id))
    return JSONLine.harmless(String(decoding: try JSONLine.encode(row), as: UTF8.self))
  }
}

public import Model

/// The programs whose databases can be read.
public enum ForeignHistory: String, Sendable, CaseIterable {
  case profanity, gajim, dino

  /// Whose database it is; `nil` where that is not known.
  public init?(of database: ForeignDatabase) {
    if database.has("chatlogs", "dbversion") {
      self = .profanity
    } else if database.has("logs", "jids") || database.has("message", "remote", "account") {
      self = .gajim
    } else if database.has("message", "jid", "account") {
      self = .dino
    } else {
      return nil
    }
  }

  /// Hands all of an account's messages over, the newest of each chat first.
  public func read(
    _ database: ForeignDatabase, of me: JID, into history: HistoryImport
  ) throws(HistoryProblem) {
    switch self {
    case .profanity: try ProfanityDatabase(database, me).read(into: history)
    case .gajim where database.has("logs"): try GajimLogs(database, me).read(into: history)
    case .gajim: try GajimArchive(database, me).read(into: history)
    case .dino: try DinoDatabase(database, me).read(into: history)
    }
  }
}

extension ForeignDatabase {
  /// The row of one's own account in a table of such; says which there are where it is none of them.
  func account(
    _ me: JID, _ key: String, _ address: String, in table: String
  ) throws(HistoryProblem) -> Int64 {
    var (found, others): (Int64?, [String]) = (nil, [])
    try rows("SELECT \(key), \(address) FROM \(table) ORDER BY \(key) LIMIT 1000") { row in
      let jid = JID(row.text(1))?.bare
      if jid == me { found = row.integer(0) } else { others += jid.map { ["\($0)"] } ?? [] }
    }
    if let found { return found }
    let known = others.isEmpty ? "" : ", but of \(others.prefix(5).joined(separator: ", "))"
    throw .unreadable("it has nothing of \(me)\(known)")
  }
}

extension HistoryImport {
  /// What I am called in a group, as far as that is known.
  func isNick(_ nick: String?, in room: JID) throws(StorageError) -> Bool {
    guard let nick else { return false }
    return try self.nick(in: room) == nick
  }

  /// The reactions to a message, each as one of its own.
  func add(
    _ reactions: [ForeignReaction], of message: ImportedMessage, _ me: JID
  ) throws(StorageError) {
    for one in reactions {
      // Not every program says of one's own name in a group that it is one's own.
      var isMine = one.isMine
      if !isMine, message.isRoom { isMine = try isNick(one.nick, in: message.chat) }
      let reaction = message.reaction(
        one.emoji, by: one.nick, isMine: isMine, me: me, at: one.time ?? message.time)
      if let reaction { try add(reaction) }
    }
  }
}

/// All the emoji with which one person reacted to a message.
struct ForeignReaction {
  var isMine: Bool
  /// In a group; `nil` where that is not known.
  var nick: String?
  var emoji: [Emoji]
  /// `nil` where that cannot be.
  var time: Timestamp?
}

extension ImportedMessage {
  /// One of the others, or of mine, where the file says whose it is.
  /// - Parameter nick: of its author, in a group; `nil` where that is not known.
  init?(
    chat text: String, isRoom: Bool, isMine: Bool, me: JID, nick: String?, time: Timestamp,
    saying body: String
  ) {
    guard let chat = JID(text)?.bare else { return nil }
    let other = isRoom ? nick.flatMap { chat.with(resource: $0) } : chat
    guard let sender = isMine ? me : other else { return nil }
    self.init(
      chat: chat, isRoom: isRoom, sender: sender, isMine: isMine, time: time, content: .text(body))
  }

  /// - Parameters:
  ///   - id: the stanza's, or its origin ID.
  ///   - corrects: the id of the message that it says in other words.
  mutating func name(_ id: String?, archive: String?, corrects: String?) {
    originID = Self.word(id).map { OriginID($0) }
    archiveID = Self.word(archive).map { ArchiveID($0) }
    if let target = Self.word(corrects) { amendment = .correction(of: target) }
  }

  /// It answers another.
  /// - Parameters:
  ///   - id: as the answer names it.
  ///   - author: who wrote that.
  mutating func answer(_ id: String?, of author: String?) {
    replyTo = Self.word(id).map {
      ReplyTarget(id: $0, author: author.flatMap { JID($0) }, quote: "")
    }
  }

  /// It is a file, where one lies at the address and the text says no more than that.
  mutating func carry(_ address: String?, name: String?, size: Int64?, type: String?) {
    guard let address = Self.word(address),
      Attachment.isWeb(address) || address.hasPrefix("aesgcm:")
    else { return }
    let text = content.text.split(whereSeparator: \.isWhitespace)
    let caption = text.map(String.init) == [address] ? "" : content.text
    guard name != nil || caption.isEmpty else { return }
    content = .file(
      Attachment(name: name, size: size, mediaType: type, address: address, caption: caption))
  }

  /// What somebody said of it in emoji; `nil` where that cannot be told.
  /// - Parameter nick: in a group, of somebody else.
  func reaction(
    _ emoji: [Emoji], by nick: String?, isMine: Bool, me: JID, at time: Timestamp
  ) -> ImportedMessage? {
    let name = isRoom ? archiveID?.value ?? originID?.value : originID?.value
    let other = isRoom ? nick.flatMap { chat.with(resource: $0) } : chat
    guard let name, !emoji.isEmpty, let sender = isMine ? me : other else { return nil }
    var reaction = ImportedMessage(
      chat: chat, isRoom: isRoom, sender: sender, isMine: isMine, time: time,
      content: .text(emoji.map(\.text).joined(separator: " ")))
    reaction.amendment = .reactions(emoji, to: name)
    return reaction
  }

  /// What profanity writes in the place of a text that is not to be kept (its src/database.c and src/chatlog.c).
  public static func isRedacted(_ text: some StringProtocol) -> Bool {
    ["[redacted]", "[REDACTED]"].contains { $0 == text }
  }

  /// No id is longer than that.
  private static func word(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty || $0.utf8.count > 1_000 ? nil : $0 }
  }
}

public import Files
internal import Glibc
internal import Localization
public import Model
internal import Storage

/// A text while an editor has it: in a folder of its own beside the account's messages, with what the editor puts
/// there. However psst ends, the next start finds it, and it becomes the chat's draft.
public final class EditorDraft {
  private static let prefix = "/editing-"
  private static let longest = 1 << 20

  private let folder: String
  /// Held as long as the psst lives that began it (flock(2)).
  private let lock: Int32

  /// For the editor.
  public var file: String { folder + "/message.txt" }
  private var before: String { folder + "/before" }
  private var chat: String { folder + "/chat" }

  /// - Parameter account: the folder of the account's data.
  public init(_ text: String, to chat: JID, in account: String) throws(Failure) {
    var path = Array((account + Self.prefix + "XXXXXX").utf8CString)
    guard mkdtemp(&path) != nil else {
      throw PrivateFile.refusal(tr("cannot make a folder in \(account)"))
    }
    folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let lock = Self.lock(folder) else {
      throw PrivateFile.refusal(tr("cannot use \(folder)"))
    }
    self.lock = lock
    for file in [file, before] { try PrivateFile.write(Array(text.utf8), to: file) }
    try PrivateFile.write(Array(chat.description.utf8), to: self.chat)
  }

  /// One that a psst left behind that has ended; `nil` where it goes on.
  private init?(leftIn folder: String) {
    guard let lock = Self.lock(folder) else { return nil }
    (self.folder, self.lock) = (folder, lock)
  }

  deinit { close(lock) }

  /// What the editor wrote, without the line ends after it; `nil` where that cannot be read.
  public func text() -> String? {
    guard var text = Self.read(file) else { return nil }
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  /// The text is where it belongs: nothing of it is left behind here.
  public func remove() { try? PrivateFile.remove(folder) }

  private static func lock(_ folder: String) -> Int32? {
    let file = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return nil }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
    close(file)
    return nil
  }

  private static func read(_ path: String) -> String? {
    let bytes = try? PrivateFile.read(path, limit: longest)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: After a psst that was killed

  /// Makes drafts of what was left; the caller owns the account. What cannot be stored now is left for later.
  static func recover(_ stored: StoredAccount) {
    for name in PrivateFile.names(in: stored.folder) where name.hasPrefix(prefix.dropFirst()) {
      guard let draft = EditorDraft(leftIn: stored.folder + "/" + name) else { continue }
      if draft.isStored(in: stored) { draft.remove() }
    }
  }

  private func isStored(in stored: StoredAccount) -> Bool {
    // The last to be written: without it no editor was begun.
    guard let chat = Self.read(chat).flatMap({ JID($0) }) else { return true }
    guard let text = text() else { return false }
    let before = Self.read(before) ?? ""
    guard text != before else { return true }
    do {
      let database = try Database(path: stored.databasePath)
      try database.transaction { () throws(StorageError) in
        let kind = chat == stored.account.jid.bare ? Chat.Kind.notes : .direct
        _ = try database.chats.ensure(chat, kind: kind)
        let draft = try database.drafts.draft(chat)
        try database.drafts.save(
          Self.joined(draft, text, before: before), replyTo: try database.drafts.reply(chat),
          chat: chat)
      }
      return true
    } catch {
      return false
    }
  }

  /// What was written since stays.
  private static func joined(_ draft: String, _ text: String, before: String) -> String {
    if draft.isEmpty || draft == before || text.contains(draft) { return text }
    return draft.contains(text) ? draft : draft + "\n" + text
  }
}

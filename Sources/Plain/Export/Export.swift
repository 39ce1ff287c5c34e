public import Accounts
internal import Files
internal import Glibc
internal import Handover
internal import Model
internal import Storage

/// `psst export`: all that is stored of one chat, in its order, for people or for programs. Reads beside the program
/// that owns the account, and needs neither it nor a network.
public struct Export {
  let chat: JID
  private let isGroup: Bool
  private let database: Database
  private let names: NameBook

  /// - Parameter name: a name or an address.
  public init(_ stored: StoredAccount, chat name: String) throws {
    var names = NameBook(account: stored.account.jid, isPrivate: stored.account.isPrivate)
    guard access(stored.databasePath, F_OK) == 0 else {
      throw Failure("nothing is stored of \(stored.account.jid) yet")
    }
    database = try Database(path: stored.databasePath, access: .readOnly)
    for contact in try database.roster.all() { names.apply(.contact(contact)) }
    for chat in try database.chats.all() { names.apply(.chat(chat)) }
    chat = try names.chat(of: name)
    self.names = names
    guard let stored = try database.chats.chat(chat) else {
      throw Failure("nothing is stored of a chat with \(chat)")
    }
    isGroup = stored.kind == .room
  }

  /// Lines for people, clean (Z2): the time, the sender and the text; further lines of a text are indented.
  public func writeText(_ write: ([String]) -> Void) throws {
    let clean = PlainWording.standard.clean
    try database.messages.forEach(in: chat) { message in
      let time = SystemClock.full(message.serverTime ?? message.writtenAt).prefix(19)
      let name = names.author(of: message)
      let text = message.isDeleted ? "(deleted)" : message.text
      var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
      lines[0] = "\(time)  \(name): \(lines[0])"
      lines[lines.count - 1] += PlainWording.standard.edited(message)
      if !message.isDeleted { lines[lines.count - 1] += PlainWording.standard.answers(message) }
      if let status = message.status, !message.isDeleted {
        lines[lines.count - 1] += " (\(PlainWording.standard.words(status, message.failure)))"
      }
      lines[lines.count - 1] += PlainWording.standard.reactions(to: message, name: names.name)
      write([clean(lines[0])] + lines.dropFirst().map { "    " + clean($0) })
    }
  }

  /// One JSON array, with a line for each message. The text is whole: what could command a terminal is escaped.
  public func writeJSON(_ write: ([String]) -> Void) throws {
    var last: String?
    write(["["])
    var failure: Failure?
    try database.messages.forEach(in: chat) { message in
      do throws(Failure) {
        let bytes = try JSONLine.encode(ExportRow(message, isGroup: isGroup))
        if let last { write([last + ","]) }
        last = JSONLine.harmless(String(decoding: bytes, as: UTF8.self))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    write([last, "]"].compactMap(\.self))
  }
}

extension JSONLine {
  /// The same JSON with all that is not drawn (controls, directions, joiners) as escapes (RFC 8259, 7).
  static func harmless(_ line: String) -> String {
    var result = ""
    for scalar in line.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse:
        for unit in UTF16.encode(scalar)! {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

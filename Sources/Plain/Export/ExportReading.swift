internal import Files
internal import Glibc
internal import Handover
internal import Localization
internal import Model
internal import Storage

/// What `psst export --json` wrote, read back: objects in an array, or each on a line of its own, as `psst read` has them.
struct ExportReading {
  /// Bytes of one message.
  private static let longest = 4 << 20
  /// Old exports do not say that a chat is a group's: whoever speaks there does.
  private static let looksAt = 1_000

  private struct Element {
    var offset: Int
    var count: Int
    var line: Int
  }

  private let file: Int32
  private let path: String
  private var elements: [Element] = []

  /// Finds where each message is, and that the file is whole.
  /// - Parameter file: stays the caller's.
  init(_ file: Int32, path: String) throws(Failure) {
    (self.file, self.path) = (file, path)
    var scan = Scan()
    var block = [UInt8](repeating: 0, count: 256 * 1024)
    var offset = 0
    while true {
      let count = pread(file, &block, block.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw PrivateFile.refusal(tr("cannot read \(path)")) }
      if count == 0 { break }
      for index in 0..<count {
        guard scan.take(block[index], at: offset + index) else {
          throw Failure("\(path), line \(scan.line): this is no export of psst")
        }
      }
      offset += count
    }
    guard scan.depth == 0 else {
      throw Failure("\(path) ends in the middle of the message that begins in line \(scan.begin)")
    }
    elements = scan.elements
  }

  /// Walks over bytes and finds the outermost objects.
  private struct Scan {
    var elements: [Element] = []
    var depth = 0
    var line = 1
    var begin = 1
    private var start = 0
    private var isInString = false
    private var isEscaped = false

    mutating func take(_ byte: UInt8, at offset: Int) -> Bool {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if depth == 0 { return takeBetween(byte, at: offset) }
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
      }
      if depth == 0 {
        elements.append(Element(offset: start, count: offset - start + 1, line: begin))
      }
      return offset - start < ExportReading.longest
    }

    private mutating func takeBetween(_ byte: UInt8, at offset: Int) -> Bool {
      switch byte {
      case UInt8(ascii: "{"):
        (depth, start, begin) = (1, offset, line)
        return true
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"),
        UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"):
        return true
      default: return false
      }
    }
  }

  private func row(_ element: Element) throws(Failure) -> ExportRow {
    var bytes = [UInt8](repeating: 0, count: element.count)
    let count = pread(file, &bytes, element.count, off_t(element.offset))
    guard count == element.count else { throw PrivateFile.refusal(tr("cannot read \(path)")) }
    do throws(Failure) {
      return try JSONLine.decode(ExportRow.self, from: bytes)
    } catch {
      throw Failure("\(path), line \(element.line): this is no message of an export")
    }
  }

  /// Hands all over, the last first.
  func read(of me: JID, into history: HistoryImport) throws {
    var rooms: Set<String> = []
    for element in elements.prefix(Self.looksAt) {
      let row = try row(element)
      if row.isOfRoom { rooms.insert(row.chat) }
    }
    for element in elements.reversed() {
      let row = try row(element)
      try add(row, isRoom: row.isOfRoom || rooms.contains(row.chat), me, to: history)
    }
  }

  private func add(
    _ row: ExportRow, isRoom: Bool, _ me: JID, to history: HistoryImport
  ) throws {
    guard let chat = JID(row.chat), let sender = JID(row.from) else {
      return history.leave(.noAddress)
    }
    let isMine = row.status != nil || sender == me
    guard isMine ? sender == me : isRoom ? sender.bare == chat : sender == chat else {
      return history.leave(.otherAccount)
    }
    var message = ImportedMessage(
      chat: chat, isRoom: isRoom, sender: sender, isMine: isMine,
      time: Timestamp(milliseconds: row.time), content: row.content)
    if let status = row.status {
      guard let status = DeliveryStatus(rawValue: status), status.isWithServer else {
        return history.leave(.notSent)
      }
      message.status = status
    }
    message.originID = row.id.map { OriginID($0) }
    message.archiveID = row.archiveID.map { ArchiveID($0) }
    message.replyTo = row.replyTo?.target
    message.deletedAt = row.deleted.map { Timestamp(milliseconds: $0) }
    for amendment in row.amendments(of: message, me) { try history.add(amendment) }
    try history.add(message)
  }
}

extension ExportRow {
  fileprivate var isOfRoom: Bool {
    group == true || JID(from).map { $0.resource != nil && $0.bare == JID(chat) } == true
  }

  /// What it said first.
  fileprivate var content: Message.Content {
    if let file { return .file(file.attachment) }
    if let what = unsupported.flatMap(Message.Unsupported.init(code:)) { return .unsupported(what) }
    return .text(id == nil ? text : firstText ?? text)
  }

  /// What was said of it since, the newest first.
  fileprivate func amendments(of message: ImportedMessage, _ me: JID) -> [ImportedMessage] {
    guard let id else { return [] }
    var amendments = (reactions ?? []).compactMap { said -> ImportedMessage? in
      guard let sender = JID(said.from) else { return nil }
      let emoji = Emoji.all(in: said.emoji)
      var reaction = ImportedMessage(
        chat: message.chat, isRoom: message.isRoom, sender: sender, isMine: sender == me,
        time: Timestamp(milliseconds: said.time),
        content: .text(emoji.map(\.text).joined(separator: " ")))
      reaction.amendment = .reactions(emoji, to: id)
      return emoji.isEmpty || said.status == "queued" || said.status == "failed" ? nil : reaction
    }
    if let edited, firstText != nil {
      var correction = message
      (correction.originID, correction.archiveID, correction.replyTo) = (nil, nil, nil)
      (correction.content, correction.time) = (.text(text), Timestamp(milliseconds: edited))
      correction.amendment = .correction(of: id)
      amendments.append(correction)
    }
    return amendments.reversed()
  }
}

extension FileRow {
  fileprivate var attachment: Attachment {
    Attachment(
      name: name, size: size, mediaType: type, hash: hash, address: address, caption: caption ?? "")
  }
}

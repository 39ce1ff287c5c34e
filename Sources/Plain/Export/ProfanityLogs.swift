internal import Accounts
internal import Files
internal import Model
internal import Storage

/// profanity's logs as text: a file for each day in a folder for each person or group (its src/chatlog.c).
struct ProfanityLogs {
  /// Bytes of the lines of one day.
  private static let largest = 64 << 20

  let path: String
  /// `2026_05_12`
  private let day: String
  private let chat: JID?
  private let isRoom: Bool
  /// With one person of a group: `team_at_rooms.example.org_Cy`.
  private let isAlone: Bool
  /// Whose logs they are.
  let account: JID?

  /// - Parameter path: absolute; `nil` where no log has such a name.
  init?(_ path: String) {
    let parts = path.split(separator: "/").map(String.init)
    guard let name = parts.last, name.hasSuffix(".log"), parts.count >= 3 else { return nil }
    let digits = name.dropLast(4).split(separator: "_", omittingEmptySubsequences: false)
    guard digits.map(\.count) == [4, 2, 2], digits.joined().allSatisfy(\.isNumber) else {
      return nil
    }
    let folders = parts.dropLast().reversed().map { $0 }
    self.path = path
    day = String(name.dropLast(4))
    isRoom = folders.count > 2 && folders[1] == "rooms"
    // No domain has such a sign.
    let host = folders[0].ranges(of: "_at_").last.map { folders[0][$0.upperBound...] }
    isAlone = !isRoom && host?.contains("_") == true
    chat = Self.address(folders[0])
    account = Self.address(folders[isRoom ? 2 : 1])
  }

  /// No domain has the mark in it.
  private static func address(_ folder: String) -> JID? {
    guard let mark = folder.ranges(of: "_at_").last else { return nil }
    return JID(folder[..<mark.lowerBound] + "@" + folder[mark.upperBound...])?.bare
  }

  private struct Line {
    var time: Timestamp?
    var name: String
    var text: String
  }

  /// Hands over what was said that day, the last first.
  func read(of me: JID, into history: HistoryImport) throws {
    guard chat != nil || isAlone else { return history.leave(.noAddress) }
    guard let bytes = try PrivateFile.read(path, limit: Self.largest) else { return }
    var lines: [Line] = []
    for text in String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
    {
      if let line = line(text) {
        lines.append(line)
      } else if !lines.isEmpty {
        // What a message says may have several lines.
        lines[lines.count - 1].text += "\n" + text
      }
    }
    if !lines.isEmpty, lines[lines.count - 1].text.hasSuffix("\n") {
      lines[lines.count - 1].text.removeLast()
    }
    for line in lines.reversed() {
      if let chat, !isAlone {
        try add(line, chat, me, to: history)
      } else {
        history.leave(.alone)
      }
    }
  }

  private func add(_ line: Line, _ chat: JID, _ me: JID, to history: HistoryImport) throws {
    guard let time = line.time else { return history.leave(.noTime) }
    guard !ImportedMessage.isRedacted(line.text) else { return history.leave(.redacted) }
    let isMine = try isRoom ? line.name == history.nick(in: chat) : line.name == "me"
    guard let sender = isMine ? me : isRoom ? chat.with(resource: line.name) : chat else {
      return history.leave(.noAddress)
    }
    try history.add(
      ImportedMessage(
        chat: chat, isRoom: isRoom, sender: sender, isMine: isMine, time: time,
        content: .text(line.text)))
  }

  /// `2026-05-12T14:02:11.204+02:00 - me: text`, `14:02:11 - *bo@example.org waves`; `nil` where it begins no message.
  private func line(_ text: Substring) -> Line? {
    guard let gap = text.prefix(64).firstRange(of: " - ") else { return nil }
    let stamp = String(text[..<gap.lowerBound])
    let isTime = stamp.count == 8 && stamp.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ":") }
    guard isTime || stamp.contains("T") && stamp.first?.isNumber == true else { return nil }
    let rest = text[gap.upperBound...]
    let time = isTime ? local(stamp) : Timestamp(dateTime: stamp)
    if rest.hasPrefix("*"), let space = rest.firstIndex(of: " ") {
      return Line(
        time: time, name: String(rest[..<space].dropFirst()), text: "/me" + rest[space...])
    }
    guard let colon = rest.firstRange(of: ": ") else { return nil }
    return Line(
      time: time, name: String(rest[..<colon.lowerBound]), text: String(rest[colon.upperBound...]))
  }

  /// Older ones have the time of the day alone, by this computer's clock.
  private func local(_ time: String) -> Timestamp? {
    let date = day.replacing("_", with: "-")
    guard let wall = Timestamp(dateTime: "\(date)T\(time)Z") else { return nil }
    return Self.time(at: wall, offset: SystemClock.utcOffset)
  }

  /// When a clock showed that. The offset is that of the time itself, which on the day of a change is not that of the
  /// same hour in UTC.
  /// - Parameters:
  ///   - wall: what it showed, as if that were UTC.
  ///   - offset: seconds that it was ahead of UTC.
  static func time(at wall: Timestamp, offset: (Timestamp) -> Int) -> Timestamp {
    func moved(by offset: Int) -> Timestamp {
      Timestamp(milliseconds: wall.milliseconds - Int64(offset) * 1_000)
    }
    return moved(by: offset(moved(by: offset(wall))))
  }
}

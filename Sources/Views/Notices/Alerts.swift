internal import Localization
internal import Model
internal import Screen
internal import Store

/// Tells of messages that come where nobody looks (A1, A2): in the screen's last row, and outside of the
/// screen while nobody sits before it. What comes in a burst is summed up.
struct Alerts {
  /// Nothing is told of.
  var isQuiet = false
  /// Told of in the last row and not looked at since, the newest last.
  private var shown: [Message] = []
  private var until: Int64 = 0
  /// To be told outside of the screen.
  private var waiting: [Message] = []
  private var toldAt: Int64?
  /// Of the chats that are told of, the most that was unread since.
  private var unread: [ChatID: Int] = [:]

  /// Where the key of the alert leads.
  var target: ChatID? { shown.last?.chatID }

  /// - Parameters:
  ///   - events: what has happened since the last time.
  ///   - isFront: whether somebody sits before the screen.
  ///   - isSeen: whether a chat is what they look at.
  mutating func update(
    _ snapshot: Snapshot, _ events: [StoreEvent], isFront: Bool, isSeen: (ChatID) -> Bool,
    now: Moment
  ) -> [Action] {
    if now.uptime >= until { shown = [] }
    let fresh = events.compactMap(\.arrived).filter {
      !$0.isDeleted && !isQuiet && !isSeen($0.chatID) && !snapshot.isMine($0)
        && snapshot.chat($0.chatID)?.isMuted(at: now.wall) != true
    }
    if !fresh.isEmpty {
      shown += fresh
      waiting += fresh
      until = now.uptime + Timing.alert
    }
    shown.removeAll { isSeen($0.chatID) }
    forgetRead(snapshot)
    for case .deleted(let gone) in events {
      shown.removeAll { gone.contains($0.messageID) }
      waiting.removeAll { gone.contains($0.messageID) }
    }
    if isFront { waiting = [] }
    return tellOutside(snapshot, now)
  }

  /// What was read meanwhile, on this device or another, is no news.
  private mutating func forgetRead(_ snapshot: Snapshot) {
    var now: [ChatID: Int] = [:]
    for chat in Set((shown + waiting).map(\.chatID)) {
      let (count, most) = (snapshot.chat(chat)?.unread ?? 0, unread[chat] ?? 0)
      if count < most {
        shown.keepNewest(count, of: chat)
        waiting.keepNewest(count, of: chat)
      }
      now[chat] = count
    }
    unread = now
  }

  /// At once, and then only so often.
  private mutating func tellOutside(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    guard let newest = waiting.last else { return [] }
    if let toldAt, now.uptime < toldAt + Timing.alert { return [] }
    toldAt = now.uptime
    let lines = Self.words(of: waiting, in: snapshot)
    waiting = []
    return [.alert(chat: newest.chatID, title: lines.title, text: lines.text)]
  }

  var nextWake: Int64? {
    let outside = waiting.isEmpty ? nil : toldAt.map { $0 + Timing.alert }
    return [shown.isEmpty ? nil : until, outside].compactMap { $0 }.min()
  }

  // MARK: Words

  /// Characters of a message that an alert shows.
  private static let length = 50

  private static func words(
    of messages: [Message], in snapshot: Snapshot
  ) -> (title: String, text: String) {
    let chats = Set(messages.map(\.chatID))
    guard let newest = messages.last, chats.count == 1 else {
      return ("psst", tr("\(messages.count) messages from \(chats.count) chats"))
    }
    let caution = Names.caution(newest.chatID, in: snapshot).map { ", \($0)" } ?? ""
    let name = Names.marked(newest.chatID, in: snapshot) + caution
    if messages.count > 1 {
      return (name, tr(messages.count, "1 message", "\(messages.count) messages"))
    }
    let whole = said(newest, in: snapshot)
    let line = whole.split { $0.isNewline }.first.map(String.init) ?? ""
    let isCut = line.count > length || line.count < whole.count
    return (name, line.prefix(length) + (isCut ? Glyphs.current.ellipsis : ""))
  }

  /// In a group with who says it, where that does not stand in it.
  private static func said(_ message: Message, in snapshot: Snapshot) -> String {
    let words = Names.told(message, in: snapshot)
    guard snapshot.chat(message.chatID)?.kind == .room, !Names.begins(message) else { return words }
    return "\(Names.sender(of: message, in: snapshot)): \(words)"
  }

  /// Who it is from stands in it already: nobody reads `Bo: Bo invites you`.
  private static func namesItself(_ messages: [Message], in snapshot: Snapshot) -> Bool {
    guard messages.count == 1, let message = messages.first else { return false }
    return snapshot.chat(message.chatID)?.kind != .room && Names.begins(message)
      && Names.caution(message.chatID, in: snapshot) == nil
  }

  /// What stands on the screen; `nil` where there is nothing to tell.
  func line(in snapshot: Snapshot) -> String? {
    guard !shown.isEmpty else { return nil }
    let (title, text) = Self.words(of: shown, in: snapshot)
    let isSum = title == "psst" || Self.namesItself(shown, in: snapshot)
    return isSum ? text : "\(title): \(text)"
  }
}

extension Snapshot {
  /// I wrote it, as another of my accounts.
  fileprivate func isMine(_ message: Message) -> Bool {
    accounts.contains { $0.address == message.sender.bare }
  }
}

extension [Message] {
  /// So many of a chat stay, those behind the others.
  fileprivate mutating func keepNewest(_ count: Int, of chat: ChatID) {
    var rest = self.count { $0.chatID == chat } - count
    removeAll { message in
      guard rest > 0, message.chatID == chat else { return false }
      rest -= 1
      return true
    }
  }
}

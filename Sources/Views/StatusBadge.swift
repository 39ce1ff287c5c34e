internal import Model
internal import Screen

/// How a status is shown on a message and in the chat list (S5, S7): a glyph or a word in every
/// case, so that it reads without colour.
struct StatusBadge {
  var role: Role
  /// Where there is room.
  var long: String
  /// Beside a text that leaves little room.
  var short: String
  /// The chat list's column, at most three columns wide.
  var glyph: String

  init(_ status: DeliveryStatus, glyphs: Glyphs) {
    let dots = glyphs.ellipsis
    let role = Self.role(of: status)
    switch status {
    case .queued:
      self.init(role, "Queued \(glyphs.separator) will send when online", "Queued", "~")
    case .sending:
      self.init(role, "Sending\(dots)", "Sending\(dots)", dots)
    case .sent:
      self.init(role, "\(glyphs.sent) sent", glyphs.sent, glyphs.sent)
    case .delivered:
      self.init(
        role, "\(glyphs.delivered) delivered", glyphs.delivered, glyphs.delivered)
    case .read:
      let read = "\(glyphs.read) read"
      self.init(role, read, read, "\(glyphs.read)r")
    case .failed:
      self.init(role, "! Failed \(glyphs.separator) Enter to retry", "! Failed", "!")
    }
  }

  private init(_ role: Role, _ long: String, _ short: String, _ glyph: String) {
    self.role = role
    self.long = long
    self.short = short
    self.glyph = glyph
  }

  /// The badge of a message; `nil` where it has none. An echo drawn before its commit says `saving`
  /// (S2).
  static func of(_ message: Message, isHeld: Bool = false, glyphs: Glyphs) -> StatusBadge? {
    guard message.isMine, let status = message.status else { return nil }
    if isHeld {
      let long = "Queued \(glyphs.separator) waits for your word"
      return StatusBadge(.statusQueued, long, "Queued", glyphs.queued)
    }
    guard message.isSaving else { return StatusBadge(status, glyphs: glyphs) }
    return StatusBadge(.statusSending, "saving", "saving", glyphs.ellipsis)
  }

  /// The role of a message's badge; `nil` where it has none.
  static func role(of message: Message) -> Role? {
    guard message.isMine, let status = message.status else { return nil }
    return message.isSaving ? .statusSending : role(of: status)
  }

  private static func role(of status: DeliveryStatus) -> Role {
    switch status {
    case .queued: .statusQueued
    case .sending: .statusSending
    case .sent: .statusSent
    case .delivered: .statusDelivered
    case .read: .statusRead
    case .failed: .statusFailed
    }
  }

  /// The longest form that fits in the given columns; `nil` where none does.
  func text(fitting width: Int) -> String? {
    [long, short, glyph].first { PrintableText($0).width <= width }
  }
}

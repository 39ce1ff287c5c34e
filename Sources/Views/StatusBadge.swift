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
    switch status {
    case .queued:
      self.init(.statusQueued, "Queued \(glyphs.separator) will send when online", "Queued", "~")
    case .sending:
      self.init(.statusSending, "Sending\(dots)", "Sending\(dots)", dots)
    case .sent:
      self.init(.statusSent, "\(glyphs.sent) sent", glyphs.sent, glyphs.sent)
    case .delivered:
      self.init(
        .statusDelivered, "\(glyphs.delivered) delivered", glyphs.delivered, glyphs.delivered)
    case .read:
      let read = "\(glyphs.read) read"
      self.init(.statusRead, read, read, "\(glyphs.read)r")
    case .failed:
      self.init(.statusFailed, "! Failed \(glyphs.separator) Enter to retry", "! Failed", "!")
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

  /// The longest form that fits in the given columns; `nil` where none does.
  func text(fitting width: Int) -> String? {
    [long, short, glyph].first { PrintableText($0).width <= width }
  }
}

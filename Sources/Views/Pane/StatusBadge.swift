internal import Localization
internal import Model
internal import Screen

/// What a badge is made from: a message, or what the list of chats has of one.
protocol Badged {
  /// For my own; `nil` for others'.
  var status: DeliveryStatus? { get }
  var correction: DeliveryStatus? { get }
  var deletion: DeliveryStatus? { get }
  var isSaving: Bool { get }
  var isDeleted: Bool { get }
  var failure: String? { get }
}

extension Message: Badged {
  var correction: DeliveryStatus? { edit?.pending?.status }
  var deletion: DeliveryStatus? { pendingDeletion?.status }
}

extension LastMessage: Badged {
  /// There is no room for words.
  var failure: String? { hasFailure ? "" : nil }
}

extension Badged {
  /// One on its way to a server that has the message itself.
  fileprivate var pendingCorrection: DeliveryStatus? {
    status?.isWithServer == true ? correction : nil
  }
}

/// How a status is shown on a message and in the chat list (S5, S7): a glyph or a word in every
/// case, so that it reads without colour.
struct StatusBadge {
  let role: Role
  /// Where there is room.
  let long: PrintableText
  /// Beside a text that leaves little room.
  let short: PrintableText
  /// The chat list's column, at most three columns wide.
  let glyph: PrintableText

  private init(_ role: Role, _ long: String, _ short: String, _ glyph: String) {
    self.role = role
    self.long = PrintableText(long)
    self.short = PrintableText(short)
    self.glyph = PrintableText(glyph)
  }

  /// All badges in one set of glyphs and one language, made once: every row of every frame has one.
  private final class Words: Sendable {
    let queued, saving, sending, sent, doubted, delivered, read, failed: StatusBadge
    let editQueued, editSending, editFailed: StatusBadge
    let deleteQueued, deleting, deleteFailed: StatusBadge
    let sentMark, readMark, warningMark, separator: String

    init(_ glyphs: Glyphs) {
      let (dots, dot) = (glyphs.ellipsis, glyphs.separator)
      (sentMark, readMark, warningMark) = (glyphs.sent, glyphs.read, glyphs.warning)
      separator = dot
      let retry = tr("Enter to retry")
      func waiting(_ words: String) -> StatusBadge {
        let words = "\(glyphs.warning) \(words)"
        return StatusBadge(.statusQueued, words, words, glyphs.queued)
      }
      func refused(_ words: String, _ short: String) -> StatusBadge {
        StatusBadge(.statusFailed, "\(words) \(dot) \(retry)", short, glyphs.failed)
      }
      func underWay(_ words: String, _ short: String) -> StatusBadge {
        StatusBadge(.statusSending, words + dots, short + dots, dots)
      }
      let delivered = "\(glyphs.delivered) " + tr("delivered")
      let read = "\(glyphs.read) " + tr("read")
      queued = waiting(tr("Queued"))
      saving = StatusBadge(.statusSending, tr("saving"), tr("saving"), dots)
      sending = underWay(tr("Sending"), tr("Sending"))
      sent = StatusBadge(
        .statusSent, "\(glyphs.sent) " + tr("sent"), glyphs.sent, glyphs.sent)
      // What nobody confirms is told below it.
      doubted = StatusBadge(
        .statusQueued, "\(glyphs.sent)?", "\(glyphs.sent)?", "\(glyphs.sent)?")
      self.delivered = StatusBadge(
        .statusDelivered, delivered, glyphs.delivered, glyphs.delivered)
      self.read = StatusBadge(.statusRead, read, read, "\(glyphs.read)r")
      failed = refused(tr("! Failed"), tr("! Failed"))
      editQueued = waiting(tr("Edit queued"))
      editSending = underWay(tr("Sending edit"), tr("Sending"))
      editFailed = refused(tr("! Edit failed"), tr("! Edit failed"))
      deleteQueued = waiting(tr("Delete queued"))
      deleting = underWay(tr("Deleting"), tr("Deleting"))
      deleteFailed = refused(tr("! Delete failed"), tr("! Not deleted"))
    }

    /// - Parameter status: of the message that deletes another.
    func deletion(_ status: DeliveryStatus) -> StatusBadge {
      switch status {
      case .failed: deleteFailed
      case .sending: deleting
      case .queued: deleteQueued
      default: doubted
      }
    }

    /// - Parameter status: of the message that says another in other words.
    func correction(_ status: DeliveryStatus) -> StatusBadge {
      switch status {
      case .failed: editFailed
      case .sending: editSending
      case .queued: editQueued
      default: doubted
      }
    }

    /// One tick until all have read it. A status never falls (S4): who joins those it was for later takes nothing back.
    func counted(_ reading: ReadCount, _ status: DeliveryStatus) -> StatusBadge {
      let isRead = status == .read
      let badge = isRead ? read : sent
      guard reading.readers > 0, !isRead || reading.all > 1 else { return badge }
      let mark = isRead ? readMark : sentMark
      let words =
        reading.readers == reading.all
        ? tr("read by all") : tr("read by \(reading.readers) of \(reading.all)")
      let short = isRead ? badge.short.text : "\(mark) \(reading.readers)/\(reading.all)"
      return StatusBadge(badge.role, "\(mark) \(words)", short, badge.glyph.text)
    }

    /// The same badge, which says why it waits, and for how long.
    func waiting(_ badge: StatusBadge, _ standing: Standing?) -> StatusBadge {
      let mark = "\(warningMark) "
      guard let standing, badge.short.text.hasPrefix(mark) else { return badge }
      let brief = String(badge.short.text.dropFirst(mark.count))
      let long = mark + standing.words(as: brief, separator: separator)
      return StatusBadge(.statusQueued, long, badge.short.text, badge.glyph.text)
    }

    /// In the glyphs and the language in use.
    static var inUse: Words {
      switch (Language.current, Glyphs.isPlain) {
      case (.english, false): english
      case (.english, true): plainEnglish
      case (.german, false): german
      case (.german, true): plainGerman
      }
    }

    private static let english = Language.english.speak { Words(.unicode) }
    private static let plainEnglish = Language.english.speak { Words(.ascii) }
    private static let german = Language.german.speak { Words(.unicode) }
    private static let plainGerman = Language.german.speak { Words(.ascii) }
  }

  /// The badge of a message in the glyphs in use; `nil` where it has none. An echo drawn before its commit
  /// says `saving` (S2).
  ///
  /// - Parameters:
  ///   - standing: of what waits; `nil` where there is no room for words.
  ///   - reading: how many have read it, where it was for many (D4).
  ///   - progress: of its file, while that is on its way.
  static func of(
    _ message: some Badged, standing: Standing? = nil, reading: ReadCount? = nil,
    progress: FileProgress? = nil
  ) -> StatusBadge? {
    guard let status = message.status else { return nil }
    if status == .queued, !message.isDeleted, let progress { return uploading(progress) }
    let words = Words.inUse
    if let deletion = message.deletion { return words.waiting(words.deletion(deletion), standing) }
    if message.isDeleted { return nil }
    if message.isSaving { return words.saving }
    if let correction = message.pendingCorrection {
      return words.waiting(words.correction(correction), standing)
    }
    if let reading, status.isWithServer, message.failure == nil {
      return words.counted(reading, status)
    }
    return switch status {
    case .queued: words.waiting(words.queued, standing)
    case .sending: words.sending
    case .sent: message.failure == nil ? words.sent : words.doubted
    case .delivered: words.delivered
    case .read: words.read
    case .failed: words.failed
    }
  }

  /// `#####·····  48%  1.2 MB/s  5 s left`, by the room there is.
  static func progress(_ progress: FileProgress) -> String {
    let separator = Glyphs.current.separator
    let full = progress.percent / 10
    let bar =
      String(repeating: "#", count: full) + String(repeating: separator, count: 10 - full)
    let rate = progress.rate > 0 ? " \(separator) \(Attachment.words(ofSize: progress.rate))/s" : ""
    let left = progress.left.map { " \(separator) " + tr("\(Age.span($0)) left", as: "time") } ?? ""
    return "\(bar) \(progress.percent)%\(rate)\(left)"
  }

  private static func uploading(_ progress: FileProgress) -> StatusBadge {
    StatusBadge(
      .statusSending, self.progress(progress), "\(progress.percent)%", Glyphs.current.ellipsis)
  }

  /// The role of a message's badge; `nil` where it has none.
  static func role(of message: some Badged) -> Role? {
    guard let status = message.status else { return nil }
    let shown = message.deletion ?? message.pendingCorrection ?? status
    return message.isSaving ? .statusSending : role(of: shown)
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

  /// The longest form that fits in the given columns; `nil` where none does. All words stand with my newest message alone,
  /// and where something is wrong.
  func text(fitting width: Int, isNewest: Bool) -> PrintableText? {
    // What failed is told below the text where there is no room beside it.
    if isUrgent || isNewest, long.width <= width { return long }
    if !isUrgent, isNewest || !isQuiet, short.width <= width { return short }
    let ticks = ticks
    return ticks.width <= width ? ticks : nil
  }

  /// At most two columns: what is above a message that was read was read, too.
  private var ticks: PrintableText {
    switch role {
    case .statusRead: PrintableText(Glyphs.current.read)
    default: glyph
    }
  }

  private var isUrgent: Bool { role == .statusFailed }

  private var isQuiet: Bool {
    switch role {
    case .statusSent, .statusDelivered, .statusRead: true
    default: false
    }
  }
}

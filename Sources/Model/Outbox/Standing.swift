internal import Localization

/// How a message of mine stands, in words: the same in the row, the list, the review, the info, plain mode and
/// `psst queue` (O15a).
public struct Standing: Sendable, Equatable {
  /// How far the link has come.
  public enum Link: Sendable, Equatable, CaseIterable {
    /// There is none.
    case away
    /// The server's archive is asked first.
    case opening
    case open
    /// Another program on this computer has it.
    case shared
  }

  /// What a message waits for.
  public enum Kind: Sendable, Equatable {
    /// It goes by itself when the link comes.
    case forLink
    /// The policy asks when the link comes.
    case forLinkAndOK
    case forOK
    /// Something went wrong, and is tried again.
    case trouble
    /// The user has something to do first.
    case user
    /// Others go first, or something is asked first.
    case forTurn
    /// It does not wait.
    case none
  }

  /// As the message has it.
  public let status: DeliveryStatus
  /// What it waits for.
  public let kind: Kind
  /// Why it waits, and when it is tried next, in plain words, in the order in which they are dear.
  public let reasons: [String]

  /// - Parameters:
  ///   - reason: what went wrong with the message itself last.
  ///   - delay: of its chat.
  ///   - uptime: of now, in milliseconds.
  public init(
    _ status: DeliveryStatus, link: Link, policy: SendPolicy = .smart, reason: String? = nil,
    delay: Delay? = nil, uptime: Int64
  ) {
    self.status = status
    let reason = reason.flatMap { $0.isEmpty ? nil : $0 }
    guard status == .queued else {
      kind = .none
      reasons = status == .failed ? reason.map { [$0] } ?? [] : []
      return
    }
    switch link {
    case .away: (kind, reasons) = Self.waiting(reason, policy)
    case .shared: (kind, reasons) = (.forTurn, [tr("the other window sends it")])
    case .opening: (kind, reasons) = (.forTurn, [tr("checking the server first")])
    case .open: (kind, reasons) = Self.delayed(delay, reason, uptime)
    }
  }

  private static func waiting(_ reason: String?, _ policy: SendPolicy) -> (Kind, [String]) {
    if let reason { return (.trouble, [reason, tr("trying again when online")]) }
    return policy == .review
      ? (.forLinkAndOK, [tr("asks you when online")]) : (.forLink, [tr("will send when online")])
  }

  private static func delayed(
    _ delay: Delay?, _ reason: String?, _ uptime: Int64
  ) -> (Kind, [String]) {
    switch delay?.cause {
    case .trouble(let words): (.trouble, [words, again(delay?.until, uptime)])
    case .user(let words): (.user, [words])
    case .joining: (.forTurn, [tr("joining the group first")])
    case .upload: (.forTurn, [tr("uploading the file")])
    case .older where reason == nil: (.forTurn, [tr("after an older message")])
    case .older, nil:
      if let reason {
        (.trouble, [reason, again(nil, uptime)])
      } else if delay?.isHeld == true {
        (.forOK, [tr("waiting for your OK")])
      } else {
        (.forTurn, [tr("after older messages")])
      }
    }
  }

  // MARK: Words

  /// `Queued`, where there is no room for more.
  public var brief: String {
    switch status {
    case .queued: tr("Queued")
    case .failed: tr("Failed")
    default: status.word
    }
  }

  /// The reason says more than the word queued.
  public var startsWithReason: Bool { kind == .trouble || kind == .user }

  /// `Bo's mailbox is full · trying again in 4 min`, `Queued · will send when online`
  public var words: String { words(as: brief, separator: "·") }

  /// The same where something else waits, or with another sign between its parts.
  public func words(as brief: String, separator: String) -> String {
    let head = startsWithReason && brief == self.brief ? [] : [brief]
    return (head + reasons).joined(separator: " \(separator) ")
  }

  /// `queued: Bo's mailbox is full, trying again in 4 min`, within a list.
  public var sentence: String {
    reasons.isEmpty ? status.word : "\(status.word): \(reasons.joined(separator: ", "))"
  }

  /// The same, without what goes without saying.
  public var remark: String {
    switch kind {
    case .trouble, .user, .forOK: sentence
    case .none where status == .failed: sentence
    default: status.word
    }
  }

  // MARK: The next try

  private static func again(_ until: Int64?, _ uptime: Int64) -> String {
    guard let until, until > uptime else { return tr("trying again") }
    let seconds = (until - uptime + 999) / 1_000
    if seconds < 60 { return tr("trying again in \(seconds) s") }
    let minutes = (seconds + 59) / 60
    return tr("trying again in \(minutes) min")
  }

  /// The uptime in milliseconds at which the words of a next try change: each minute, in the last one each second.
  public static func nextChange(of until: Int64, after uptime: Int64) -> Int64? {
    let left = until - uptime
    guard left > 0 else { return nil }
    // At 60 s sharp the words are still `1 min`.
    let step: Int64 = left > 60_000 ? 60_000 : 1_000
    return uptime + (left - 1) % step + 1
  }
}

internal import Localization
internal import Model
internal import Store

/// What of a chat is told, as the user changes it: of a person all or nothing, of a group mentions alone as well, and
/// nothing also for a time.
struct AlertChoice: Equatable {
  /// When it is over that nothing is told.
  struct End: Equatable {
    var time: Timestamp
    /// `15:04`
    var words: String
  }

  let chat: ChatID
  let isRoom: Bool
  let alerts: Chat.Alerts
  /// `nil` where that lasts.
  private(set) var end: End?
  /// As it is chosen; `nil` where no time is.
  private(set) var span: MuteSpan?
  /// What is told after the end.
  private let after: Chat.Alerts
  private let now: Timestamp
  private let time: CivilTime

  /// What is so now.
  init(_ chat: ChatID, in context: Context) {
    let row = context.snapshot.chat(chat)
    self.chat = chat
    (now, time) = (context.now.wall, context.time)
    isRoom = row?.kind == .room
    after = row?.alerts ?? .standard(row?.kind ?? .direct)
    alerts = row?.alerts(at: now) ?? after
    end = row?.mutedUntil.flatMap { $0 > now ? end(at: $0) : nil }
  }

  private init(_ choice: AlertChoice, _ alerts: Chat.Alerts) {
    (chat, isRoom, self.alerts, after) = (choice.chat, choice.isRoom, alerts, choice.after)
    (now, time) = (choice.now, choice.time)
  }

  private func end(at end: Timestamp) -> End { End(time: end, words: time.soon(end, now: now)) }

  static func == (left: AlertChoice, right: AlertChoice) -> Bool {
    (left.chat, left.isRoom, left.alerts) == (right.chat, right.isRoom, right.alerts)
      && left.end == right.end
  }

  /// Ever quieter, and from nothing to all: one key reaches each, and mutes what nobody has changed. From what is muted
  /// for a time to what was before.
  var next: AlertChoice {
    switch alerts {
    case .all: AlertChoice(self, isRoom ? .mentions : .nothing)
    case .mentions: AlertChoice(self, .nothing)
    case .nothing: AlertChoice(self, end == nil || after == .nothing ? .all : after)
    }
  }

  /// Nothing for a time.
  var timed: [AlertChoice] {
    MuteSpan.allCases.map { span in
      var choice = AlertChoice(self, .nothing)
      (choice.span, choice.end) = (span, end(at: span.end(after: now, time)))
      return choice
    }
  }

  /// What the palette offers: of a group all there are, of a person what is not so now.
  var offers: [AlertChoice] {
    let lasting =
      isRoom
      ? Chat.Alerts.allCases.map { AlertChoice(self, $0) }
      : [next] + (end == nil ? [] : [AlertChoice(self, .nothing)])
    return lasting + timed
  }

  var action: Action {
    if let end { return .intent(.mute(chat.address, until: end.time), of: chat.account) }
    return .intent(.setAlerts(chat.address, alerts), of: chat.account)
  }

  // MARK: Words

  /// What is not as in most chats, for the header.
  var mark: String? {
    switch alerts {
    case .all: isRoom ? tr("all alerts") : nil
    case .mentions: nil
    case .nothing: end.map { tr("muted until \($0.words)") } ?? tr("muted")
    }
  }

  /// For the palette.
  var title: String {
    switch alerts {
    case .nothing where span == .hour:
      tr(isRoom ? "Mute this group for an hour" : "Mute this chat for an hour")
    case .nothing where span == .tomorrow:
      tr(
        isRoom ? "Mute this group until tomorrow morning" : "Mute this chat until tomorrow morning")
    case .all: tr(isRoom ? "Alerts in this group: all messages" : "Unmute this chat")
    case .mentions: tr("Alerts in this group: mentions and replies")
    case .nothing:
      tr(isRoom ? "Mute this group: no alerts" : "Mute this chat until I unmute it")
    }
  }

  /// After it was chosen.
  func notice(in snapshot: Snapshot) -> String {
    let name = Names.chat(chat, in: snapshot)
    return switch alerts {
    case .all: tr(isRoom ? "Alerts for \(name): all messages." : "\(name) is no longer muted.")
    case .mentions: tr("Alerts for \(name): mentions and replies.")
    case .nothing: end.map { tr("\(name) is muted until \($0.words).") } ?? tr("\(name) is muted.")
    }
  }
}

extension MuteSpan {
  /// In the list of what is known of somebody.
  var offer: String {
    switch self {
    case .hour: tr("mute for an hour")
    case .tomorrow: tr("mute until tomorrow morning")
    }
  }
}

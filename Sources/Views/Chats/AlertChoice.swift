internal import Localization
internal import Model
internal import Store

/// What of a chat is told, as the user changes it: of a person all or nothing, of a group mentions alone as well.
struct AlertChoice: Equatable {
  let chat: ChatID
  let isRoom: Bool
  let alerts: Chat.Alerts

  /// What is so now.
  init(_ chat: ChatID, in snapshot: Snapshot) {
    let row = snapshot.chat(chat)
    self.chat = chat
    isRoom = row?.kind == .room
    alerts = row?.alerts ?? .standard(row?.kind ?? .direct)
  }

  private init(_ choice: AlertChoice, _ alerts: Chat.Alerts) {
    (chat, isRoom, self.alerts) = (choice.chat, choice.isRoom, alerts)
  }

  /// Ever quieter, and from nothing to all: one key reaches each, and mutes what nobody has changed.
  var next: AlertChoice {
    switch alerts {
    case .all: AlertChoice(self, isRoom ? .mentions : .nothing)
    case .mentions: AlertChoice(self, .nothing)
    case .nothing: AlertChoice(self, .all)
    }
  }

  /// All there are for the chat.
  var choices: [AlertChoice] {
    Chat.Alerts.allCases.filter { isRoom || $0 != .mentions }.map { AlertChoice(self, $0) }
  }

  var action: Action { .intent(.setAlerts(chat.address, alerts), of: chat.account) }

  // MARK: Words

  /// What is not as in most chats, for the header.
  var mark: String? {
    switch alerts {
    case .all: isRoom ? tr("all alerts") : nil
    case .mentions: nil
    case .nothing: tr("muted")
    }
  }

  /// For the palette.
  var title: String {
    switch alerts {
    case .all: tr(isRoom ? "Alerts in this group: all messages" : "Unmute this chat")
    case .mentions: tr("Alerts in this group: mentions and replies")
    case .nothing: tr(isRoom ? "Alerts in this group: none (mute)" : "Mute this chat")
    }
  }

  /// After it was chosen.
  func notice(in snapshot: Snapshot) -> String {
    let name = Names.chat(chat, in: snapshot)
    return switch alerts {
    case .all: tr(isRoom ? "Alerts for \(name): all messages." : "\(name) is no longer muted.")
    case .mentions: tr("Alerts for \(name): mentions and replies.")
    case .nothing: tr("\(name) is muted.")
    }
  }
}

internal import Files
internal import Handover
internal import Localization
internal import Model

/// What is decided of a chat, by its name: pinned, muted, marked as unread, archived.
extension PlainMode {
  func mark(_ word: String, _ name: String) -> [Action] {
    decide(word, name) { chat, name in
      switch word {
      case "pin": (.pin(chat, true), tr("\(name) is pinned"))
      case "unpin": (.pin(chat, false), tr("\(name) is no longer pinned"))
      case "archive": (.archive(chat, true), tr("\(name) is archived"))
      case "unarchive": (.archive(chat, false), tr("\(name) is no longer archived"))
      case "unread": (.markUnread(chat, true), tr("\(name) is marked as unread"))
      default: (.setAlerts(chat, .all), tr("\(name) is no longer muted"))
      }
    }
  }

  /// One has come back to it.
  func unmark(_ chat: JID) -> [Action] {
    chats.isMarkedUnread(chat) ? [.submit(.markUnread(chat, false))] : []
  }

  /// The last word may say for how long.
  func mute(_ operand: String) -> [Action] {
    let words = operand.split(separator: " ")
    guard let span = words.last.flatMap({ MuteSpan(rawValue: $0.lowercased()) }) else {
      return decide("mute", operand) { (.setAlerts($0, .nothing), tr("\($1) is muted")) }
    }
    let now = wording.now()
    let end = span.end(after: now, wording.zone)
    return decide("mute", words.dropLast().joined(separator: " ")) {
      (.mute($0, until: end), tr("\($1) is muted until \(wording.zone.soon(end, now: now))"))
    }
  }

  /// A chat by name, or the one that one talks to.
  private func decide(
    _ word: String, _ name: String, _ decision: (JID, String) -> (Intent, String)
  ) -> [Action] {
    do {
      guard let chat = try name.isEmpty ? openChat : names.address(of: name) else {
        return [.say(tr("error: /\(word) needs a name"))]
      }
      let (intent, words) = decision(chat, names.name(of: chat))
      return [.submit(intent), .say(wording.clean(words))]
    } catch {
      return [.say(wording.clean(tr("error: \(error.text)")))]
    }
  }
}

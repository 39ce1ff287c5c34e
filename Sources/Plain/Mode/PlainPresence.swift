internal import Handover
internal import Localization
internal import Model

/// Who is online and who types, a line each time that changes (N1, D3).
struct PlainPresence {
  private var presence: [JID: Presence] = [:]
  private var typing: [JID: [JID]] = [:]

  mutating func apply(
    _ now: Presence, of jid: JID, _ wording: PlainWording, _ names: NameBook
  ) -> [PlainMode.Action] {
    let before = presence.updateValue(now, forKey: jid) ?? .offline
    return before == now ? [] : tell(jid, wording, names)
  }

  /// Where somebody is now.
  func tell(_ jid: JID, _ wording: PlainWording, _ names: NameBook) -> [PlainMode.Action] {
    guard jid != names.account, let now = presence[jid] else { return [] }
    let name = names.name(of: jid)
    let words =
      switch now {
      case .online: tr("\(name) is online")
      case .away: tr("\(name) is away")
      case .offline: tr("\(name) is offline")
      }
    return [.say(wording.clean(words))]
  }

  /// What somebody says beside it (RFC 6121 §4.7.2.2).
  func apply(
    status text: String?, of jid: JID, _ wording: PlainWording, _ names: NameBook
  ) -> [PlainMode.Action] {
    guard jid != names.account else { return [] }
    let name = names.name(of: jid)
    return [
      .say(wording.clean(text.map { tr("\(name) says: \($0)") } ?? tr("\(name) has no status")))
    ]
  }

  mutating func apply(
    typing who: [JID], in chat: JID, _ wording: PlainWording, _ names: NameBook
  ) -> [PlainMode.Action] {
    let before = typing.updateValue(who, forKey: chat) ?? []
    return who.filter { !before.contains($0) }.map {
      .say(wording.clean(tr("\(names.name(of: $0)) is typing")))
    }
  }
}

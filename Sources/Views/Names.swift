internal import Model
internal import Store

/// What people and chats are called on the screen; still hostile text.
enum Names {
  static func chat(_ jid: JID, in snapshot: Snapshot) -> String {
    if let chat = snapshot.chat(jid) { return chat.name }
    return person(jid, in: snapshot)
  }

  static func person(_ jid: JID, in snapshot: Snapshot) -> String {
    snapshot.contacts[jid.bare]?.displayName ?? jid.local ?? jid.description
  }

  /// What stands beside a message: the nickname in a group, else the first word of the name.
  static func sender(of message: Message, in snapshot: Snapshot) -> String {
    if message.isMine { return "me" }
    return message.sender.resource ?? short(message.chat, in: snapshot)
  }

  static func short(_ jid: JID, in snapshot: Snapshot) -> String {
    let name = chat(jid, in: snapshot)
    return name.split { $0.isWhitespace }.first.map(String.init) ?? name
  }

  /// `typing…` in a chat of two, `Ana, Bo are typing…` in a group (D3); `nil` where nobody is.
  static func typing(in chat: JID, kind: Chat.Kind, snapshot: Snapshot) -> String? {
    guard let who = snapshot.typing[chat], !who.isEmpty else { return nil }
    guard kind == .room else { return "typing…" }
    let names = who.map { $0.resource ?? person($0, in: snapshot) }
    return names.joined(separator: ", ") + (who.count == 1 ? " is typing…" : " are typing…")
  }
}

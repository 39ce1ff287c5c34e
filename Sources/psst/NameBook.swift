internal import Model

/// Who is who: finds an address for a name, and a name for an address. Fed with changes.
struct NameBook: Sendable {
  enum Answer: Equatable {
    case found(JID)
    /// Several people have the name.
    case several([JID])
    case invalid
  }

  /// The bare address of the account.
  let account: JID
  private var names: [JID: String] = [:]

  init(account: JID) { self.account = account.bare }

  mutating func take(_ change: Change) {
    switch change {
    case .contact(let contact): names[contact.jid] = contact.displayName
    case .contactRemoved(let jid): names[jid] = nil
    case .chat(let chat) where names[chat.jid] == nil: names[chat.jid] = chat.name
    default: break
    }
  }

  /// What to call an address: the roster's name, else the local part.
  func name(of jid: JID) -> String {
    if jid.bare == account { return "me" }
    return names[jid.bare] ?? jid.local ?? jid.description
  }

  /// An address as such; else who has the name; else whose address begins with it; else that name on the account's own domain.
  func find(_ text: String) -> Answer {
    if text.contains("@") { return JID(text).map { .found($0.bare) } ?? .invalid }
    let wanted = text.lowercased()
    for matches in [
      names.filter { $0.value.lowercased() == wanted }, names.filter { $0.key.local == wanted },
    ] where !matches.isEmpty {
      let found = matches.keys.sorted()
      return found.count == 1 ? .found(found[0]) : .several(found)
    }
    if wanted == "me" { return .found(account) }
    return JID(local: text, domain: account.domain).map { .found($0) } ?? .invalid
  }

  /// As ``find(_:)``, with the refusals in words.
  func address(of text: String) throws(Failure) -> JID {
    switch find(text) {
    case .found(let jid): return jid
    case .several(let all):
      let choices = all.map(\.description).joined(separator: " or ")
      throw Failure("several people are called \"\(text)\": \(choices)")
    case .invalid: throw .usage("\"\(text)\" is neither a name nor an address")
    }
  }
}

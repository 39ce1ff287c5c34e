public import Files
internal import Localization
public import Model

/// Who is who: finds an address for a name, and a name for an address. Fed with changes.
public struct NameBook: Sendable {
  enum Answer: Equatable {
    case found(JID)
    /// Several people have the name.
    case several([JID])
    case invalid
  }

  /// The bare address of the account.
  public let account: JID
  /// Of contacts and groups.
  private var names: [JID: String] = [:]
  private var rooms: Set<JID> = []
  /// What contacts whom I gave no name call themselves.
  private var nicks: [JID: String] = [:]
  private var looks = NameLooks()
  /// There is a chat with them, and they are not in the roster.
  private var strangers: Set<JID> = []

  /// - Parameter changes: what is known already.
  public init(account: JID, _ changes: [Change] = []) {
    self.account = account.bare
    for change in changes { apply(change) }
  }

  /// Learns names from chats and contacts.
  public mutating func apply(_ change: Change) {
    if case .chat(let chat) = change, chat.kind == .room { rooms.insert(chat.jid) }
    switch change {
    case .contact(let contact): call(contact.jid, contact.displayName)
    case .contactRemoved(let jid): call(jid, nil)
    case .nick(let jid, let nick):
      looks.count(nick: nick, insteadOf: nicks[jid])
      nicks[jid] = nick
    // Its owner may call it otherwise.
    case .chat(let chat) where chat.kind == .room:
      looks.count(group: chat.name, insteadOf: names[chat.jid])
      names[chat.jid] = chat.name
    case .chat(let chat) where names[chat.jid] == nil:
      if chat.kind == .direct, !chat.isContact {
        strangers.insert(chat.jid)
      } else {
        call(chat.jid, chat.name)
      }
    default: break
    }
  }

  private mutating func call(_ jid: JID, _ name: String?) {
    let old = names[jid]
    guard old != name else { return }
    names[jid] = name
    looks.count(name: name, insteadOf: old)
    if name != nil { strangers.remove(jid) } else { strangers.insert(jid) }
  }

  /// What to call an address: the roster's name where one alone has it, else the whole address, and that it is
  /// no contact's. Of whom nothing is known yet, nothing is said: on one's own server the name will do.
  public func name(of jid: JID) -> String {
    if jid.bare == account { return tr("me") }
    if let nick = jid.resource, rooms.contains(jid.bare) {
      return tr("\(ShownName.marked(nick)) in \(name(of: jid.bare))")
    }
    let cautions =
      (strangers.contains(jid.bare) ? [tr("not a contact")] : [])
      + (jid.mixedScripts.isEmpty ? [] : [jid.mixedScripts.joined(separator: "+")])
    guard cautions.isEmpty else { return "\(jid.bare) (\(cautions.joined(separator: ", ")))" }
    if let nick = nick(of: jid.bare) { return nick }
    let own = jid.domain == account.domain ? jid.local : nil
    guard let name = names[jid.bare] ?? own else { return jid.bare.description }
    let isPlain =
      rooms.contains(jid.bare)
      ? looks.isPlain(group: name)
      : looks.isPlain(name: name, isCounted: names[jid.bare] != nil)
    return isPlain ? name : jid.bare.description
  }

  /// A group whose name is a person's, or of psst's own words, is found by its address alone.
  private func isFound(_ jid: JID, by name: String) -> Bool {
    !rooms.contains(jid) || looks.isPlain(group: name)
  }

  /// What a contact calls themselves, where nobody else can be taken for them by it.
  private func nick(of jid: JID) -> String? {
    nicks[jid].flatMap { looks.isFree($0, of: names[jid]) ? $0 : nil }
  }

  /// `Bo (bo@localhost)`
  public func introduction(of jid: JID) -> String {
    let name = name(of: jid)
    return name.hasPrefix(jid.bare.description) ? name : "\(name) (\(jid))"
  }

  /// An address as such; else which contact or group has the name; else whose address begins with it; else in whose name
  /// it is a word; else that name on the account's own domain, unless somebody else who has written is called so.
  func find(_ text: String) -> Answer {
    if text.contains("@") { return JID(text).map { .found($0.bare) } ?? .invalid }
    let wanted = text.lowercased()
    for matches in [
      names.filter { $0.value.lowercased() == wanted && isFound($0.key, by: $0.value) },
      names.filter { $0.key.local == wanted },
      wanted == "me" || wanted == tr("me")
        ? [:]
        : names.filter { Self.words($0.value).contains(wanted) && isFound($0.key, by: $0.value) },
      nicks.filter { $0.value.lowercased() == wanted && nick(of: $0.key) != nil },
    ] where !matches.isEmpty {
      let found = matches.keys.sorted()
      return found.count == 1 ? .found(found[0]) : .several(found)
    }
    if wanted == "me" || wanted == tr("me") { return .found(account) }
    guard let own = JID(local: text, domain: account.domain) else { return .invalid }
    let others = strangers.filter { $0.local == wanted && $0 != own }
    return others.isEmpty ? .found(own) : .several((others + [own]).sorted())
  }

  private static func words(_ name: String) -> [String] {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// As ``find(_:)``, with the refusals in words.
  public func address(of text: String) throws(Failure) -> JID {
    switch find(text) {
    case .found(let jid): return jid
    case .several(let all):
      let choices = all.map(\.description).joined(separator: tr(" or "))
      throw Failure(tr("several people are called \"\(text)\": \(choices)"))
    case .invalid: throw .usage(tr("\"\(text)\" is neither a name nor an address"))
    }
  }
}

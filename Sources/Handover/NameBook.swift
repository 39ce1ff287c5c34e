public import Files
internal import Localization
public import Model

/// Who is who: finds an address for a name, and a name for an address. Fed with changes.
public struct NameBook: Sendable {
  enum Answer: Equatable {
    case found(JID)
    /// Several may be meant.
    case several([JID])
    /// Only they may be meant, and nobody has said so.
    case doubtful(JID)
    /// Nobody on this computer's server is called so.
    case nobody
    case invalid
  }

  /// The bare address of the account.
  public let account: JID
  /// It is one of this computer's own server.
  private let isPrivate: Bool
  /// All who are on that server are among the contacts.
  public var isWhole = false
  /// Of contacts and groups.
  private var names: [JID: String] = [:]
  private var rooms: Set<JID> = []
  /// What contacts whom I gave no name call themselves.
  private var nicks: [JID: String] = [:]
  private var looks = NameLooks()
  /// There is a chat with them, and they are not in the roster.
  private var strangers: Set<JID> = []

  /// - Parameter changes: what is known already.
  public init(account: JID, isPrivate: Bool = false, _ changes: [Change] = []) {
    (self.account, self.isPrivate) = (account.bare, isPrivate)
    for change in changes { apply(change) }
  }

  /// Learns names from chats and contacts.
  public mutating func apply(_ change: Change) {
    if case .chat(let chat) = change, chat.kind == .room || chat.kind == .occupant {
      rooms.insert(chat.jid.bare)
    }
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
    guard cautions.isEmpty else { return "\(jid.bare.shown) (\(cautions.joined(separator: ", ")))" }
    if let nick = nick(of: jid.bare) { return nick }
    let own = jid.domain == account.domain ? jid.local : nil
    guard let name = names[jid.bare] ?? own else { return jid.bare.shown }
    let isPlain =
      rooms.contains(jid.bare)
      ? looks.isPlain(group: name)
      : looks.isPlain(name: name, isCounted: names[jid.bare] != nil)
    return isPlain ? name : jid.bare.shown
  }

  /// The name of a message's author, with a hint where nobody else in the group reads it.
  public func author(of message: Message) -> String {
    let name = name(of: message.sender)
    return message.chat.isOccupant ? tr("\(name), to you alone") : name
  }

  /// Nobody of the contacts, and nobody whom anything was said to or by.
  public func isUnknown(_ jid: JID) -> Bool {
    !isPrivate && jid.bare != account && names[jid.bare] == nil && !strangers.contains(jid.bare)
      && !rooms.contains(jid.bare)
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
    return name.hasPrefix(jid.bare.shown) ? name : "\(name) (\(jid.shown))"
  }

  /// An address as such; else which contact or group has the name; else whose address begins with it; else in whose name
  /// it is a word; else who has that name on this computer's own server; else a server of that name (RFC 7622 §3.2).
  /// Nothing is completed by guess.
  func find(_ text: String) -> Answer {
    if text.contains("@") { return JID(typed: text).map { .found($0.bare) } ?? .invalid }
    let wanted = text.lowercased()
    let server = text.contains(".") ? JID(text) : nil
    for matches in [
      names.filter { $0.value.lowercased() == wanted && isFound($0.key, by: $0.value) },
      names.filter { $0.key.local == wanted },
      wanted == "me" || wanted == tr("me")
        ? [:]
        : names.filter { Self.words($0.value).contains(wanted) && isFound($0.key, by: $0.value) },
      nicks.filter { $0.value.lowercased() == wanted && nick(of: $0.key) != nil },
    ] where !matches.isEmpty {
      let found = Set(matches.keys).union(server.map { [$0] } ?? []).sorted()
      return found.count == 1 ? .found(found[0]) : .several(found)
    }
    if wanted == "me" || wanted == tr("me") { return .found(account) }
    if let server { return .found(server) }
    let own = isPrivate && !isWhole ? JID(local: text, domain: account.domain) : nil
    let others = strangers.filter { $0.local == wanted && $0 != own }.sorted()
    if let own { return others.isEmpty ? .found(own) : .several((others + [own]).sorted()) }
    switch others.count {
    case 0: return isPrivate && JID(local: text, domain: account.domain) != nil ? .nobody : .invalid
    case 1: return .doubtful(others[0])
    default: return .several(others)
    }
  }

  private static func words(_ name: String) -> [String] {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// As ``address(of:)``; the address of somebody in a group is that one's, and not the group's: what is meant for one
  /// alone is never said to all (XEP-0045 §7.5).
  public func chat(of text: String) throws(Failure) -> JID {
    if let jid = JID(typed: text), jid.isOccupant, rooms.contains(jid.bare) { return jid }
    return try address(of: text)
  }

  /// As ``find(_:)``, with the refusals in words.
  public func address(of text: String) throws(Failure) -> JID {
    switch find(text) {
    case .found(let jid): return jid
    case .several(let all):
      let choices = all.map(\.shown).joined(separator: tr(" or "))
      throw Failure(tr("several people are called \"\(text)\": \(choices)"))
    case .doubtful(let jid):
      throw Failure(tr("no contact is called \"\(text)\"; somebody has the address \(jid.shown)"))
    case .nobody:
      throw Failure(
        tr("nobody here is called \"\(text)\"; psst invite \(text) makes an account for them"))
    case .invalid: throw .usage(tr("\"\(text)\" is neither a name nor an address"))
    }
  }
}

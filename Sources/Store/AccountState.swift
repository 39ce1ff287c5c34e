public import Model

/// What the views may know of one account: its link, its people, what waits in it.
public struct AccountState: Sendable, Equatable {
  /// Who I am there: bare.
  public var address: JID
  /// What I call myself; `nil`: that was never said.
  public var name: String?
  /// I left it: nothing of it is shown, and its place is nobody else's.
  public var isSignedOut = false
  public var connection = ConnectionState.connecting(attempt: 1)
  /// Those of the roster who have no row among the chats, by bare address.
  public var unlisted: [JID: Contact] = [:]
  /// What contacts whom I gave no name call themselves, by bare address.
  public private(set) var nicks: [JID: String] = [:]
  /// All that the server had was read at least once since the start.
  public var wasCaughtUp = false
  /// Of contacts and groups; changed with them.
  var looks = NameLooks()
  /// What I am called by those who give me no name.
  public var ownName: String?
  /// What I put on contacts, by bare address; who is missing has none.
  public var labels: [JID: [String]] = [:]
  /// By bare address; who is missing is offline.
  public var presence: [JID: Presence] = [:]
  /// What people say beside it, by bare address.
  public var statuses: [JID: String] = [:]
  /// What I say beside mine.
  public var ownStatus: String?
  /// The presence shown is of before the link was lost (N4).
  public var isPresenceOutdated = false
  /// The rooms that I am in, by bare address.
  public var rooms: [JID: Room] = [:]
  /// The form of the room that I am changing.
  public var roomForm: OpenRoomForm?
  /// Who types, by chat.
  public var typing: [JID: [JID]] = [:]
  public var outbox = OutboxCounts()
  /// Messages may leave; and what is written now leaves at once.
  public var isOpen = false
  public var sendsNow = false
  /// Why what waits is not on its way although there is a link, by chat.
  public var delays: [JID: Delay] = [:]
  /// How far files have come that are on their way, by their messages' ids.
  public var uploads: [OriginID: FileProgress] = [:]
  /// The same of files that are fetched, by the rows of their messages.
  public var downloads: [Int64: FileProgress] = [:]
  /// Who takes files; `nil` where that is not known, and inside it where nobody does.
  public var uploadService: UploadHost??
  public var policy = SendPolicy.smart
  /// The policy asks whether what waits is to be sent (O5).
  public var question: PolicyQuestion?
  /// The devices of somebody, while they are looked at.
  public var card: PersonCard?
  /// Whom I have blocked.
  public var blocked = BlockList()
  /// Whether old messages may be removed (P4).
  public var keepQuestion: KeepQuestion?
  /// Who asks to see when I am online, the first to ask first.
  public var requests: [JID] = []
  /// Invitations that stand in no chat, the newest first.
  public var invitations: [FoldedInvitation] = []
  /// Where the account's groups are; `nil` while nobody knows.
  public var groupService: JID?
  /// What a service shows, while it is looked at.
  public var groups: GroupListing?
  /// Groups that are to be made.
  public var newGroups: [NewGroup] = []
  /// The address that was asked about last, and what it is.
  public var described: DescribedGroup?
  /// What I reacted with, the last first.
  public var recentEmoji: [Emoji] = []
  /// What the disk refuses with, while it does.
  public var disk: DiskTrouble?

  /// It lives on this computer's own server, where everyone sees everyone (C6).
  public var isPrivate: Bool

  public init(_ address: JID, name: String? = nil, isPrivate: Bool = false) {
    self.address = address
    self.name = name
    self.isPrivate = isPrivate
  }

  /// What decides when messages leave.
  public var outlook: OutboxOutlook {
    OutboxOutlook(
      connection: connection, policy: policy, sendsNow: sendsNow, isOpen: isOpen, delays: delays)
  }

  /// The contacts are here, from the disk or from the server, as far as there are any.
  public var knowsContacts: Bool { wasCaughtUp || looks.hasContacts }

  /// The contact of that name, or the group, can be told by it from all others.
  public func isPlain(_ name: String, of kind: Chat.Kind) -> Bool {
    kind == .room ? looks.isPlain(group: name) : looks.isPlain(name: name)
  }

  mutating func setNick(_ nick: String?, of jid: JID) {
    looks.count(nick: nick, insteadOf: nicks[jid])
    nicks[jid] = nick
  }

  /// What a contact calls themselves, where nobody else can be taken for them by it.
  /// - Parameter name: what they are called without it.
  public func nick(of jid: JID, called name: String?) -> String? {
    guard let nick = nicks[jid], looks.isFree(nick, of: name) else { return nil }
    return nick
  }

  /// A contact who has a row has it with the chat.
  mutating func setUnlisted(_ contact: Contact?, _ jid: JID) {
    looks.count(name: contact?.displayName, insteadOf: unlisted[jid]?.displayName)
    unlisted[jid] = contact
  }
}

/// What is so of all accounts together; of one account it is what is so of that.
extension Snapshot {
  /// What is known of one account.
  public subscript(account: AccountID) -> AccountState {
    // A copy for each look at one field would retain all the others.
    _read { yield accounts[account.index] }
    _modify { yield &accounts[account.index] }
  }

  /// All accounts that I am signed in to, in their order.
  public var accountIDs: [AccountID] {
    accounts.indices.lazy.filter { !accounts[$0].isSignedOut }.map { AccountID($0) }
  }

  /// What is known of those.
  public var openAccounts: [AccountState] { accounts.filter { !$0.isSignedOut } }

  /// The account whose link has come least far.
  public var leastConnected: AccountID {
    let open = accounts.indices.filter { !accounts[$0].isSignedOut }
    let place = open.dropFirst().reduce(open.first ?? 0) {
      accounts[$1].connection.progress < accounts[$0].connection.progress ? $1 : $0
    }
    return AccountID(place)
  }

  /// The account is not tried again by itself, and another password may help.
  public func wantsPassword(_ account: AccountID) -> Bool {
    if case .paused = self[account].connection { !self[account].isPrivate } else { false }
  }

  /// The link of that account.
  public var connection: ConnectionState { self[leastConnected].connection }

  /// What waits in all of them.
  public var outbox: OutboxCounts {
    accounts.indices.dropFirst().reduce(accounts[0].outbox) { $0 + accounts[$1].outbox }
  }

  /// One question for all who ask: how much waits, and until the last of them goes away.
  public var question: PolicyQuestion? {
    accounts.indices.dropFirst().reduce(accounts[0].question) { one, place in
      guard let other = accounts[place].question else { return one }
      return one.map {
        PolicyQuestion(waiting: $0.waiting + other.waiting, until: max($0.until, other.until))
      } ?? other
    }
  }

  /// Of some the presence shown is of before their link was lost.
  public var isPresenceOutdated: Bool {
    accounts.indices.contains { accounts[$0].isPresenceOutdated }
  }

  /// The first that the disk refuses with.
  public var disk: DiskTrouble? { accounts.indices.lazy.compactMap { accounts[$0].disk }.first }

  // MARK: One chat, one person

  /// Whether somebody can be reached.
  public func presence(of id: ChatID) -> Presence {
    if let nick = id.address.resource, let room = room(id.bare) {
      return room.occupants[nick]?.presence ?? .offline
    }
    return self[id.account].presence[id.address] ?? .offline
  }

  /// The room that I am in with this name.
  public func room(_ id: ChatID) -> Room? { self[id.account].rooms[id.address] }

  /// It is the chat of a group that I am not in.
  public func hasLeft(_ id: ChatID) -> Bool { chat(id)?.kind == .room && room(id) == nil }

  /// Who types there.
  public func typing(in id: ChatID) -> [JID] { self[id.account].typing[id.address] ?? [] }

  /// My own name in an account, which is that of my notes there.
  public func me(of account: AccountID) -> ChatID { ChatID(self[account].address, of: account) }

  /// It is I.
  public func isMe(_ id: ChatID) -> Bool { self[id.account].address == id.address.bare }

  /// What to call somebody of the roster, and of a chat.
  public func name(of id: ChatID) -> String? {
    chat(id.bare)?.name ?? self[id.account].unlisted[id.address.bare]?.displayName
  }

  /// I have nothing to do with them.
  public func isBlocked(_ id: ChatID) -> Bool {
    self[id.account].blocked.entry(of: id.address) != nil
  }

  /// One other person who is not in the roster.
  public func isStranger(_ id: ChatID) -> Bool {
    guard !isMe(id), self[id.account].unlisted[id.address.bare] == nil else { return false }
    return chat(id.bare).map { $0.kind == .direct && !$0.isContact } ?? true
  }
}

extension OutboxCounts {
  fileprivate static func + (left: OutboxCounts, right: OutboxCounts) -> OutboxCounts {
    OutboxCounts(
      queued: left.queued + right.queued, sending: left.sending + right.sending,
      failed: left.failed + right.failed, held: left.held + right.held)
  }
}

extension ConnectionState {
  /// Larger is further on.
  fileprivate var progress: Int {
    switch self {
    case .paused: 0
    case .offline: 1
    case .connecting: 2
    case .readOnly: 3
    case .unanswered: 4
    case .online: 5
    }
  }
}

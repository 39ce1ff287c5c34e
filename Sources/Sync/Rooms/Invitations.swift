internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Invitations to groups (XEP-0249, XEP-0045 §7.8): each stands in the chat with who invites until it is answered. Too many
/// of one person, or of strangers, stand in no chat, and are told of together. Nothing is joined by itself.
struct Invitations: Tracker {
  static let keyPath: any Path = \.invitations

  /// So many of one person wait in the chat with them.
  static let mostShown = 10
  /// So many of people who are neither in the roster nor in a chat make one.
  static let mostOfStrangers = 5
  /// So many of the others are kept, the newest (Z4).
  static let mostFolded = 100
  /// Of mine, so many may wait for a room's word.
  private static let mostAsked = 100

  /// What those are that stand in no chat is to be told.
  private var isChanged = false
  /// How many of them have come in this turn.
  private var fresh = 0
  /// Whom I invite to a room of which it is not known yet who may enter.
  private var undecided: [JID: [(who: JID, id: OriginID)]] = [:]
  /// Whom rooms are to invite: they may refuse.
  private var handed: [OriginID: (who: JID, room: JID)] = [:]
  private var number = 0

  mutating func start(_ turn: Turn) throws(StorageError) {
    let folded = try turn.database.invitations.folded()
    if !folded.isEmpty { turn.change(.invitations(folded)) }
  }

  mutating func forgetLink(_ turn: Turn) {
    for (room, people) in undecided.sorted(by: { $0.key < $1.key }) {
      for (who, _) in people {
        Self.tellRefusal(of: who, to: room, tr("the connection was lost"), turn)
      }
    }
    (undecided, handed) = ([:], [:])
  }

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    try state.invitations.tell(turn)
  }

  private mutating func tell(_ turn: Turn) throws(StorageError) {
    guard isChanged else { return }
    let folded = try turn.database.invitations.folded()
    turn.change(.invitations(folded))
    if fresh > 0 {
      let count = folded.count
      turn.notice(
        .information,
        tr(count, "1 more invitation to a group", "\(count) more invitations to groups"),
        remedy: .answer)
    }
    (isChanged, fresh) = (false, 0)
  }

  // MARK: Theirs

  static func receive(
    _ message: InboundMessage, by inviter: JID, at place: Inbox.Place, _ state: inout EngineState,
    _ turn: Turn
  ) throws(StorageError) {
    guard var invitation = message.content?.invitation, inviter.bare != turn.me else {
      return turn.log("dropped: an invitation that says it is mine, from \(message.from)")
    }
    // Only for somebody in the room it says nothing new (XEP-0249 §3).
    if let room = state.rooms[invitation.room], !room.isShut { invitation.answer = .accepted }
    var said = message
    said.content = .invitation(invitation)
    said.payloads = message.payloads.filter { $0 == .receiptRequest }
    if invitation.isByRoom {
      // The room names who invites, and chose the id: it may not be taken for an id of theirs.
      (said.from, said.id, said.originID, said.payloads) = (inviter.bare, nil, nil, [])
    }
    try Inbox.receiveContent(
      .invitation(invitation), in: said, of: inviter.bare, at: place, &state, turn)
    guard let password = message.roomPassword,
      try turn.database.invitations.answer(invitation.room, by: inviter.bare) == .open
    else { return }
    let isContact = try turn.database.roster.contact(inviter.bare) != nil
    state.rooms.learn(password, of: invitation.room, overrules: isContact, turn)
  }

  /// Whether a new one stands in no chat: there are too many, it is there already, or nobody is named who invites.
  static func withholds(
    _ message: InboundMessage, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) -> Bool {
    let who = message.from.bare
    guard let invitation = message.content?.invitation, who != turn.me else { return false }
    let before = try turn.database.invitations.answer(invitation.room, by: who)
    let isKnown = before == .open || before == .accepted && invitation.answer == .accepted
    let isTooMuch = try isTooMuch(of: who, turn)
    guard isKnown || who == invitation.room || isTooMuch else { return false }
    for id in [message.archiveID?.value, message.identity?.value].compactMap(\.self) {
      try turn.database.tombstones.add(OriginID(id), chat: who)
    }
    if !isKnown, invitation.answer == .open {
      try state.invitations.fold(FoldedInvitation(invitation, by: who), turn)
    }
    return true
  }

  private static func isTooMuch(of who: JID, _ turn: Turn) throws(StorageError) -> Bool {
    let hasChat = try turn.database.chats.chat(who) != nil
    let isContact = try turn.database.roster.contact(who) != nil
    if !hasChat, !isContact {
      return try turn.database.invitations.shownByStrangers() >= mostOfStrangers
    }
    return try turn.database.invitations.shown(by: who) >= mostShown
  }

  /// A group that is no more says where it goes on.
  mutating func offer(_ room: JID, by old: JID, _ turn: Turn) throws(StorageError) {
    try fold(FoldedInvitation(Invitation(room: room, isByRoom: true), by: old), turn)
  }

  private mutating func fold(_ folded: FoldedInvitation, _ turn: Turn) throws(StorageError) {
    try turn.database.invitations.add(.init(folded, message: nil))
    try turn.database.invitations.trimFolded(to: Self.mostFolded)
    (isChanged, fresh) = (true, fresh + 1)
  }

  /// It stands in its chat.
  static func note(_ stored: Message, _ turn: Turn) throws(StorageError) {
    guard let invitation = stored.invitation, !stored.isMine else { return }
    let one = FoldedInvitation(invitation, by: stored.chat)
    try turn.database.invitations.add(.init(one, message: stored.id))
  }

  // MARK: My answer

  /// I am in it, or do not want to be: all that invite to it say so.
  mutating func answer(
    _ room: JID, _ answer: Invitation.Answer, _ turn: Turn
  ) throws(StorageError) {
    let open = try turn.database.invitations.open(to: room)
    guard !open.isEmpty else { return }
    for row in open.compactMap(\.message) {
      guard let chat = try turn.database.invitations.note(answer, inMessage: row) else { continue }
      turn.tell([row], in: chat)
    }
    try turn.database.invitations.set(answer, to: room)
    isChanged = isChanged || open.contains { $0.message == nil }
  }

  /// Who invites is told where the room asked for them, and I have a chat with them: no stranger learns that I am here.
  mutating func decline(
    _ room: JID, isLinked: Bool, _ turn: Turn
  ) throws(StorageError) {
    for one in try turn.database.invitations.open(to: room) where isLinked {
      guard one.message != nil, one.folded.invitation.isByRoom,
        try turn.database.roster.contact(one.folded.inviter) != nil
      else { continue }
      number += 1
      turn.command(.declineByRoom(id: "decline-\(number)", one.folded.inviter, of: room))
    }
    try answer(room, .declined, turn)
  }

  mutating func declineFolded(_ turn: Turn) throws(StorageError) {
    try turn.database.invitations.removeFolded()
    isChanged = true
  }

  /// A room says that who was invited will not come.
  static func declined(by who: JID, _ room: JID, _ state: EngineState, _ turn: Turn) {
    guard state.rooms[room] != nil else { return turn.log("dropped: a refusal from \(room)") }
    turn.notice(.information, tr("\(who.bare) will not come to the group \(room)"))
  }

  // MARK: Mine

  /// - Parameter isThere: I am in the room now.
  mutating func invite(
    _ who: JID, to room: JID, _ id: OriginID, isThere: Bool, _ turn: Turn
  ) {
    guard isThere else {
      return Self.tellRefusal(of: who, to: room, tr("you are not in the group now"), turn)
    }
    guard who != turn.me, who.local != nil else {
      return Self.tellRefusal(of: who, to: room, tr("that is nobody's address"), turn)
    }
    let isFirst = undecided[room] == nil
    guard undecided.values.reduce(0, { $0 + $1.count }) < Self.mostAsked else {
      return Self.tellRefusal(of: who, to: room, tr("too many at once"), turn)
    }
    undecided[room, default: []].append((who, id))
    if isFirst { turn.command(.describeRoom(room)) }
  }

  /// Where anybody may enter, the invitation is a message, which waits in the outbox as others do. Where not, or where
  /// that is not known, the room is asked: it makes who is invited a member, and says its password.
  static func described(
    _ room: JID, _ facts: RoomFacts?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    for (who, id) in state.invitations.undecided.removeValue(forKey: room) ?? [] {
      if let facts, !facts.isMembersOnly, !facts.wantsPassword {
        try Sending.send(Invitation(room: room), to: who, id, &state, turn)
      } else if state.invitations.handed.count < mostAsked {
        state.invitations.handed[id] = (who, room)
        turn.command(.inviteByRoom(id: id.value, who, to: room))
      }
      turn.notice(.information, tr("\(who) is invited to the group \(room)"))
    }
  }

  /// A room does not pass an invitation on; returns whether it was one.
  mutating func refused(
    _ id: OriginID, by room: JID, _ error: StanzaError, _ turn: Turn
  ) -> Bool {
    guard let (who, asked) = handed[id], asked == room.bare else { return false }
    handed[id] = nil
    Self.tellRefusal(of: who, to: asked, Self.words(error), turn)
    return true
  }

  private static func tellRefusal(of who: JID, to room: JID, _ why: String, _ turn: Turn) {
    turn.notice(.error, tr("\(who) was not invited to the group \(room): \(why)"))
  }

  private static func words(_ error: StanzaError) -> String {
    switch error.condition {
    case "forbidden", "not-allowed", "not-authorized": tr("you may not invite people there")
    case "item-not-found", "service-unavailable": tr("there is no such address")
    default: error.text ?? tr("its server refused (\(error.condition))")
    }
  }
}

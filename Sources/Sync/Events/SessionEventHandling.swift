internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Takes in what the server and the peers did, within a turn.
enum SessionEventHandling {
  static func apply(
    _ event: SessionEvent, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch event {
    case .signedIn, .made, .signedInBy, .given, .archiveKeepsAll, .resumesInline, .givesArchiveIDs:
      try learned(event, turn)
    case .ready(let ready): try LinkHandling.linkUp(ready, &state, turn)
    case .message(let message): try Inbox.receive(message, at: .unknown, &state, turn)
    case .presence(let presence): try receive(presence, &state, turn)
    case .roster, .rosterPush: try roster(event, &state, turn)
    case .acknowledged(let ids):
      state.reconnect.carried(ids.count)
      try acknowledged(ids, &state, turn)
    case .refused(let id, let from, let error):
      let isOpen = state.isOpen
      state.outbox.answered(byErrorFor: id)
      if state.invitations.refused(id, by: from, error, turn) { return }
      if state.moderation.refused(id, by: from, error, turn) { return }
      if try state.rooms.shutOut(id, from: from, error, turn) { return }
      try state.outbox.refused(id, from: from, error, isLinkOpen: isOpen, turn)
      try state.markers.cameBack(id, from: from, error, turn)
      try RoomMarkers.cameBack(id, from: from, error, &state, turn)
    case .archivePart(let query, let entries):
      try receive(entries, of: query, &state, turn)
    case .archivePage(let page): try receive(page, &state, turn)
    case .archiveFailed(let query, let error): try failed(query, error, &state, turn)
    case .pong(let id): try pong(id, &state, turn)
    case .contactAnswered, .kindTold: try watched(event, &state, turn)
    case .roomAnswered(let room, let error): try state.rooms.answered(room, error, turn)
    case .roomDestroyed(let room, let error):
      try RoomAnswers.destroyed(room, error, &state, turn)
    case .roomForm(let room, let form, let error):
      if try GroupMaking.receive(form, of: room, error, &state, turn) { return }
      if state.moderation.forms.received(form, of: room, error, turn) { return }
      turn.log("dropped: a room's form that nobody asked for")
    case .roomConfigured(let room, let error):
      try RoomAnswers.configured(room, error, &state, turn)
    case .roomObeyed(let id, let error): try Moderation.answered(id, error, &state, turn)
    case .roomPeople(let room, let affiliation, let people):
      try state.rooms.change(room) { $0.note(people, as: affiliation) }
    case .admitted(let room, let error): try GroupMaking.admitted(room, error, &state, turn)
    case .items(let whom, let page, let error):
      try state.directory.receive(page, of: whom, error, turn)
    case .roomDescribed(let room, let facts):
      try RoomAnswers.described(room, facts, &state, turn)
      try RoomReceipts.described(room.bare, facts, &state, turn)
    case .blockList, .noBlockList, .takesReports, .blocked, .unblocked, .blockingDone, .bookmarks,
      .bookmarkStore, .bookmarksChanged, .bookmarkKept, .contactNamed, .nick, .nickTold,
      .chatMarks, .chatMarksShared, .avatar, .avatarData, .avatarTold:
      try account(event, &state, turn)
    case .readElsewhere(let places): try state.sharing.learned(places, turn)
    case .readShared(let id, let error): try state.sharing.shared(id, error, turn)
    case .uploadCandidates, .uploadCandidate, .uploadGranted, .uploadRefused:
      try uploads(event, &state, turn)
    case .programTold(let device, let program): state.cards.learned(program, of: device, turn)
    case .clientTold(let device, let name): state.cards.learned(client: name, of: device, turn)
    case .lastThere(let who, let seconds):
      state.cards.learned(secondsSince: seconds, of: who, turn)
    case .opened: turn.log("dropped: a connection that waits, though it was not to")
    case .dropped(let reason): turn.log("dropped: \(reason)")
    case .registration: turn.log("dropped: an answer about an account that nobody asked for")
    case .ended(let end): try LinkHandling.ended(end, &state, turn)
    }
  }

  /// Answers of contacts' devices to whether they are there, and what they are.
  private static func watched(
    _ event: SessionEvent, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch event {
    case .contactAnswered(let device, let error):
      try state.watch.answered(device, error, &state.presence, turn)
    case .kindTold(let device, let isComputer):
      try state.watch.told(device, isComputer: isComputer, &state.presence, turn)
    default: break
    }
  }

  /// What the server is like.
  private static func learned(
    _ event: SessionEvent, _ turn: Turn
  ) throws(StorageError) {
    switch event {
    case .signedIn(let mechanism): turn.log("signed in with \(mechanism.rawValue)")
    case .signedInBy(let mechanism): turn.log("signed in with \(mechanism.rawValue)")
    case .given(let token): turn.log("given a token for \(token.mechanism.rawValue)")
    case .archiveKeepsAll(let does): try ServerFact.archiveKeepsAll.learned(does, turn)
    case .resumesInline(let does): try ServerFact.resumesInline.learned(does, turn)
    case .givesArchiveIDs(let does): try ServerFact.givesArchiveIDs.learned(does, turn)
    default: break
    }
  }

  /// What the service for files says.
  private static func uploads(
    _ event: SessionEvent, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch event {
    case .uploadCandidates(let services): state.uploads.found(services, turn)
    case .uploadCandidate(let address, let service):
      state.uploads.described(address, service, turn)
    case .uploadGranted(let id, let slot): try state.uploads.granted(slot, for: id, turn)
    case .uploadRefused(let id, let error): try state.uploads.refused(id, error, turn)
    default: break
    }
  }

  /// The people of the roster, or one of them.
  private static func roster(
    _ event: SessionEvent, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch event {
    case .roster(let items):
      try state.roster.replace(items, &state.presence, turn)
      try turn.database.streams.reach(.roster)
      try state.subscriptions.flush(turn)
      try state.naming.rosterCame(turn)
    case .rosterPush(let item):
      try state.roster.push(item, &state.presence, turn)
      try state.subscriptions.note(item.contact, turn)
    default: break
    }
  }

  /// What the account's server keeps for all my devices.
  private static func account(
    _ event: SessionEvent, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch event {
    case .contactNamed(let id, let error): try ContactNaming.done(id, error, &state, turn)
    case .chatMarks(let all): try state.chatSharing.learned(all, turn)
    case .chatMarksShared(let id, let error): try state.chatSharing.shared(id, error, turn)
    case .avatar(let who, let avatar): try Avatars.learned(avatar?.hash, of: who, state, turn)
    case .avatarData(let who, let hash, let bytes):
      try state.avatars.received(bytes, hash, of: who, turn)
    case .avatarTold(let id, let error): try state.avatars.told(id, error, turn)
    case .nick(let who, let name): try Nicknames.learned(name, of: who, &state, turn)
    case .nickTold(let id, let error): try state.nicknames.told(id, error, turn)
    case .blockList(let all): try Blocking.learned(all, &state, turn)
    case .noBlockList(let error): try Blocking.unknown(error, &state, turn)
    case .takesReports(let does): state.blocking.takesReports(does, turn)
    case .blocked(let some): try Blocking.added(some, &state, turn)
    case .unblocked(let some): try Blocking.removed(some, &state, turn)
    case .blockingDone(let id, let error): try Blocking.done(id, error, &state, turn)
    case .bookmarkStore(let store): try Bookmarks.isKept(in: store, &state, turn)
    case .bookmarks(let all, let isWhole):
      try Bookmarks.learned(all, isWhole: isWhole, &state, turn)
    case .bookmarksChanged(let some, let gone):
      try Bookmarks.changed(some, gone: gone, &state, turn)
    case .bookmarkKept(let id, let error): try Bookmarks.kept(id, error, &state, turn)
    default: break
    }
  }

  private static func receive(
    _ entries: [ArchivePage.Entry], of query: String, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if try Retention.answered(query, by: entries, isWhole: false, &state, turn) { return }
    if try RoomReading.receive(entries, of: query, &state, turn) { return }
    for placement in try state.catchUp.receivePart(entries, of: query, turn) {
      try Inbox.receive(placement.message, at: placement.place, &state, turn)
    }
  }

  // MARK: Answers

  private static func receive(
    _ page: ArchivePage, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state.answered(page.query, turn)
    let covered = state.outbox.covered(by: page.query)
    if try Retention.answered(page.query, by: page.entries, isWhole: true, &state, turn) { return }
    if try RoomReading.receive(page, &state, turn) { return }
    let wasCaughtUp = state.catchUp.isCaughtUp
    let (placements, outcome) = try state.catchUp.receive(page, turn)
    for placement in placements {
      try Inbox.receive(placement.message, at: placement.place, &state, turn)
    }
    try conclude(outcome, covering: covered, wasCaughtUp: wasCaughtUp, &state, turn)
  }

  private static func failed(
    _ query: String, _ error: StanzaError, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if error == .timeout { state.unanswered(query) } else { try state.answered(query, turn) }
    let wasCaughtUp = state.catchUp.isCaughtUp
    // Where there is no archive, its answer says nothing of what was handed over.
    state.outbox.unanswered(query)
    if try Retention.answered(query, by: [], isWhole: true, &state, turn) { return }
    if try RoomReading.failed(query, error, &state, turn) { return }
    let outcome = try state.catchUp.failed(query, error, turn)
    try conclude(outcome, covering: [], wasCaughtUp: wasCaughtUp, &state, turn)
  }

  /// - Parameter covered: what was handed over before what is answered now was asked.
  private static func conclude(
    _ outcome: CatchUp.Outcome, covering covered: [OriginID], wasCaughtUp: Bool,
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch outcome {
    case .unexpected: turn.log("dropped: an archive page nobody asked for")
    case .more: break
    case .dated: try state.catchUp.reached(turn)
    case .older:
      try state.catchUp.granted(turn)
      state.unarchived.isDue = true
    case .caughtUp:
      if !wasCaughtUp {
        try noteMissing(state.catchUp.hasArchive, turn)
        try turn.database.streams.reach(.caughtUp)
        try state.tellLimits(turn)
      }
      try state.doubts.begin(hasArchive: state.catchUp.hasArchive, turn)
      state.unarchived.isDue = true
      if state.catchUp.hasArchive { try state.sharing.caughtUp(turn) }
      state.bookmarks.caughtUp()
      state.chatSharing.caughtUp()
      if !state.hasAcknowledgements, state.catchUp.isQuiet {
        try expectWord(of: state.outbox.settleByArchive(covered, turn), &state, turn)
        try state.rooms.handed(covered, turn)
      }
    }
  }

  /// The unconfirmed that the archive does not have will be sent again: their lives say why.
  private static func noteMissing(_ hasArchive: Bool, _ turn: Turn) throws(StorageError) {
    let kind: LifeEvent.Kind = hasArchive ? .archiveAsked : .archiveUnavailable
    for record in try turn.database.outbox.records(.queued, limit: Outbox.window)
    where record.entry.attempts > 0 && !record.isGroup {
      try turn.life(record.message, kind, cause: tr("not there"), attempt: record.entry.attempts)
    }
  }

  private static func pong(
    _ id: String, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state.answered(id, turn)
    let covered = state.outbox.covered(by: id)
    guard let roundTrip = state.keepAlive.pong(id, turn.now) else { return }
    turn.change(.connection(.online(roundTrip: roundTrip)))
    state.outbox.serverLives(hasAcknowledgements: state.hasAcknowledgements, turn)
    try state.presence.settle(turn)
    if !state.hasAcknowledgements, !state.catchUp.hasArchive {
      try acknowledged(covered, &state, turn)
    }
  }

  private static func acknowledged(
    _ ids: [OriginID], _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try expectWord(of: state.outbox.acknowledged(ids, turn), &state, turn)
    try state.rooms.handed(ids, turn)
  }

  /// My server has what I wrote there: the others are to speak of it.
  private static func expectWord(
    of chats: Set<JID>, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    for chat in chats.sorted() {
      try state.doubts.expect(chat, hasArchive: state.catchUp.hasArchive, turn)
    }
  }

  private static func receive(
    _ presence: InboundPresence, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if try RoomAnswers.receive(presence, &state, turn) { return }
    // The server has not heard yet that they are blocked.
    if presence.kind != .unavailable, state.blocking.holds(presence.from) { return }
    switch presence.kind {
    case .subscribe, .subscribed, .unsubscribe, .unsubscribed:
      try state.subscriptions.receive(presence.kind, from: presence.from.bare, turn)
    case .unavailable:
      state.typing.left(presence.from, turn)
      try state.presence.receive(presence, turn)
    default:
      if presence.kind == .available {
        if let photo = presence.photo {
          try Avatars.learned(photo, of: presence.from.bare, state, turn)
        }
        try state.markers.heard(from: presence.from.bare, behind: state.receipts, turn)
      }
      try state.presence.receive(presence, turn)
      state.outbox.hurry(presence.from.bare, turn)
      try state.doubts.expect(presence.from.bare, hasArchive: state.catchUp.hasArchive, turn)
      state.watch.presenceChanged(presence.from.bare, turn)
    }
  }
}

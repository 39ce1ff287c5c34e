import Model
import Scratch
import XMPP

/// A server as small as can be that keeps what the protocol promises: an archive in the order of
/// arrival, acknowledgements of what was handled, and answers in the order of the questions.
struct ModelServer {
  struct Archived {
    var id: ArchiveID
    var message: InboundMessage
  }

  private(set) var archive: [Archived] = []
  private var number = 0
  /// Milliseconds in which nobody wrote.
  private var passed: Int64 = 0
  /// Commands on their way to the server.
  var inbound: [SessionCommand] = []
  /// Events on their way to the client.
  var outbound: [SessionEvent] = []
  /// All stanzas said on the stream that can be resumed.
  private(set) var said: [SessionEvent] = []
  /// What came besides messages: receipts, markers, states, presence.
  private(set) var others: [SessionCommand] = []
  /// Origin IDs in the order of their transmission, repeats included.
  private(set) var received: [OriginID] = []
  var roster: [RosterItem] = []
  /// Refuses messages with this text, archived before as real servers do.
  var refusals: [String: StanzaError] = [:]
  /// Acknowledges and delivers messages with this text without archiving them.
  var forgets: Set<String> = []
  /// What the owner's devices have read, as they told each other.
  var shared: [ReadPlace] = []
  /// What it says to who would tell; `nil` where it takes it.
  var sharingRefusal: StanzaError?
  /// What the owner's devices decided of chats, as they told each other.
  var marked: [ChatMarks] = []
  /// It takes it when the node was made before.
  var makesNodes = false
  var acknowledges = true
  /// It answers who takes files.
  var describesFiles = true
  /// It holds back what nobody looks at (XEP-0352).
  var hasClientState = false
  var hasArchive = true
  /// What each question to the archive is answered with; `nil` where there is no trouble.
  var archiveTrouble: StanzaError?
  /// Its archive's ids are times: one that it does not have is between two that it has.
  var idsAreTimes = false
  /// Its archives say how many entries they have.
  var saysTotal = false
  /// So many were told of archives.
  var entriesTold = 0
  private var handled: [OriginID] = []
  var room = ModelRoom()
  var service = ModelGroups()
  /// What the owner has told the room that was read, in order.
  var markers: [String] = []
  /// Which rooms the owner's devices are in, as they told each other.
  var bookmarks: [Bookmark] = []
  /// Where the account's devices keep them.
  var bookmarkStore = BookmarkStore.items
  /// What it says to who would tell; `nil` where it takes it.
  var bookmarkRefusal: StanzaError?

  /// What it says to who gives somebody a name; `nil` where it takes it.
  var namingRefusal: StanzaError?
  /// What the owner is called, as all who may know were told.
  private(set) var nick: String?
  /// What it says to who would tell; `nil` where it takes it.
  var nickRefusal: StanzaError?
  /// Whom the owner has blocked; `nil`: it cannot do that.
  var blocked: [JID]? = []

  static let files = JID("files.example.org")!
  var takesFiles = true
  /// What it says to who asks where to put a file; `nil` where it gives a place.
  var slotRefusal: StanzaError?
  /// How often it was asked.
  private(set) var slots = 0

  let owner: JID

  init(owner: JID) { self.owner = owner }

  /// Where files are put.
  private mutating func stepAmongFiles(_ command: SessionCommand) -> Bool {
    switch command {
    case .findUploadServices: say(.uploadCandidates([JID("example.org")!, Self.files]))
    case .describeUploadService where !describesFiles: say(.uploadCandidates(nil))
    case .describeUploadService(let service):
      let found = UploadHost(address: service, limit: 1_000)
      say(.uploadCandidate(service, service == Self.files && takesFiles ? found : nil))
    case .requestSlot(let id, _, _, _, _):
      slots += 1
      let address = "https://files.example.org/\(slots)"
      say(
        slotRefusal.map { .uploadRefused(id, $0) }
          ?? .uploadGranted(id, UploadSlot(put: address, get: address)))
    default: return false
    }
    return true
  }

  /// Handles the oldest command; `false` when there was none.
  mutating func step() -> Bool {
    guard !inbound.isEmpty else { return false }
    let command = inbound.removeFirst()
    if service.isOn, let events = service.answer(command) {
      for event in events { say(event) }
      return true
    }
    if stepInRoom(command) || stepAmongPeople(command) || stepAmongFiles(command) { return true }
    switch command {
    case .send(let to, let originID, let text, let amendment, let target, _):
      take(to, originID, text, amendment, target)
    case .invite(let to, let originID, let invitation):
      take(to, originID, invitation.words, nil, nil)
    case .sendFile(let to, let originID, let file, let target, _):
      take(to, originID, file.words, nil, target)
    case .requestAcknowledgement:
      guard acknowledges else { break }
      say(.acknowledged(handled))
      handled = []
    case .queryArchive(let query):
      let error = StanzaError(kind: "cancel", condition: "service-unavailable")
      say(
        archiveTrouble.map { .archiveFailed(query: query.id, $0) }
          ?? (hasArchive ? answer(query) : .archiveFailed(query: query.id, error)))
    case .ping(let id): say(.pong(id: id))
    case .fetchRoster: say(.roster(roster))
    case .fetchRead: say(.readElsewhere(shared))
    case .fetchBookmarks(let store):
      if store != bookmarkStore {
        say(store == .privateStorage ? .bookmarkStore(.items) : .bookmarks([], isWhole: true))
      } else if bookmarkRefusal == nil || makesNodes {
        say(.bookmarks(bookmarks, isWhole: true))
      }
    case .keepBookmark(let id, let room, let nick, let place):
      let refusal = bookmarkRefusal.flatMap { place.node != .unknown && makesNodes ? nil : $0 }
      if refusal == nil, place.store == bookmarkStore {
        let before = bookmarks.first { $0.room == room }
        bookmarks.removeAll { $0.room == room }
        bookmarks.append(
          Bookmark(
            room: room, isAutojoin: nick != nil, nick: nick ?? before?.nick,
            password: before?.password))
      }
      say(.bookmarkKept(id: id, refusal))
    case .removeBookmark(let id, let room, _):
      bookmarks.removeAll { $0.room == room }
      say(.bookmarkKept(id: id, nil))
    case .shareRead(let id, let place, let node):
      let refusal = sharingRefusal.flatMap { node != .unknown && makesNodes ? nil : $0 }
      if refusal == nil {
        shared.removeAll { $0.chat == place.chat }
        shared.append(place)
      }
      say(.readShared(id: id, refusal))
    case let other: others.append(other)
    }
    return true
  }

  /// Whether it was about people.
  private mutating func stepAmongPeople(_ command: SessionCommand) -> Bool {
    let error = StanzaError(kind: "cancel", condition: "service-unavailable")
    switch command {
    case .nameContact(let id, let who, let name, let labels):
      guard namingRefusal == nil else {
        say(.contactNamed(id: id, namingRefusal))
        return true
      }
      let known = roster.first { $0.contact.jid == who }?.contact
      let contact = Contact(
        jid: who, name: name.isEmpty ? nil : name, subscription: known?.subscription ?? .none,
        labels: labels ?? known?.labels ?? [])
      roster.removeAll { $0.contact.jid == who }
      roster.append(RosterItem(contact: contact, isRemoved: false))
      say(.rosterPush(RosterItem(contact: contact, isRemoved: false)))
      say(.contactNamed(id: id, nil))
    case .tellNick(let id, let name):
      if nickRefusal == nil { nick = name }
      say(.nickTold(id: id, nickRefusal))
    case .fetchChatMarks: say(.chatMarks(marked))
    case .shareChatMarks(let id, let marks, let node):
      let refusal = sharingRefusal.flatMap { node != .unknown && makesNodes ? nil : $0 }
      if refusal == nil {
        marked.removeAll { $0.chat == marks.chat }
        marked.append(marks)
      }
      say(.chatMarksShared(id: id, refusal))
    case .fetchBlockList: say(blocked.map { .blockList($0) } ?? .noBlockList(error))
    case .block(let id, let who, let isBlocked, _):
      blocked?.removeAll { $0 == who }
      if isBlocked { blocked?.append(who) }
      say(.blockingDone(id: id, blocked == nil ? error : nil))
    default: return false
    }
    return true
  }

  private mutating func say(_ event: SessionEvent) {
    outbound.append(event)
    if case .acknowledged = event { return }
    said.append(event)
  }

  /// Something that nobody asked for.
  mutating func tell(_ event: SessionEvent) { say(event) }

  /// A new stream begins; what waits for the client is said on it.
  mutating func beginStream() { said = outbound }

  /// The stream goes on: what the client did not count is said again.
  mutating func resumeStream(handledByClient count: Int) { outbound = Array(said[count...]) }

  /// The connection breaks: what the server had not read is gone, and what it had said, too.
  mutating func cut() {
    (inbound, outbound, handled) = ([], [], [])
  }

  /// Somebody writes to the owner; the live copy is on its way when `isLive`.
  mutating func deliver(
    _ text: String, id: String, from: JID, kind: InboundMessage.Kind = .direct,
    isLive: Bool = true, to: JID? = nil, amending amendment: Amendment? = nil,
    answering target: ReplyTarget? = nil, after pause: Int64 = 0, isEncrypted: Bool = false
  ) {
    passed += pause
    var message = InboundMessage(
      source: .live, from: from.with(resource: "phone")!, to: to ?? owner, kind: kind,
      id: NamedID.id(of: id),
      originID: OriginID(named: id), content: .text(text), payloads: [.receiptRequest, .markable])
    // As the session hands on what it cannot read.
    if isEncrypted {
      (message.content, message.payloads) = (.unsupported(.encrypted(.omemo)), [])
    }
    message.payloads += amendment.map { [.amendment($0)] } ?? []
    message.payloads += target.map { [.reply($0)] } ?? []
    message.archiveID = store(message)
    if isLive { say(.message(message)) }
  }

  /// Somebody invites the owner to a room, or a room says so.
  mutating func invite(
    to room: JID, by who: JID, byRoom: Bool = false, reason: String = "", password: String? = nil,
    id: String? = nil, isLive: Bool = true
  ) {
    let id = id ?? "i\(number)"
    var message = InboundMessage(
      source: .live, from: byRoom ? room : who.with(resource: "phone")!, to: owner,
      id: NamedID.id(of: id), originID: OriginID(named: id),
      content: .invitation(Invitation(room: room, reason: reason, isByRoom: byRoom)))
    message.news = .invitation(by: who, password: password)
    message.archiveID = store(message)
    if isLive { say(.message(message)) }
  }

  /// Another device of the owner writes to somebody.
  mutating func carbon(
    _ text: String, id: String, to: JID, amending amendment: Amendment? = nil,
    answering target: ReplyTarget? = nil, isLive: Bool = true
  ) {
    var message = InboundMessage(
      source: .carbon, from: owner.with(resource: "laptop")!, to: to, id: NamedID.id(of: id),
      originID: OriginID(named: id), content: .text(text))
    message.payloads += amendment.map { [.amendment($0)] } ?? []
    message.payloads += target.map { [.reply($0)] } ?? []
    message.archiveID = store(message)
    if isLive { say(.message(message)) }
  }

  private mutating func take(
    _ to: JID, _ originID: OriginID, _ text: String, _ amendment: Amendment?,
    _ target: ReplyTarget?
  ) {
    received.append(originID)
    // What was refused first is not named by the acknowledgement any more (XMPP sees to it).
    if refusals[text] == nil { handled.append(originID) }
    var message = InboundMessage(
      source: .live, from: owner.with(resource: "psst")!, to: to, id: originID.value,
      originID: originID, content: .text(text))
    message.payloads += amendment.map { [.amendment($0)] } ?? []
    message.payloads += target.map { [.reply($0)] } ?? []
    guard !forgets.contains(text) else { return }
    let archiveID = store(message)
    if let error = refusals[text] {
      say(.refused(originID, from: to, error))
    } else if to == owner {
      var reflected = message
      reflected.archiveID = archiveID
      say(.message(reflected))
    }
  }

  private mutating func store(_ message: InboundMessage) -> ArchiveID {
    number += 1
    let id = ArchiveID(named: "a\(number)")
    var stored = message
    stored.source = .archive
    stored.archiveID = id
    stored.stamp = Timestamp(milliseconds: Int64(number) * 1_000 + passed)
    archive.append(Archived(id: id, message: stored))
    return id
  }

  /// It keeps nothing for so long.
  mutating func forgetOldest(_ count: Int) { archive.removeFirst(count) }

  /// Something that a node of the server had and the archive shows only now, so many entries behind the end.
  mutating func showLate(_ text: String, id: String, from: JID, behind: Int) {
    deliver(text, id: id, from: from, isLive: false)
    show(hideNewest(), behind: behind)
  }

  /// It lost what it had kept last, as one that is put back from a copy.
  mutating func forgetNewest(_ count: Int) { archive.removeLast(count) }

  /// A node of the server has the newest entry, and the archive does not show it yet.
  mutating func hideNewest() -> Archived { archive.removeLast() }

  mutating func show(_ hidden: Archived, behind: Int) {
    archive.insert(hidden, at: archive.count - behind)
  }

  private mutating func answer(_ query: ArchiveQuery) -> SessionEvent {
    let some = archive.filter { entry in
      let stamp = entry.message.stamp ?? Timestamp(milliseconds: 0)
      return query.with.map { entry.message.from.bare == $0 || entry.message.to.bare == $0 } ?? true
        && query.span.start.map { stamp >= $0 } ?? true
        && query.span.end.map { stamp <= $0 } ?? true
    }
    return answer(query, from: some)
  }

  /// A message came, and its sender is to be told so.
  mutating func countHandled(_ id: OriginID) {
    received.append(id)
    handled.append(id)
  }

  /// Of an id that it has lost it says so, as Prosody does; ejabberd's are times, and it goes on from there.
  mutating func answer(_ query: ArchiveQuery, from archive: [Archived]) -> SessionEvent {
    let asked =
      switch query.page {
      case .after(let id), .before(let id): id
      }
    guard let asked, !idsAreTimes, !archive.contains(where: { $0.id == asked }) else {
      var page = page(of: archive, query)
      page.total = saysTotal ? archive.count : nil
      entriesTold += page.entries.count
      return .archivePage(page)
    }
    return .archiveFailed(
      query: query.id, StanzaError(kind: "cancel", condition: "item-not-found"))
  }

  private func page(of archive: [Archived], _ query: ArchiveQuery) -> ArchivePage {
    func number(_ id: ArchiveID) -> Int { Int(NamedID.name(of: id.value).dropFirst()) ?? 0 }
    func index(of id: ArchiveID) -> Int {
      let known = archive.firstIndex { $0.id == id }
      return known ?? archive.firstIndex { number($0.id) > number(id) } ?? archive.count
    }
    let range: Range<Int>
    let isComplete: Bool
    switch query.page {
    case .after(let id):
      let start = id.map { id in index(of: id) + (archive.contains { $0.id == id } ? 1 : 0) } ?? 0
      range = start..<min(start + query.limit, archive.count)
      isComplete = range.upperBound == archive.count
    case .before(let id):
      let end = id.map { index(of: $0) } ?? archive.count
      range = max(0, end - query.limit)..<end
      isComplete = range.lowerBound == 0
    }
    let entries = archive[range].map { ArchivePage.Entry(id: $0.id, message: $0.message) }
    return ArchivePage(query: query.id, entries: entries, isComplete: isComplete)
  }
}

public import Model
internal import Synchronization

/// Changes on their way to the main thread: what comes while it is busy goes over as one batch.
///
/// A terminal that takes nothing (a connection that hangs, a program that is stopped on the other side) keeps the
/// main thread busy for hours, while the engine goes on. So that what waits has a bound, a state that is
/// replaced is forgotten, then the oldest messages: those are on disk, and the chats they belong to are read again.
public final class PendingChanges: Sendable {
  /// What came since the last batch.
  public struct Batch: Sendable, Equatable {
    /// In order.
    public var changes: [Change] = []
    /// Chats of which messages were forgotten.
    public var reread: Set<JID> = []
  }

  /// About how many bytes may wait before any are forgotten.
  public static let capacity = 8 << 20

  fileprivate struct Pending {
    var batch = Batch()
    var bytes = 0
    /// States that are needed may alone be more than the usual bound: those of 10,000 chats.
    var capacity = PendingChanges.capacity
  }

  private let pending = Mutex(Pending())

  public init() {}

  /// Whether they have to be fetched: else somebody is on the way already.
  public func add(_ changes: [Change]) -> Bool {
    pending.withLock { pending in
      defer {
        pending.batch.changes += changes
        pending.bytes += changes.reduce(0) { $0 + $1.weight }
        if pending.bytes > pending.capacity { pending.shrink() }
      }
      return pending.batch.changes.isEmpty
    }
  }

  /// All that came since the last one; somebody has to fetch what comes from now on.
  public func take() -> Batch {
    pending.withLock { pending in
      defer { pending = Pending() }
      return pending.batch
    }
  }
}

extension PendingChanges.Pending {
  /// Keeps what is newest: of each state its last change, of messages and news as many as fit in half of the bound.
  mutating func shrink() {
    var kept: [Change] = []
    var seen: Set<ReplacedState> = []
    bytes = 0
    var places: [JID: Int] = [:]
    for change in batch.changes.reversed() {
      if case .occupants(let room, let change) = change {
        guard !seen.contains(.room(room)) else { continue }
        bytes += kept.put(change, of: room, &places)
        continue
      }
      if let state = change.state, !seen.insert(state).inserted { continue }
      if change.isReadable, bytes > PendingChanges.capacity / 2 {
        if case .message(let message) = change { batch.reread.insert(message.chat) }
        continue
      }
      kept.append(change)
      bytes += change.weight
    }
    batch.changes = kept.reversed()
    capacity = max(PendingChanges.capacity, bytes * 2)
  }
}

/// What a change is the new state of: nobody needs those before it.
private enum ReplacedState: Hashable {
  case connection, caughtUp, requests, blocked, invitations, presenceOutdated, outbox, outgoing,
    question
  case policy, queue, card, keepQuestion
  case recentEmoji, disk, groupService, groups, newGroups, groupDescribed
  case message(Int64), removal(Int64), life(Int64)
  case chat(JID), chatRemoval(JID), contact(JID), contactRemoval(JID)
  case presence(JID), status(JID), ownStatus, nick(JID), ownName, room(JID), roomForm(JID), typing(
    JID)
  case delay(JID), queueEntry(OriginID), upload(OriginID), download(Int64), uploads, inspected
  case picture(PictureRequest)
}

extension Change {
  /// `nil`: each of them counts.
  fileprivate var state: ReplacedState? {
    switch self {
    case .connection: .connection
    case .caughtUp: .caughtUp
    case .message(let message): .message(message.id)
    case .messageRemoved(_, let id): .removal(id)
    case .chat(let chat): .chat(chat.jid)
    case .chatRemoved(let jid): .chatRemoval(jid)
    case .contact(let contact): .contact(contact.jid)
    case .contactRemoved(let jid): .contactRemoval(jid)
    case .requests: .requests
    case .blocked: .blocked
    case .card: .card
    case .invitations: .invitations
    case .presence(let jid, _): .presence(jid)
    case .status(let jid, _): .status(jid)
    case .ownStatus: .ownStatus
    case .nick(let jid, _): .nick(jid)
    case .ownName: .ownName
    case .presenceOutdated: .presenceOutdated
    case .room(let room): .room(room.jid)
    case .roomLeft(let jid): .room(jid)
    case .roomForm(let jid, _): .roomForm(jid)
    case .typing(let chat, _): .typing(chat)
    case .outbox: .outbox
    case .outgoing: .outgoing
    case .delay(let chat, _): .delay(chat)
    case .uploads: .uploads
    case .inspected: .inspected
    case .picture(let request, _): .picture(request)
    case .upload(let id, _): .upload(id)
    case .download(let row, _): .download(row)
    case .policyAsks: .question
    case .policy: .policy
    case .keepAsks: .keepQuestion
    case .queue: .queue
    case .queueEntry(let entry): .queueEntry(entry.originID)
    case .queueEntryRemoved(let id): .queueEntry(id)
    case .life(let life): .life(life.message.id)
    case .recentEmoji: .recentEmoji
    case .disk: .disk
    case .groupService: .groupService
    case .groups: .groups
    case .newGroups: .newGroups
    case .groupDescribed: .groupDescribed
    // Answers, and what is told once.
    case .page, .opened, .stretch, .newer, .gap, .reachesBack, .firstUnread, .found, .arrived,
      .notSaved, .notStored, .notice, .groupMade, .occupants:
      nil
    }
  }

  /// It can be read again, or is news of which only the newest are shown.
  fileprivate var isReadable: Bool {
    switch self {
    case .message, .arrived, .notice: true
    default: false
    }
  }

  /// About how many bytes it has in memory.
  fileprivate var weight: Int {
    switch self {
    case .message(let message), .arrived(let message): message.weight
    case .page(_, let messages, _), .opened(_, let messages, _), .stretch(_, let messages, _, _),
      .newer(_, let messages, _, _):
      messages.reduce(0) { $0 + $1.weight }
    case .room(let room): 500 + (room.occupants.named + room.events.count) * 200
    case .occupants(_, let changes): 500 + changes.count * 200
    case .queue(let entries): entries.count * 1_000
    case .picture(_, let picture): 500 + (picture?.cells.count ?? 0) * 16
    case .blocked(let list): 500 + list.entries.count * 100
    case .groups(let listing): 500 + (listing?.groups.count ?? 0) * 500
    default: 500
    }
  }
}

extension [Change] {
  /// In an array that begins with the newest: what came before is put into what came later of the same room, whose
  /// place `places` has. Returns by how many bytes there is more.
  fileprivate mutating func put(
    _ changes: Occupants.Changes, of room: JID, _ places: inout [JID: Int]
  ) -> Int {
    guard let place = places[room], case .occupants(_, let later) = self[place] else {
      places[room] = count
      append(.occupants(room, changes))
      return self[count - 1].weight
    }
    let before = self[place].weight
    var whole = changes
    whole.precede(later)
    self[place] = .occupants(room, whole)
    return self[place].weight - before
  }
}

extension Message {
  fileprivate var weight: Int { 500 + text.utf8.count }
}

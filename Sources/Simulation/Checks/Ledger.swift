internal import Model

/// The truth about every message, kept by who sees everything: what was written, what arrived at the server,
/// what it took.
final class Ledger {
  struct Entry {
    let id: String
    let number: Int
    /// Its place in the order of release, which first transmissions follow: that of writing, until it is picked.
    var rank: Int
    let seat: Int
    let account: String
    let chat: String
    /// The message that it says in other words.
    var corrects: String?
    /// The message that it deletes for everyone.
    var deletes: String?
    /// The message that it reacts to.
    var reactsTo: String?
    /// The message that it answers.
    var answers: String?
    var text: String
    /// The echo was drawn.
    var isDrawn = false
    /// The user took it back.
    var isCancelled = false
    /// The user deleted its chat, though it may have left.
    var isDeleted = false
    /// Its chat was deleted where it was written, when it had left: nobody is there who could send it again.
    var isDisowned = false
    /// It was failed, or its place was the user's choice: its order is free.
    var wasFailed = false
    /// How often it came to the server, was refused, was taken.
    var arrivals = 0
    var refusals = 0
    var acceptances = 0
    /// How often it was taken and not stored, and that it was stored where it was not seen at once.
    var forgotten = 0
    var isLate = false
    /// The device that was to get it from a box went first: without an archive nothing tells what it stands behind.
    var wasLeftInBox = false
    /// How often it was lost between two servers, and came back because one was not found.
    var transitLosses = 0
    var notFound = 0
    /// How often it went over a connection of which nobody knows whether it lives, and is stored nowhere.
    var blindDeliveries = 0
    /// A device that it was for shows it.
    var isSeen = false
    /// How often a stranger's client took it.
    var readers = 0
    /// What the device that wrote it shows, and whether it says that nobody confirms it: the user may send it again.
    var shown: DeliveryStatus?
    var isDoubted = false
    /// How often its device was connected before it was written, and how often its user wished another try.
    var linksBefore = 0
    var wishes = 0
    /// Seats at which a user wished another try: one of them may not be where it was written.
    var hands: Set<Int> = []

    /// The message that it is about: it is not shown by itself.
    var amends: String? { corrects ?? deletes ?? reactsTo }

    /// Each attempt was lost, and the user is asked whether there is to be another.
    var isAskedAbout: Bool {
      isDoubted && arrivals <= transitLosses + forgotten + blindDeliveries
    }

    /// Its place in the order is the promised one.
    var isOrdered: Bool {
      refusals == 0 && !wasFailed && !isCancelled && !isDeleted && forgotten == 0
        && !(isLate && acceptances > 1) && transitLosses == 0
    }
  }

  private unowned let world: World
  private(set) var entries: [String: Entry] = [:]
  /// All ids in the order of writing.
  private(set) var ids: [String] = []
  /// The message with the highest rank that arrived, by seat and chat.
  private var newest: [String: (rank: Int, id: String)] = [:]
  private var lastRank = 0

  init(world: World) { self.world = world }

  /// - Parameter target: the message that it answers.
  func wrote(_ id: String, seat: Int, chat: String, text: String, answering target: String? = nil) {
    lastRank += 1
    entries[id] = Entry(
      id: id, number: ids.count, rank: lastRank, seat: seat,
      account: world.cast.seats[seat].account, chat: chat,
      answers: target, text: text, linksBefore: world.devices[seat].links)
    ids.append(id)
  }

  /// The user sends it now, behind all that was released before.
  func released(_ id: String) {
    lastRank += 1
    change(id) { $0.rank = lastRank }
  }

  /// A message is said in other words by another.
  func corrected(_ id: String, by newID: String, seat: Int, text: String) {
    guard let entry = entries[id], entries[newID] == nil else { return }
    wrote(newID, seat: seat, chat: entry.chat, text: text)
    entries[newID]?.corrects = entry.corrects ?? id
  }

  /// A message is deleted for everyone by another.
  func retracted(_ id: String, by newID: String, seat: Int) {
    guard let entry = entries[id], entries[newID] == nil else { return }
    wrote(newID, seat: seat, chat: entry.chat, text: "")
    entries[newID]?.deletes = entry.corrects ?? id
  }

  /// Somebody reacts to a message by another, which may turn out to be needless.
  func reacted(to id: String, by newID: String, seat: Int, chat: String) {
    guard let entry = entries[id], entries[newID] == nil else { return }
    wrote(newID, seat: seat, chat: chat, text: "")
    entries[newID]?.reactsTo = entry.corrects ?? id
  }

  /// Who wrote it reacted again to the same message, at the same device: one that waits is taken back for that.
  func hasNewerReaction(than entry: Entry) -> Bool {
    entries.values.contains {
      $0.reactsTo == entry.reactsTo && $0.seat == entry.seat && $0.number > entry.number
    }
  }

  /// What was said about a message, in the order of writing.
  func amendments(of id: String) -> [Entry] {
    ids.compactMap { entries[$0] }.filter { $0.amends == id }
  }

  /// What it says in the end is certain: nothing of what was said about it was ever in doubt.
  func isCertain(_ id: String) -> Bool { amendments(of: id).allSatisfy(\.isOrdered) }

  /// Somebody wished it deleted for everyone.
  func isRetracted(_ id: String) -> Bool { entries.values.contains { $0.deletes == id } }

  /// What was deleted last may be there again.
  func undoCancelling(of seat: Int) {
    for id in ids where entries[id]?.seat == seat { entries[id]?.isCancelled = false }
  }

  func change(_ id: String, _ body: (inout Entry) -> Void) {
    if entries[id] != nil { body(&entries[id]!) }
  }

  /// Who wrote them keeps nothing of a chat.
  func disown(chat: String, of seat: Int) {
    for id in ids where entries[id]?.seat == seat && entries[id]?.chat == chat {
      entries[id]?.isDisowned = true
    }
  }

  /// A message came to the server, for the first time or again.
  func arrived(_ id: String, from session: ServerSession, to chat: String) {
    guard let entry = entries[id], entry.chat == chat,
      entry.hands.union([entry.seat]).contains(where: {
        world.cast.seats[$0].address == session.address
      })
    else {
      return world.report(.unexpected, "\(session.address) sends \(id), which it never wrote", id)
    }
    world.tell("server gets \(id) from \(session.address)")
    if entry.isCancelled, entry.arrivals == 0 {
      world.report(.unexpected, "\(id) was cancelled before it left, and left", id)
    }
    if entry.arrivals == 0 { checkOrder(entry) }
    change(id) { $0.arrivals += 1 }
    if let entry = entries[id] { world.bounces.arrived(entry) }
  }

  private func checkOrder(_ entry: Entry) {
    guard entry.isOrdered else { return }
    let lane = "\(entry.seat) \(entry.chat)"
    if let before = newest[lane], before.rank > entry.rank {
      return world.report(.reordered, "\(entry.id) arrives after \(before.id)", entry.id)
    }
    newest[lane] = (entry.rank, entry.id)
  }

  func refused(_ id: String, isArchived: Bool) { change(id) { $0.refusals += 1 } }

  /// It was refused, came back, or is stored nowhere it should be.
  func mayReturn(_ id: String) -> Bool {
    guard let entry = entries[id] else { return false }
    return entry.refusals + entry.forgotten + entry.transitLosses > 0
  }

  /// Nobody can know whether it arrived: an answer may be lost between two servers, or there is no archive
  /// to ask. Those who have it show it once.
  private var canRepeat: Bool { world.has(.distantServer) || world.has(.bareServer) }

  /// Its reader has it at another server, and its writer waits for a word. Of whom no receipt ever came one cannot
  /// know that they send any.
  func isUnconfirmed(_ entry: Entry) -> Bool {
    world.has(.distantServer) && (entry.isSeen || entry.readers > 0) && entry.shown == .sent
      && entry.amends == nil && !entry.isDoubted && !entry.isCancelled && !entry.isDeleted
      && !entry.isDisowned && !isRetracted(entry.id)
      && ServerModel.domain(of: entry.account) != ServerModel.domain(of: entry.chat)
      && world.devices[entry.seat].knowsReceipts(from: entry.chat)
  }

  /// Nothing is under way between two servers, or lost on the way to its reader and not known to be.
  var hasEverythingArrived: Bool {
    entries.values.allSatisfy {
      hasArrived($0) || $0.isCancelled || $0.isDeleted || $0.isDisowned || $0.shown == .failed
        || $0.isAskedAbout
    }
  }

  private func hasArrived(_ entry: Entry) -> Bool {
    if isUnconfirmed(entry) { return false }
    guard entry.blindDeliveries == 0 else {
      return entry.amends == nil ? entry.isSeen : world.invariants.isAmending(entry)
    }
    return entry.transitLosses + entry.notFound == 0 || entry.acceptances > 0
      || world.invariants.isUnknowable(entry)
  }

  /// The server acknowledges it and stores it nowhere.
  func forgotten(_ id: String) { change(id) { $0.forgotten += 1 } }

  /// It is in an archive and is not seen there at once.
  func comesLate(_ id: String) { change(id) { $0.isLate = true } }

  /// The device that was to get it from a box has gone.
  func leftInBox(_ id: String) { change(id) { $0.wasLeftInBox = true } }

  /// It came back after the server had acknowledged it.
  func bounced(_ id: String) { change(id) { $0.refusals += 1 } }

  /// A stranger's client has it.
  func reached(_ id: String) { change(id) { $0.readers += 1 } }

  /// The server took it: it is in both archives.
  /// - Parameter isReturned: it comes back nevertheless.
  func accepted(
    _ id: String, from account: String, to chat: String, isReturned: Bool = false
  ) {
    change(id) { $0.acceptances += 1 }
    guard !isReturned else { return }
    // Whether the attempt after a refusal was taken can be unknowable; then receivers drop the repeat.
    if let entry = entries[id], entry.acceptances > 1, entry.refusals == 0,
      entry.forgotten == 0, !entry.isLate, !canRepeat
    {
      world.report(.repeated, "the server has \(id) \(entry.acceptances) times", id)
    }
  }
}

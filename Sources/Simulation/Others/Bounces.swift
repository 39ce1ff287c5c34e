internal import Model

/// What must hold of messages that came back: a chat's younger ones wait behind them, and none is sent for
/// ever.
final class Bounces {
  /// So often a message may leave, besides once for each connection and a few times for each wish of a user:
  /// the tries of O10, and then in pauses of minutes.
  static let limit = 14
  static let mostPerWish = 6

  private unowned let world: World
  /// Came back to the device that wrote them, and have not left again since.
  private var waiting: Set<String> = []
  private var reported: Set<String> = []

  init(world: World) { self.world = world }

  /// A device was told that this message came back; another than the one that wrote it does not wait for it.
  func told(_ id: String, at seat: Int) {
    guard let entry = world.ledger.entries[id], entry.seat == seat,
      !world.graves.wasDeleted(entry.chat, at: entry.seat)
    else { return }
    world.tell("\(world.cast.seats[entry.seat].resource) is told that \(id) came back")
    waiting.insert(id)
  }

  /// A device hands these bytes over. What a user tries again at another device than where it was written does
  /// not know what waits there.
  func leaves(_ bytes: [UInt8], from seat: Int) {
    for piece in StanzaText.pieces(of: String(decoding: bytes, as: UTF8.self)) {
      guard piece.hasPrefix("<message "), let id = StanzaText.value(of: "id", in: piece),
        let entry = world.ledger.entries[id],
        entry.seat == seat
      else { continue }
      // A reaction has no text: it waits no more, either.
      waiting.remove(id)
      if StanzaText.isChat(piece) { checkPlace(of: entry) }
    }
  }

  private func checkPlace(of entry: Ledger.Entry) {
    let overtaken = waiting.compactMap { world.ledger.entries[$0] }.filter {
      $0.seat == entry.seat && $0.chat == entry.chat && $0.rank < entry.rank
    }.map(\.id)
    guard !overtaken.isEmpty, !entry.wasFailed else { return }
    // One that was given up in the same turn is drawn as failed after the bytes are handed over.
    world.after(0) { [self] in report(entry, overtaking: overtaken) }
  }

  private func report(_ entry: Ledger.Entry, overtaking ids: [String]) {
    let overtaken = ids.compactMap { world.ledger.entries[$0] }.filter {
      // What a user tried again at another device waits here no more. One that came back and was stored as well may have reached its reader. What a correction says is taken into
      // the message itself when that came back, too, and what is deleted goes with what deletes it.
      !$0.isCancelled && !$0.isDeleted && ![.failed, .delivered, .read].contains(status(of: $0))
        && ($0.amends == nil || world.devices[$0.seat].waits(OriginID($0.id)))
        && $0.hands.subtracting([$0.seat]).isEmpty
    }
    guard let first = overtaken.min(by: { $0.number < $1.number }),
      reported.insert("order \(entry.id)").inserted
    else { return }
    world.report(
      .reordered, "\(entry.id) leaves while \(first.id), written before it, came back and waits",
      entry.id)
  }

  /// As its device shows it; one that was killed before it could draw what it had decided shows it when it starts.
  private func status(of entry: Ledger.Entry) -> DeliveryStatus? {
    let device = world.devices[entry.seat]
    guard !device.isRunning, let chat = JID(entry.chat) else { return entry.shown }
    return device.stored(chat).first { $0.originID?.value == entry.id }?.status
  }

  /// A message came to the server once more.
  func arrived(_ entry: Ledger.Entry) {
    let links = world.devices[entry.seat].links - entry.linksBefore
    let most = Self.limit + links + Self.mostPerWish * entry.wishes
    // Again and again, so that a run with an endless one ends.
    guard entry.arrivals > most, (entry.arrivals - most) % 20 == 1 else { return }
    world.report(
      .endless, "\(entry.id) was sent \(entry.arrivals) times, at most \(most) were expected",
      entry.id)
  }
}

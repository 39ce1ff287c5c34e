internal import Model

/// What must hold after every step, and, at the end, for everything.
final class Invariants {
  unowned let world: World
  /// Messages that a user asked to take back.
  private var wishedGone: Set<String> = []
  /// Streams that the server ended with an error, by seat: such can be held against a message.
  private(set) var streamErrors: [Int: Int] = [:]

  /// Whose server was not there when a device told what was read, by that device, and not told since.
  private var untold: [String: Set<String>] = [:]

  init(world: World) { self.world = world }

  func untold(_ peer: String, by device: String) { untold[device, default: []].insert(peer) }

  /// This or something newer.
  func told(_ peer: String, by device: String) { untold[device]?.remove(peer) }

  /// Everybody has been told what was read, whoever's server was not there when it was.
  var isReadingTold: Bool { stillUntold.isEmpty }

  private var stillUntold: [(device: Device, peer: String)] {
    world.devices.flatMap { device in
      let peers = untold[device.seat.address, default: []].sorted()
      return peers.filter { !world.graves.wasDeleted($0, at: device.number) }.map { (device, $0) }
    }
  }

  func wishesGone(_ id: String) { wishedGone.insert(id) }

  func isWishedGone(_ id: String) -> Bool { wishedGone.contains(id) }

  func streamEnded(_ seat: Int) { streamErrors[seat, default: 0] += 1 }

  /// Everyone is there, and nothing waits.
  var isDrained: Bool {
    world.devices.allSatisfy {
      $0.isRunning && $0.drawn.isOnline && $0.drawn.counts.waiting == 0 && $0.isPresent
    }
  }

  // MARK: After every step

  func published(_ change: Change, on device: Device) {
    switch change {
    case .message(let message):
      if message.isMine { mine(message, device) } else { theirs(message, device) }
    case .room(let room): readInRoom(room, device)
    case .chat(let chat):
      world.tell("\(device.seat.resource) has \(chat.unread) unread of \(chat.jid)")
    case .notStored(_, let id, _, let reason), .notSaved(_, let id, _, let reason):
      guard !device.mayRefuse else { return }
      world.report(.lost, "\(device.seat.address) could not store \(id): \(reason)", id.value)
    default: break
    }
  }

  func removed(_ message: Message?, on device: Device) {
    guard let message, message.isMine, let id = message.originID?.value else { return }
    world.tell("\(device.seat.resource) removes \(id)")
    // It is shown in the place of what it corrects, which came later.
    if world.ledger.entries[id]?.amends != nil { return }
    guard wishedGone.contains(id) || mayBeDropped(id) else {
      return world.report(.vanished, "\(device.seat.address) removed \(id) by itself", id)
    }
    world.ledger.change(id) { $0.isCancelled = true }
  }

  private func mine(_ message: Message, _ device: Device) {
    // The ledger has what is written.
    if message.invitation != nil { return }
    guard let id = message.originID?.value, let entry = world.ledger.entries[id],
      entry.account == device.seat.account, entry.chat == message.chat.description
    else {
      let text = "\(device.seat.address) shows a message of its own nobody wrote"
      return world.report(.unexpected, text, message.originID?.value)
    }
    let status = message.status ?? .sent
    world.tell("\(device.seat.resource) draws \(id) \(status) at \(message.order)")
    if status.rank >= DeliveryStatus.sent.rank, entry.arrivals == 0 {
      world.report(.falselySent, "\(device.seat.address) shows \(id) as \(status)", id)
    }
    mineInRoom(message, entry, device)
    // An archived refusal whose error was lost cannot be told from success: the marker of a later message
    // then covers it too.
    let isCovered = status == .read && entry.refusals > 0
    if status.rank > DeliveryStatus.sent.rank, entry.acceptances == 0, !isCovered,
      entry.seat == device.number, !entry.isCancelled
    {
      world.report(.falselySent, "\(device.seat.address) shows \(id) as \(status)", id)
    }
    world.graves.drawn(entry, as: status, on: device)
    if status == .failed { failed(entry, because: message.failure ?? "", device) }
    noteDoubts(about: message, device)
    guard entry.seat == device.number else { return }
    world.ledger.change(id) {
      $0.isDrawn = true
      $0.text = message.text
      $0.shown = status
      $0.isDoubted =
        status == .sent && message.failure != nil && world.tampering?.asksNobody != true
      if status == .failed { $0.wasFailed = true }
    }
  }

  /// Only for a refusal, for a message that the server twice ended the stream over, for a file that could not be put
  /// where it belongs, or for what was written to a room that put its writer out.
  private func failed(_ entry: Ledger.Entry, because reason: String, _ device: Device) {
    guard entry.refusals == 0, streamErrors[device.number, default: 0] < 2,
      world.files?.mayFail(entry.id) != true,
      world.server.rooms?.room(at: entry.chat)?.shutOut.contains(entry.account) != true,
      !entry.wasFailed, !isRefused(entry.chat, on: device)
    else { return }
    world.report(
      .falselyFailed, "\(device.seat.address) shows \(entry.id) as failed: \(reason)", entry.id)
  }

  /// The room does not let its writer in: as long as that is so, what waits for it has failed.
  private func isRefused(_ chat: String, on device: Device) -> Bool {
    if case .refused = device.drawn.rooms[chat]?.attendance { true } else { false }
  }

  private func theirs(_ message: Message, _ device: Device) {
    noteDoubts(about: message, device)
    if world.server.rooms.serves(message.chat.description) {
      return theirsInRoom(message, device)
    }
    if message.invitation != nil { return }
    if isStranger(message.sender.description) { return world.sayings.drawn(message, on: device) }
    let id = message.originID?.value
    world.tell("\(device.seat.resource) draws \(id ?? "?") at \(message.order)")
    guard let id, let entry = world.ledger.entries[id], entry.acceptances > 0,
      entry.account == message.sender.description, entry.chat == device.seat.account,
      entry.account == message.chat.description
    else {
      return world.report(.unexpected, "\(device.seat.address) shows \(id ?? "a message")", id)
    }
    world.ledger.change(id) { $0.isSeen = true }
  }

  // MARK: At the end

  func checkEverything() {
    guard isDrained else { return reportWaiting() }
    var reached: [String: Set<String>] = [:]
    for device in world.devices {
      for peer in device.peers {
        let messages = device.wholeChat(peer).messages
        check(messages, of: peer, on: device)
        if isStranger(peer) { world.sayings.check(messages, on: device) }
        checkDrawn(messages, of: peer, on: device)
        reached[device.seat.address, default: []]
          .formUnion(
            messages.compactMap { $0.originID?.value } + device.amendments(of: peer))
      }
    }
    if world.has(.group) {
      for device in world.devices {
        reached[device.seat.address, default: []].formUnion(checkRoom(on: device))
        // Who has read it is known of the newest alone.
        if !world.has(.keepsLittle) { checkReaders(on: device) }
        checkPeople(on: device)
      }
    }
    checkEchoes(reached)
    checkForgotten(reached)
    checkDistant(reached)
    checkConfirmed()
    for (device, peer) in stillUntold {
      world.report(.unread, "\(device.seat.address) did not tell \(peer) what was read")
    }
    world.graves.check()
    checkUnread()
  }

  /// What came by itself stands in its order, before anybody reads back.
  func checkPlaces() {
    guard isDrained, world.scenario.hasStranger else { return }
    for device in world.devices {
      guard let chat = JID(Stranger.account) else { return }
      world.sayings.checkOrder(device.stored(chat), device)
    }
  }

  private func reportWaiting() {
    for device in world.devices {
      let waiting = device.drawn.mine(in: [.queued, .sending]).compactMap { $0.originID?.value }
      guard !waiting.isEmpty || !device.drawn.isOnline || !device.isPresent else { continue }
      let state = device.drawn.isOnline ? "online" : "offline"
      world.report(
        .undrained, "\(device.seat.address) is \(state) with \(waiting.count) waiting",
        waiting.first)
    }
  }

  /// The device's chat against the account's archive: each once, in its order.
  private func check(_ messages: [Message], of peer: String, on device: Device) {
    guard !world.has(.bareServer) else { return checkBare(messages, of: peer, on: device) }
    let place = "\(device.seat.address) with \(peer)"
    let deletion = world.graves.deletion(of: peer, at: device.number)
    let said = (world.server.accounts[device.seat.account]?.archive.entries ?? [])
      .filter { $0.with == peer && !isStranger($0.sender) }
    let entries = said.filter { amended(by: $0.textID) == nil }
    let deleted = Set(entries.filter { $0.stamp <= deletion ?? .min }.compactMap(\.textID))
    // What went again stands where it stood first.
    let archived = entries.compactMap(\.textID).filter { !deleted.contains($0) }
      .firstOfEach
    let ours = messages.filter {
      !isStranger($0.sender.description) && amended(by: $0.originID?.value) == nil
    }
    let all = ours.compactMap { $0.originID?.value }
    checkRepeats(ours, place)
    for id in Set(archived).subtracting(all).sorted() where isTaken(id, by: device) {
      world.report(.lost, "\(place): \(id) was taken and is missing", id)
    }
    let truth = archived.filter { isPlain($0) }
    let shown = all.filter { isPlain($0) && !deleted.contains($0) }
    for id in Set(truth).subtracting(shown).sorted() {
      world.report(.lost, "\(place): \(id) is missing", id)
    }
    for id in Set(shown).subtracting(truth).sorted() {
      world.report(.lost, "\(place): \(id) is shown and not in the archive", id)
    }
    checkOrder(of: shown, against: truth, place)
    for message in messages where message.isMine || !isStranger(peer) {
      checkText(message, place)
      let id = message.originID?.value ?? ""
      guard deleted.isDisjoint(with: [id, amended(by: id) ?? id]) else { continue }
      checkAmendments(of: message, id, said, device)
      checkReply(of: message, id, among: messages, place)
    }
  }

  private func checkOrder(of shown: [String], against truth: [String], _ place: String) {
    guard Set(truth) == Set(shown) else { return }
    for (mine, right) in zip(shown, truth) where mine != right {
      return world.report(.diverged, "\(place): \(mine) in place of \(right)", mine)
    }
  }

  /// What the server took after a refusal has to reach the receiver; what was deleted since need not.
  private func isTaken(_ id: String, by device: Device) -> Bool {
    guard let entry = world.ledger.entries[id], !isPlain(id), !world.ledger.isRetracted(id) else {
      return false
    }
    return entry.acceptances > 0 && entry.chat == device.seat.account
  }

  private func isStranger(_ account: String) -> Bool {
    world.scenario.hasStranger && account == Stranger.account
  }

  /// Its place in the archive is certainly the right one.
  func isRegular(_ message: Message) -> Bool {
    !message.isMine || isPlain(message.originID?.value ?? "")
  }

  /// Of what a stranger said: it takes no markers, and what no archive has cannot be named.
  private var canShareReading: Bool { world.server.keepsNodes && !world.sayings.hasUnkept }

  /// Never refused and never failed: exactly one place in the archive is right.
  private func isPlain(_ id: String) -> Bool { world.ledger.entries[id]?.isOrdered ?? true }

  private func checkText(_ message: Message, _ place: String) {
    guard let id = message.originID?.value, let entry = world.ledger.entries[id],
      entry.amends == nil, !entry.wasFailed, !entry.isCancelled, entry.refusals == 0,
      world.ledger.isCertain(id), !message.isDeleted,
      !world.graves.wasDeleted(entry.chat, at: entry.seat), entry.text != message.text
    else { return }
    world.report(.diverged, "\(place): \(id) has another text", id)
  }

  private func checkDrawn(_ messages: [Message], of peer: String, on device: Device) {
    for message in messages {
      guard let drawn = device.drawn.chats[peer]?.rows[message.id], drawn != message else {
        continue
      }
      let text = "\(device.seat.address) drew \(drawn) and has \(message)"
      world.report(.stale, text, message.originID?.value)
    }
  }

  /// What was drawn at the device that wrote it is there, and ended as it may.
  private func checkEchoes(_ reached: [String: Set<String>]) {
    for id in world.ledger.ids {
      guard let entry = world.ledger.entries[id], entry.isDrawn, !entry.isCancelled,
        entry.amends == nil, !wishedGone.contains(id), !mayBeDropped(id)
      else { continue }
      let device = world.devices[entry.seat]
      let isDeleted = world.graves.deletion(of: entry.chat, at: entry.seat) != nil
      guard reached[device.seat.address]?.contains(id) == true || isDeleted else {
        world.report(.vanished, "\(device.seat.address): \(id) was drawn and is gone", id)
        continue
      }
      let isFailed = device.drawn.mine(in: [.failed]).contains { $0.originID?.value == id }
      // An archived refusal whose error was lost on the way cannot be told from success.
      let isGone = entry.isDisowned && entry.transitLosses > 0
      if entry.acceptances == 0, !isFailed, entry.refusals == 0, !entry.isAskedAbout, !isGone,
        !isUnknowable(entry)
      {
        world.report(.lost, "\(id) of \(device.seat.address) is not at the server", id)
      }
    }
  }

  /// Devices of one account agree. Who came late, or got no network before the others wrote, counts the
  /// history it found as read. Where the server keeps no reading, they learn of it by the marker alone.
  private func checkUnread() {
    // What one device removed because of its age counts as read there.
    guard world.scenario.latecomer == nil, !world.has(.forgetfulArchive),
      !world.has(.bareServer), !world.has(.keepsLittle)
    else { return }
    let devices = world.devices.filter { $0.seat.account == world.cast.seats[0].account }
    guard devices.allSatisfy(\.knowsTheStart) else { return }
    for peer in world.devices[0].peers
    where (!isStranger(peer) || canShareReading)
      && !world.graves.wasDeleted(peer, anywhereFor: world.cast.seats[0].account)
    {
      let counts = devices.map { $0.drawn.chats[peer]?.unread ?? 0 }
      // Nobody is told that what cannot be read was read.
      let unreadable = isStranger(peer) ? world.scenario.unreadable(by: devices[0].seat.account) : 0
      if (counts.max() ?? 0) - (counts.min() ?? 0) > unreadable {
        world.report(.unread, "\(peer) has \(counts) unread on the devices of one account")
      }
    }
  }
}

internal import Model
internal import XMLStream

/// What strangers said, and what became of it: nothing that had something to say vanishes, nothing is shown
/// twice, and each stands where it came.
final class Sayings {
  private struct Record {
    let saying: Saying
    /// When the server had it, by virtual time.
    var time: Int64
    /// In the archive of who it was for.
    var archiveID: String?
    /// Devices that acknowledged it, by address.
    var holders: Set<String> = []
    /// When each device drew it first.
    var drawn: [String: Int64] = [:]
  }

  /// After so many milliseconds what came without a place in the archive stands above what is newer.
  static let grace: Int64 = 5_000

  private unowned let world: World
  private var records: [Int: Record] = [:]
  private var numbers: [String: Int] = [:]
  private var archived: [String: Int] = [:]

  init(world: World) { self.world = world }

  var hasUnkept: Bool { records.values.contains { $0.archiveID == nil } }

  func said(_ saying: Saying, archiveID: String?) {
    world.tell("dee says s\(saying.number) to \(saying.to), in the archive as \(archiveID ?? "-")")
    records[saying.number] = Record(
      saying: saying, time: saying.time < 0 ? saying.time : world.now, archiveID: archiveID)
    numbers[saying.key] = saying.number
    if let archiveID { archived[archiveID] = saying.number }
  }

  /// A device has acknowledged the stanza.
  func received(_ stanza: XMLElement, by device: String) {
    guard stanza.name == "message", let from = stanza["from"],
      bareAddress(from) == Stranger.account, let key = Saying.key(of: stanza),
      let number = numbers[key]
    else { return }
    records[number]?.holders.insert(device)
  }

  func drawn(_ message: Message, on device: Device) {
    guard let number = number(of: message, on: device) else {
      return world.report(
        .unexpected, "\(device.seat.address) shows what dee never said: \(message.text)")
    }
    world.tell("\(device.seat.resource) draws s\(number) at \(message.order)")
    let address = device.seat.address
    if records[number]?.drawn[address] == nil { records[number]?.drawn[address] = world.now }
  }

  private func number(of message: Message, on device: Device) -> Int? {
    if let id = message.archiveID?.value { return archived[id] }
    return records.values.filter {
      $0.archiveID == nil && $0.saying.to == device.seat.account
        && $0.saying.text.map(message.text.contains) == true
    }.map(\.saying.number).min()
  }

  // MARK: At the end

  /// The chat with the stranger as a device has it, oldest first.
  func check(_ messages: [Message], on device: Device) {
    let place = "\(device.seat.address) with dee"
    let shown = messages.filter { !$0.isMine }.compactMap { number(of: $0, on: device) }
    for number in records.keys.sorted() where records[number]!.saying.to == device.seat.account {
      let record = records[number]!
      let count = shown.count { $0 == number }
      let isOwed =
        (record.archiveID != nil || record.holders.contains(device.seat.address))
        && !world.graves.wasDeleted(Stranger.account, at: device.number)
      if count > 1 { world.report(.repeated, "\(place): s\(number) stands there \(count) times") }
      if count == 0, isOwed, !isKept(record, on: device) {
        world.report(.lost, "\(place): s\(number) is missing")
      }
    }
    for message in messages where !message.isMine { checkText(message, device, place) }
    checkOrder(messages, device)
    checkPlaces(messages, device, place)
  }

  /// A reaction to what nobody said is shown nowhere, and is on the disk all the same.
  private func isKept(_ record: Record, on device: Device) -> Bool {
    guard record.saying.payload == .reaction else { return false }
    return record.archiveID.map { device.has(ArchiveID($0)) } ?? true
  }

  private func checkText(_ message: Message, _ device: Device, _ place: String) {
    guard let number = number(of: message, on: device), let saying = records[number]?.saying else {
      return
    }
    let isRight = saying.text.map(message.text.contains) ?? !message.text.isEmpty
    if !isRight { world.report(.diverged, "\(place): s\(number) says “\(message.text)”") }
  }

  /// What has a place in the archive stands in its order.
  func checkOrder(_ messages: [Message], _ device: Device) {
    let place = "\(device.seat.address) with dee"
    guard let archive = world.server.accounts[device.seat.account]?.archive else { return }
    let entries = messages.compactMap { message -> (place: Int, text: String)? in
      guard world.invariants.isRegular(message), let id = message.archiveID?.value else {
        return nil
      }
      return archive.place(of: id).map { ($0, message.text) }
    }
    for (earlier, later) in zip(entries, entries.dropFirst()) where earlier.place > later.place {
      return world.report(.diverged, "\(place): “\(earlier.text)” above “\(later.text)”")
    }
  }

  /// What has none stands by its time of arrival. Where the archive shows late what came before and after it,
  /// nobody can tell for certain.
  private func checkPlaces(_ messages: [Message], _ device: Device, _ place: String) {
    guard !world.has(.lateEntries) else { return }
    let address = device.seat.address
    for (index, message) in messages.enumerated() where !message.isMine {
      guard let number = number(of: message, on: device), let record = records[number],
        record.archiveID == nil, let came = record.drawn[address]
      else { continue }
      for above in messages[..<index].compactMap({ kept($0, on: device) })
      where above.time > came + Self.grace {
        return world.report(
          .diverged, "\(place): s\(number), of \(came) ms, below s\(above.saying.number), newer")
      }
      for below in messages[index...].dropFirst().compactMap({ kept($0, on: device) }) {
        guard let drawn = below.drawn[address], drawn < record.time else { continue }
        return world.report(
          .diverged, "\(place): s\(number), of \(came) ms, above s\(below.saying.number), older")
      }
    }
  }

  private func kept(_ message: Message, on device: Device) -> Record? {
    guard !message.isMine, let number = number(of: message, on: device),
      let record = records[number],
      record.archiveID != nil
    else { return nil }
    return record
  }
}

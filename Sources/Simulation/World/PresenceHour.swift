internal import Model
internal import XMLStream

/// An hour in which people come, go, type and write, and what they see of each other is compared with how
/// it is (N8, D3, A1). The server notices dead links as one does that psst configured.
public final class PresenceHour {
  /// How it went.
  public struct Outcome: Sendable {
    /// Looks at one person on one device, each 100 ms, and how many of them saw what had not been so for 3 s.
    public var looks = 0
    public var wrongLooks = 0
    /// How often somebody was seen online, away, offline; typing; and how many messages were told of.
    public var seen: [String: Int] = [:]
    public var typing = 0
    public var alerts = 0
    /// What must never be.
    public var violations: [String] = []

    /// Of all looks.
    public var rightness: Double { 1 - Double(wrongLooks) / Double(max(looks, 1)) }
  }

  /// Virtual milliseconds.
  static let length: Int64 = 3_600_000
  static let step: Int64 = 100
  /// What was so within this time may still be seen.
  static let grace: Int64 = 3_000
  static let longestTyping: Int64 = 30_000

  private let world: World
  private var random: SeededRandom
  private var outcome = Outcome()
  private var screens: [SeenPeople]
  /// Whether somebody sits there, by seat.
  private var focus: [Bool]
  /// What each account was like, with the time from which on; the newest last.
  private var history: [String: [(since: Int64, presence: Presence)]] = [:]
  /// When somebody last typed, by account and the other's account.
  private var typed: [String: Int64] = [:]

  private init(seed: UInt64, folder: String, readTimeout: Int64) {
    var scenario = Scenario(staging: .seeded, seed: seed)
    scenario.server.readTimeout = readTimeout
    world = World(scenario, .init(folder: folder))
    random = SeededRandom(seed: seed, stream: 7)
    screens = world.devices.map { _ in SeenPeople() }
    focus = world.devices.map { _ in true }
  }

  /// - Parameter readTimeout: milliseconds until the server notices a dead link.
  public static func run(
    seed: UInt64, folder: String, readTimeout: Int64 = 1_500
  ) -> Outcome {
    let hour = PresenceHour(seed: seed, folder: folder, readTimeout: readTimeout)
    defer { for device in hour.world.devices { device.removeFiles() } }
    hour.plan()
    while hour.world.now < length {
      hour.world.run(until: hour.world.now + step)
      hour.look()
    }
    hour.outcome.violations += hour.world.violations.map { "\($0)" }
    return hour.outcome
  }

  // MARK: What happens

  private func plan() {
    for device in world.devices {
      device.whenPublished = { [unowned self, unowned device] in heard($0, on: device) }
      world.at(random.within(0...5_000)) { device.start() }
    }
    every(20_000) { [self] in write() }
    every(15_000) { [self] in type() }
    every(30_000) { [self] in sit() }
    every(30_000) { [self] in breakSomething() }
  }

  /// Again and again, after about so many milliseconds.
  private func every(_ pause: Int64, _ body: @escaping () -> Void) {
    world.after(random.within(pause / 4...pause * 7 / 4)) { [self] in
      body()
      every(pause, body)
    }
  }

  private func pickSeat() -> (device: Device, peer: String) {
    let device = random.pick(world.devices)
    return (device, random.pick(device.peers))
  }

  private func write() {
    let (device, peer) = pickSeat()
    device.perform(.write(to: peer, text: "m\(world.now)"))
    if random.chance(50) {
      let reader = random.pick(world.devices)
      world.after(random.within(500...20_000)) { [self] in
        reader.perform(.look(at: random.pick(reader.peers)))
      }
    }
  }

  /// Somebody types for a while, and stops with or without saying so.
  private func type() {
    let (device, peer) = pickSeat()
    let end = world.now + random.within(1_000...12_000)
    let stops = random.chance(50)
    func keepOn() {
      guard device.isRunning else { return }
      guard world.now < end else {
        if stops { device.perform(.type(to: peer, false)) }
        return
      }
      device.perform(.type(to: peer, true))
      typed[device.seat.account + " " + peer] = world.now
      world.after(1_000) { keepOn() }
    }
    keepOn()
  }

  private func sit() {
    let device = random.pick(world.devices)
    guard device.isRunning else { return }
    focus[device.number].toggle()
    device.perform(.focus(focus[device.number]))
  }

  private func breakSomething() {
    let seat = random.below(world.devices.count)
    let time = random.pick([500, 2_000, 10_000, 60_000]) + random.within(0...1_000)
    switch random.below(6) {
    case 0: world.strike(.cut(seat: seat))
    case 1: world.strike(.noNetwork(seat: seat, for: time, refuses: true))
    case 2, 3: goDark(seat, time)
    default:
      let ending = random.pick(Fault.Ending.allCases)
      let down = max(time, 1_000)
      world.strike(
        .kill(
          seat: seat, effects: random.below(12), ending: ending, reboots: random.chance(20),
          down: down))
    }
  }

  /// Packets vanish, and nobody is told.
  private func goDark(_ seat: Int, _ time: Int64) {
    world.devices[seat].setNetwork(.silent)
    world.strike(.void(seat: seat, towards: .both, for: time))
    world.after(time) { [self] in world.devices[seat].setNetwork(.working) }
  }

  // MARK: What is seen

  private func look() {
    for account in world.cast.accounts { remember(account) }
    for device in world.devices {
      guard device.isRunning else {
        screens[device.number] = SeenPeople(tolds: screens[device.number].tolds)
        focus[device.number] = true
        continue
      }
      for peer in device.peers { look(at: peer, on: device) }
    }
  }

  private func remember(_ account: String) {
    let devices = world.devices.filter { $0.seat.account == account && $0.isReachable }
    let presence: Presence =
      devices.isEmpty ? .offline : devices.contains { focus[$0.number] } ? .online : .away
    guard history[account]?.last?.presence != presence else { return }
    history[account, default: []].append((world.now, presence))
  }

  private func look(at peer: String, on device: Device) {
    let screen = screens[device.number]
    // What may be outdated is drawn as such, and says nothing.
    if !screen.isOutdated {
      let shown = screen.presence[peer] ?? .offline
      outcome.looks += 1
      outcome.seen[shown.rawValue, default: 0] += 1
      if !wasSo(shown, peer) { outcome.wrongLooks += 1 }
    }
    guard screen.typing.contains(peer) else { return }
    outcome.typing += 1
    let last = typed[peer + " " + device.seat.account] ?? .min / 2
    if world.now - last > Self.longestTyping + Self.grace {
      outcome.violations.append("\(world.now): \(device.seat.address) still sees \(peer) typing")
    }
  }

  private func wasSo(_ presence: Presence, _ account: String) -> Bool {
    var until = Int64.max
    for (since, was) in (history[account] ?? []).reversed() {
      if until < world.now - Self.grace { break }
      if was == presence { return true }
      until = since
    }
    return false
  }

  private func heard(_ changes: [Change], on device: Device) {
    for change in changes {
      if case .connection(let state) = change, state.isOnline, !screens[device.number].isOnline {
        screens[device.number].readBefore = placesRead(of: device.seat.account)
      }
      if case .arrived(let message) = change { told(message, device) }
      screens[device.number].apply(change)
    }
  }

  // MARK: Alerts

  /// Never of one's own, never twice, never of what another device had read before this one came.
  private func told(_ message: Message, _ device: Device) {
    outcome.alerts += 1
    let id = message.originID?.value ?? "?"
    let place = "\(world.now): \(device.seat.address) is told of \(id)"
    if message.isMine { outcome.violations.append(place + ", its own") }
    if !screens[device.number].tolds.insert(id).inserted {
      outcome.violations.append(place + " twice")
    }
    let peer = message.chat.description
    let read = screens[device.number].readBefore[peer] ?? -1
    if let index = index(in: device.seat.account, { $0.textID == id }), index <= read {
      outcome.violations.append(place + ", which was read before")
    }
  }

  private func index(in account: String, _ isIt: (Archive.Entry) -> Bool) -> Int? {
    world.server.accounts[account]?.archive.entries.firstIndex(where: isIt)
  }

  /// How far an account's devices have told each other that its chats are read, as places of its archive.
  private func placesRead(of account: String) -> [String: Int] {
    let reading = world.server.accounts[account]?.nodes[ServerNamespace.reading] ?? [:]
    return reading.compactMapValues { item in
      let id = item.children.first?.children.first?["id"]
      return index(in: account) { $0.id == id }
    }
  }
}

/// What a device shows of people.
private struct SeenPeople {
  var presence: [String: Presence] = [:]
  var isOutdated = true
  var isOnline = false
  var typing: Set<String> = []
  /// What its account's devices had read when it came online.
  var readBefore: [String: Int] = [:]
  /// Messages that were told of, in all its lives.
  var tolds: Set<String> = []

  mutating func apply(_ change: Change) {
    switch change {
    case .presence(let who, let state): presence[who.description] = state
    case .presenceOutdated(let isOutdated): self.isOutdated = isOutdated
    case .connection(let state): isOnline = state.isOnline
    case .typing(let chat, let who):
      if who.isEmpty {
        typing.remove(chat.description)
      } else {
        typing.insert(chat.description)
      }
    default: break
    }
  }
}

extension Device {
  /// Others can see it: it runs, is signed in, and its packets arrive.
  fileprivate var isReachable: Bool {
    isRunning && drawn.isOnline && connection?.isVoid == false
  }
}

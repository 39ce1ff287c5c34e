internal import Model
internal import Storage
internal import XMPP

/// Who can be reached: over all devices of a person the best counts (RFC 6121 §4, N1–N4).
struct PresenceTracker: Tracker {
  static let keyPath: any Path = \.presence

  /// Gone and back within this, milliseconds, is not shown (a rebind).
  static let flicker: Int64 = 100
  /// After this, milliseconds, or the first pong, who has not reported is offline.
  static let settling: Int64 = 2_000
  /// Bounds for what others can make us hold (Z4): devices of one person, and bytes of all addresses of devices
  /// together. Only people of the roster count; it has bounds of its own.
  static let mostDevices = 16
  static let mostBytes = 8 << 20

  /// As the stream told it; stored too, for one that is resumed tells changes alone.
  private var devices: [JID: [String: DevicePresence]] = [:]
  private var bytes = 0
  /// Of people who are not in the roster, or not yet.
  private var strangers = HeldPresences()
  /// Devices that did not answer (``ContactWatch``), though the server says that they are there.
  private var doubted: Set<JID> = []
  /// What is shown; offline is what is missing.
  private var shown: [JID: Presence] = [:]
  /// What is shown beside it.
  private var words: [JID: String] = [:]
  private var goneAt: [JID: Int64] = [:]
  private var settleAt: Int64?
  private var isOutdated = false
  /// When the link was lost, through which who was there was seen to be.
  private var lostAt: Timestamp?

  var nextDeadline: Int64? { [settleAt, goneAt.values.min()].compactMap { $0 }.min() }

  /// The last known presence, from the disk.
  mutating func start(_ turn: Turn) throws(StorageError) {
    shown = try turn.database.presences.all()
    devices = try turn.database.presences.devices()
    bytes = devices.reduce(0) { $0 + Self.bytes(of: $1.value, $1.key) }
    for (jid, presence) in shown.sorted(by: { $0.key < $1.key }) {
      turn.change(.presence(jid, presence))
    }
    for jid in devices.keys.sorted() { tellWords(of: jid, turn) }
    outdate(turn)
  }

  /// A new stream: everyone's presence comes again.
  mutating func begin(_ turn: Turn) throws(StorageError) {
    (devices, doubted, bytes, strangers) = ([:], [], 0, HeldPresences())
    try turn.database.presences.forgetDevices()
    settleAt = turn.now.uptime + Self.settling
  }

  /// The old stream goes on: what it told holds, what changed since comes in order.
  mutating func resume(_ turn: Turn) throws(StorageError) {
    try freshen(turn)
  }

  mutating func forgetLink(_ turn: Turn) {
    (goneAt, settleAt, lostAt) = ([:], nil, turn.now.wall)
    outdate(turn)
  }

  private mutating func outdate(_ turn: Turn) {
    if !isOutdated { turn.change(.presenceOutdated(true)) }
    isOutdated = true
  }

  // MARK: What comes

  mutating func receive(_ presence: InboundPresence, _ turn: Turn) throws(StorageError) {
    let who = presence.from.bare
    guard try counts(who, turn) else { return strangers.hold(presence) }
    if !doubted.isEmpty { doubted.remove(presence.from) }
    switch presence.kind {
    case .available where presence.unknownShow:
      turn.log("presence of \(presence.from) says what is not known: counted as offline")
      try forgetDevice(presence.from, turn)
    case .available: try note(presence, turn)
    case .unavailable where presence.from.isBare: try forgetDevices(of: who, turn)
    case .unavailable: try forgetDevice(presence.from, turn)
    case .error:
      try forgetDevices(of: who, turn)
      turn.log("presence error from \(presence.from)")
    default: return
    }
    try refresh(who, turn)
  }

  private mutating func forgetDevice(_ who: JID, _ turn: Turn) throws(StorageError) {
    let device = who.resource ?? ""
    guard let gone = devices[who.bare]?.removeValue(forKey: device) else { return }
    bytes -= Self.bytes(of: device, gone, who.bare)
    try turn.database.presences.save(who.bare, device: device, nil)
  }

  private mutating func forgetDevices(of who: JID, _ turn: Turn) throws(StorageError) {
    guard let gone = devices.removeValue(forKey: who) else { return }
    bytes -= Self.bytes(of: gone, who)
    doubted = doubted.filter { $0.bare != who }
    try turn.database.presences.forgetDevices(of: who)
  }

  private mutating func note(
    _ presence: InboundPresence, _ turn: Turn
  ) throws(StorageError) {
    let who = presence.from.bare
    let device = presence.from.resource ?? ""
    let before = devices[who]?[device]
    var now = DevicePresence(Self.meaning(presence.show), status: presence.status)
    let rest = bytes - (before.map { Self.bytes(of: device, $0, who) } ?? 0)
    if rest + Self.bytes(of: device, now, who) > Self.mostBytes { now.status = nil }
    guard before != now else { return }
    let more = Self.bytes(of: device, now, who)
    if before == nil,
      devices[who, default: [:]].count >= Self.mostDevices
        || rest + more > Self.mostBytes
    {
      return turn.log("dropped: too many presences, \(who)")
    }
    bytes = rest + more
    devices[who, default: [:]][device] = now
    try turn.database.presences.save(who, device: device, now)
  }

  private static func bytes(of device: String, _ presence: DevicePresence, _ who: JID) -> Int {
    who.byteCount + device.utf8.count + (presence.status?.utf8.count ?? 0)
  }

  private static func bytes(of devices: [String: DevicePresence], _ who: JID) -> Int {
    devices.reduce(0) { $0 + bytes(of: $1.key, $1.value, who) }
  }

  /// Who is in the roster, and I myself; of others nothing is stored.
  private func counts(_ who: JID, _ turn: Turn) throws(StorageError) -> Bool {
    if devices[who] != nil || who == turn.me { return true }
    return try turn.database.roster.contact(who) != nil
  }

  /// They are in the roster now: what their devices said before counts.
  mutating func admit(_ people: [JID], _ turn: Turn) throws(StorageError) {
    for presence in strangers.take(of: people) { try receive(presence, turn) }
  }

  /// `chat` is as good as plain; `away`, `xa` and `dnd` are shown as away.
  private static func meaning(_ show: String?) -> Presence {
    show == nil || show == "chat" ? .online : .away
  }

  /// Shows what the devices say; going offline waits a moment for a change of mind.
  private mutating func refresh(_ who: JID, _ turn: Turn) throws(StorageError) {
    let all = devices[who] ?? [:]
    let states = all.filter { doubted.isEmpty || !isDoubted(who, $0.key) }.values.map(\.presence)
    let best: Presence = states.contains(.online) ? .online : .away
    guard !states.isEmpty else {
      if all.isEmpty { devices[who] = nil }
      if shown[who] != nil, goneAt[who] == nil { goneAt[who] = turn.now.uptime + Self.flicker }
      return
    }
    goneAt[who] = nil
    try show(who, best, turn)
    tellWords(of: who, turn)
  }

  /// Of several devices who is at theirs counts before who is away.
  private mutating func tellWords(of who: JID, _ turn: Turn) {
    let speaking = (devices[who] ?? [:]).filter { $0.value.status != nil }
      .sorted {
        ($0.value.presence != .online ? 1 : 0, $0.key) < (
          $1.value.presence != .online ? 1 : 0, $1.key
        )
      }
    let now = speaking.first?.value.status
    guard words[who] != now else { return }
    words[who] = now
    turn.change(.status(who, now))
  }

  /// - Parameter seen: when they went, where that is known.
  private mutating func show(
    _ who: JID, _ presence: Presence, seen: Timestamp? = nil, _ turn: Turn
  ) throws(StorageError) {
    guard shown[who, default: .offline] != presence else { return }
    if presence == .offline || shown[who] == nil {
      try turn.database.presences.setLastSeen(seen, who)
    }
    shown[who] = presence == .offline ? nil : presence
    try turn.database.presences.save(who, presence)
    turn.change(.presence(who, presence))
    if presence == .offline { tellWords(of: who, turn) }
  }

  // MARK: Doubt

  /// What the devices of a person say, by resource.
  func states(of who: JID) -> [String: Presence] {
    (devices[who] ?? [:]).mapValues(\.presence)
  }

  /// The devices of a person that say they are there, by resource.
  func devices(of who: JID) -> [JID] {
    (devices[who] ?? [:]).keys.sorted().compactMap { who.with(resource: $0) }
  }

  /// A device does not answer, or has said something.
  mutating func doubt(_ device: JID, _ isDoubted: Bool, _ turn: Turn) throws(StorageError) {
    guard isDoubted != doubted.contains(device) else { return }
    guard isDoubted else {
      doubted.remove(device)
      return try refresh(device.bare, turn)
    }
    guard devices[device.bare]?[device.resource ?? ""] != nil else { return }
    doubted.insert(device)
    try refresh(device.bare, turn)
  }

  private func isDoubted(_ who: JID, _ device: String) -> Bool {
    who.with(resource: device).map { doubted.contains($0) } ?? false
  }

  // MARK: Time

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    try state.presence.wake(turn)
  }

  private mutating func wake(_ turn: Turn) throws(StorageError) {
    for who in goneAt.filter({ $0.value <= turn.now.uptime }).keys.sorted() {
      goneAt[who] = nil
      try show(who, .offline, seen: turn.now.wall, turn)
    }
    if let settleAt, settleAt <= turn.now.uptime { try settle(turn) }
  }

  /// The server has told all it knows: the rest is offline, and all is fresh.
  mutating func settle(_ turn: Turn) throws(StorageError) {
    guard settleAt != nil else { return }
    settleAt = nil
    try freshen(turn)
  }

  private mutating func freshen(_ turn: Turn) throws(StorageError) {
    for who in shown.keys.sorted() where devices[who] == nil && goneAt[who] == nil {
      try show(who, .offline, seen: lostAt, turn)
    }
    (isOutdated, lostAt) = (false, nil)
    turn.change(.presenceOutdated(false))
  }

  /// Not in the roster any more: nothing is known of them.
  mutating func forget(_ who: JID, _ turn: Turn) throws(StorageError) {
    try forgetDevices(of: who, turn)
    goneAt[who] = nil
    try show(who, .offline, turn)
  }
}

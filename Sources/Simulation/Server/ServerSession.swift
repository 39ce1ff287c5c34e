internal import XMLStream

/// A bound resource. It may be without a connection for a while, when it can be resumed.
final class ServerSession {
  let account: String
  let resource: String
  private(set) weak var stream: ServerStream?
  /// The last presence broadcast; `nil` while unavailable.
  var presence: XMLElement?
  var wantsCarbons = false
  /// A stranger's, which has no stream.
  var client: ((XMLElement) -> Void)?
  var management: ServerManagement?
  private(set) var isOver = false
  /// Without a connection for so long that others were told that it is gone.
  private(set) var isAbsent = false
  private var isInactive = false
  /// What was sent, and is not written yet. It is lost with the connection, as what is on its way.
  private var held: [XMLElement] = []
  private unowned let server: ServerModel
  private var detachments = 0

  var address: String { account + "/" + resource }

  init(account: String, resource: String, stream: ServerStream?, server: ServerModel) {
    self.account = account
    self.resource = resource
    self.stream = stream
    self.server = server
  }

  func send(_ original: XMLElement) {
    guard !isOver else { return }
    let world = server.world
    let stanza =
      world.tampering?.disguised(original, to: address, writer: server.writer(of: original))
      ?? original
    if world.tampering?.overlooks(stanza, by: address, at: world.now) == true {
      return overlook(stanza)
    }
    if let client { return client(stanza) }
    if management == nil, !server.traits.hasArchive, let id = server.textID(stanza) {
      world.ledger.change(id) { $0.blindDeliveries += 1 }
    }
    management?.sent(stanza)
    write(stanza)
    guard let management, management.queue.count % server.traits.asksAfter == 0 else { return }
    write(XMLElement("r", ServerNamespace.management))
  }

  /// XEP-0352: nobody looks there, or somebody does again.
  func hold(_ isInactive: Bool) {
    self.isInactive = isInactive
    if !isInactive { giveHeld() }
  }

  /// As Prosody's mod_csi_simple: what cannot wait takes along what waits.
  private func write(_ stanza: XMLElement) {
    if isInactive, stanza.canWait { return held.append(stanza) }
    giveHeld()
    stream?.write(stanza)
  }

  private func giveHeld() {
    for stanza in held { stream?.write(stanza) }
    held = []
  }

  /// The device behaves as if it had not come.
  private func overlook(_ stanza: XMLElement) {
    guard stanza["type"] == "error", let id = stanza["id"],
      let seat = server.world.cast.seats.firstIndex(where: { $0.address == address })
    else { return }
    server.world.bounces.told(id, at: seat)
  }

  /// The client's stanza was handled.
  func countHandled() { management?.handled &+= 1 }

  /// The client has so many; false when it was never sent them.
  func acknowledged(upTo h: UInt32) -> Bool {
    guard let taken = management?.acknowledged(upTo: h) else { return false }
    if !server.world.strangers.isEmpty {
      for stanza in taken { server.world.sayings.received(stanza, by: address) }
    }
    return true
  }

  func acknowledgeAtOnce() {
    guard let management else { return }
    stream?.write(
      XMLElement("a", ServerNamespace.management, ["h": String(management.handled)]))
  }

  /// The connection is gone. A session that can be resumed waits for it.
  func detach() {
    stream = nil
    held = []
    guard let management, management.isResumable, server.traits.resumable > 0 else { return end() }
    let stay = server.traits.resumable
    server.world.after(stay) { [weak self] in self?.expire(id: management.id) }
    guard let grace = server.traits.absentAfter else { return }
    detachments += 1
    let number = detachments
    server.world.after(grace) { [weak self] in self?.leave(number) }
  }

  private func leave(_ number: Int) {
    guard !isOver, stream == nil, number == detachments, presence != nil else { return }
    isAbsent = true
    server.broadcastEnd(of: self)
    server.rooms.tellEnd(of: self, isGone: true)
  }

  private func expire(id: String) {
    guard !isOver, stream == nil, management?.id == id else { return }
    end()
  }

  /// A new connection takes the session over: what that is told, then ``goOn()``; `nil` where it counts wrong.
  func resume(on stream: ServerStream, handledByClient h: UInt32) -> XMLElement? {
    self.stream?.session = nil
    self.stream?.fail("conflict")
    self.stream = stream
    (isInactive, held) = (false, [])
    guard acknowledged(upTo: h), let management else { return nil }
    return XMLElement(
      "resumed", ServerNamespace.management,
      ["previd": management.id, "h": String(management.handled)])
  }

  /// What was not acknowledged goes out again.
  func goOn() {
    for stanza in management?.queue ?? [] { stream?.write(stanza) }
    let wasAbsent = isAbsent
    isAbsent = false
    if wasAbsent, let presence {
      server.broadcast(presence)
      server.rooms.tellEnd(of: self, isGone: false)
    }
  }

  /// The resource is unbound; contacts learn it.
  func end() {
    guard !isOver else { return }
    isOver = true
    stream = nil
    server.sessionEnded(self)
  }

  /// The server lost its memory: nobody is told.
  func vanish() {
    isOver = true
    stream = nil
  }
}

extension XMLElement {
  /// Nobody needs it who does not look.
  fileprivate var canWait: Bool {
    switch name {
    case "presence": ["", "unavailable", "error"].contains(self["type"] ?? "")
    case "message":
      self["type"] != "error" && child("body", ServerNamespace.client) == nil
        && child("subject", ServerNamespace.client) == nil
        && child("sent", ServerNamespace.carbons) == nil
        && child("received", ServerNamespace.carbons) == nil
        && child("result", ServerNamespace.archive) == nil
    default: false
    }
  }
}

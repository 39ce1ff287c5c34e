internal import Sync

/// The connections of a device.
extension Device {
  /// A connection as it is before the program has it as its first.
  struct Line {
    let number: Int
    let connection: Connection
    var tap: StreamTap?
    /// The server has it, too.
    var isOpen = false
  }

  private func begin() -> Line {
    begun += 1
    let number = begun
    let new = Connection(
      number: world.newConnectionNumber(), traits: link, world: world
    ) { [weak self] news in self.map { $0.receive(news, number) } }
    return Line(number: number, connection: new)
  }

  func connect() {
    let line = begin()
    (connection, current) = (line.connection, line.number)
    world.tell("\(seat.resource) connects")
    open(line)
  }

  private func open(_ line: Line) {
    let new = line.connection
    if network == .silent { return world.after(20_000) { new.tellEnd(.device) } }
    world.after(new.delay() + new.delay()) { [self] in establish(line) }
  }

  private func establish(_ line: Line) {
    guard [current, spare?.number].contains(line.number) else { return }
    let new = line.connection
    guard network == .working || network == .mute, world.server.isUp else {
      return new.tellEnd(.device)
    }
    world.server.accept(new)
    if network == .mute { new.voidAll() }
    let tap = world.hasBounces ? StreamTap() : nil
    let news = LinkEvent.connected(isSecure: true, binding: nil)
    guard line.number == current else {
      spare?.tap = tap
      spare?.isOpen = true
      world.tell("\(seat.resource) has a second connection")
      return feed(.spare(news))
    }
    self.tap = tap
    use()
    feed(.link(news))
  }

  /// The connection is the program's first from now on.
  private func use() {
    tampering?.connected()
    links += 1
    world.tell("\(seat.resource) is connected")
  }

  private func receive(_ news: ConnectionNews, _ number: Int) {
    if number == spare?.number { return receiveBeside(news) }
    guard number == current else { return }
    switch news {
    case .bytes(let bytes):
      tampering?.incoming(bytes)
      for id in tap?.returned(in: bytes) ?? [] {
        world.bounces.told(id, at: self.number)
        if let again = tampering?.sentAgain(id) { world.after(1) { [self] in write(again) } }
      }
      feed(.link(.received(bytes)))
    case .ended:
      connection?.close(towards: .server)
      (connection, current) = (nil, nil)
      world.tell("\(seat.resource) learns that the connection is gone")
      feed(.link(.closed(reason: "gone")))
    }
  }

  private func receiveBeside(_ news: ConnectionNews) {
    switch news {
    case .bytes(let bytes):
      _ = spare?.tap?.returned(in: bytes)
      feed(.spare(.received(bytes)))
    case .ended:
      dropSpare()
      feed(.spare(.closed(reason: "gone")))
    }
  }

  func carryOut(_ effect: SpareEffect) {
    switch effect {
    case .connect:
      let line = begin()
      spare = line
      world.tell("\(seat.resource) connects beside its first connection")
      open(line)
    case .write(let bytes): spare?.connection.send(bytes, to: .server)
    case .startTLS: world.report(.protocolBroken, "TLS was asked for under TLS")
    case .drop: dropSpare()
    case .adopt: adoptSpare()
    }
  }

  private func dropSpare() {
    spare.map { leave($0.connection) }
    spare = nil
  }

  private func adoptSpare() {
    connection.map { leave($0) }
    guard let line = spare else { return }
    (connection, current, tap, spare) = (line.connection, line.number, line.tap, nil)
    world.tell("\(seat.resource) goes on with its second connection")
    // One that is not open yet is used once it is.
    if line.isOpen { use() }
  }

  /// Bytes already written leave first; the program is told nothing.
  private func leave(_ old: Connection) {
    old.close(towards: .server)
    old.forget(.device)
  }

  func measure() {
    let progress = connection?.progress.measured(at: world.now)
    let number = current
    world.after(0) { [self] in if number == current { feed(.progress(progress)) } }
  }

  func write(_ bytes: [UInt8]) {
    let bytes = tampering?.outgoing(bytes) ?? bytes
    if world.hasBounces { world.bounces.leaves(bytes, from: number) }
    if tampering?.hasAsked(bytes) == true { throwAwaySlowPage(on: current) }
    connection?.send(bytes, to: .server)
    guard let answer = tampering?.answer(to: bytes) else { return }
    let number = current
    world.after(0) { [self] in
      if number == current { feed(.link(.received(answer))) }
    }
  }

  /// Bytes already written leave first; then the program is told.
  func disconnect() {
    guard let old = connection, let number = current else { return }
    leave(old)
    world.after(1) { [self] in receive(.ended, number) }
  }

  /// Without the page that was asked for.
  private func throwAwaySlowPage(on number: Int?) {
    world.after(30_000) { [self] in
      guard number == current, tampering?.isWaitingForPage == true else { return }
      connection?.cut()
    }
  }
}

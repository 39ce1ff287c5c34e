/// How each fault strikes.
extension World {
  func strike(_ fault: Fault.Kind) {
    tell("! \(fault)")
    switch fault {
    case .cut(let seat): devices[seat].connection?.cut()
    case .halfOpen(let seat, let told): halfOpen(devices[seat], told)
    case .void(let seat, let side, let time): void(devices[seat], side, time)
    case .stall(let seat, let side, let time, let newLinks):
      stall(devices[seat], side, time, newLinks)
    case .noNetwork(let seat, let time, let refuses):
      devices[seat].setNetwork(refuses ? .refusing : .silent)
      devices[seat].connection?.cut()
      devices[seat].spare?.connection.cut()
      breaks(for: time)
      after(time) { [self] in devices[seat].setNetwork(.working) }
    case .kill(let seat, let effects, let ending, let reboots, let down):
      breaks(for: 2_000 + down)
      devices[seat].arm(
        Device.Kill(effects: effects, ending: ending, reboots: reboots, down: down))
    case .serverCrash(let stage, let down):
      breaks(for: 3_000 + down)
      server.planCrash(at: stage, down: down)
    case .clock(let seat, let step): devices[seat].setClock(by: step)
    case .streamError(let seat, let condition):
      server.stream(of: devices[seat].connection)?.fail(condition)
      invariants.streamEnded(seat)
    case .wrongCount(let seat, let by):
      server.stream(of: devices[seat].connection)?.wrongBy = by
    case .expiry: server.expireDetached()
    case .removedInRoom(let back): server.rooms.talk.removeSaid(back: back)
    case .forgedRemoval(let seat, let back):
      let place = devices[seat].seat
      let session = server.accounts[place.account]?.sessions.first { $0.address == place.address }
      if let session { server.rooms.talk.forgeRemoval(by: session, back: back) }
    case .room(let trouble): strike(trouble)
    }
  }

  /// The side that was not told learns it after a minute at the latest (TCP's user time-out).
  private func halfOpen(_ device: Device, _ told: Fault.Side) {
    guard let connection = device.connection else { return }
    breaks(for: 60_000)
    connection.halfOpen(told: told == .server ? .server : .device)
    after(scenario.server.readTimeout) { connection.tellEnd(.server) }
    after(60_000) { connection.tellEnd(.device) }
  }

  /// The server may notice before it is over.
  private func stall(
    _ device: Device, _ side: Fault.Side, _ time: Int64, _ newLinks: Fault.NewLinks
  ) {
    breaks(for: time)
    if let connection = device.connection {
      if side != .server { connection.stall(towards: .device, for: time) }
      if side != .device { connection.stall(towards: .server, for: time) }
      after(scenario.server.readTimeout) {
        if connection.isStalled(towards: .server) { connection.tellEnd(.server) }
      }
    }
    device.setNetwork(Device.Network(newLinks))
    after(time) { device.setNetwork(.working) }
  }

  private func void(_ device: Device, _ side: Fault.Side, _ time: Int64) {
    guard let connection = device.connection else { return }
    if side != .server { connection.makeVoid(towards: .device) }
    if side != .device { connection.makeVoid(towards: .server) }
    if side != .device {
      after(scenario.server.readTimeout) {
        if connection.isVoid { connection.cut() }
      }
    }
    breaks(for: time)
    after(time) { connection.cut() }
  }
}

extension Device.Network {
  fileprivate init(_ newLinks: Fault.NewLinks) {
    switch newLinks {
    case .made: self = .working
    case .refused: self = .refusing
    case .unanswered: self = .silent
    case .mute: self = .mute
    }
  }
}

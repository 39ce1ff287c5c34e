internal import Model
internal import Screen
internal import Simulation
internal import Views

extension Performance {
  func perform(_ step: Step) throws {
    switch step.kind {
    case .caption(let text): try say(text)
    case .curtain: try raiseCurtain()
    case .wait(let time): try advance(by: time)
    case .jump(let time): try hide(time) { try advance(by: time) }
    case .expect(let expectation, let isTrue):
      try settle()
      if let shortfall = try judge(expectation, isTrue) { throw fail(step, shortfall) }
    case .until(let expectation, let isTrue, let bound):
      _ = try wait(until: { try judge(expectation, isTrue) == nil }, within: bound)
      guard let shortfall = try judge(expectation, isTrue) else { return }
      throw fail(step, "not within \(Double(bound) / 1000) s: \(shortfall)")
    default:
      if try !atKeyboard(step) { breakThings(step) }
      try settle()
      try show()
    }
  }

  // MARK: At the keyboard

  private func atKeyboard(_ step: Step) throws -> Bool {
    switch step.kind {
    case .type(let text): try type(text, step)
    case .says(scene.me.name, let text):
      try type(text, step)
      try press(Key(.enter), step, after: pace())
    case .press(let keys): for key in keys { try press(key, step, after: 3 * pace()) }
    case .paste(let text): try input(.paste(text), step)
    case .click(let text): try click(text, step)
    case .wheel(let isUp, let count):
      let at = Point(x: surface().size.width / 2, y: surface().size.height / 2)
      for _ in 0..<count { try input(.mouse(Mouse(isUp ? .wheelUp : .wheelDown, at: at)), step) }
    case .resize(let size): resize(size)
    case .focus(let isFocused): try input(.focus(isFocused), step)
    default: return false
    }
    return true
  }

  private func type(_ text: String, _ step: Step) throws {
    for character in text { try press(Key(.character(character)), step, after: pace()) }
  }

  private func press(_ key: Key, _ step: Step, after pause: Int64) throws {
    try advance(by: pause)
    try input(.key(key), step)
  }

  private func input(_ input: Input, _ step: Step) throws {
    guard let program else { throw fail(step, "my program does not run") }
    program.handle(input)
    try settle()
    try show()
  }

  private func click(_ text: String, _ step: Step) throws {
    let surface = surface()
    for y in 0..<surface.size.height {
      guard let x = surface.column(of: text, inRow: y) else { continue }
      try input(.mouse(Mouse(.press, at: Point(x: x, y: y))), step)
      return try input(.mouse(Mouse(.release, at: Point(x: x, y: y))), step)
    }
    throw fail(step, "\"\(text)\" is not on the screen to be clicked")
  }

  // MARK: What happens elsewhere

  private func breakThings(_ step: Step) {
    switch step.kind {
    case .network(let who, let change):
      // My computer's is that of all my accounts.
      let places = (seats[who] ?? 0) == 0 ? stages : [stage(of: who)]
      for stage in places { network(seats[who] ?? 0, change, stage) }
    case .otherServer(let isUp):
      if isUp { otherStage?.startServer() } else { otherStage?.stopServer() }
    case .server(.stops): stage.stopServer()
    case .server(.starts): stage.startServer()
    case .server(.breaksUploads(let count)): stage.breakUploads(count)
    case .server(.crashes(let isStored, let time)):
      stage.crashServer(isStored ? .afterArchive : .beforeArchive, down: time)
    case .accept(let text), .refuse(let text, _, times: 0): stage.accept(text)
    case .refuse(let text, let condition, let times):
      stage.refuse(
        text,
        .init(
          kind: times == nil ? "cancel" : "wait", condition: condition, times: times ?? .max))
    case .disk(let state):
      stage.setDisk(state == .works ? .works : state == .full ? .full : .readOnly)
    case .clock(let step): for stage in stages { stage.setClock(0, by: step) }
    case .kill:
      for stage in stages { stage.kill(0) }
      programDied(saying: "Killed")
    case .reboot:
      for stage in stages { stage.reboot(0) }
      programDied(saying: "")
    case .restart: if program == nil { startProgram() }
    case .suspend: suspend()
    case .resume: resume()
    default: others(step)
    }
  }

  private func others(_ step: Step) {
    switch step.kind {
    case .says(let who, let text): write(text, who)
    case .answers(let who, let text, let answer): write(answer, who, answering: text)
    case .sends(let who, let count, let time):
      for number in 0..<count {
        plan(in: time * Int64(number) / Int64(max(count, 1))) { [weak self] in
          if self?.seats[who] == 0 {
            self?.enter("\(number + 1)")
          } else {
            self?.write("\(number + 1)", who)
          }
        }
      }
    case .reacts(let who, let text, let emoji):
      stage(of: who).react(emoji, to: text, in: partner(of: who), seats[who] ?? 0)
    case .deletes(let who): stage(of: who).deleteNewest(in: partner(of: who), seats[who] ?? 0)
    case .typing(let who, let isTyping): setTyping(who, isTyping)
    case .reads(let who): stage(of: who).look(at: partner(of: who), seats[who] ?? 0)
    case .looks(let who, let isThere): stage(of: who).submit(.focus(isThere), seats[who] ?? 0)
    case .hasStatus(let who, let text): stage(of: who).submit(.setStatus(text), seats[who] ?? 0)
    case .pins(let who, let friend, let isPinned):
      stage(of: who).submit(.pin(address(of: friend), isPinned), seats[who] ?? 0)
    case .isCalled(let who, let name): stage(of: who).submit(.setMyName(name), seats[who] ?? 0)
    case .comes(let who): stage(of: who).start(seats[who] ?? 0)
    case .goes(let who):
      stopTyping(who)
      stage(of: who).signOff(seats[who] ?? 0)
    case .dies(let who):
      stopTyping(who)
      stage(of: who).kill(seats[who] ?? 0)
    case .crowd(let count, let time): changeCrowd(count, within: time)
    case .inGroup(let group, let who, let act): perform(act, who, in: address(ofGroup: group))
    case .group(let group, let change): perform(change, address(ofGroup: group))
    case .groupService(let isUp): stage.setGroups(isUp)
    case .groupsAreClosed: stage.closeGroups()
    default: preconditionFailure("every step is performed")
    }
  }

  private func enter(_ text: String) {
    program?.handle(.paste(text))
    program?.handle(.key(Key(.enter)))
  }

  private func write(_ text: String, _ who: String, answering answered: String? = nil) {
    setTyping(who, false)
    stage(of: who).write(text, to: partner(of: who), answering: answered, seats[who] ?? 0)
  }

  /// Whom somebody's messages are for: me, or, where it is a device of mine, my first friend.
  func partner(of who: String) -> JID {
    let isMine = who == scene.me.name || scene.devices.contains(who)
    return isMine ? address(of: scene.friends.first?.name ?? who) : myAddress(for: who)
  }

  private func network(_ seat: Int, _ change: Step.NetworkChange, _ stage: Stage) {
    switch change {
    case .on: stage.setNetwork(.on, seat)
    case .off: stage.setNetwork(.off, seat)
    case .silent: stage.setNetwork(.silent, seat)
    case .halfOpen: stage.halfOpen(seat)
    case .fast: stage.setLink(.calm, seat)
    case .slow(let rate, let delay, let loss):
      let way = delay / 2
      stage.setLink(
        LinkTraits(
          delay: way...(way + way / 10), bytesPerSecond: Int64(max(8, rate) / 8), loss: loss),
        seat)
    case .flaps(let count, let time):
      for number in 0..<count {
        plan(in: 2 * Int64(number) * time) { stage.setNetwork(.off, seat) }
        plan(in: (2 * Int64(number) + 1) * time) { stage.setNetwork(.on, seat) }
      }
    }
  }
}

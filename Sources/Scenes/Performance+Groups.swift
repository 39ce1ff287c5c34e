internal import Model
internal import Simulation

extension Performance {
  /// What somebody else does in a group.
  func perform(_ act: Step.GroupAct, _ who: String, in group: JID) {
    let seat = seats[who] ?? 0
    switch act {
    case .enters(let name): stage.submit(.join(group, nick: name, password: nil), seat)
    case .leaves:
      stopTyping(who)
      stage.submit(.leave(group), seat)
    case .writes(let text):
      setTyping(who, false)
      stage.write(text, to: group, seat)
    case .answers(let text, let answer):
      setTyping(who, false)
      stage.write(answer, to: group, answering: text, seat)
    case .types(let isTyping): setTyping(who, isTyping, in: group)
    case .makes(let name, let people):
      let others = people.compactMap { JID(account(of: $0)) }
      let group = NewGroup(room: group, name: name, people: others)
      stage.submit(.makeGroup(group), seat)
    case .invites(let other):
      guard let other = JID(account(of: other)) else { return }
      let id = OriginID("invitation of \(who) at \(stage.now)")
      stage.submit(.invite(other, to: group, originID: id), seat)
    case .reads: stage.look(at: group, seat)
    case .deletesIt: stage.submit(.destroyRoom(group), seat)
    case .uses(let power, let other, let reason):
      let subject = Room.Subject(address: JID(account(of: other)))
      let act = ModerationAct.use(power, on: subject, reason: reason)
      stage.submit(.moderate(group, act), seat)
    case .changesTopic(let topic): stage.submit(.moderate(group, .topic(topic)), seat)
    }
  }

  /// What becomes of a group.
  func perform(_ change: Step.GroupChange, _ group: JID) {
    switch change {
    case .removes(let who):
      stage.change(group, .putOut(account: account(of: who), isBanned: false))
    case .bans(let who): stage.change(group, .putOut(account: account(of: who), isBanned: true))
    case .loses(let who): stage.change(group, .lose(device: device(of: who), isTold: false))
    case .drops(let who): stage.change(group, .lose(device: device(of: who), isTold: true))
    case .missesNext: stage.change(group, .missNext)
    case .wants(let password): stage.change(group, .lock(password: password))
    case .closes: stage.change(group, .shut)
    }
  }

  private func device(of who: String) -> String { stage.cast.seats[seats[who] ?? 0].address }

  private func account(of who: String) -> String { stage.cast.seats[seats[who] ?? 0].account }
}

internal import Files
internal import Handover
internal import Localization
internal import Model

/// Who sees whom, in words (C2, N7): requests are told once, and answered by name. What is said before there is
/// a connection waits for one.
struct PlainAcquaintances {
  private var requests: [JID] = []
  private var told: Set<JID> = []
  private var waiting: [PlainMode.Action] = []

  /// Nothing waits for a connection.
  var isEmpty: Bool { waiting.isEmpty }

  mutating func apply(_ now: [JID], _ wording: PlainWording) -> [PlainMode.Action] {
    requests = now
    return now.filter { told.insert($0).inserted }.map {
      .say(wording.clean(wording.request(of: $0)))
    }
  }

  /// Of the one who asked where no name is given and nobody else has.
  mutating func answer(
    _ name: String, _ action: SubscriptionAction, _ wording: PlainWording, _ names: NameBook
  ) throws(Failure) -> [PlainMode.Action] {
    let who = try asker(name, names)
    requests.removeAll { $0 == who }
    told.remove(who)
    let words =
      action == .grant
      ? tr("\(who) sees when you are online") : tr("\(who) does not see when you are online")
    return [.submit(.subscription(who, action)), .say(wording.clean(words))]
  }

  private func asker(_ name: String, _ names: NameBook) throws(Failure) -> JID {
    if name.isEmpty, requests.count == 1 { return requests[0] }
    let whom = requests.map(\.description).joined(separator: ", ")
    guard !name.isEmpty else {
      throw Failure(requests.isEmpty ? tr("nobody asks") : tr("which of \(whom)?"))
    }
    let called = requests.filter { $0.description == name || $0.local == name }
    if called.count == 1 { return called[0] }
    let found = try names.address(of: name)
    guard requests.contains(found) else { throw Failure(tr("\(found) does not ask")) }
    return found
  }

  func ask(
    _ name: String, _ wording: PlainWording, _ names: NameBook
  ) throws(Failure) -> [PlainMode.Action] {
    guard !name.isEmpty else { throw Failure(tr("/add needs an address")) }
    let who = try names.address(of: name)
    return [
      .submit(.subscription(who, .ask)),
      .say(wording.clean(tr("asked \(who) to let you see when they are online"))),
    ]
  }

  // MARK: The connection

  mutating func perform(_ actions: [PlainMode.Action], isOnline: Bool) -> [PlainMode.Action] {
    if isOnline { return actions }
    waiting += actions
    return [.say(tr("not connected yet: this waits"))]
  }

  mutating func gotOnline() -> [PlainMode.Action] {
    defer { waiting = [] }
    return waiting
  }
}

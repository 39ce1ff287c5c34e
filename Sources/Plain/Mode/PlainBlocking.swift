internal import Files
internal import Handover
internal import Localization
internal import Model

/// Whom one has blocked, in words (XEP-0191). What is said without a connection waits for one, on disk.
struct PlainBlocking {
  private var list = BlockList()
  /// Wished here, and not known to be so.
  private var wished: Set<JID> = []

  /// The server has been told of all that was wished here, or has refused it.
  var isSettled: Bool { wished.isEmpty }

  mutating func apply(_ now: BlockList) {
    list = now
    wished = wished.intersection(now.waiting)
  }

  /// An error was said: it may be that one.
  mutating func refused() { wished = wished.intersection(list.waiting) }

  mutating func block(
    _ name: String, _ wording: PlainWording, _ names: NameBook
  ) throws(Failure) -> [PlainMode.Action] {
    let who = try address(name, "/block", names)
    guard list.entry(of: who) == nil else {
      return [.say(wording.clean(tr("\(names.name(of: who)) is blocked already")))]
    }
    wished.insert(who)
    return [.submit(.block(who))]
  }

  mutating func unblock(
    _ name: String, _ wording: PlainWording, _ names: NameBook
  ) throws(Failure) -> [PlainMode.Action] {
    let who = try address(name, "/unblock", names)
    guard let entry = list.entry(of: who) else {
      return [.say(wording.clean(tr("\(names.name(of: who)) is not blocked")))]
    }
    wished.insert(entry)
    return [.submit(.unblock(entry))]
  }

  private func address(
    _ name: String, _ command: String, _ names: NameBook
  ) throws(Failure) -> JID {
    guard !name.isEmpty else { throw Failure(tr("\(command) needs a name; /blocked lists them")) }
    return try names.address(of: name)
  }

  /// Who they are, a line each.
  func lines(_ wording: PlainWording, _ names: NameBook) -> [PlainMode.Action] {
    guard !list.entries.isEmpty else { return [.say(tr("nobody is blocked"))] }
    return list.entries.sorted().map {
      let waits = list.waiting.contains($0) ? tr(", once there is a connection") : ""
      return .say(wording.clean(tr("blocked: \(names.name(of: $0))\(waits)")))
    }
  }
}

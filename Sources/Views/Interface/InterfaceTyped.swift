internal import Localization
internal import Model
internal import Screen
internal import Store

/// What is typed in place of a message to have something done.
extension Interface {
  /// `nil` where it is a message. What cannot be done stays in the composer, to be changed.
  mutating func performTyped(_ snapshot: Snapshot, _ now: Moment) -> Outcome? {
    guard drafts.composer.editing == nil, let typed = TypedLine(drafts.composer.text) else {
      return nil
    }
    guard let command = typed.command else {
      return .consumed([Question.ask(.unknownCommand(typed.word))])
    }
    switch effects(of: command, typed.operand, snapshot, now) {
    case .failure(let refusal): return .consumed([.tell(Notice(.error, refusal.words))])
    case .success(let effects):
      drafts.composer.clear()
      return .consumed(actions(changed(now)) + effects)
    }
  }

  /// Why a typed line cannot be carried out.
  private struct Refusal: Error { var words: String }

  private func effects(
    of command: TypedCommand, _ operand: String, _ snapshot: Snapshot, _ now: Moment
  ) -> Result<[Effect], Refusal> {
    switch command {
    case .date: day(operand, now)
    case .help: .success([.run(.help)])
    case .quit: .success([.run(.quit)])
    case .queue: .success([.run(.queue)])
    case .send: .success([.run(.sendAll)])
    case .status: .success([.action(.intent(.setStatus(operand), of: account))])
    case .settings: .success([.run(.settings)])
    case .theme: .success([.run(.theme)])
    case .mute: mute(operand, snapshot, now)
    case .members: .success([.run(.members)])
    case .search: .success(search(operand))
    case .to: .success(go(to: operand, snapshot))
    case .file: .success([.show(FileCard(path: operand, account: account))])
    case .join: join(operand, snapshot)
    case .block, .unblock: .success(block(command, operand, snapshot))
    case .msg: privately(operand, snapshot, now)
    case .leave, .nick, .invite, .kick, .ban, .topic: inGroup(command, operand, snapshot)
    }
  }

  private func day(_ operand: String, _ now: Moment) -> Result<[Effect], Refusal> {
    guard navigation.openChat != nil else {
      return .failure(Refusal(words: tr("/date is for chats, and none is open.")))
    }
    guard let start = DayWords.start(operand, now: now.wall, setup.time) else {
      return .failure(Refusal(words: tr("/date needs a day: /date 2026-05-12, /date yesterday")))
    }
    return .success([.since(start)])
  }

  private func mute(
    _ operand: String, _ snapshot: Snapshot, _ now: Moment
  ) -> Result<[Effect], Refusal> {
    guard !operand.isEmpty, let open = navigation.openChat else { return .success([.run(.mute)]) }
    let spans = zip(MuteSpan.allCases, AlertChoice(open, in: context(snapshot, now)).timed)
    let word = operand.lowercased()
    let isTomorrow = word == tr("tomorrow", as: "typed word")
    guard
      let choice = spans.first(where: {
        $0.0.rawValue == word || isTomorrow && $0.0 == .tomorrow
      })?.1
    else {
      return .failure(Refusal(words: tr("/mute takes a time, or none: /mute 1h, /mute tomorrow")))
    }
    return .success([
      .action(choice.action), .tell(Notice(.information, choice.notice(in: snapshot))),
    ])
  }

  private var account: AccountID { navigation.openChat?.account ?? .first }

  /// The person of the open chat where nobody is named; else whom it is about is chosen.
  private func block(
    _ command: TypedCommand, _ operand: String, _ snapshot: Snapshot
  ) -> [Effect] {
    guard operand.isEmpty, let open = navigation.openChat, Switcher.canBlock(open, snapshot) else {
      return [.show(Switcher(typed: "\(command.rawValue) \(operand)"))]
    }
    if let entry = snapshot[open.account].blocked.entry(of: open.address) {
      guard command == .unblock else { return [] }
      return [.action(.intent(.unblock(entry), of: open.account))]
    }
    guard command == .block else {
      let name = Names.person(open, in: snapshot)
      return [.tell(Notice(.information, tr("\(name) is not blocked.")))]
    }
    return [.action(.intent(.block(open.address), of: open.account))]
  }

  /// The chat that is shown by that name, or whose address begins so; else what the palette finds.
  private func go(to name: String, _ snapshot: Snapshot) -> [Effect] {
    let name = name.lowercased()
    let found = snapshot.chats.filter {
      Names.chat($0.id, in: snapshot).lowercased() == name || $0.jid.description == name
        || $0.jid.local == name
    }
    guard found.count == 1 else { return [.show(Switcher(peopleOnly: true, typed: name))] }
    return [.open(found[0].id), .focus(.composer)]
  }

  /// To one person of the open group, or of the group of the open chat: `NAME`, and what is said to them behind it. Of
  /// names that begin alike the longest is meant. Elsewhere it goes to a chat.
  private func privately(
    _ operand: String, _ snapshot: Snapshot, _ now: Moment
  ) -> Result<[Effect], Refusal> {
    guard let room = navigation.openChat?.bare, let there = snapshot.room(room) else {
      return .success(go(to: operand, snapshot))
    }
    guard let (nick, rest) = there.occupants.named(atStartOf: operand),
      let chat = room.address.with(resource: nick).map({ ChatID($0, of: room.account) })
    else {
      let name = operand.split(separator: " ").first.map(String.init) ?? ""
      return .failure(
        Refusal(
          words: name.isEmpty
            ? tr("/msg needs the name of somebody in the group.")
            : tr("Nobody in the group is called \(name).")))
    }
    switch OutgoingText(rest) {
    case .empty: return .success([.open(chat), .focus(.composer)])
    case .refused(let reason): return .failure(Refusal(words: tr("\(reason). It was not sent.")))
    case .text(let text):
      let send = Effect.submit(of: chat.account) {
        .send(chat: chat.address, text: text, originID: $0, replyTo: nil)
      }
      return .success([.open(chat), send, .focus(.composer)])
    }
  }

  private func search(_ words: String) -> [Effect] {
    var search = MessageSearch(in: nil)
    let asking = search.type(words)
    return [.show(search)] + asking
  }

  /// `ADDRESS`, `ADDRESS NAME` and, as the palette has it, `ADDRESS as NAME`.
  private func join(_ operand: String, _ snapshot: Snapshot) -> Result<[Effect], Refusal> {
    let parts = operand.split(separator: " ", maxSplits: 1).map(String.init)
    if parts.isEmpty, let open = navigation.openChat, snapshot.hasLeft(open) {
      let again = Intent.join(open.address, nick: nil, password: nil)
      return .success([.action(.intent(again, of: open.account)), .focus(.composer)])
    }
    guard let name = parts.first else { return .failure(Refusal(words: Self.joinUsage)) }
    let known = JID(name).map { ChatID($0.bare, of: account) }
    if let known, snapshot.room(known) != nil { return .success([.open(known)]) }
    guard let (room, _) = Switcher.room(name, of: account, snapshot) else {
      return .failure(Refusal(words: Self.joinUsage))
    }
    var nick = parts.count > 1 ? parts[1] : nil
    if let words = nick, words.hasPrefix("as ") { nick = String(words.dropFirst("as ".count)) }
    let join = Intent.join(room.address, nick: nick, password: nil)
    return .success([.action(.intent(join, of: account)), .open(room), .focus(.composer)])
  }

  private static var joinUsage: String {
    tr("/join needs the address of a group: /join team@conference.example.org")
  }

  private func inGroup(
    _ command: TypedCommand, _ operand: String, _ snapshot: Snapshot
  ) -> Result<[Effect], Refusal> {
    guard let open = navigation.openChat, let room = snapshot.room(open) else {
      let words = tr("/\(command.rawValue) is for groups, and this is none.")
      return .failure(Refusal(words: words))
    }
    switch command {
    case .leave: return .success([Question.ask(.leave(open))])
    case .topic:
      let name = Names.chat(open, in: snapshot)
      let topic = operand.isEmpty ? room.topic : operand
      return .success([.show(LineBox.topic(topic, of: open, called: name))])
    case .nick where !operand.isEmpty:
      let rename = Intent.rename(in: open.address, nick: operand)
      return .success([.action(.intent(rename, of: open.account))])
    // Whom it is about is chosen there.
    default: return .success([.show(Switcher(typed: "\(command.rawValue) \(operand)"))])
    }
  }
}

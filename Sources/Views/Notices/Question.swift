internal import Localization
internal import Model
internal import Screen
internal import Store

/// A small box over the screen that asks before something is lost, or tells about one message.
enum Question {
  /// Quitting with messages waiting (O18).
  case quit(waiting: Int)
  case delete(Message)
  /// One that may have left: for everyone (M2).
  case retract(Message)
  /// One that somebody else wrote in a group that I moderate.
  case moderate(Message)
  /// Those that were marked; so many of others stay.
  case deleteMarked([Deletion], others: Int)
  /// A queued message: cancel it, or read what will happen (O8).
  case queued(Message)
  case info(Message)
  /// To a group.
  case invitation(Message)
  /// From the queue review.
  case deleteQueued([OutboxEntry])
  case deleteChat(Chat)
  case leave(ChatID)
  /// A person.
  case block(ChatID)
  /// For all who are in the group.
  case destroy(ChatID)
  /// Old messages are to be removed from this computer for the first time (P4).
  case keep(KeepQuestion, AccountID)
  /// To somebody who is no contact and was never written to.
  case firstMessage(ChatID)
  /// It begins like a command, and is none: this word.
  case unknownCommand(String)
  /// Whether all through what is seen counts as read: so many unread messages were passed on the way to the end.
  case markRead(ChatID, count: Int, through: MessageOrder)
  case signOut(AccountID)
  /// With all of it that is on this computer.
  case signOutDeleting(AccountID)

  /// What is known of a message: the life of mine on a screen of its own, of others a few facts.
  static func info(of message: Message) -> Effect {
    guard message.isMine, let id = message.sentID else { return ask(.info(message)) }
    return .show(MessageInfo(of: id))
  }

  static func ask(_ question: Question) -> Effect { .show(AskedQuestion(question)) }

  func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    switch (self, command) {
    case (_, .close): .consumed([.close])
    // Ctrl-C again is the same wish again.
    case (.quit, .accept), (.quit, .quit): .consumed([.close, .leave])
    case (_, .quit): .consumed([.close])
    case (.delete(let message), .accept):
      .consumed([.close] + Deletion.unsent(message).effects)
    case (.retract(let message), .accept):
      .consumed([.close] + Deletion.retraction(message).effects)
    case (.moderate(let message), .accept):
      .consumed([.close] + Deletion.moderation(message).effects)
    case (.deleteMarked(let all, _), .accept):
      .consumed([.close, .clearMarks] + all.flatMap(\.effects))
    case (.queued(let message), .delete): .consumed([.close] + Self.cancel(message))
    case (.queued(let message), .sendOne):
      .consumed([.close] + Self.tryNow(message, surroundings.context))
    case (.queued(let message), .info): .consumed([.close, Self.info(of: message)])
    case (.deleteQueued(let entries), .accept):
      .consumed([.close, .action(.everywhere(.delete(entries.map(\.originID))))])
    case (.deleteChat(let chat), .accept): .consumed([.close, .deleteChat(chat.id)])
    case (.leave(let room), .accept):
      .consumed([.close, .action(.intent(.leave(room.address), of: room.account))])
    case (.destroy(let room), .accept):
      .consumed([.close, .action(.intent(.destroyRoom(room.address), of: room.account))])
    case (.block(let who), .accept):
      .consumed([.close, .action(.intent(.block(who.address), of: who.account))])
    case (.markRead(let chat, _, let order), .accept):
      .consumed([
        .close, .action(.intent(.markRead(chat: chat.address, through: order), of: chat.account)),
      ])
    case (.unknownCommand, .accept), (.firstMessage, .accept): .consumed([.close, .send])
    case (.signOut(let account), .accept):
      .consumed([.close, .action(.account(.signOut(account, keepsHistory: true)))])
    case (.signOut(let account), .decline):
      .consumed([.close, Self.ask(.signOutDeleting(account))])
    case (.signOutDeleting(let account), .accept):
      .consumed([.close, .action(.account(.signOut(account, keepsHistory: false)))])
    case (.keep(let asked, let account), .accept):
      .consumed([.close, .action(.intent(.setKeep(Keep(days: asked.days)), of: account))])
    case (.keep(_, let account), .keepAll):
      .consumed([.close, .action(.intent(.setKeep(.forever), of: account))])
    case (.invitation(let message), .accept): .consumed([.close] + Self.answer(message, true))
    case (.invitation(let message), .decline): .consumed([.close] + Self.answer(message, false))
    case (.info, .accept), (.queued, .accept): .consumed([.close])
    default: .consumed([])
    }
  }

  static func cancel(_ message: Message) -> [Effect] {
    message.originID.map { [.action(.intent(.cancel($0), of: message.account))] } ?? []
  }

  /// One that waits for the user's OK has it with this.
  private static func tryNow(_ message: Message, _ context: Context) -> [Effect] {
    guard let id = message.originID else { return [] }
    let standing = context.snapshot.standing(of: message, uptime: context.now.uptime)
    let intent: Intent = standing?.kind == .forOK ? .sendOne(id) : .retry(id)
    return [.action(.intent(intent, of: message.account))]
  }

  /// Who accepts is taken there.
  private static func answer(_ message: Message, _ accepts: Bool) -> [Effect] {
    guard let room = message.invitation?.room else { return [] }
    let intent = Intent.answerInvitations(to: room, accepts: accepts)
    let answer = Effect.action(.intent(intent, of: message.account))
    let chat = ChatID(room, of: message.account)
    return accepts ? [answer, .open(chat), .focus(.composer)] : [answer]
  }

  static func retract(_ message: Message) -> [Effect] {
    message.originID.map { id in
      [.submit(of: message.account) { .retract(id, newID: $0) }]
    } ?? []
  }

  /// The rows of the box; the last is the keys.
  private func lines(_ context: Context) -> [String] {
    switch self {
    case .quit(let count):
      let doubt = tr(
        count, "1 message is waiting; it is kept and sent next time. Quit?",
        "\(count) messages are waiting; they are kept and sent next time. Quit?")
      return [doubt, Self.yesOrNo]
    case .delete(let message):
      return [
        tr("Delete this message? It has not been sent."), Self.quoted(message), Self.yesOrNo,
      ]
    case .deleteMarked(let all, let others):
      return Self.deleting(all, others: others) + [Self.yesOrNo]
    case .retract(let message), .moderate(let message):
      return [
        tr("Delete for everyone? Programs that cannot do that keep it."), Self.quoted(message),
        Self.yesOrNo,
      ]
    case .queued(let message):
      return [
        Self.quoted(message),
        context.snapshot.standing(of: message, uptime: context.now.uptime)
          .map(context.outlook) ?? tr("It is on its way now."),
        tr("[c] Cancel the message   [t] Try now   [i] Info   [Esc] leave it"),
      ]
    case .invitation(let message):
      return [
        Names.shown(message, in: context.snapshot) + ".",
        tr("Join\(Names.acting(as: message.account, in: context.snapshot))?"),
        tr("[Enter] yes   [d] decline   [Esc] not now"),
      ]
    case .deleteQueued(let entries): return Self.deleting(entries)
    case .deleteChat(let chat):
      return Self.deleting(chat, called: Names.marked(chat.id, in: context.snapshot))
    case .leave(let room):
      return [
        tr("Leave the group \(Names.marked(room, in: context.snapshot))?"),
        tr("What was said stays on this computer."), Self.yesOrNo,
      ]
    case .block(let who):
      return [
        tr("Block \(Names.marked(who, in: context.snapshot))?"),
        tr("They can no longer write to you or see when you are online."), Self.yesOrNo,
      ]
    case .destroy(let room):
      return [
        tr("Delete the group \(Names.chat(room, in: context.snapshot)) for everyone in it?"),
        tr("Nothing brings it back."), Self.yesOrNo,
      ]
    case .keep(let asked, _): return Self.keeping(asked, context)
    case .markRead(_, let count, _): return Self.marking(count)
    case .firstMessage(let who): return Self.beginning(with: who)
    case .unknownCommand(let word): return Self.doubting(word)
    case .signOut(let account): return Self.signingOut(of: account, context.snapshot)
    case .signOutDeleting(let account): return Self.deletingAll(of: account, context.snapshot)
    case .info(let message):
      return MessageFacts.lines(message, context: context) + [tr("[Esc] back")]
    }
  }

  private static func marking(_ count: Int) -> [String] {
    [
      tr(count, "Mark 1 message as read?", "Mark \(Grouped.number(count)) messages as read?"),
      tr("Some of them were not on the screen yet."), yesOrNo,
    ]
  }

  private static func beginning(with who: ChatID) -> [String] {
    [
      tr("You have never written to \(Names.address(who.address)), who is no contact."),
      tr("[Enter] send it   [Esc] change it"),
    ]
  }

  private static func doubting(_ word: String) -> [String] {
    let doubt = tr("There is no command /\(word.prefix(40)). Send it as a message?")
    let meant = TypedCommand.meant(by: word).map { tr("Did you mean /\($0)?") }
    return [doubt] + (meant.map { [$0] } ?? []) + [tr("[Enter] send it   [Esc] change it")]
  }

  private static func keeping(_ asked: KeepQuestion, _ context: Context) -> [String] {
    let number = Grouped.number(asked.messages)
    let oldest = context.time.day(asked.oldest, now: context.now.wall)
    return [
      tr(
        asked.messages,
        "\(number) message is older than \(asked.days) days; the oldest is of \(oldest).",
        "\(number) messages are older than \(asked.days) days; the oldest is of \(oldest)."),
      tr("The server has them too: when you scroll back to them they are fetched again."),
      tr("Remove them from this computer, and from now on what gets as old?"),
      tr("[Enter] remove   [k] keep all forever   [Esc] later"),
    ]
  }

  private static func deleting(_ entries: [OutboxEntry]) -> [String] {
    let doubt = tr(
      entries.count, "Delete this message? It has not been sent. (u brings back)",
      "Delete \(entries.count) messages? They have not been sent. (u brings back)")
    return [doubt] + entries.prefix(3).map { quoted($0.described) }
      + (entries.count > 3 ? ["…"] : []) + [yesOrNo]
  }

  private static func deleting(_ chat: Chat, called name: String) -> [String] {
    let unsent = chat.waiting + chat.failed
    let doubt =
      unsent == 0
      ? tr("Delete the chat with \(name) from this computer?")
      : tr(
        unsent, "Delete the chat with \(name), and with it 1 message that was never sent?",
        "Delete the chat with \(name), and with it \(unsent) messages that were never sent?")
    return [doubt, yesOrNo]
  }

  private static var yesOrNo: String { tr("[Enter] yes   [Esc] no") }

  static func quoted(_ message: Message) -> String { quoted(message.text) }

  private static func quoted(_ text: String) -> String {
    let line = text.split { $0.isNewline }.first.map(String.init) ?? ""
    return "\"\(line.prefix(100))\""
  }

  /// What stands where.
  fileprivate struct Shown {
    var box: Box
    /// What is asked, and below it how it is answered.
    var rows: [(text: PrintableText, role: Role)]
  }

  /// - Parameter keys: in place of the last row.
  fileprivate func shown(in surroundings: Surroundings, keys: String?) -> Shown {
    let area = surroundings.screen
    var lines = lines(surroundings.context)
    if let keys { lines[lines.count - 1] = keys }
    let limit = max(1, area.width - 4)
    let rows = lines.dropLast().flatMap { PrintableText($0).wrapped(to: limit) }
    let last = lines.suffix(1).flatMap { PrintableText($0).wrapped(to: limit) }
    let width = min(area.width, ((rows + last).map(\.width).max() ?? 0) + 4)
    let box = Box(width: width, height: rows.count + last.count + 2, in: area)
    // How it is answered is seen on the smallest screen.
    let asked = rows.prefix(max(0, box.inner.height - last.count)).map { ($0, Role.dialog) }
    let answers = last.map { ($0, Role.hintKey) }
    return Shown(box: box, rows: Array((asked + answers).prefix(box.inner.height)))
  }

  fileprivate func render(
    in surroundings: Surroundings, keys: String?, into surface: inout Surface
  ) {
    let (shown, look) = (shown(in: surroundings, keys: keys), surroundings.context.look)
    shown.box.render(into: &surface, look: look)
    for (number, (text, role)) in shown.rows.enumerated() {
      surface.draw([Span(text, role)], in: shown.box.inner.row(number), look: look, on: .dialog)
    }
  }

  /// What a click on an answer does.
  fileprivate func command(
    at point: Point, in surroundings: Surroundings, keys: String?
  ) -> Command? {
    let shown = shown(in: surroundings, keys: keys)
    let (row, column) = (point.y - shown.box.inner.y, point.x - shown.box.inner.x)
    guard shown.rows.indices.contains(row), shown.rows[row].role == .hintKey, column >= 0 else {
      return nil
    }
    var end = 0
    for answer in shown.rows[row].text.text.split(separator: "[") {
      end += 1 + PrintableText(String(answer)).width
      guard column < end else { continue }
      return answer.firstIndex(of: "]").flatMap { Self.answers[String(answer[..<$0])] }
    }
    return nil
  }

  /// By the keys that the last row names.
  private static let answers: [String: Command] = [
    "Enter": .accept, "Esc": .close, "c": .delete, "d": .decline, "i": .info, "k": .keepAll,
  ]
}

/// A question that is asked. Whoever goes on typing a text, of which a letter has led here, has not answered it: after
/// what is no answer, nothing is one but going back.
struct AskedQuestion: Layer {
  private let question: Question
  private var isTypedAt = false

  init(_ question: Question) { self.question = question }

  var place: Keymap.Place { .answering }
  var coverage: LayerCoverage { .part }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    if isTypedAt, command != .close, command != .quit { return .consumed([]) }
    let outcome = question.handle(command, in: surroundings)
    if case .consumed(let effects) = outcome, effects.isEmpty { isTypedAt = true }
    return outcome
  }

  mutating func type(_ text: String) -> [Effect] {
    isTypedAt = true
    return []
  }

  /// In place of the answers that there are not any more.
  private var keys: String? { isTypedAt ? tr("Nothing was done. [Esc] back") : nil }

  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    guard mouse.action == .press,
      let command = question.command(at: mouse.at, in: surroundings, keys: keys),
      case .consumed(let effects) = question.handle(command, in: surroundings)
    else { return [] }
    return effects
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    question.render(in: surroundings, keys: keys, into: &surface)
  }
}

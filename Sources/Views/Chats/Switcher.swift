internal import Localization
internal import Model
internal import Screen
internal import Store

/// Go to (Ctrl-K): chats, people and commands, found as one types; whoever is not known yet can be
/// written to by address, or by name on one's own server.
struct Switcher: Layer {
  enum Target: Equatable {
    case chat(ChatID)
    case newChat(ChatID)
    case join(ChatID, nick: String?)
    case leave(ChatID)
    case destroy(ChatID)
    case password(ChatID)
    case invite(JID, to: ChatID)
    /// Makes one, or shows those that a server has.
    case newGroup(AccountID)
    case groupList(AccountID)
    case topic(ChatID)
    case name(ChatID)
    case labels(ChatID)
    case own(OwnFact, AccountID)
    case about(ChatID)
    case configure(ChatID)
    case use(RoomPower, on: MemberChoice, in: ChatID)
    case intent(Intent, of: AccountID)
    /// Types that.
    case begin(String)
    case command(Command)
    /// To the messages of the open chat.
    case messages
    /// By its name in the configuration file.
    case setting(String)
    case policy(SendPolicy)
    case subscription(ChatID, SubscriptionAction)
    case alerts(AlertChoice)
    case since(Timestamp)
    case keep(Keep)
    case keepQuestion(KeepQuestion, AccountID)
    case keepAll(ChatID, Bool)
    /// Another account, or the one whose password was refused.
    case signIn(JID?)
    case signOut(AccountID)
  }

  struct Item: Equatable {
    var target: Target
    var title: String
    /// Smaller stands higher.
    var rank: Int
    var gaps: Int
  }

  let peopleOnly: Bool
  private var filter = ListFilter()

  init(peopleOnly: Bool = false, typed: String = "") {
    self.peopleOnly = peopleOnly
    _ = type(typed)
  }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }
  /// For what is set now, and is found by its name.
  var opening: [Action] { peopleOnly ? [] : [.readSettings] }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    filter.type(text, most: 1100)
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    let items = items(surroundings.context)
    switch command {
    case .close, .goTo, .newChat: return .consumed([.close])
    case .accept:
      guard items.indices.contains(selected) else { return .consumed([]) }
      if case .begin(let words) = items[selected].target {
        filter.type(words, most: 1100)
        return .consumed([])
      }
      return go(items[selected], surroundings.context.snapshot)
    default: filter.perform(command, of: items.count)
    }
    return .consumed([])
  }

  var query: TextBuffer { filter.query }
  var selected: Int { filter.selected }

  private func go(_ item: Item, _ snapshot: Snapshot) -> Outcome {
    switch item.target {
    case .chat(let id), .newChat(let id):
      .consumed([.close, .open(id), .focus(.composer)])
    case .join(let id, let nick):
      .consumed([
        .close, .action(.intent(.join(id.address, nick: nick, password: nil), of: id.account)),
        .open(id), .focus(.composer),
      ])
    case .newGroup(let account): .consumed([.close, .show(NewGroupBox(of: account))])
    case .groupList(let account): .consumed([.close, .show(GroupList(of: account))])
    case .leave(let id): .consumed([.close, Question.ask(.leave(id))])
    case .destroy(let id): .consumed([.close, Question.ask(.destroy(id))])
    case .password(let id): .consumed([.close, .show(PasswordBox(of: id))])
    case .invite(let who, let room):
      .consumed([
        .close, .submit(of: room.account) { .invite(who, to: room.address, originID: $0) },
      ])
    case .configure(let room): .consumed([.close, .show(FormScreen(of: room))])
    case .about(let who): .consumed([.close, .show(PersonView(of: who))])
    case .name(let who): .consumed([.close, .show(LineBox.name(of: who, in: snapshot))])
    case .labels(let who): .consumed([.close, .show(LineBox.labels(of: who, in: snapshot))])
    case .own(let fact, let account):
      .consumed([.close, .show(fact.box(of: account, in: snapshot))])
    case .topic(let room):
      .consumed([
        .close,
        .show(
          LineBox.topic(
            snapshot.room(room)?.topic ?? "", of: room, called: Names.chat(room, in: snapshot))),
      ])
    case .use(let power, let member, let room):
      .consumed(
        [.close]
          + MemberMenu.use(
            power, on: member, in: room, called: Names.chat(room, in: snapshot)))
    case .intent(.block(let who, nil), let account):
      .consumed([.close, Question.ask(.block(ChatID(who, of: account)))])
    case .intent(let intent, let account):
      .consumed([.close, .action(.intent(intent, of: account))])
    case .begin: .consumed([])
    case .command(let command): .consumed([.close, .run(command)])
    case .messages: .consumed([.close, .focus(.messages)])
    case .setting(let key): .consumed([.close, .show(SettingsScreen(at: key))])
    case .alerts(let choice):
      .consumed([
        .close, .action(choice.action), .tell(Notice(.information, choice.notice(in: snapshot))),
      ])
    case .policy(let policy): .consumed([.close, .action(.everywhere(.setPolicy(policy)))])
    case .subscription(let id, let action):
      .consumed([.close, .action(.intent(.subscription(id.address, action), of: id.account))])
    case .since(let time): .consumed([.close, .since(time)])
    case .keep(let keep): .consumed([.close, .action(.everywhere(.setKeep(keep)))])
    case .keepQuestion(let asked, let account):
      .consumed([.close, Question.ask(.keep(asked, account))])
    case .keepAll(let id, let keepsAll):
      .consumed([.close, .action(.intent(.keepAll(id.address, keepsAll), of: id.account))])
    case .signIn(let known): .consumed([.close, .show(SignInScreen(known: known))])
    case .signOut(let account): .consumed([.close, Question.ask(.signOut(account))])
    }
  }

  /// What Enter does with the one that is selected.
  func hintWords(_ context: Context) -> [Command: String] {
    let items = items(context)
    guard items.indices.contains(selected) else { return [.accept: ""] }
    switch items[selected].target {
    case .chat, .since, .about, .messages: return [.accept: tr("open")]
    case .newChat: return [.accept: tr("start")]
    case .newGroup, .groupList: return [.accept: tr("go on")]
    case .join: return [.accept: tr("join")]
    case .leave: return [.accept: tr("leave")]
    case .destroy: return [.accept: tr("delete")]
    case .password, .begin, .topic, .name, .labels, .own: return [.accept: tr("type it")]
    case .invite: return [.accept: tr("invite")]
    case .command, .subscription, .intent, .use, .configure: return [.accept: tr("do it")]
    case .policy, .alerts, .keep, .keepAll, .setting: return [.accept: tr("set")]
    case .keepQuestion: return [.accept: tr("decide")]
    case .signIn, .signOut: return [.accept: tr("go on")]
    }
  }

  // MARK: What is found

  func items(_ context: Context) -> [Item] {
    let snapshot = context.snapshot
    var items = people(snapshot).enumerated().compactMap {
      isOffered($1.id, snapshot) ? match($1.id, $1.name, place: $0, snapshot) : nil
    }
    // The account of the open chat first.
    for account in context.accounts {
      guard let id = Self.address(query.text, of: account, in: snapshot) else { continue }
      items.append(
        Item(
          target: .newChat(id), title: tr("Start a chat with \(Names.address(id.address))"),
          rank: Self.rankOfNew(query.text), gaps: 0))
    }
    items += rooms(context) + groupOffers(context)
    if !peopleOnly {
      items += alerts(context) + invitations(context) + inviting(context) + moderation(context)
      items += day(context).map { [$0] } ?? []
      items += subscriptions(context).compactMap(match) + blocking(context)
      items += naming(of: context.openChat, context.snapshot) + aboutMe(context)
      items += Self.commands.compactMap(match)
      // By what can be done there: where one pane is seen, Esc leads elsewhere.
      if context.openChat != nil {
        items += [match(.messages, tr("Messages: reply, react, edit, delete, copy"))]
          .compactMap(\.self)
      }
      items += SendPolicy.allCases.compactMap(match) + keeping(context) + accountItems(context)
      items += settings(context)
    }
    return items.enumerated()
      .sorted { ($0.1.rank, $0.1.gaps, $0.0) < ($1.1.rank, $1.1.gaps, $1.0) }
      .map(\.1)
  }

  /// What would be made new stands below all that there is, so that Enter makes nothing by chance; a whole address
  /// says what is meant.
  static func rankOfNew(_ query: String) -> Int { query.contains("@") ? 4 : 8 }

  /// A date stands above all: nobody is called so.
  private func day(_ context: Context) -> Item? {
    guard let chat = context.openChat,
      let start = DayWords.start(query.text, now: context.now.wall, context.time)
    else { return nil }
    let name = Names.chat(chat, in: context.snapshot)
    let day = context.time.day(start, now: context.now.wall)
    return Item(target: .since(start), title: tr("\(day) with \(name)"), rank: -2, gaps: 0)
  }

  /// For a new chat people, until one has typed what somebody, or something, is called.
  private func isOffered(_ id: ChatID, _ snapshot: Snapshot) -> Bool {
    guard peopleOnly, query.isEmpty else { return true }
    return !snapshot.isMe(id) && snapshot.chat(id)?.kind ?? .direct == .direct
  }

  func people(_ snapshot: Snapshot) -> [(id: ChatID, name: String)] {
    let others = snapshot.accountIDs.flatMap { account in
      snapshot[account].unlisted.values.map { (ChatID($0.jid, of: account), $0.displayName) }
    }
    // What is archived is found by its name.
    let count = query.isEmpty ? snapshot.chats.listedCount : snapshot.chats.count
    return snapshot.chats.prefix(count).map { ($0.id, $0.name) }
      + others.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  private func match(
    _ id: ChatID, _ name: String, place: Int, _ snapshot: Snapshot
  ) -> Item? {
    guard !query.isEmpty else {
      // Who asks for something stands above all; it is answered in the chat.
      let isAsking = snapshot[id.account].requests.contains(id.address)
      let title = Names.marked(id, in: snapshot)
      return Item(target: .chat(id), title: title, rank: isAsking ? -1 : 0, gaps: place)
    }
    let jid = id.address
    // The server's name is in every address: it counts when it is asked for.
    let isAddress = query.text.contains { $0 == "@" || $0 == "." }
    let address = isAddress ? jid.description : jid.local ?? jid.domain
    // A group is found by what it is called here: a name that is a person's is not its own.
    let isGroup = snapshot.chat(id)?.kind == .room
    let name = isGroup ? Names.chat(id, in: snapshot) : name
    // `bo work` is the Bo of that account.
    let more =
      (Names.nick(of: id, in: snapshot).map { [$0] } ?? [])
      + (snapshot[id.account].labels[jid] ?? [])
    let isWhole = query.text.contains(" ")
    let texts = [name, address] + more + (isWhole ? [Names.marked(id, in: snapshot)] : [])
    guard let found = texts.compactMap({ FuzzyMatch(query.text, in: $0) }).min() else { return nil }
    let title = Names.marked(id, in: snapshot)
    let rank = found.kind == .scattered ? 5 : found.kind.rawValue
    return Item(target: .chat(id), title: title, rank: rank, gaps: found.gaps)
  }

  /// A command's word counts from its third letter on, so that a short name is a person's; before that it stands
  /// below them. One that has the letters somewhere is not meant.
  private func match(_ command: Command, _ title: String) -> Item? {
    guard !query.isEmpty else {
      return Item(target: .command(command), title: title, rank: 6, gaps: 0)
    }
    guard let found = FuzzyMatch(query.text, in: title), found.kind != .scattered else {
      return nil
    }
    return Item(
      target: .command(command), title: title, rank: query.count < 3 ? 6 : 3, gaps: found.gaps)
  }

  /// Those that the words typed are about; without any the screen of all of them is offered.
  private func settings(_ context: Context) -> [Item] {
    guard query.count >= 3 else { return [] }
    return context.settings.settings.compactMap { setting in
      let title = tr("Setting: \(tr(entry: setting.title))")
      let found = [title, setting.key].compactMap { FuzzyMatch(query.text, in: $0) }.min()
      guard let found, found.kind != .scattered else { return nil }
      return Item(target: .setting(setting.key), title: title, rank: 7, gaps: found.gaps)
    }
  }

  /// What of the open chat can be told.
  private func alerts(_ context: Context) -> [Item] {
    guard let open = context.openChat else { return [] }
    return AlertChoice(open, in: context).offers.compactMap { choice in
      match(.mute, choice.title).map {
        Item(target: .alerts(choice), title: $0.title, rank: $0.rank, gaps: $0.gaps)
      }
    }
  }

  /// By three letters of it at least that stand together.
  func wordMatch(_ title: String) -> FuzzyMatch? {
    guard query.count >= 3, let found = FuzzyMatch(query.text, in: title),
      found.kind != .scattered
    else { return nil }
    return found
  }

  private func match(_ policy: SendPolicy) -> Item? {
    let title = policy.explanation
    let found = wordMatch(title)
    guard query.isEmpty || found != nil else { return nil }
    return Item(target: .policy(policy), title: title, rank: 7, gaps: found?.gaps ?? 0)
  }

  private func match(_ id: ChatID, _ action: SubscriptionAction, _ title: String) -> Item? {
    guard query.isEmpty || wordMatch(title) != nil else { return nil }
    return Item(
      target: .subscription(id, action), title: title, rank: query.isEmpty ? 6 : 3, gaps: 0)
  }

  private func subscriptions(
    _ context: Context
  ) -> [(ChatID, SubscriptionAction, String)] {
    let snapshot = context.snapshot
    var all: [(ChatID, SubscriptionAction, String)] = []
    for account in snapshot.accountIDs {
      for jid in snapshot[account].requests {
        let (id, who) = (ChatID(jid, of: account), Names.address(jid))
        all.append((id, .grant, tr("Accept the contact request of \(who)")))
        all.append((id, .refuse, tr("Decline the contact request of \(who)")))
      }
    }
    guard let open = context.openChat, !snapshot.isMe(open), !context.isPrivateServer,
      !open.address.isOccupant, snapshot.chat(open)?.kind != .room
    else { return all }
    let name = Names.chat(open, in: snapshot)
    let chat = snapshot.chat(open)
    let isAsking = chat?.isAsking == true
    let subscription = chat?.subscription ?? .none
    if subscription != .to, subscription != .both, !isAsking {
      all.append((open, .ask, tr("Send \(name) a contact request")))
    }
    if subscription != .none || isAsking {
      all.append((open, .withdraw, tr("Remove \(name) from your contacts")))
    }
    return all
  }

  private static var commands: [(Command, String)] {
    [
      (.newChat, tr("New chat…")),
      (.queue, tr("Offline queue")), (.sendAll, tr("Send all queued messages")),
      (.sendFile, tr("Send a file or a picture…")), (.search, tr("Search all messages")),
      (.nextUnread, tr("Next unread chat")),
      (.lastChat, tr("Last chat")), (.connectNow, tr("Reconnect now")),
      (.theme, tr("Theme")), (.settings, tr("Settings")), (.help, tr("Help")),
      (.doNotDisturb, tr("Do not disturb, on or off")),
      (.pin, tr("Pin this chat, or unpin it")),
      (.markUnread, tr("Mark this chat as unread, or as read")),
      (.archive, tr("Archive this chat, or bring it back")),
      (.hideReading, tr("Read receipts in this chat, on or off")),
      (.redraw, tr("Redraw the screen")),
      (.quit, tr("Quit")),
    ]
  }

  /// The whole address that a query means where it names nobody known. On this computer's own server all are known.
  static func address(
    _ query: String, of account: AccountID, in snapshot: Snapshot
  ) -> ChatID? {
    let trimmed = query.filter { !$0.isNewline }.drop { $0 == " " }
    guard trimmed.contains("@"), !trimmed.contains(" "),
      let jid = JID(typed: String(trimmed))?.bare, jid.local != nil, !jid.isIRCChannel,
      snapshot[account].unlisted[jid] == nil,
      !snapshot[account].isPrivate || jid.domain != snapshot[account].address.domain
    else { return nil }
    let id = ChatID(jid, of: account)
    return snapshot.chat(id) == nil ? id : nil
  }
}

extension SendPolicy {
  /// What becomes of what waits, for the switcher.
  fileprivate var explanation: String {
    switch self {
    case .auto: tr("After reconnecting: send all (policy auto)")
    case .review: tr("After reconnecting: ask first (policy review)")
    case .smart: tr("After reconnecting: ask about old messages (policy smart)")
    }
  }
}

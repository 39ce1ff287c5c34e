internal import Accounts
internal import Curses
internal import Dispatch
internal import Files
internal import Glibc
internal import LocalServer
internal import Localization
internal import Model
internal import Plain
internal import Screen
internal import Store
internal import Sync
internal import Synchronization
internal import Views

/// The interactive program: first run where there is no account, then the chats.
@MainActor final class FullScreen {
  let loop: ScreenLoop
  let commands: Commands
  let desk: SignInDesk
  var configuration: Configuration
  private(set) var theme = Theme.plain
  /// What the terminal's own ground is like, as far as it is known.
  private var ground: Theme.Background
  /// One for each account, at the place of its ``AccountID``.
  var sessions: [AccountSession] = []
  /// What others told before the first account did.
  private var early: [(batch: PendingChanges.Batch, session: AccountSession)] = []
  private(set) var isEnding = false
  /// What was sent is being handed over, before the end.
  private var isLeaving = false
  /// Accounts that are being signed out of.
  let leavings = DispatchGroup()
  let fileWriting = DispatchQueue(label: "configuration file")

  /// Opens the screen and gives the main thread to it; ends by `exit(3)`.
  /// - Parameter wanted: the accounts; none asks how to begin.
  static func open(_ wanted: [WantedAccount], _ commands: Commands) -> ExitCode {
    do {
      let screen = try FullScreen(commands)
      if wanted.isEmpty { screen.openFirstRun() } else { screen.open(wanted[...], found: []) }
      withExtendedLifetime(screen) { screen.loop.run() }
    } catch {
      Output.complain("psst: \(Failure(describing: error).text)")
      return .failed
    }
  }

  private init(_ commands: Commands) throws {
    self.commands = commands
    desk = SignInDesk(commands.signIn)
    // NO_COLOR (no-color.org): any value that is not empty.
    let isColorless = !(ProcessEnvironment.variable("NO_COLOR") ?? "").isEmpty
    configuration = Configuration.read(commands.paths)
    configuration.language?.use()
    Width.isAmbiguousWide = configuration.wideAmbiguous
    Width.isEmojiNarrow = configuration.narrowEmoji
    ground = configuration.ground ?? .dark
    loop = try ScreenLoop(
      limit: isColorless ? .mono : nil, asksColors: configuration.ground == nil,
      pictures: configuration.showsPictures ? configuration.pictures : .blocks)
    loop.whenColorsAreKnown = { [weak self] in self?.take($0) }
  }

  /// A ground that the configuration names stays what it says.
  private func take(_ colors: TerminalColors) {
    chats?.interface.know(colors)
    if configuration.ground == nil, let ground = colors.background {
      adapt(to: Theme.Background(ground))
    }
  }

  /// How what changes can come in by and by.
  private var fading: FadeMeans {
    (loop.depth >= .palette256 ? FadeMeans.colors : []).union(loop.canDim ? .dim : [])
  }

  var shelf: ThemeShelf {
    ThemeShelf(commands.paths, on: ground, depth: loop.depth)
  }

  /// The terminal told its ground: what is drawn on it follows.
  func adapt(to ground: Theme.Background) {
    guard ground != self.ground else { return }
    self.ground = ground
    load(theme.name)
    chats?.draw(in: theme, of: shelf)
    start?.draw(in: theme)
  }

  /// The one there is stays where another cannot be had.
  func load(_ name: String) {
    theme =
      (try? ThemeShelf.load(name, commands.paths, on: ground, depth: loop.depth)) ?? theme
  }

  /// Not before the engine has begun: that waits for the disk meanwhile. Once: the terminal may have told its ground
  /// while something was asked.
  private func loadTheme() throws {
    guard start == nil else { return }
    theme = try configuration.loadTheme(commands.paths).adapted(to: loop.depth)
  }

  /// - Parameter message: why one is here again.
  func openFirstRun(saying message: String? = nil) {
    var page: Onboarding {
      var page = Onboarding(
        theme: theme, name: ProcessEnvironment.userName, taken: commands.accounts.takenNames,
        returning: commands.accounts.returningNames,
        keymap: configuration.keymap)
      page.message = message
      return page
    }
    ask(page) { [commands] choice, screen in
      switch choice {
      case .quit: .leave
      case .tour: screen.watchTour()
      case .startNow(let name, let local): .make { try commands.startNow(name: name, local: local) }
      case .order(let order): .order(order)
      case .cancelOrder: .cancel
      }
    } then: { [weak self] stored in
      guard let self else { return }
      guard let stored else { return end(saying: nil) }
      openChats([stored])
      if stored.account.isPrivate { chats?.open(.echo(of: stored.account.jid)) }
    }
  }

  /// Asks about those that are new, one after the other, and opens all.
  private func open(_ wanted: ArraySlice<WantedAccount>, found: [StoredAccount]) {
    switch wanted.first {
    case nil: openChats(found)
    case .known(let stored):
      open(wanted.dropFirst(), found: found.contains(stored) ? found : found + [stored])
    case .new(let name, let alike):
      ask(AccountQuestion(theme: theme, name: name, alike: alike)) { [commands] choice, _ in
        choice == .quit ? .leave : .make { try commands.account(of: choice, called: name) }
      } then: { [weak self] stored in
        guard let stored else { return self?.end(saying: nil) ?? () }
        self?.open([.known(stored)] + wanted.dropFirst(), found: found)
      }
    }
  }

  /// - Parameter page: made when there is a theme to draw it in.
  private func ask<Page: StartPage>(
    _ page: @autoclosure () -> Page,
    step: @escaping @MainActor (Page.Choice, StartScreen<Page>) -> StartScreen<Page>.Step,
    then: @escaping @MainActor (StoredAccount?) -> Void
  ) {
    do { try loadTheme() } catch {
      return end(saying: "psst: \(Failure(describing: error).text)", code: .failed)
    }
    let screen = StartScreen(loop: loop, page: page(), desk: desk, step: step, whenReady: then)
    start = screen
    loop.show(screen)
  }

  private func openChats(_ all: [StoredAccount]) {
    sessions = all.enumerated().map { place, stored in session(of: stored, as: AccountID(place)) }
    do {
      if let first = all.first { try commands.accounts.makeDefaultIfFirst(first.account.jid) }
      for session in sessions { try session.open() }
      try show(all)
    } catch {
      end(saying: "psst: \(Failure(describing: error).text)", code: .failed)
    }
  }

  func session(of stored: StoredAccount, as id: AccountID) -> AccountSession {
    let listener = AccountSession.Listener(
      deliver: { [weak self] in self?.take($0, of: $1) },
      tookOver: { [weak self] in self?.tookOver($0) })
    return AccountSession(
      commands.context(stored), as: id, choices: configuration.choices, listener: listener)
  }

  /// What was asked before the chats.
  private var start: (any StartContent)?
  var store: AppStore?
  var chats: ChatScreen?

  private func tookOver(_ session: AccountSession) {
    let jid = session.stored.account.jid
    store?.tell(
      Notice(
        .information,
        openSessions.count > 1
          ? tr("The other psst with \(jid) has ended: this one goes on.")
          : tr("The other psst has ended: this one goes on.")))
    if let chat = store?.snapshot.pane?.chat, chat.account == session.id {
      session.submit(.open(chat.address))
    }
  }

  private func show(_ all: [StoredAccount]) throws {
    try loadTheme()
    let accounts = all.map {
      AccountState($0.account.jid, name: $0.name, isPrivate: $0.account.isPrivate)
    }
    let store = AppStore(accounts: accounts) { [weak self] intent, account in
      self?.sessions[account.index].submit(intent)
    }
    let isAnswered = start != nil
    (self.store, start) = (store, nil)
    var interface = Interface(
      theme: theme, themes: shelf,
      keymap: configuration.keymap, fading: fading,
      isQuiet: configuration.isQuiet, preferences: configuration.preferences,
      downloads: commands.paths.downloads,
      utcOffset: SystemClock.utcOffset)
    interface.know(loop.colors)
    if isAnswered { interface.noteKey(now: SyncRunner.now()) }
    let chats = ChatScreen(
      loop: loop, folder: { [weak self] in self?.sessions[$0.index].stored.folder ?? "" },
      store: store, startServer: { [server = commands.server] in _ = try server.start() },
      runners: { [weak self] in self?.sessions.compactMap { $0.owned?.runner } ?? [] },
      interface: interface, alerting: Alerting(configuration.alerts),
      awaitsStored: sessions.contains { $0.owned != nil },
      spelling: configuration.preferences.spelling,
      settings: .init(
        keepTheme: { [weak self] name in self?.keepTheme(name) },
        read: { [weak self] in self?.readSettings() },
        keep: { [weak self] key, value in self?.keepSetting(key, value) }),
      changeAccounts: { [weak self] action in self?.perform(action) },
      whenDone: { [weak self] counts in self?.leave(counts) })
    self.chats = chats
    loop.show(chats)
    for line in configuration.complaints {
      store.tell(Notice(.error, line))
      commands.log.write("configuration: \(line)")
    }
    tellTerminalType(store)
  }

  /// Reading and writing the note waits for the disk.
  private func tellTerminalType(_ store: AppStore) {
    guard let note = TerminalNote(loop.terminalType, commands.paths) else { return }
    fileWriting.async {
      guard note.isNew() else { return }
      DispatchQueue.main.async {
        MainActor.assumeIsolated { store.tell(Notice(.information, note.text)) }
      }
      note.keep()
    }
  }

  /// Writes the choice into the configuration file; off the main thread, because disks can be slow.
  private func keepTheme(_ name: String) {
    load(name)
    fileWriting.async { [paths = commands.paths] in
      let result = Result { () throws(Failure) in try ConfigurationFile.keep(theme: name, paths) }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self.store?.tell(Self.notice(of: name, result))
          self.readSettings()
        }
      }
    }
  }

  private static func notice(of theme: String, _ result: Result<Void, Failure>) -> Notice {
    switch result {
    case .success: Notice(.information, tr("The theme \(theme) is kept in config.toml."))
    case .failure(let error): Notice(.error, tr("The theme is not kept: \(error.text)"))
    }
  }

  /// The first account opens its chat first: else it would be chance whose stands there at the start.
  private func take(_ batch: PendingChanges.Batch, of session: AccountSession) {
    guard !session.hasLeft else { return }
    guard sessions.first?.hasTold ?? true else { return early.append((batch, session)) }
    apply(batch, of: session)
    for (batch, session) in early { apply(batch, of: session) }
    early = []
  }

  private func apply(_ batch: PendingChanges.Batch, of session: AccountSession) {
    chats?.showKeptBack(where: batch.changes, of: session.id)
    store?.apply(batch, of: session.id)
    if sessions.allSatisfy(\.hasTold) { chats?.endWaiting() }
    for case .disk(let trouble) in batch.changes { showDisk(trouble, of: session) }
  }

  /// What cannot be opened has the screen for itself; everything else is said over the chats.
  private func showDisk(_ trouble: DiskTrouble?, of session: AccountSession) {
    guard let owned = session.owned, let chats, !isEnding else { return }
    guard let trouble, trouble.state == .closed else { return loop.show(chats) }
    let runner = owned.runner
    loop.show(
      DiskScreen(
        TroubleScreen(theme: theme, trouble: trouble), settle: { runner.settle($0) },
        quit: { [weak self] in self?.end(saying: nil, code: .failed) }))
  }

  /// Who has another psst to hand over to waits for it.
  private func leave(_ counts: OutboxCounts) {
    guard !isLeaving else { return }
    isLeaving = true
    guard sessions.contains(where: \.isBorrowed) else { return sayGoodbye(counts) }
    handOver(counts, unsent: [], sessions[...])
  }

  private func handOver(
    _ counts: OutboxCounts, unsent: [String], _ rest: ArraySlice<AccountSession>
  ) {
    guard let session = rest.first else { return sayGoodbye(counts, unsent: unsent) }
    session.finish(seconds: 3) { more in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self.handOver(counts, unsent: unsent + more, rest.dropFirst())
        }
      }
    }
  }

  private func sayGoodbye(_ counts: OutboxCounts, unsent: [String] = []) {
    let unsaved = (store?.snapshot.unsavedTexts ?? []) + unsent
    let lines = counts.farewell.map { [$0] } ?? []
    end(
      saying: lines + OutboxCounts.farewell(unsaved: unsaved),
      code: unsaved.isEmpty ? .done : .failed, named: unsaved)
  }

  private func end(saying line: String?, code: ExitCode = .done) {
    end(saying: line.map { [$0] } ?? [], code: code)
  }

  /// - Parameter named: the texts among the lines that could not be saved.
  private func end(saying lines: [String], code: ExitCode, named: [String] = []) {
    guard !isEnding else { return }
    isEnding = true
    loop.close()
    chats?.spelling?.end()
    if !lines.isEmpty { Output.say(lines) }
    let endings = sessions.map { $0.ending() }
    DispatchQueue.global().async { [commands, leavings] in
      let unsettled = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: endings.count) { index in
        let texts = endings[index]()
        unsettled.withLock { $0 += texts }
      }
      // A goodbye takes 3 s at most, what follows it as long as the disk does.
      _ = leavings.wait(timeout: .now() + .seconds(10))
      commands.log.flush()
      let left = unsettled.withLock { $0 }
      // Behind all that was told meanwhile.
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self.endNow(code, unsettled: left, named: named) }
      }
    }
  }

  /// Names what the disk refused, or was too slow for, since the goodbye.
  private func endNow(_ code: ExitCode, unsettled: [String], named: [String]) {
    var new = (store?.snapshot.unsavedTexts ?? []) + unsettled
    for text in named {
      if let index = new.firstIndex(of: text) { new.remove(at: index) }
    }
    if !new.isEmpty { Output.say(OutboxCounts.farewell(unsaved: new)) }
    exit((new.isEmpty ? code : .failed).rawValue)
  }
}

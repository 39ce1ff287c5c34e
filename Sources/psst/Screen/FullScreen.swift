internal import Accounts
internal import Dispatch
internal import Files
internal import Glibc
internal import Handover
internal import LocalServer
internal import Model
internal import Plain
internal import Screen
internal import Store
internal import Sync
internal import Views

/// The interactive program: first run where there is no account, then the chats.
@MainActor final class FullScreen {
  private let loop: ScreenLoop
  private let commands: Commands
  private var configuration: Configuration
  private var theme = Theme.plain
  /// What the terminal's own ground is like, as far as it is known.
  private var ground: Theme.Background
  private var owned: OwnedEngine?
  private let pending = PendingChanges()
  /// In place of an engine, while another psst has the account.
  private var borrowed: BorrowedAccount?
  private var isEnding = false
  /// What was sent is being handed over, before the end.
  private var isLeaving = false
  private let fileWriting = DispatchQueue(label: "configuration file")

  /// Opens the screen and gives the main thread to it; ends by `exit(3)`.
  static func open(_ stored: StoredAccount?, _ commands: Commands) -> ExitCode {
    do {
      let screen = try FullScreen(commands)
      if let stored { screen.openChats(stored) } else { screen.openFirstRun() }
      withExtendedLifetime(screen) { screen.loop.run() }
    } catch {
      Output.complain("psst: \(Failure(describing: error).text)")
      return .failed
    }
  }

  private init(_ commands: Commands) throws {
    self.commands = commands
    // NO_COLOR (no-color.org): any value that is not empty.
    let isColorless = !(ProcessEnvironment.variable("NO_COLOR") ?? "").isEmpty
    configuration = Configuration.read(commands.paths)
    Width.isAmbiguousWide = configuration.wideAmbiguous
    Width.isEmojiNarrow = configuration.narrowEmoji
    ground = configuration.ground ?? .dark
    loop = try ScreenLoop(
      limit: isColorless ? .mono : nil, asksBackground: configuration.ground == nil)
    loop.whenBackgroundIsKnown = { [weak self] in self?.adapt(to: $0) }
  }

  private var shelf: ThemeShelf {
    ThemeShelf(commands.paths, on: ground, depth: loop.depth)
  }

  /// The terminal told its ground: what is drawn on it follows.
  private func adapt(to ground: Theme.Background) {
    guard ground != self.ground else { return }
    self.ground = ground
    load(theme.name)
    chats?.draw(in: theme, of: shelf)
    firstRun?.draw(in: theme)
  }

  /// The one there is stays where another cannot be had.
  private func load(_ name: String) {
    theme =
      (try? ThemeShelf.load(name, commands.paths, on: ground, depth: loop.depth)) ?? theme
  }

  /// Not before the engine has begun: that waits for the disk meanwhile.
  private func loadTheme() throws {
    theme = try configuration.loadTheme(commands.paths).adapted(to: loop.depth)
  }

  private func openFirstRun() {
    do { try loadTheme() } catch {
      return end(saying: "psst: \(Failure(describing: error).text)", code: .failed)
    }
    let name = ProcessEnvironment.userName
    let screen = FirstRunScreen(
      loop: loop, onboarding: Onboarding(theme: theme, name: name),
      prepare: { [commands] in try commands.account(of: $0) },
      whenReady: { [weak self] stored in
        if let stored { self?.openChats(stored) } else { self?.end(saying: nil) }
      })
    firstRun = screen
    loop.show(screen)
  }

  private func openChats(_ stored: StoredAccount) {
    let context = commands.context(stored)
    do {
      if let owned = try OwnedEngine(context, publish: publish) {
        self.owned = owned
        begin(owned, stored)
        try show(stored)
      } else {
        let borrowed = try BorrowedAccount(stored, publish: publish)
        self.borrowed = borrowed
        try show(stored)
        borrowed.start()
        takeOverWhenFree(stored)
      }
    } catch {
      end(saying: "psst: \(Failure(describing: error).text)", code: .failed)
    }
  }

  private var firstRun: FirstRunScreen?
  private var store: AppStore?
  private var chats: ChatScreen?

  private func begin(_ owned: OwnedEngine, _ stored: StoredAccount) {
    owned.start()
    if let policy = configuration.policy { owned.runner.submit(.setPolicy(policy)) }
  }

  /// The other psst may end: then this one goes on where it stands.
  private func takeOverWhenFree(_ stored: StoredAccount) {
    AccountLock.whenFree(folder: stored.folder) { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.takeOver(stored) } }
    }
  }

  private func takeOver(_ stored: StoredAccount) {
    guard !isEnding, borrowed != nil else { return }
    guard let owned = try? OwnedEngine(commands.context(stored), publish: publish) else {
      return takeOverWhenFree(stored)
    }
    let unsent = borrowed?.stop() ?? []
    (borrowed, self.owned) = (nil, owned)
    store?.tell(Notice(.information, "The other psst has ended: this one goes on."))
    begin(owned, stored)
    // Before anything that is written from now on; what the other stored after all is known by its id.
    for text in unsent { owned.runner.submit(text.intent) }
    if let chat = store?.snapshot.pane?.chat { owned.runner.submit(.open(chat.address)) }
  }

  private func submit(_ intent: Intent) {
    if let owned { owned.runner.submit(intent) } else { borrowed?.submit(intent) }
  }

  private func show(_ stored: StoredAccount) throws {
    if firstRun == nil { try loadTheme() }
    let store = AppStore(account: stored.account.jid) { [weak self] in self?.submit($0) }
    (self.store, firstRun) = (store, nil)
    let interface = Interface(
      theme: theme, themes: shelf,
      keymap: configuration.keymap, animates: configuration.animations,
      fadesColors: loop.depth >= .palette256,
      isPrivateServer: stored.account.isPrivate, isQuiet: configuration.isQuiet,
      drawsStyling: configuration.styling, showsJoins: configuration.showsJoins,
      utcOffset: SystemClock.utcOffset)
    let chats = ChatScreen(
      loop: loop, folder: stored.folder, store: store,
      runner: { [weak self] in self?.owned?.runner },
      interface: interface, alerting: Alerting(configuration.alerts), awaitsStored: owned != nil,
      keepTheme: { [weak self] name in self?.keepTheme(name) },
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
        MainActor.assumeIsolated { self.store?.tell(Self.notice(of: name, result)) }
      }
    }
  }

  private static func notice(of theme: String, _ result: Result<Void, Failure>) -> Notice {
    switch result {
    case .success: Notice(.information, "The theme \(theme) is kept in config.toml.")
    case .failure(let error): Notice(.error, "The theme is not kept: \(error.text)")
    }
  }

  private nonisolated var publish: @Sendable ([Change]) -> Void {
    { [weak self, pending] changes in
      guard pending.add(changes) else { return }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.apply(pending.take()) } }
    }
  }

  private func apply(_ batch: PendingChanges.Batch) {
    store?.apply(batch, of: .first)
    chats?.endWaiting()
    for case .disk(let trouble) in batch.changes { showDisk(trouble) }
  }

  /// What cannot be opened has the screen for itself; everything else is said over the chats.
  private func showDisk(_ trouble: DiskTrouble?) {
    guard let owned, let chats, !isEnding else { return }
    guard let trouble, trouble.state == .closed else { return loop.show(chats) }
    let runner = owned.runner
    loop.show(
      DiskScreen(
        TroubleScreen(theme: theme, trouble: trouble), settle: { runner.settle($0) },
        quit: { [weak self] in self?.end(saying: nil, code: .failed) }))
  }

  private func leave(_ counts: OutboxCounts) {
    guard !isLeaving else { return }
    guard let borrowed else { return sayGoodbye(counts) }
    isLeaving = true
    DispatchQueue.global().async {
      let unsent = borrowed.finish(seconds: 3)
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self.sayGoodbye(counts, unsent: unsent) }
      }
    }
  }

  private func sayGoodbye(_ counts: OutboxCounts, unsent: [String] = []) {
    let unsaved = (store?.snapshot.unsavedTexts ?? []) + unsent
    let lines = counts.farewell.map { [$0] } ?? []
    end(
      saying: lines + OutboxCounts.farewell(unsaved: unsaved),
      code: unsaved.isEmpty ? .done : .failed)
  }

  private func end(saying line: String?, code: ExitCode = .done) {
    end(saying: line.map { [$0] } ?? [], code: code)
  }

  private func end(saying lines: [String], code: ExitCode) {
    guard !isEnding else { return }
    isEnding = true
    loop.close()
    if !lines.isEmpty { Output.say(lines) }
    let owned = owned
    DispatchQueue.global().async { [commands] in
      owned?.stop()
      commands.log.flush()
      exit(code.rawValue)
    }
  }
}

extension OutboxCounts {
  /// What the disk refused is not lost as long as it can be copied from the terminal (S2).
  static func farewell(unsaved texts: [String]) -> [String] {
    guard !texts.isEmpty else { return [] }
    let what = texts.count == 1 ? "1 message" : "\(texts.count) messages"
    return ["\(what) could not be saved and will not be sent:"]
      + texts.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { "  \($0)" }
  }

  /// What is said on leaving (O18); `nil` where nothing waits.
  var farewell: String? {
    guard waiting > 0 else { return nil }
    return waiting == 1
      ? "1 message is waiting; it is kept and sent next time"
      : "\(waiting) messages are waiting; they are kept and sent next time"
  }
}

internal import Accounts
internal import Curses
internal import Dispatch
internal import Files
internal import Glibc
internal import Localization
internal import Model
internal import Observation
internal import Screen
internal import Store
internal import Sync
internal import Transfer
internal import Views

/// What is done with the configuration file for the screen.
@MainActor struct SettingsDesk {
  var keepTheme: @MainActor (String) -> Void
  var read: @MainActor () -> Void
  var keep: @MainActor (_ key: String, _ value: String?) -> Void
}

/// The chats on the screen: views, store and engine tied together.
@MainActor final class ChatScreen: ScreenContent {
  /// How long the first frame waits for what the disk has, in milliseconds: as long as one frame lasts.
  private static let timeout: Int64 = 16

  private let inspecting = DispatchQueue(label: "psst.inspect")
  private let reading = DispatchQueue(label: "psst.pictures")
  let loop: ScreenLoop
  /// Of an account's data.
  let folder: @MainActor (AccountID) -> String
  let store: AppStore
  private let startPrivateServer: @Sendable () throws -> Void
  /// The engines that this program has.
  private let runners: @MainActor () -> [SyncRunner]
  var interface: Interface
  /// As it was before the last key, where that was Esc: it may have been the beginning of another.
  private var beforeEscape: Interface?
  var alerting: Alerting
  /// `nil` where the spelling of what is written is not checked.
  private(set) var spelling: SpellChecker?
  private let settings: SettingsDesk
  private let changeAccounts: @MainActor (AccountAction) -> Void
  /// Called once, when the user quits or the terminal is gone.
  private let whenDone: @MainActor (OutboxCounts) -> Void
  /// One frame with what is stored is there sooner than an empty one and then that.
  private var awaitsStoredUntil: Int64?
  /// Something has changed since the views were told.
  var isDue = true
  /// What the frame that is kept back was drawn from.
  private var keptBack: Revision?
  /// Pictures that are not read yet, because nobody knows in which form.
  private var held: [PictureRequest] = []
  /// Read so far.
  private var pictureCount = 0
  /// How long the terminal may take to say it, in milliseconds.
  private static let answerTimeout = 1_000

  init(
    loop: ScreenLoop, folder: @escaping @MainActor (AccountID) -> String, store: AppStore,
    startServer: @escaping @Sendable () throws -> Void,
    runners: @escaping @MainActor () -> [SyncRunner],
    interface: Interface, alerting: Alerting, awaitsStored: Bool,
    spelling: String?, settings: SettingsDesk,
    changeAccounts: @escaping @MainActor (AccountAction) -> Void,
    whenDone: @escaping @MainActor (OutboxCounts) -> Void
  ) {
    self.loop = loop
    self.folder = folder
    startPrivateServer = startServer
    self.store = store
    self.runners = runners
    self.interface = interface
    self.alerting = alerting
    self.spelling = spelling.map { SpellChecker($0) }
    self.settings = settings
    self.changeAccounts = changeAccounts
    self.whenDone = whenDone
    awaitsStoredUntil = awaitsStored ? SyncRunner.now().uptime + Self.timeout : nil
    observe()
  }

  func draw(in theme: Theme, of shelf: ThemeShelf) {
    interface.draw(in: theme, of: shelf)
  }

  /// What the configuration file says now.
  func take(_ file: SettingsFile) {
    interface.take(file)
    show()
  }

  func follow(_ preferences: Preferences) {
    interface.follow(preferences)
    if preferences.spelling != spelling?.language {
      spelling?.end()
      spelling = preferences.spelling.map { SpellChecker($0) }
    }
    show()
  }

  func follow(_ keymap: Keymap) {
    interface.follow(keymap)
    show()
  }

  func disturb(_ isWanted: Bool) {
    interface.disturb(isWanted)
    show()
  }

  func show() {
    isDue = true
    loop.setNeedsDraw()
  }

  /// Makes a chat the open one.
  func open(_ chat: ChatID) {
    perform(interface.goTo(chat, store.snapshot), at: SyncRunner.now())
  }

  func handle(_ input: Input) {
    let now = SyncRunner.now()
    if input == .escapeRevoked, let beforeEscape { interface = beforeEscape }
    let before = interface
    perform(interface.handle(input, snapshot: store.snapshot, now: now), at: now)
    update(now)
    beforeEscape = input == .key(Key(.escape)) ? before : nil
  }

  private func update(_ now: Moment) {
    isDue = false
    let events = store.takeEvents()
    // News is not taken back with a key.
    if !events.isEmpty { beforeEscape = nil }
    perform(interface.update(store.snapshot, events: events, now: now), at: now)
  }

  func render(size: Size) -> Surface {
    let now = SyncRunner.now()
    readHeld()
    // On a busy computer a frame may come after its echo was due, and before the timer.
    tick(now)
    if isDue { update(now) }
    keptBack = isProvisional ? store.snapshot.revision : nil
    return interface.render(
      store.snapshot, size: size, now: now, isProvisional: isProvisional)
  }

  var nextWake: Int64? {
    [interface.nextWake, store.nextDeadline].compactMap { $0 }.min()
  }

  var holdsUntil: Int64? { awaitsStoredUntil }

  var isProvisional: Bool { store.awaitsCommit }

  /// A message is drawn while its commit is on its way, and seen as soon as that is done (S2), before its changes are
  /// taken over; not where something else has changed since, which may have been refused.
  func showKeptBack(where changes: [Change], of account: AccountID) {
    guard let keptBack, keptBack == store.snapshot.revision, store.isAwaited(changes, of: account)
    else { return }
    loop.showKeptBack()
  }

  /// The first of what is stored is in the snapshot.
  func endWaiting() { awaitsStoredUntil = nil }

  func wake() {
    tick(SyncRunner.now())
    isDue = true
  }

  private func tick(_ now: Moment) {
    guard let due = store.nextDeadline, due <= now.uptime else { return }
    store.tick(now)
    isDue = true
  }

  func terminate() {
    keepDraft()
    whenDone(store.snapshot.outbox)
  }

  func signOff(_ then: @escaping @MainActor () -> Void) {
    keepDraft()
    let runners = runners()
    guard !runners.isEmpty else { return then() }
    let group = DispatchGroup()
    for runner in runners {
      group.enter()
      runner.stop { group.leave() }
    }
    group.notify(queue: .main) { MainActor.assumeIsolated { then() } }
  }

  func signOn() { for runner in runners() { runner.resume() } }

  /// What was just typed is not due yet.
  private func keepDraft() {
    perform(interface.leaveChat(), at: SyncRunner.now())
  }

  func perform(_ actions: [Action], at now: Moment) {
    for action in actions {
      switch action {
      case .intent(let intent, let account):
        store.perform(intent, of: account, at: now)
        isDue = true
      case .everywhere(let intent):
        store.performEverywhere(intent, at: now)
        isDue = true
      case .startServer: startServer()
      case .quit: terminate()
      case .suspend: loop.suspend()
      case .redraw: loop.redraw()
      case .externalEditor(let text): edit(text)
      case .copy(let text):
        loop.copy(text)
        TmuxBuffer.keep(text)
      case .alert(_, let title, let text): alerting.tell(title, text)
      case .openLink(let link): open(link: link)
      case .openFile(let path): open(file: path)
      case .inspect(let path): inspect(path)
      case .takeClipboard(let account): takeClipboard(of: account)
      case .readPicture(let request): read(request)
      case .showPicture(let path, let account): show(path, of: account)
      case .keepTheme(let name): settings.keepTheme(name)
      case .readSettings: settings.read()
      case .keepSetting(let key, let value): settings.keep(key, value)
      case .checkSpelling(let words): checkSpelling(of: words)
      case .addWord(let word): spelling?.add(word) { [weak self] in self?.complain($0) }
      case .account(let action):
        changeAccounts(action)
        isDue = true
      }
    }
  }

  private func startServer() {
    inspecting.async { [startPrivateServer] in
      do { try startPrivateServer() } catch {
        let notice = Notice(.error, Failure(describing: error).text)
        DispatchQueue.main.async {
          MainActor.assumeIsolated { [weak self] in self?.store.tell(notice) }
        }
      }
    }
  }

  /// A disk may take its time: nobody waits for it. One after the other, so that the path that was typed last is the one
  /// that is told last.
  private func inspect(_ path: String) {
    inspecting.async {
      let found = FileInspection.look(at: path)
      DispatchQueue.main.async {
        MainActor.assumeIsolated { [weak self] in self?.store.apply([.inspected(found)], of: .first)
        }
      }
    }
  }

  /// Whoever has the clipboard may take its time, too. The file lies with the copies of those that wait to be sent: with
  /// them it goes when it is old.
  private func takeClipboard(of account: AccountID) {
    let files = folder(account) + "/files"
    let path = "\(files)/clipboard-\(SyncRunner.now().wall.milliseconds).png"
    inspecting.async {
      let refusal: String?
      do throws(ClipboardPicture.Refusal) {
        try ClipboardPicture.take(to: path, in: files)
        refusal = nil
      } catch { refusal = error.words }
      DispatchQueue.main.async {
        MainActor.assumeIsolated { [weak self] in self?.attach(path, refusal) }
      }
    }
  }

  private func attach(_ path: String, _ refusal: String?) {
    if let refusal {
      store.tell(Notice(.error, refusal))
    } else {
      perform(interface.attach(path), at: SyncRunner.now())
    }
    show()
  }

  /// Until it is known how the terminal is given pictures, or it does not say it.
  private func hold(_ request: PictureRequest) {
    held.append(request)
    guard held.count == 1 else { return }
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(Self.answerTimeout)) {
      MainActor.assumeIsolated { [weak self] in
        self?.loop.settlePictures()
        self?.readHeld()
      }
    }
  }

  private func readHeld() {
    guard !held.isEmpty, loop.pictures != nil else { return }
    let requests = held
    held = []
    requests.forEach(read)
  }

  /// As many at a time as there is one to look at them.
  private func read(_ request: PictureRequest) {
    guard let means = loop.pictures else { return hold(request) }
    let style = ShownPicture.style(loop.depth, means, cell: loop.cell)
    let folder =
      switch request.source {
      case .sent(_, let account), .avatar(_, let account): folder(account)
      case .file: ""
      }
    pictureCount += 1
    let number = pictureCount
    reading.async {
      var picture = ShownPicture.read(request, as: style, folder: folder)
      picture?.graphic?.number = number
      DispatchQueue.main.async { [picture] in
        MainActor.assumeIsolated { [weak self] in
          self?.store.apply([.picture(request, picture)], of: .first)
        }
      }
    }
  }

  /// A picture of mine, which is one that can be read.
  private func show(_ path: String, of account: AccountID) {
    reading.async {
      let bytes = OwnPicture.read(path)
      DispatchQueue.main.async {
        MainActor.assumeIsolated { [weak self] in
          guard let bytes else { return self?.complain(OwnPicture.refusal) ?? () }
          self?.store.perform(.setMyPicture(bytes), of: account, at: SyncRunner.now())
        }
      }
    }
  }

  func complain(_ words: String) { store.tell(Notice(.error, words)) }

  /// One drawing per change of the snapshot: `onChange` comes before the change, the drawing after it.
  private func observe() {
    withObservationTracking {
      _ = store.snapshot
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.isDue = true }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          // There may have been more changes, of which nobody was told.
          self?.isDue = true
          self?.loop.setNeedsDraw()
          self?.observe()
        }
      }
    }
  }
}

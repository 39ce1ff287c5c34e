internal import Dispatch
internal import Glibc
internal import Localization
public import Model
internal import Storage

/// Runs the engine in the real world: one serial executor owns the engine and its database; clocks,
/// timers and the wire are here and nowhere else in this room.
public actor SyncRunner {
  /// Most events of the wire that wait to be handled: a server that is faster than the disk is read no further.
  static let mostUnhandled = 16

  private let executor: QueueExecutor
  private var configuration: Configuration
  private let makeWire: WireMaker
  let files: (any FileCourier)?
  let publish: @Sendable ([Change]) -> Void
  private let log: @Sendable (String) -> Void
  private let searcher: Searcher
  var engine: SyncEngine?
  private var database: Database?
  /// Why there is no engine.
  private var trouble: DiskTrouble?
  private var wire: (any LiveWire)?
  private var wireNumber = 0
  /// The second connection.
  private var spare: (any LiveWire)?
  private var spareNumber = 0
  /// How many wires were made.
  private var wires = 0
  private var timer: (any DispatchSourceTimer)?
  private var whenClosed: (@Sendable () -> Void)?
  var copies = CopyQueue()
  private var arrivals = ArrivalQueue()
  private var isArrivalPlanned = false
  let unsettled = UnsettledTexts()
  private var isFoldPlanned = false
  /// How long after a commit the log of changes is folded, in milliseconds.
  private static let calm = 20

  /// - Parameters:
  ///   - files: copies files and carries them; `nil` where none can be sent.
  ///   - publish: receives the changes of one transaction, on the runner's queue, in order.
  ///   - log: receives lines for the log, on the runner's queue.
  public init(
    _ configuration: Configuration, makeWire: @escaping WireMaker,
    files: (any FileCourier)? = nil, publish: @escaping @Sendable ([Change]) -> Void,
    log: @escaping @Sendable (String) -> Void
  ) {
    executor = QueueExecutor(label: "psst.engine")
    self.configuration = configuration
    self.makeWire = makeWire
    self.files = files
    self.publish = publish
    self.log = log
    searcher = Searcher(path: configuration.databasePath, vfs: configuration.vfs)
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Opens the database, publishes what it has, connects. A database that cannot be opened becomes a
  /// ``Model/DiskTrouble`` that is closed, and a paused connection.
  public nonisolated func start() {
    onExecutor { $0.open() }
  }

  /// The user's word on a database that could not be opened; `nil` is to try again. Without effect where
  /// it is open.
  public nonisolated func settle(_ remedy: DiskTrouble.Remedy?) {
    onExecutor { $0.apply(remedy) }
  }

  /// Intents are handled in the order of submission; returns at once.
  public nonisolated func submit(_ intent: Intent) {
    switch intent {
    case .search(let query): search(query)
    case .closeSearch: searcher.close()
    default:
      unsettled.add(intent)
      onExecutor { $0.take(intent) }
    }
  }

  /// The texts that were submitted, and are neither on the disk nor told to be refused.
  public nonisolated var unsettledTexts: [String] { unsettled.words }

  private nonisolated func search(_ query: SearchQuery) {
    searcher.find(query) { [weak self] change in self?.onExecutor { $0.publish([change]) } }
  }

  /// News of this computer's networks. Dispatch's timers stand still while it sleeps: what became due
  /// meanwhile is done now.
  public nonisolated func networkChanged(_ change: NetworkChange) {
    onExecutor {
      $0.wire?.networkChanged()
      $0.spare?.networkChanged()
      $0.handle(.network(change))
      $0.handle(.wake)
    }
  }

  /// The first `limit` of the outbox in order of sending, to `answer` on the runner's queue.
  public nonisolated func readOutbox(
    limit: Int = .max, _ answer: @escaping @Sendable ([OutboxEntry]) -> Void
  ) {
    onExecutor { answer((try? $0.database?.outbox.entries(limit: limit)) ?? []) }
  }

  /// The contacts and the chats as they are told, to `answer` on the runner's queue; `nil` where the disk does not say.
  /// None where there is no database: why, what is submitted is told.
  public nonisolated func readPeople(_ answer: @escaping @Sendable ([Change]?) -> Void) {
    onExecutor {
      guard let database = $0.database else { return answer([]) }
      guard let contacts = try? database.roster.all(), let chats = try? database.chats.all()
      else { return answer(nil) }
      answer(contacts.map { .contact($0) } + chats.map { .chat($0) })
    }
  }

  /// Says goodbye to the server; `completion` follows when the connection is closed, or after a second.
  public nonisolated func stop(completion: @escaping @Sendable () -> Void) {
    onExecutor { $0.finish(completion) }
  }

  /// Connects again after ``stop(completion:)``.
  public nonisolated func resume() {
    onExecutor { $0.goOn() }
  }

  /// The user has another password, which was taken on these terms: it is tried at once.
  public nonisolated func signIn(with password: String, on terms: SignInTerms) {
    onExecutor { $0.take(password, on: terms) }
  }

  /// What others are told of my doings is something else from now on.
  public nonisolated func follow(_ privacy: Privacy) {
    onExecutor { runner in
      runner.configuration.privacy = privacy
      runner.engine?.follow(privacy)
    }
  }

  private func take(_ password: String, on terms: SignInTerms) {
    configuration.account.terms = terms
    (configuration.secret, configuration.token) = (.password(password), nil)
    engine?.take(password, on: terms)
    handle(.intent(.connectNow))
  }

  nonisolated func onExecutor(_ body: @escaping @Sendable (isolated SyncRunner) -> Void) {
    executor.queue.async { self.assumeIsolated(body) }
  }

  private func open() {
    guard engine == nil else { return }
    let state: DiskTrouble.State = trouble?.state == .reading ? .reading : .closed
    do throws(StorageError) {
      let database = try Database(
        path: configuration.databasePath, vfs: configuration.vfs, mendsLog: true)
      engine = SyncEngine(
        account: configuration.account, secret: configuration.secret,
        resource: configuration.resource, database: database, privacy: configuration.privacy,
        roomPasswords: configuration.roomPasswords, agent: configuration.agent,
        token: configuration.token)
      self.database = database
      if trouble != nil { publish([.disk(nil)]) }
      trouble = nil
      if let copy = database.mendedLog { publish([.notice(.mendedLog(keptIn: copy))]) }
      handle(.start)
    } catch {
      refuse(error, state)
    }
  }

  private func refuse(_ error: StorageError, _ state: DiskTrouble.State) {
    log("storage: \(error.explanation)")
    let trouble = DiskTrouble(error, state: state, path: configuration.databasePath)
    self.trouble = trouble
    publish([.disk(trouble), .connection(.paused(reason: trouble.reason))])
  }

  private func apply(_ remedy: DiskTrouble.Remedy?) {
    guard engine == nil else { return }
    let path = configuration.databasePath
    do throws(StorageError) {
      switch remedy {
      case nil: break
      case .read: return try read()
      case .goOn: try BrokenFile.goOn(path)
      case .setAside:
        database = nil
        let name = try BrokenFile.setAside(path)
        publish([.notice(Notice(.information, tr("Set aside as \(name)")))])
      }
      open()
    } catch {
      refuse(error, .closed)
    }
  }

  /// Shows what the disk has, without an engine.
  private func read() throws(StorageError) {
    let database = try Database(
      path: configuration.databasePath, access: .readOnly, vfs: configuration.vfs)
    self.database = database
    trouble?.state = .reading
    trouble?.remedies = []
    publish([.disk(trouble)] + Reading.all(database))
  }

  /// Nothing is written to the open file any more: the user's "try now" begins again with what the disk
  /// has by then.
  private func closeFailed() {
    guard let error = database?.failure else { return }
    searcher.close()
    handle(.stop)
    wire?.abandon()
    do { try database?.putBack() } catch { log("storage: \(error.explanation)") }
    (wire, engine, database) = (nil, nil, nil)
    wireNumber = 0
    schedule(nil)
    refuse(error, .closed)
  }

  /// Without an engine nothing is written, and nobody is left without an answer.
  private func answer(_ event: SyncEvent) {
    guard case .intent(let intent) = event, let trouble else { return }
    if case .connectNow = intent { return open() }
    let answer = database.map { Reading.answer(intent, $0) } ?? nil
    publish(answer ?? [Reading.refusal(intent, because: trouble.reason)])
  }

  func handle(_ event: SyncEvent) {
    if case .intent(.connectNow) = event { closeFailed() }
    defer { if case .intent(let intent) = event { unsettled.settle(intent) } }
    guard let engine else { return answer(event) }
    let effects = engine.handle(event, at: Self.now())
    // What is shown is there before it is told of.
    for case .keepAvatar(let hash, let bytes) in effects { configuration.keepAvatar(hash, bytes) }
    // Who looks at the screen comes first.
    let changes = effects.compactMap { if case .change(let change) = $0 { change } else { nil } }
    if !changes.isEmpty { publish(changes) }
    effects.forEach(carryOut)
    if database?.isLogLong == true { foldLogLater() }
  }

  /// It takes as long as some commits do: whoever looks at the screen, and has news since now, comes first.
  private func foldLogLater() {
    guard !isFoldPlanned else { return }
    isFoldPlanned = true
    let calm = DispatchTime.now() + .milliseconds(Self.calm)
    executor.queue.asyncAfter(deadline: calm) { [weak self] in
      self?.assumeIsolated {
        $0.isFoldPlanned = false
        $0.database?.foldLog()
      }
    }
  }

  private func carryOut(_ effect: SyncEffect) {
    switch effect {
    case .download(let order): download(order)
    case .cancelDownload(let row): files?.cancelDownload(row)
    case .upload(let order): upload(order)
    case .cancelUpload(let id):
      files?.cancel(id)
      publish([.upload(id, nil)])
    case .discardCopy(let id): files?.discard(id)
    case .sentCopy(let id): files?.sent(id)
    case .keepCopies(let ids): files?.keepOnly(Set(ids))
    case .connect:
      (wire, wireNumber) = newWire()
      wire?.connect()
    case .measure: measure()
    case .spare(let effect): carryOut(effect)
    case .write(let bytes): wire?.send(bytes)
    case .startTLS(let domain): wire?.startTLS(domain: domain)
    case .disconnect: wire?.close()
    case .abandon: wire?.abandon()
    case .wake(let uptime): schedule(uptime)
    case .log(let line): log(line)
    case .signedIn(let mechanism):
      configuration.account.terms.strongest = mechanism
      configuration.keep(mechanism)
    case .keepKeys(let keys): configuration.keepKeys(keys)
    case .keepToken(let token):
      configuration.token = token
      configuration.keepToken(token)
    case .keep(let passwords):
      configuration.roomPasswords = passwords
      configuration.keepRoomPasswords(passwords)
    case .change, .keepAvatar: break
    }
  }

  private func carryOut(_ effect: SpareEffect) {
    switch effect {
    case .connect:
      (spare, spareNumber) = newWire()
      spare?.connect()
    case .write(let bytes): spare?.send(bytes)
    case .startTLS(let domain): spare?.startTLS(domain: domain)
    case .drop:
      spare?.abandon()
      (spare, spareNumber) = (nil, 0)
    case .adopt:
      wire?.abandon()
      (wire, wireNumber) = (spare, spareNumber)
      (spare, spareNumber) = (nil, 0)
    }
  }

  private func measure() {
    let number = wireNumber
    wire?.measure { [weak self] progress in
      self?.onExecutor { if $0.wireNumber == number { $0.handle(.progress(progress)) } }
    }
  }

  private func newWire() -> (any LiveWire, number: Int) {
    wires += 1
    let number = wires
    let slots = DispatchSemaphore(value: Self.mostUnhandled)
    let wire = makeWire { [weak self] event in
      guard let self else { return }
      slots.wait()
      onExecutor {
        $0.arrivals.add(event, from: number) { slots.signal() }
        if !$0.isArrivalPlanned { $0.takeArrival() }
      }
    }
    return (wire, number)
  }

  /// One piece; the rest has its turn behind what was submitted meanwhile.
  private func takeArrival() {
    isArrivalPlanned = false
    guard let piece = arrivals.next() else { return }
    let before = Self.now().uptime
    receive(piece.event, from: piece.wire)
    arrivals.measured(piece, milliseconds: Self.now().uptime - before)
    guard !arrivals.isEmpty else { return }
    isArrivalPlanned = true
    onExecutor { $0.takeArrival() }
  }

  private func receive(_ event: LinkEvent, from number: Int) {
    if number == spareNumber {
      if case .closed = event { (spare, spareNumber) = (nil, 0) }
      return handle(.spare(event))
    }
    guard number == wireNumber else { return }
    if case .closed = event { (wire, wireNumber) = (nil, 0) }
    handle(.link(event))
    if wire == nil { whenClosed?() }
  }

  private func schedule(_ uptime: Int64?) {
    timer?.cancel()
    timer = nil
    guard let uptime else { return }
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    let delay = max(0, uptime - Self.now().uptime)
    timer.schedule(deadline: .now() + .milliseconds(Int(delay)), leeway: .milliseconds(1))
    timer.setEventHandler { [weak self] in
      self?.assumeIsolated { $0.handle(.wake) }
    }
    timer.resume()
    self.timer = timer
  }

  private func finish(_ completion: @escaping @Sendable () -> Void) {
    let once = Once(completion)
    // What waits for a copy is on no disk yet.
    for intent in copies.endAll() { handle(.intent(intent)) }
    handle(.stop)
    guard wire != nil else { return once.run() }
    whenClosed = { once.run() }
    executor.queue.asyncAfter(deadline: .now() + .seconds(1)) { once.run() }
  }

  /// What was not closed in time is of no use any more.
  private func goOn() {
    whenClosed = nil
    if let old = wire {
      (wire, wireNumber) = (nil, 0)
      old.abandon()
      handle(.link(.closed(reason: tr("psst was suspended"))))
    }
    handle(.resume)
  }
}

/// Runs its closure the first time only. Confined to the runner's queue.
private final class Once: @unchecked Sendable {
  private var body: (@Sendable () -> Void)?

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func run() {
    body?()
    body = nil
  }
}

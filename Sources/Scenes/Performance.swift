internal import Glibc
internal import Model
public import Screen
internal import Simulation
internal import Store
internal import Views

/// One performance of a scene: everything in virtual time, the same for the same seed to the last byte.
@MainActor public final class Performance {
  /// What to play it with.
  public struct Options: Sendable {
    /// Decides delays, losses and the pace of typing.
    public var seed: UInt64
    /// Where a folder for the databases is made, and removed at the end.
    public var folder: String
    /// What tests put between the program and what is around it.
    package var interference = Interference()
    /// How many colours there are; all of them where `nil`.
    public var depth: ColorDepth?

    public init(seed: UInt64 = 1, folder: String, depth: ColorDepth? = nil) {
      self.depth = depth
      self.seed = seed
      self.folder = folder
    }
  }

  let scene: Scene
  let stage: Stage
  /// My other account's server, with all who are there.
  let otherStage: Stage?
  /// Seats by the names of the scene, each on its stage; mine is 0.
  let seats: [String: Int]
  let interference: Interference
  private let folder: String
  private let onFrame: ((Frame) throws -> Void)?
  private(set) var program: StagedProgram?
  private var isSuspended = false
  /// Of my programs that are no more.
  private(set) var earlierAlerts: [String] = []
  /// What stands on the screen where my program does not.
  private var shell: [String] = ["$ psst"]
  private var others: [String: AppStore] = [:]
  private var size: Size
  private let theme: Theme
  /// As the program does it in such a terminal.
  private let fading: FadeMeans
  private var random: SeededRandom
  private var agenda: [(time: Int64, act: () -> Void)] = []
  /// Who types, and where.
  private var typists: [String: JID] = [:]
  private var hasNews = false
  private var crowdIsThere: Set<Int> = []
  // What is shown.
  private var isCurtainDown: Bool
  private var hidden: Int64 = 0
  private var caption = ""
  private var last: Frame?
  private var isStep = true
  private var current: Step?

  /// Plays a scene to its end.
  /// - Parameter onFrame: is told of each change of what is seen; may throw to end the play.
  public static func play(
    _ scene: Scene, _ options: Options, onFrame: ((Frame) throws -> Void)? = nil
  ) throws {
    let performance = try Performance(scene, options, onFrame)
    defer { performance.end() }
    try performance.run()
  }

  private init(_ scene: Scene, _ options: Options, _ onFrame: ((Frame) throws -> Void)?) throws {
    self.scene = scene
    self.onFrame = onFrame
    interference = options.interference
    let theme = try Theme.load(name: scene.theme)
    fading = (options.depth ?? .trueColor) >= .palette256 ? [.colors, .dim] : .dim
    self.theme = options.depth.map { theme.adapted(to: $0) } ?? theme
    folder = try Self.makeFolder(in: options.folder)
    size = scene.screen
    random = SeededRandom(seed: options.seed, stream: 200)
    isCurtainDown = scene.steps.contains { $0.kind == .curtain }
    seats = scene.seats
    stage = Stage(
      scene.cast, seed: options.seed, folder: folder, tampering: options.interference.tampering)
    otherStage = scene.otherCast.map { [folder] in
      Stage($0, seed: options.seed + 1, folder: folder)
    }
  }

  private static func makeFolder(in parent: String) throws(SceneError) -> String {
    var template = Array("\(parent)/psst-demo-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .noFolder(String(cString: strerror(errno))) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func end() {
    program = nil
    stage.setDisk(.works)
    for stage in stages { stage.removeFiles() }
    rmdir(folder)
  }

  // MARK: The play

  private func run() throws {
    let hasCurtain = isCurtainDown
    isCurtainDown = true
    open()
    try advance(to: 1_000)
    try openFirstChat()
    if !hasCurtain { try raiseCurtain() }
    for step in scene.steps {
      (isStep, current) = (true, step)
      try perform(step)
    }
    try show(always: true)
  }

  private func open() {
    for name in scene.people where name != scene.me.name {
      let store = AppStore(account: address(of: name)) { _ in }
      let (stage, seat) = (stage(of: name), seats[name] ?? 0)
      others[name] = store
      stage.onChanges(seat) { [weak self] changes in
        MainActor.assumeIsolated {
          store.apply(changes, of: .first)
          self?.hasNews = true
        }
      }
      stage.start(seat)
    }
    for (place, stage) in stages.enumerated() {
      stage.onChanges(0) { [weak self] changes in
        MainActor.assumeIsolated { self?.apply(changes, of: AccountID(place)) }
      }
      stage.prepare(0, privacy: Privacy(tellsRead: scene.tellsRead))
    }
    startProgram()
    let policy = Intent.setPolicy(scene.policy)
    guard scene.policy != .smart, interference.submits(policy) else { return }
    for stage in stages { stage.submit(policy, 0) }
  }

  /// As one does it: go to, the name, Enter.
  private func openFirstChat() throws {
    guard let friend = scene.friends.first, scene.opensChat else { return }
    let keys = [Key(.character("k"), .control)] + friend.name.map { Key(.character($0)) }
    for key in keys + [Key(.enter)] { program?.handle(.key(key)) }
    try advance(by: 500)
  }

  private func apply(_ changes: [Change], of account: AccountID) {
    hasNews = true
    program?.apply(changes.compactMap(interference.change), of: account)
  }

  /// A promise that was broken ends the play, whatever the scene expects.
  private func checkPromises() throws {
    guard let violation = stages.flatMap(\.violations).first, let current else { return }
    throw fail(current, violation, isExpected: false)
  }

  func fail(_ step: Step, _ what: String, isExpected: Bool = true) -> SceneError {
    let surface = surface()
    return .failed(
      .init(
        place: step.place, line: step.line, what: what, isExpected: isExpected, time: stage.now,
        screen: (0..<surface.size.height).map { surface.text(row: $0) }))
  }

  func address(of name: String) -> JID {
    guard let jid = JID(stage(of: name).cast.seats[seats[name] ?? 0].account) else {
      preconditionFailure("names were checked to make addresses")
    }
    return jid
  }

  func address(ofGroup name: String) -> JID {
    guard let jid = JID("\(name)@rooms.\(stage.cast.domain)") else {
      preconditionFailure("names were checked to make addresses")
    }
    return jid
  }

  func store(of who: String) -> AppStore? {
    who == scene.me.name ? program?.store : others[who]
  }

  var alerts: [String] { earlierAlerts + (program?.alerts ?? []) }

  // MARK: My program

  func startProgram() {
    let (stage, stages) = (stage, stages)
    let new = StagedProgram(
      accounts: stages.compactMap { JID($0.cast.seats[0].account) }, scene: scene, theme: theme,
      fading: fading, moment: { stage.moment(0) },
      submit: { [interference] intent, account in
        guard interference.submits(intent) else { return }
        stages[interference.account(account).index].submit(intent, 0)
      })
    program = new
    if size != scene.screen { new.handle(.resize(size)) }
    for stage in stages { stage.start(0) }
  }

  /// It is gone without a word.
  func programDied(saying line: String) {
    earlierAlerts = alerts
    (program, isSuspended) = (nil, false)
    shell = ["$ psst", line, "$"]
    hasNews = true
  }

  func resize(_ size: Size) {
    self.size = size
    program?.handle(.resize(size))
  }

  func surface() -> Surface {
    guard let program, !isSuspended else {
      var surface = Surface(size: size, style: theme.style(.text))
      for (row, line) in shell.enumerated() {
        surface.write(PrintableText(line), at: Point(x: 0, y: row), style: theme.style(.text))
      }
      return surface
    }
    return interference.surface(program.render())
  }

  // MARK: Time

  func plan(in delay: Int64, _ act: @escaping () -> Void) {
    let time = stage.now + delay
    let place = agenda.firstIndex { $0.time > time } ?? agenda.count
    agenda.insert((time, act), at: place)
  }

  /// Lets time go by.
  func advance(by time: Int64) throws {
    try checkLength(stage.now + time)
    try advance(to: stage.now + time)
  }

  /// Every play ends (ms): a month is long enough for what a messenger forgets and asks.
  private static let longest: Int64 = 31 * 86_400_000

  private func checkLength(_ end: Int64) throws {
    guard end > Self.longest, let current else { return }
    throw fail(current, "a scene lasts 31 days at most")
  }

  private func advance(to end: Int64) throws {
    while try advanceOnce(to: end) {}
  }

  /// To the next moment at which something happens, at most until `end`; false when that is reached.
  func advanceOnce(to end: Int64) throws -> Bool {
    let wake = isSuspended ? nil : program?.wakesIn.map { stage.now + $0 }
    let due = stages.map(\.nextTime) + [agenda.first?.time, wake]
    let time = min(max(due.compactMap { $0 }.min() ?? end, stage.now), end)
    for stage in stages { stage.run(until: time) }
    while let first = agenda.first, first.time <= time {
      agenda.removeFirst()
      first.act()
    }
    if let wake, wake <= time {
      program?.wake()
      hasNews = true
    }
    try Interruption.check()
    try checkPromises()
    try settle()
    return stage.now < end
  }

  func settle() throws {
    if !isSuspended, program?.settle() == true {
      hasNews = true
      try show()
    }
    if let program, program.hasQuit { quit(program) }
    if program?.wantsSuspension == true { suspend() }
  }

  private func quit(_ program: StagedProgram) {
    let waiting = program.store.snapshot.outbox.waiting
    program.leave()
    if interference.signsOff { for stage in stages { stage.signOff(0) } }
    programDied(saying: waiting == 0 ? "" : "\(waiting) waiting, kept for the next time")
    guard interference.signsOff else { return }
    plan(in: 50) { [stages] in for stage in stages { stage.kill(0) } }
  }

  /// As by Ctrl-Z: it says goodbye and stands still.
  func suspend() {
    guard let program, !isSuspended else { return }
    program.wentOn()
    program.leave()
    for stage in stages { stage.signOff(0) }
    isSuspended = true
    shell = ["$ psst", "[1]+  Stopped                 psst", "$"]
  }

  func resume() {
    guard isSuspended else { return }
    isSuspended = false
    for stage in stages { stage.start(0) }
  }

  /// Waits until something holds.
  func wait(until holds: () throws -> Bool, within bound: Int64) throws -> Bool {
    let end = stage.now + bound
    try checkLength(end)
    if try holds() { return true }
    while try advanceOnce(to: end) {
      guard hasNews else { continue }
      hasNews = false
      if try holds() { return true }
    }
    return try holds()
  }

  /// Milliseconds until the next key of somebody who types.
  func pace() -> Int64 { random.within(45...140) }

  // MARK: The others

  /// - Parameter group: where; `nil` is the chat with me.
  func setTyping(_ name: String, _ isTyping: Bool, in group: JID? = nil) {
    let chat = group ?? partner(of: name)
    guard isTyping else {
      if let typed = typists.removeValue(forKey: name) { tellTyping(name, typed, false) }
      return
    }
    typists[name] = chat
    keepTyping(name, chat)
  }

  /// Their program is gone, and says nothing any more.
  func stopTyping(_ name: String) { typists[name] = nil }

  private func keepTyping(_ name: String, _ chat: JID) {
    guard typists[name] == chat else { return }
    tellTyping(name, chat, true)
    plan(in: 1_000) { [weak self] in self?.keepTyping(name, chat) }
  }

  private func tellTyping(_ name: String, _ chat: JID, _ isTyping: Bool) {
    stage(of: name).submit(.typing(chat: chat, isTyping: isTyping), seats[name] ?? 0)
  }

  func changeCrowd(_ count: Int, within time: Int64) {
    guard scene.crowd > 0 else { return }
    for number in 0..<count {
      let who = number % scene.crowd
      plan(in: time * Int64(number) / Int64(max(count, 1))) { [weak self] in self?.toggle(who) }
    }
  }

  private func toggle(_ who: Int) {
    let isThere = crowdIsThere.insert(who).inserted
    if !isThere { crowdIsThere.remove(who) }
    guard let jid = JID(scene.crowdAddress(who)) else { return }
    stage.announce(jid, isThere: isThere)
  }

  // MARK: What is shown

  func say(_ caption: String) throws {
    self.caption = caption
    try show()
  }

  func raiseCurtain() throws {
    isCurtainDown = false
    hidden = stage.now
    last = nil
    try show()
  }

  /// Time that is not shown.
  func hide(_ time: Int64, _ body: () throws -> Void) throws {
    let wasDown = isCurtainDown
    isCurtainDown = true
    try body()
    isCurtainDown = wasDown
    hidden += time
    if !wasDown { try show() }
  }

  /// - Parameter always: also where nothing has changed: how long the last picture stands.
  func show(always: Bool = false) throws {
    guard let onFrame, !isCurtainDown else { return }
    let frame = Frame(
      time: stage.now - hidden, surface: surface(), caption: caption, isStep: isStep)
    if !always, let last, last.surface == frame.surface, last.caption == frame.caption { return }
    last = frame
    isStep = false
    try onFrame(frame)
  }
}

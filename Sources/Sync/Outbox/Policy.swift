internal import Model
internal import Storage

/// Whether what waits goes by itself when the link comes back, or the user is asked (O4, O5).
struct Policy: Tracker {
  static let keyPath: any Path = \.policy

  /// From this age on, milliseconds, `smart` asks.
  static let oldAge: Int64 = 600_000
  /// How long the question stands, milliseconds.
  static let questionTime: Int64 = 10_000
  /// The link has to be away for this long, milliseconds, for the user to be asked again about the same
  /// messages: an outage of 3 s, which is noticed late and ends a little before the link stands.
  static let realOutage: Int64 = 2_000

  static let settingKey = "policy"

  private(set) var kind = SendPolicy.smart
  /// The newest entry when the link came: what is newer was written while it is up.
  private(set) var newestBefore: Int64?
  /// The first attempt to connect since the start: what is written meanwhile counts as written online.
  private(set) var isStarting = false
  /// What waited when the link came is decided about: held, or released with what is written since.
  private(set) var isDecided = false
  /// The user was asked on this link, if there was something to ask about.
  private(set) var isAsked = false
  /// What was told of the question.
  private(set) var question: PolicyQuestion?
  private(set) var askedAt: Int64?
  /// The newest entry that the last question was about.
  private(set) var askedAbout: Int64 = 0
  /// The user answered the last question, or let it go.
  private(set) var isAnswered = false
  /// When the link was lost; `nil` while there is one, and before the first.
  private(set) var lostAt: Int64?

  var nextDeadline: Int64? { question?.until }

  mutating func start(_ turn: Turn) throws(StorageError) {
    let stored = try turn.database.settings.value(Self.settingKey)
    kind = stored.flatMap { SendPolicy(rawValue: $0) } ?? .smart
    newestBefore = try turn.database.outbox.newest()
    isStarting = true
    turn.change(.policy(kind))
  }

  mutating func set(_ kind: SendPolicy, _ turn: Turn) throws(StorageError) {
    guard kind != self.kind else { return }
    try turn.database.settings.set(Self.settingKey, kind.rawValue)
    self.kind = kind
    if kind == .auto { isDecided = false }
    turn.change(.policy(kind))
  }

  /// The user gave the answer, here or elsewhere.
  mutating func answered(_ turn: Turn) {
    isAnswered = true
    tell(nil, turn)
  }

  /// Keeps up with the link and the clock. Nothing goes out before this has decided. What is written from then on is
  /// released at once, also while nothing can go yet: no cut makes it one that was written offline.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    try state.policy.decide(
      isConnecting: state.reconnect.isConnecting, isLinked: state.ready != nil,
      isOpen: state.isOpen, turn)
  }

  private mutating func decide(
    isConnecting: Bool, isLinked: Bool, isOpen: Bool, _ turn: Turn
  ) throws(StorageError) {
    isStarting = isStarting && isConnecting
    guard isLinked else {
      if newestBefore != nil, !isStarting { lostAt = lostAt ?? turn.now.uptime }
      if !isStarting { newestBefore = nil }
      (isDecided, isAsked) = (false, false)
      return tell(nil, turn)
    }
    if newestBefore == nil { newestBefore = try turn.database.outbox.newest() }
    if !isDecided {
      isDecided = true
      try hold(turn)
    }
    turn.touch(try turn.database.outbox.releaseUndecided())
    if isOpen, !isAsked {
      isAsked = true
      if try turn.database.outbox.counts().held > 0 { try ask(turn) }
      lostAt = nil
    }
    try refresh(turn)
  }

  /// Decides, and holds what has to wait for the user's word.
  private func hold(_ turn: Turn) throws(StorageError) {
    let outbox = turn.database.outbox
    guard let newestBefore else { return }
    try outbox.unhold()
    let waiting = try outbox.undecided(upTo: newestBefore, boot: turn.now.bootID)
    guard waiting.count > 0, asks(about: waiting, turn.now) else { return }
    try outbox.hold(upTo: newestBefore)
  }

  private func asks(about waiting: OutboxTable.Undecided, _ now: Moment) -> Bool {
    switch kind {
    case .auto: false
    case .review: true
    case .smart: Self.isOld(waiting, now)
    }
  }

  /// An age that is not known, because of another boot or a clock that cannot be, counts as old.
  static func isOld(_ waiting: OutboxTable.Undecided, _ now: Moment) -> Bool {
    waiting.ofOtherBoots > 0 || now.bootID == Moment.unknownBoot || waiting.newest > now.uptime
      || now.uptime - waiting.oldest >= oldAge
  }

  /// Asked after each real outage, and when something is held that was not asked about; while the link
  /// flaps, the question that stands goes on with its time.
  private mutating func ask(_ turn: Turn) throws(StorageError) {
    let now = turn.now.uptime
    let newest = try turn.database.outbox.newestHeld()
    let wasAway = lostAt.map { now - $0 >= Self.realOutage } ?? true
    let stands = askedAt.map { !isAnswered && now < $0 + Self.questionTime } ?? false
    guard stands || wasAway || newest > askedAbout else { return }
    let since = stands && !wasAway ? askedAt ?? now : now
    (askedAt, askedAbout, isAnswered) = (since, newest, false)
    question = PolicyQuestion(waiting: 0, until: since + Self.questionTime)
  }

  private mutating func refresh(_ turn: Turn) throws(StorageError) {
    guard let question else { return }
    let held = try turn.database.outbox.counts().held
    if held == 0 || question.until <= turn.now.uptime { return tell(nil, turn) }
    tell(PolicyQuestion(waiting: held, until: question.until), turn)
  }

  private mutating func tell(_ question: PolicyQuestion?, _ turn: Turn) {
    guard question != self.question else { return }
    self.question = question
    turn.change(.policyAsks(question))
  }
}

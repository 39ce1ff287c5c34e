internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// What I say beside my presence (RFC 6121 §4.7.2.2): kept on disk, so that it goes with the presence of each link.
struct OwnStatus: Tracker {
  static let keyPath: any Path = \.ownStatus

  private static let key = "status.text"
  private static let toldKey = "status.told"

  /// `nil`: nothing.
  private(set) var text: String?
  /// As the server was told on this stream.
  private var told: String?

  /// The server does not know it yet.
  var isNews: Bool { text != told }

  mutating func start(_ turn: Turn) throws(StorageError) {
    text = try turn.database.settings.value(Self.key)
    if text != nil { turn.change(.ownStatus(text)) }
  }

  /// What was told on the stream that may go on.
  mutating func recall(_ turn: Turn) throws(StorageError) {
    told = try turn.database.settings.value(Self.toldKey)
  }

  /// Kept with the stream.
  /// - Parameter told: `nil`: nothing was.
  mutating func note(told: String?, _ turn: Turn) throws(StorageError) {
    guard told != self.told else { return }
    self.told = told
    try turn.database.settings.set(Self.toldKey, told)
  }

  static func set(
    _ text: String, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard text.unicodeScalars.allSatisfy(OutgoingText.isAllowed) else {
      return turn.notice(.error, tr("The status has a character that cannot be sent"))
    }
    let now = StatusText.bounded(text)
    guard now != state.ownStatus.text else { return }
    state.ownStatus.text = now
    try turn.database.settings.set(Self.key, now)
    turn.change(.ownStatus(now))
    if state.ready != nil { try state.tellPresence(turn) }
  }
}

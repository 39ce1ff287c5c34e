internal import Model
internal import Storage

/// Puts what was imported where its time says, once the archive has told what stands around it: in small steps, when all
/// that is new is here.
struct ImportedPlaces: Tracker {
  static let keyPath: any Path = \.importedPlaces

  /// Between steps, milliseconds: whatever else there is to do comes in between.
  private static let pause: Int64 = 10

  private(set) var nextDeadline: Int64?
  private var chat: JID?
  private var progress: ImportTable.Progress?
  /// All stands where it belongs, and no message has come since.
  private var isDone = false

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    if turn.hasTouchedMessages { state.importedPlaces.isDone = false }
    guard state.isCaughtUp, state.importedPlaces.nextDeadline == nil,
      !state.importedPlaces.isDone
    else { return }
    try state.importedPlaces.findNext(turn)
  }

  private mutating func findNext(_ turn: Turn) throws(StorageError) {
    chat = try turn.database.imports.unsettled()
    progress = chat == nil ? nil : ImportTable.Progress()
    nextDeadline = chat == nil ? nil : turn.now.uptime + Self.pause
    isDone = chat == nil
  }

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    try state.importedPlaces.wake(turn)
  }

  private mutating func wake(_ turn: Turn) throws(StorageError) {
    guard let due = nextDeadline, due <= turn.now.uptime else { return }
    guard let chat else { return nextDeadline = nil }
    for id in try turn.database.imports.settle(chat, &progress) { turn.touch(id, in: chat) }
    if progress != nil {
      nextDeadline = turn.now.uptime + Self.pause
    } else {
      try findNext(turn)
    }
  }

  /// It is begun again on the next link.
  mutating func forgetLink(_ turn: Turn) { self = ImportedPlaces() }
}

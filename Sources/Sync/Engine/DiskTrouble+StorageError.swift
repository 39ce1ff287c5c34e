internal import Localization
internal import Model
internal import Storage

extension DiskTrouble {
  init(_ error: StorageError, state: State, path: String) {
    self.init(
      state: state, reason: error.explanation, advice: error.advice, path: path,
      remedies: state == .closed ? Self.remedies(for: error) : [])
  }

  /// What has another place or another program's is not moved away; a newer file is not even read.
  private static func remedies(for error: StorageError) -> [Remedy] {
    switch error {
    case .full, .readOnly, .locked, .io: [.read]
    case .removed: []
    case .corrupt: [.read, .setAside]
    case .notADatabase: [.setAside]
    case .incomplete, .damagedLog: [.goOn]
    case .newerSchema: []
    }
  }
}

extension StorageError {
  /// It may be over by itself; otherwise nothing is written any more.
  var canPass: Bool {
    switch self {
    case .full, .readOnly, .locked, .io: true
    case .corrupt, .newerSchema, .notADatabase, .removed, .incomplete, .damagedLog: false
    }
  }
}

extension Notice {
  /// - Parameter copy: the path of the log as it was.
  static func mendedLog(keptIn copy: String) -> Notice {
    Notice(
      .error,
      tr(
        "The disk had damaged the newest messages. They are here again, but look at them: a letter may be wrong. What was found is kept in \(copy)"
      ))
  }
}

internal import Dispatch
internal import Model
internal import Storage
internal import Synchronization

/// Answers searches on a queue and a connection of its own: the engine, which sends, never waits for one.
/// While keys come faster than answers only the newest question is looked at.
final class Searcher: Sendable {
  private let path: String
  private let vfs: String?
  private let queue = DispatchQueue(label: "psst.search", qos: .userInitiated)
  private let wanted = Mutex<SearchQuery?>(nil)
  /// Open while something is looked for. Of the queue alone.
  nonisolated(unsafe) private var database: Database?

  init(path: String, vfs: String?) {
    (self.path, self.vfs) = (path, vfs)
  }

  /// Returns at once. `publish` is called on the searcher's queue, unless a newer question came before.
  func find(_ query: SearchQuery, publish: @escaping @Sendable (Change) -> Void) {
    wanted.withLock { $0 = query }
    queue.async { self.answer(query, publish) }
  }

  /// Nothing more is looked for: lets the file go.
  func close() {
    wanted.withLock { $0 = nil }
    queue.async { self.database = nil }
  }

  private func answer(_ query: SearchQuery, _ publish: (Change) -> Void) {
    guard wanted.withLock({ $0 == query }) else { return }
    if database == nil { database = try? Database(path: path, access: .readOnly, vfs: vfs) }
    publish(Reading.found(query, database))
  }
}

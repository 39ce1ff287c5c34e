import Model
import Storage
import XMPP

@testable import Sync

/// Goes through every state of an ``OutboxSpace``, depth first. All of it is one transaction that is never
/// committed; each step is a savepoint in it, so that going back costs no more than undoing it.
struct OutboxSearch {
  let scope: OutboxSpace.Scope
  private(set) var states = 0
  private(set) var steps = 0
  /// States from which nothing can happen any more.
  private(set) var ends = 0
  private(set) var faults: [String] = []
  /// Hashes of names: two of a million are the same by chance once in 40 million searches.
  private var known: Set<Int> = []
  private var path: [OutboxSpace.Step] = []

  init(_ scope: OutboxSpace.Scope) { self.scope = scope }

  mutating func run() throws {
    let space = try OutboxSpace(scope)
    try undone(space) { search, space in try search.explore(space) }
  }

  /// What `body` does is undone in the database.
  private mutating func undone(
    _ space: OutboxSpace, _ body: (inout OutboxSearch, OutboxSpace) throws -> Void
  ) throws {
    var failure: (any Error)?
    do {
      try space.rig.database.transaction { () throws(StorageError) in
        do { try body(&self, space) } catch { failure = error }
        throw StorageError.readOnly
      }
    } catch StorageError.readOnly {}
    if let failure { throw failure }
  }

  private mutating func explore(_ space: OutboxSpace) throws {
    guard try visit(space) else { return }
    let next = try space.steps
    if next.isEmpty { return try undone(space) { search, space in try search.end(space.fork()) } }
    for step in next where faults.isEmpty {
      path.append(step)
      defer { path.removeLast() }
      try undone(space) { search, space in
        let space = space.fork()
        try space.take(step)
        search.steps += 1
        try search.explore(space)
      }
    }
  }

  /// Returns whether the state is new.
  private mutating func visit(_ space: OutboxSpace) throws -> Bool {
    guard known.insert(try space.name.hashValue).inserted else { return false }
    states += 1
    for fault in try space.violations() { faults.append("\(fault)\nafter \(path)") }
    return faults.isEmpty
  }

  private mutating func end(_ space: OutboxSpace) throws {
    ends += 1
    for fault in try space.drains() { faults.append("\(fault)\nin the end, after \(path)") }
  }
}

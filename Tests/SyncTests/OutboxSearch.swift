import Model
import XMPP

@testable import Sync

/// Goes through every state of an ``OutboxSpace``: each once, by the shortest way that depth first finds.
struct OutboxSearch {
  let scope: OutboxSpace.Scope
  /// Also whether everything goes in the end, from each state and not only from the last ones.
  var drainsEverywhere = false
  private(set) var states = 0
  private(set) var steps = 0
  private(set) var faults: [String] = []
  private var known: Set<String> = []

  init(_ scope: OutboxSpace.Scope, drainsEverywhere: Bool = false) {
    self.scope = scope
    self.drainsEverywhere = drainsEverywhere
  }

  /// - Parameter most: states at most; more make a fault, so that nothing is left out in silence.
  mutating func run(most: Int = .max) throws {
    var open: [[OutboxSpace.Step]] = [[]]
    while let path = open.popLast(), faults.isEmpty {
      var path = path
      let space = try OutboxSpace(scope)
      for step in path { try space.take(step) }
      // On from here without a new beginning, as long as there is something new.
      while try visit(space, path) {
        guard states <= most else { return faults.append("more than \(most) states") }
        let next = try space.steps
        guard let first = next.first else {
          try end(space, path)
          break
        }
        for step in next.dropFirst() { open.append(path + [step]) }
        if drainsEverywhere { try drain(path) }
        path.append(first)
        try space.take(first)
        steps += 1
      }
    }
  }

  /// Returns whether the state is new.
  private mutating func visit(_ space: OutboxSpace, _ path: [OutboxSpace.Step]) throws -> Bool {
    guard known.insert(try space.name).inserted else { return false }
    states += 1
    for fault in try space.violations() { faults.append("\(fault)\nafter \(path)") }
    return faults.isEmpty
  }

  private mutating func end(_ space: OutboxSpace, _ path: [OutboxSpace.Step]) throws {
    for fault in try space.drains() { faults.append("\(fault)\nin the end, after \(path)") }
  }

  private mutating func drain(_ path: [OutboxSpace.Step]) throws {
    let space = try OutboxSpace(scope)
    for step in path { try space.take(step) }
    try end(space, path)
  }
}

internal import Model

/// What was sent in this run, and how far it came.
struct PlainSent {
  /// Not answered by the server yet.
  private var pending: Set<OriginID> = []
  private var failed: Set<OriginID> = []
  private var statuses: [OriginID: DeliveryStatus] = [:]
  /// Written here, or told.
  private var told: Set<OriginID> = []

  /// How many the server has not answered yet.
  var waiting: Int { pending.count }
  /// All is on disk.
  var isSaved: Bool { pending.allSatisfy { statuses[$0] != nil } }
  var hasFailures: Bool { !failed.isEmpty }

  /// Whoever reads along has seen it: a status that is not told tells of no message.
  func isTold(_ id: OriginID) -> Bool { told.contains(id) }

  mutating func tell(_ id: OriginID) { told.insert(id) }

  /// It was written here.
  mutating func add(_ id: OriginID) {
    pending.insert(id)
    told.insert(id)
  }

  /// Whether that is another status than it had before.
  mutating func update(_ id: OriginID, _ status: DeliveryStatus) -> Bool {
    switch status {
    case .queued, .sending:
      if failed.remove(id) != nil { pending.insert(id) }
    case .sent, .delivered, .read: remove(id)
    case .failed: fail(id)
    }
    return statuses.updateValue(status, forKey: id) != status
  }

  /// Told already, as part of the history of its chat.
  mutating func know(_ id: OriginID, _ status: DeliveryStatus?) {
    statuses[id] = status
    told.insert(id)
  }

  /// Neither on the disk nor at the server.
  mutating func fail(_ id: OriginID) {
    if pending.remove(id) != nil { failed.insert(id) }
  }

  /// Tried once more.
  mutating func retry(_ ids: [OriginID]) {
    pending.formUnion(ids)
    failed.subtract(ids)
  }

  mutating func remove(_ id: OriginID) {
    pending.remove(id)
    failed.remove(id)
  }
}

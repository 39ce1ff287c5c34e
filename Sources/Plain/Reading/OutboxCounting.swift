internal import Model

extension OutboxCounts {
  /// Counts the entries of a whole outbox.
  init(_ entries: [OutboxEntry]) {
    self.init()
    for entry in entries {
      switch entry.state {
      case .queued: queued += 1
      case .sending: sending += 1
      case .failed: failed += 1
      case .sent, .delivered, .read: break
      }
    }
  }
}

extension ConnectionState {
  /// Not tried again until the user does something.
  var isPaused: Bool {
    if case .paused = self { true } else { false }
  }
}

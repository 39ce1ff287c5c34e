import Model
import Store

/// Most tests are of one account.
extension JID {
  /// The chat with this address.
  var chat: ChatID { ChatID(self, of: .first) }
}

extension AppStore {
  func perform(_ intent: Intent, at now: Moment) {
    switch intent {
    case .openQueue, .search, .closeSearch: performEverywhere(intent, at: now)
    default: perform(intent, of: .first, at: now)
    }
  }

  func apply(_ changes: [Change]) { apply(changes, of: .first) }

  func apply(_ batch: PendingChanges.Batch) { apply(batch, of: .first) }
}

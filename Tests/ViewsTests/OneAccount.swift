import Model
import Views

/// Most stages have one account.
extension JID {
  /// The chat with this address.
  var chat: ChatID { ChatID(self, of: .first) }
}

extension Action {
  /// For the only account, or for all where it concerns more than one chat.
  static func intent(_ intent: Intent) -> Action {
    switch intent {
    case .search(let query) where query.chat != nil: .intent(intent, of: .first)
    case .sendAll, .undo, .delete, .openQueue, .closeQueue, .dismissQuestion, .setPolicy, .search,
      .closeSearch, .focus, .connectNow:
      .everywhere(intent)
    default: .intent(intent, of: .first)
    }
  }
}

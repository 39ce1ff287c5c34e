internal import Model
internal import Storage

/// Tells where something is missing in the chats that are shown, which their archives may have.
struct Gaps: Tracker {
  static let keyPath: any Path = \.gaps

  /// Of these a gap was told.
  private var told: Set<JID> = []

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    var chats: Set<JID> = []
    for case .change(let change) in turn.effects {
      switch change {
      case .page(let chat, _, _), .opened(let chat, _, _), .stretch(let chat, _, _, _):
        chats.insert(chat)
      default: break
      }
    }
    for chat in chats.sorted() {
      let gap = try state.archive(of: chat).gap(of: chat, turn)
      guard gap != nil || state.gaps.told.contains(chat) else { continue }
      if gap == nil { state.gaps.told.remove(chat) } else { state.gaps.told.insert(chat) }
      turn.change(.gap(chat: chat, behind: gap))
    }
  }
}

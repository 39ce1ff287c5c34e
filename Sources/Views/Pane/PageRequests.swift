internal import Model
internal import Store

/// The pages that were asked for beyond the ends of what is in memory: each once, until that end moves.
struct PageRequests: Equatable {
  private var first: MessageOrder?
  private var last: MessageOrder?
  private var wasStart = false
  /// The beginning of the chat turned out to be none.
  private var isBeginningGone = false
  private(set) var hasAskedBefore = false
  private(set) var hasAskedAfter = false

  mutating func update(_ pane: Pane) {
    let messages = pane.messages
    // It is asked beyond when somebody goes up, and not by itself.
    if wasStart, !pane.isStart { (hasAskedBefore, isBeginningGone) = (true, true) }
    wasStart = pane.isStart
    if messages.first?.order != first { (first, hasAskedBefore) = (messages.first?.order, false) }
    if messages.last?.order != last { (last, hasAskedAfter) = (messages.last?.order, false) }
  }

  /// Somebody goes up: what was no beginning is asked beyond once more.
  mutating func goUp() {
    if isBeginningGone { (hasAskedBefore, isBeginningGone) = (false, false) }
  }

  /// The place before which there are to be more; `nil` where nothing is in memory.
  mutating func askBefore() -> MessageOrder? {
    hasAskedBefore = true
    return first
  }

  /// The same after what is in memory.
  mutating func askAfter() -> MessageOrder? {
    hasAskedAfter = true
    return last
  }

  /// One has jumped: both ends may be asked beyond again.
  mutating func forget() { (hasAskedBefore, hasAskedAfter) = (false, false) }
}

internal import Model
internal import Screen
internal import Store

/// The messages of the open chat: where one has scrolled to, what is selected, what was seen.
struct MessagePane: Equatable {
  /// A row of a message that stays where it is while others come.
  private struct Anchor: Equatable {
    var key: MessageKey
    var row: Int
  }

  /// Rows that are seen above the first unread message, at most.
  private static let rowsAbove = 3

  /// The bottom row while scrolled up; `nil` at the end.
  private var anchor: Anchor?
  private(set) var selection: MessageKey?
  private(set) var marks = MarkedMessages()
  /// The long message that is shown whole.
  private(set) var whole: MessageKey?
  /// The newest message from others when scrolling up began.
  private var newestBefore: MessagePlace?
  private(set) var unreadLine: UnreadLine?
  /// Up to here a markRead went out since the chat was opened.
  private var readThrough: MessagePlace?
  private var requests = PageRequests()
  /// The place of the first unread message that was asked for.
  private var askedUnread: MessageOrder?
  /// The gap that was asked to be filled, by what stands around it.
  private var askedGap: AskedGap?
  /// One was on its newer side last.
  private var isBelowGap = true

  private struct AskedGap: Equatable {
    var before: MessageOrder
    var after: MessageOrder
  }
  /// What is in memory does not reach to the newest message.
  private(set) var isDetached = false
  private(set) var loadingSince: Int64?
  private var chat: ChatID?
  /// Its messages were here at the last look.
  private var isLoaded = false

  var isAtEnd: Bool { anchor == nil }

  /// What is waited for takes long enough to say so.
  func isLate(_ now: Moment) -> Bool {
    loadingSince.map { now.uptime - $0 >= Timing.flicker } ?? false
  }

  // MARK: What changed

  /// Takes over the messages of the open chat; `nil` while they are not here yet.
  /// - Parameter isSeen: somebody looks at it: what comes then is no news that a line would have to show.
  mutating func update(
    _ pane: Pane?, of open: ChatID?, unread: Int, isSeen: Bool, now: Moment
  ) {
    if open != chat {
      self = MessagePane()
      chat = open
    }
    let isWaiting = pane.map { $0.isLoading && $0.messages.isEmpty } ?? (open != nil)
    loadingSince = isWaiting ? loadingSince ?? now.uptime : nil
    let wasDetached = isDetached
    isDetached = pane.map { !$0.isEnd } ?? false
    guard let pane else { return }
    // What was between is not news.
    if wasDetached, !isDetached, !pane.isLoading {
      newestBefore = pane.messages.last { !$0.isMine }.map(MessagePlace.init)
    }
    requests.update(pane)
    readThrough?.follow(pane.messages)
    newestBefore?.follow(pane.messages)
    if readThrough == nil, !(isSeen && isLoaded && isAtEnd) {
      unreadLine = line(in: pane, unread: unread)
    } else if !isSeen, let line = line(in: pane, unread: unread) {
      // What has come since one looked away.
      unreadLine = line
    }
    isLoaded = !pane.isLoading
    if let anchor, anchor.key.index(in: pane.messages) == nil { self.anchor = nil }
    if let selection, selection.index(in: pane.messages) == nil {
      self.selection = pane.messages.last.map(MessageKey.init)
    }
  }

  /// - Parameter unread: so many there are, in memory or behind it.
  private func line(in pane: Pane, unread: Int) -> UnreadLine? {
    guard let first = firstUnread(in: pane) else { return nil }
    let key = MessageKey(pane.messages[first])
    let here = pane.messages[first...].count(where: \.isNews)
    guard isDetached else { return UnreadLine(before: key, count: here) }
    let before = unreadLine?.before == key ? unreadLine?.count : nil
    return UnreadLine(before: key, count: max(here, unread, before ?? 0))
  }

  /// The first message that nobody has read, where it is known that all before it were read; `nil` where there is none,
  /// or it is not in memory.
  private func firstUnread(in pane: Pane) -> Int? {
    guard let oldest = pane.messages.first?.order, let place = pane.firstUnread else { return nil }
    // The store hears of what is read here a little later.
    if let read = readThrough?.order, place <= read {
      guard oldest <= read else { return nil }
      return pane.messages.firstIndex { $0.isNews && $0.order > read }
    }
    guard oldest <= place else { return nil }
    return pane.messages.firstIndex { $0.isNews && $0.order >= place }
  }

  /// Where the first unread message stands, where it is not in memory; once for each place.
  mutating func wantedUnread(of pane: Pane) -> MessageOrder? {
    guard firstUnread(in: pane) == nil, let place = pane.firstUnread, askedUnread != place,
      readThrough.map({ $0.order < place }) ?? true
    else { return nil }
    askedUnread = place
    return place
  }

  /// Shows the first one that is unread near the top, below what it follows on; or the end, where all of them fit.
  mutating func goToUnread(_ pane: Pane, in view: Viewport) {
    askedUnread = nil
    guard anchor == nil || isDetached, view.height > 0, let index = firstUnread(in: pane) else {
      return
    }
    let top = view.up(view.height - 1, from: view.end)
    guard isDetached || (top.index, top.row) > (index, 0) else { return }
    let start = RowPosition(index: index, row: 0)
    let above = min(Self.rowsAbove, view.height / 4)
    settle(at: view.clamped(view.down(view.height - 1 - above, from: start)), in: view)
    newestBefore = pane.messages[..<index].last { !$0.isMine }.map(MessagePlace.init)
  }

  /// Something unread stands above what is seen of the end: it was never on the screen.
  func hidesUnread(of pane: Pane, in view: Viewport) -> Bool {
    guard isAtEnd, !isDetached, !pane.isLoading, pane.firstUnread != nil else { return false }
    guard let first = firstUnread(in: pane) else {
      return readThrough.map { read in pane.firstUnread.map { $0 > read.order } ?? false } ?? true
    }
    return view.up(view.height - 1, from: view.end).index > first
  }

  /// How many came from others while scrolled up and are not seen yet (S11).
  func newCount(_ pane: Pane) -> Int {
    guard anchor != nil, !isDetached else { return 0 }
    let newer = pane.messages.reversed().prefix { message in
      newestBefore.map { message.order > $0.order } ?? true
    }
    return newer.count(where: \.isNews)
  }

  func selected(in pane: Pane?) -> Message? {
    guard let pane, let index = selection?.index(in: pane.messages) else { return nil }
    return pane.messages[index]
  }

  /// What is seen is read, and what is near is asked for.
  /// - Parameter isSeen: somebody looks at it, and is not on the way to another part of it.
  mutating func look(at pane: Pane, in view: Viewport, isSeen: Bool) -> [Action] {
    hold(in: view)
    let (address, account) = (pane.chat.address, pane.chat.account)
    var actions: [Action] = []
    if let order = olderWanted(pane, in: view) {
      actions.append(.intent(.loadOlder(chat: address, before: order), of: account))
    }
    if let order = newerWanted(pane, in: view) {
      actions.append(.intent(.loadNewer(chat: address, after: order), of: account))
    }
    if let isFromBelow = gapWanted(pane, in: view) {
      actions.append(.intent(.fillGap(chat: address, fromBelow: isFromBelow), of: account))
    }
    if isSeen, let order = readNow(pane, in: view) {
      actions.append(.intent(.markRead(chat: address, through: order), of: account))
    }
    return actions
  }

  /// What has to be asked of the store when older messages are near: their place, once per page.
  private mutating func olderWanted(_ pane: Pane, in view: Viewport) -> MessageOrder? {
    guard !pane.isStart, !pane.isLoading, !requests.hasAskedBefore else { return nil }
    // A message has a row at least: far from the oldest none need be counted.
    guard bottomIndex(in: view) <= 2 * view.height else { return nil }
    let top = visibleRows(in: view).first?.index ?? 0
    return top <= view.height ? requests.askBefore() : nil
  }

  /// The same for newer ones, where there are more than are in memory.
  private mutating func newerWanted(_ pane: Pane, in view: Viewport) -> MessageOrder? {
    guard !pane.isEnd, !pane.isLoading, !requests.hasAskedAfter else { return nil }
    let isNear = bottomIndex(in: view) >= pane.messages.count - view.height
    return isNear ? requests.askAfter() : nil
  }

  /// A gap is near: whether it is to be filled from its newer side, where one comes from; once until what stands around
  /// it changes.
  private mutating func gapWanted(_ pane: Pane, in view: Viewport) -> Bool? {
    guard let gap = pane.gap, let after = pane.messages.firstIndex(where: { $0.order > gap }),
      after > 0
    else { return nil }
    let rows = visibleRows(in: view)
    guard let top = rows.first?.index, let bottom = rows.last?.index else { return nil }
    if bottom < after { isBelowGap = false }
    if top >= after { isBelowGap = true }
    // A message has a row at least.
    let distance = max(0, after - bottom, top - after)
    let asked = AskedGap(before: pane.messages[after - 1].order, after: pane.messages[after].order)
    guard !pane.isLoading, distance <= view.height, asked != askedGap else { return nil }
    askedGap = asked
    return isBelowGap
  }

  /// The last message whose last row is seen, where it is from others and news (D2). Nothing unread may stand above what
  /// is seen: a marker says of all before it that they were read, and those were not on the screen.
  private mutating func readNow(_ pane: Pane, in view: Viewport) -> MessageOrder? {
    guard let first = firstUnread(in: pane) else { return nil }
    let rows = visibleRows(in: view)
    guard let top = rows.first, let bottom = rows.last, first >= top.index else { return nil }
    let isWhole = view.rows.count(of: bottom.index) == 1 || isLastRow(in: view)
    let last = isWhole ? bottom.index : bottom.index - 1
    guard first <= last, let seen = pane.messages[first...last].last(where: { !$0.isMine }) else {
      return nil
    }
    let place = MessagePlace(seen)
    readThrough = place
    if newestBefore.map({ $0.order < place.order }) ?? true { newestBefore = place }
    return seen.order
  }

  private func isLastRow(in view: Viewport) -> Bool {
    let bottom = view.clamped(bottom(in: view))
    return bottom.row == view.rows.count(of: bottom.index) - 1
  }

  // MARK: Moving

  private func bottom(in view: Viewport) -> RowPosition {
    guard let anchor, let index = anchor.key.index(in: view.rows.messages) else { return view.end }
    return RowPosition(index: index, row: min(anchor.row, view.rows.count(of: index) - 1))
  }

  /// The message it belongs to; no rows are counted for that.
  private func bottomIndex(in view: Viewport) -> Int {
    anchor?.key.index(in: view.rows.messages) ?? view.rows.messages.count - 1
  }

  func visibleRows(in view: Viewport) -> [PaneRow] {
    guard !view.rows.messages.isEmpty, view.height > 0 else { return [] }
    return view.visible(bottom: bottom(in: view))
  }

  mutating func scroll(up rows: Int, in view: Viewport) {
    guard !view.rows.messages.isEmpty else { return }
    if rows > 0 { requests.goUp() }
    let from = view.clamped(bottom(in: view))
    let bottom = rows > 0 ? view.up(rows, from: from) : view.down(-rows, from: from)
    settle(at: view.clamped(bottom), in: view)
  }

  private mutating func settle(at bottom: RowPosition, in view: Viewport) {
    guard bottom != view.end || isDetached else {
      jumpToEnd()
      return
    }
    let messages = view.rows.messages
    if anchor == nil { newestBefore = messages.last { !$0.isMine }.map(MessagePlace.init) }
    anchor = Anchor(key: MessageKey(messages[bottom.index]), row: bottom.row)
  }

  /// Selects a message that was far away, in the middle of what is seen.
  mutating func jump(to index: Int, in view: Viewport) {
    requests.forget()
    selection = MessageKey(view.rows.messages[index])
    let first = RowPosition(index: index, row: 0)
    settle(at: view.clamped(view.down(view.height / 2, from: first)), in: view)
    show(index, in: view)
  }

  /// In the middle of a chat it does not follow what comes at the end of what is in memory.
  private mutating func hold(in view: Viewport) {
    if isDetached, anchor == nil { settle(at: view.end, in: view) }
  }

  mutating func jumpToEnd() {
    anchor = nil
    newestBefore = nil
  }

  /// Selects the message at the bottom of what is seen, or the one given.
  mutating func select(_ index: Int? = nil, in view: Viewport) {
    guard let index else {
      return visibleRows(in: view).last.map { selectSeen($0.index, in: view) } ?? ()
    }
    guard view.rows.messages.indices.contains(index) else { return }
    selection = MessageKey(view.rows.messages[index])
    show(index, in: view)
  }

  /// Selects what was scrolled to. A message that is higher than the screen stays as it is, so that it can be read.
  mutating func selectSeen(_ index: Int, in view: Viewport) {
    selection = MessageKey(view.rows.messages[index])
    if view.rows.count(of: index) <= view.height { show(index, in: view) }
  }

  mutating func deselect() {
    selection = nil
    clearMarks()
  }

  /// Marks the selected message, or takes its mark away.
  mutating func mark() { if let selection { marks.toggle(selection) } }

  mutating func clearMarks() { marks = MarkedMessages() }

  mutating func moveSelection(by steps: Int, in view: Viewport) {
    let messages = view.rows.messages
    if steps < 0 { requests.goUp() }
    guard let index = selection?.index(in: messages) else {
      select(in: view)
      return
    }
    let target = min(max(index + steps, 0), messages.count - 1)
    if target == messages.count - 1, !isDetached { jumpToEnd() }
    select(target, in: view)
  }

  /// It is long, and not shown whole.
  func hidesPart(of message: Message) -> Bool {
    whole?.matches(message) != true && LongText(message.text).isCut
  }

  /// Shows a long message whole. What was its last row stays where it is: reading goes on below it.
  mutating func showWhole(_ message: Message, in view: Viewport) {
    let key = MessageKey(message)
    let bottom = view.clamped(bottom(in: view))
    whole = key
    guard key.index(in: view.rows.messages) == bottom.index else { return }
    if anchor == nil {
      newestBefore = view.rows.messages.last { !$0.isMine }.map(MessagePlace.init)
    }
    anchor = Anchor(key: key, row: bottom.row)
  }

  /// Scrolls as little as needed to see a message whole.
  private mutating func show(_ index: Int, in view: Viewport) {
    let bottom = view.clamped(bottom(in: view))
    let last = RowPosition(index: index, row: view.rows.count(of: index) - 1)
    if (last.index, last.row) > (bottom.index, bottom.row) {
      settle(at: last, in: view)
      return
    }
    let top = view.up(view.height - 1, from: bottom)
    if (index, 0) < (top.index, top.row) {
      let first = RowPosition(index: index, row: 0)
      settle(at: view.down(view.height - 1, from: first), in: view)
    }
  }
}

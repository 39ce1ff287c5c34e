public import Model
public import Screen
public import Store

/// What the program must do for the views.
public enum Action: Sendable, Equatable {
  case intent(Intent)
  case quit
  case suspend
  /// Draw everything again (Ctrl-L).
  case redraw
  /// Edit this text in $EDITOR and give the result back as ``Interface/replaceComposer(_:)``.
  case externalEditor(String)
  /// Put this text on the clipboard (OSC 52); it is as hostile as its writer.
  case copy(String)
  /// Tell outside of the screen of what came in a chat (A2); title and text are as hostile as their writers.
  case alert(chat: JID, title: String, text: String)
  /// Open this address of the web (http or https, plain ASCII) with the user's program for that.
  case openLink(String)
  /// The user chose a theme of the ``ThemeShelf``; the screen is drawn in it already.
  case keepTheme(String)
}

/// The whole screen: components in layers, the interface's own state (focus, selection, scroll,
/// composer).
///
/// The program gives every input to ``handle(_:snapshot:now:)`` (the size at the start too, as
/// `Input.resize`), calls ``update(_:now:)`` when the snapshot changed and at ``nextWake``, carries
/// out the actions of both, and paints ``render(_:size:now:)`` after either.
public struct Interface {
  /// What the screen is drawn in; another one while one looks at themes.
  var look: Look
  var themes: ThemeShelf
  let keymap: Keymap
  let time: CivilTime
  let animates: Bool
  let fadesColors: Bool
  let isPrivateServer: Bool

  /// The terminal's size as the last `Input.resize` had it.
  var size = Size(width: 80, height: 24)
  var focus = Focus.composer
  var overlays = Overlays()
  var pendingKeys: [Key] = []
  var openChat: JID?
  var previousChat: JID?
  /// The chat that somebody looks at, as it was told.
  var watched: JID?
  var chats = ChatList()
  var pane = MessagePane()
  var composer = Composer()
  var banner = ConnectionBanner()
  var notices = NoticeLine()
  var attention = Attention()
  var alerts = Alerts()
  var typing = TypingSignal()
  var drafts = DraftKeeper()
  var fades = Fades()
  /// What was found last, for the next and the previous of it.
  var found: FoundMessages?
  /// Where the pane goes once it is here.
  var target: PaneTarget?
  /// What stood in the composers of chats that were left: newer than any snapshot.
  var leftDrafts: [JID: Draft] = [:]
  let laidOut: LaidOutLines
  var draftRevision = 0
  /// How many ids were made: two sends of one moment differ.
  var idsMade: UInt64 = 0

  /// Uptime in milliseconds when something moves by itself next; `nil` when all is still.
  public internal(set) var nextWake: Int64?

  /// - Parameters:
  ///   - themes: what Alt-T offers.
  ///   - keymap: the keys.
  ///   - animates: whether things may move by themselves for looks alone (S6).
  ///   - fadesColors: whether the terminal has colours between those of the theme.
  ///   - isPrivateServer: the account lives on this computer's own server: tells how a second
  ///     person joins (C6).
  ///   - isQuiet: no message is told of (A1), until one says otherwise.
  ///   - drawsStyling: what is marked in messages is drawn, and links (XEP-0393).
  ///   - utcOffset: seconds to add to UTC for the local time at a time (T3).
  public init(
    theme: Theme, themes: ThemeShelf = .shipped, keymap: Keymap = .standard, animates: Bool = true,
    fadesColors: Bool = false, isPrivateServer: Bool = true, isQuiet: Bool = false,
    drawsStyling: Bool = true,
    utcOffset: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }
  ) {
    look = Look(theme: theme)
    self.themes = themes
    self.keymap = keymap
    time = CivilTime(utcOffset: utcOffset)
    self.animates = animates
    self.fadesColors = fadesColors
    self.isPrivateServer = isPrivateServer
    laidOut = LaidOutLines(isStyled: drawsStyling)
    alerts.isQuiet = isQuiet
  }

  /// Another theme from the next ``render(_:size:now:)`` on, and others to choose from; whoever chooses
  /// just now goes on with what is there.
  public mutating func draw(in theme: Theme, of themes: ThemeShelf) {
    self.themes = themes
    if !overlays.isPreviewing { look = Look(theme: theme) }
  }

  /// Takes over what changed in the snapshot (a chat opened, a draft given back), and does what follows
  /// from that and from the last input. Call before ``render(_:size:now:)``.
  public mutating func update(_ snapshot: Snapshot, now: Moment) -> [Action] {
    var actions = adopt(snapshot, now)
    actions += settle(snapshot, now)
    return actions
  }

  /// Puts a text from an external editor in the composer; it is kept as a draft with the next
  /// change.
  public mutating func replaceComposer(_ text: String) {
    var lines = text[...]
    while lines.last?.isNewline == true { lines.removeLast() }
    composer.replace(with: String(lines))
    wasReplaced = true
  }

  /// The composer was replaced from outside, at a time that was not told.
  var wasReplaced = false

  /// The screen as it should be now.
  public func render(_ snapshot: Snapshot, size: Size, now: Moment) -> Surface {
    var surface = Surface(size: size, style: look.style(.text))
    draw(context(snapshot, now), into: &surface)
    return surface
  }

  // MARK: What the parts share

  func context(_ snapshot: Snapshot, _ now: Moment) -> Context {
    Context(
      snapshot: snapshot, now: now, look: look, time: time, keymap: keymap, openChat: openChat,
      isPrivateServer: isPrivateServer,
      showsWaiting: banner.showsWaiting(now: now), fades: fades)
  }

  /// The messages of the open chat, once they are here.
  func openPane(_ snapshot: Snapshot) -> Pane? {
    snapshot.pane.flatMap { $0.chat == openChat ? $0 : nil }
  }

  func layout(_ snapshot: Snapshot, size: Size, now: Moment) -> Layout {
    Layout(
      size: size, hasBanner: bannerContent(snapshot, now) != nil, showsList: focus == .list,
      composerRows: { composer.height(width: $0, limit: $1) })
  }

  func bannerContent(_ snapshot: Snapshot, _ now: Moment) -> ConnectionBanner.Content? {
    var content = banner.content(
      snapshot, now: now, countsDown: attention.isInFront(now: now),
      isAsking: toast(snapshot, now) != nil)
    // Where one is already is not offered.
    content?.offers.removeAll { overlays.has(openedBy: $0.command) }
    return content
  }

  /// What can be seen of the open chat; `nil` where there are no messages.
  func viewport(_ snapshot: Snapshot, _ now: Moment) -> Viewport? {
    guard let pane = openPane(snapshot), !pane.messages.isEmpty else { return nil }
    let area = layout(snapshot, size: size, now: now).messages
    let name = PaneView.nameWidth(pane.chat, in: snapshot)
    let rows = MessageRows(
      messages: pane.messages, snapshot: snapshot,
      columns: MessageColumns(width: area.width, name: name),
      unread: self.pane.unreadLine, time: time, now: now.wall, laidOut: laidOut,
      whole: self.pane.whole, wholeKey: keymap.label(of: .act))
    return Viewport(rows: rows, height: max(1, area.height))
  }

  /// Where a key acts now.
  var place: Keymap.Place {
    if let layer = overlays.top { return layer.place }
    return switch focus {
    case .composer: .composing
    case .messages: .browsing
    case .list: .list
    }
  }
}

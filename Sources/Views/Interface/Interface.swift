public import Model
public import Screen
public import Store

/// What the program must do for the views.
public enum Action: Sendable, Equatable {
  /// For the engine of one account.
  case intent(Intent, of: AccountID)
  /// For all accounts, or for those of them that it concerns.
  case everywhere(Intent)
  /// Start the private server that was stopped (`psst server stop`); who waits for it connects by itself then.
  case startServer
  case quit
  case suspend
  /// Draw everything again (Ctrl-L).
  case redraw
  /// Edit this text in $EDITOR and give the result back as ``Interface/replaceComposer(_:)``.
  case externalEditor(String)
  /// Put this text on the clipboard (OSC 52); it is as hostile as its writer.
  case copy(String)
  /// Tell outside of the screen of what came in a chat (A2); title and text are as hostile as their writers.
  case alert(chat: ChatID, title: String, text: String)
  /// Open this address of the web (http or https, plain ASCII) with the user's program for that.
  case openLink(String)
  /// With the program that the desktop has for it.
  case openFile(String)
  /// See what there is at a path; ``Model/Change/inspected(_:)`` follows.
  case inspect(String)
  /// Save the picture on the clipboard for an account; ``Interface/attach(_:)`` follows.
  case takeClipboard(AccountID)
  /// Read a picture; ``Model/Change/picture(_:_:)`` follows.
  case readPicture(PictureRequest)
  /// Read the picture at a path, and show it to others as mine.
  case showPicture(String, of: AccountID)
  /// The user chose a theme of the ``ThemeShelf``; the screen is drawn in it already.
  case keepTheme(String)
  /// Look what the configuration file says; ``Interface/take(_:)`` has the answer.
  case readSettings
  /// Write a setting into the configuration file, by its key and as it is written there; `nil` takes it out.
  case keepSetting(String, String?)
  /// Ask a spell checker about these words; ``Interface/take(_:_:now:)`` has the answer.
  case checkSpelling([String])
  /// Have the spell checker know a word from now on.
  case addWord(String)
  case account(AccountAction)
}

/// What the user wants of the accounts themselves (C1).
public enum AccountAction: Sendable, Equatable {
  /// ``Store/AppStore/tell(_:)`` gives the answer.
  case order(SignInOrder)
  /// Whoever ordered it has left, and wants none.
  case cancelOrder
  /// - Parameter keepsHistory: else all of it on this computer is deleted.
  case signOut(AccountID, keepsHistory: Bool)
}

/// The whole screen: holds the parts of it, and hands each input to the one that it is for.
///
/// The program gives every input to ``handle(_:snapshot:now:)`` (the size at the start too, as
/// `Input.resize`), calls ``update(_:events:now:)`` after it, when the snapshot changed and at ``nextWake``,
/// carries out the actions of both, and paints ``render(_:size:now:)``, which changes nothing.
public struct Interface {
  var setup: Setup
  /// What of the settings is followed at once.
  var preferences: Preferences
  /// What the configuration file says.
  var settings = SettingsFile()
  var appearance: Appearance
  /// The terminal's size as the last `Input.resize` had it.
  var size = Size(width: 80, height: 24)
  var chord = KeyChord()
  var overlays = Overlays()
  var navigation = Navigation()
  var drafts = Drafts()
  var banner = ConnectionBanner()
  var notices = NoticeLine()
  var alerts = Alerts()
  var attention = Attention()
  var awaited = AwaitedPictures()
  var spelling = Spelling()

  /// Uptime in milliseconds when something moves by itself next; `nil` when all is still.
  public internal(set) var nextWake: Int64?

  /// What stays as it is while the program runs.
  struct Setup {
    var keymap: Keymap
    let time: CivilTime
    let downloads: String
  }

  /// - Parameters:
  ///   - themes: what Alt-T offers.
  ///   - keymap: the keys.
  ///   - fading: how the terminal can show a change by and by.
  ///   - isQuiet: no message is told of (A1), until one says otherwise.
  ///   - preferences: what of the settings is followed at once.
  ///   - downloads: the user's folder for files of others.
  ///   - utcOffset: seconds to add to UTC for the local time at a time (T3).
  public init(
    theme: Theme, themes: ThemeShelf = .shipped, keymap: Keymap = .standard,
    fading: FadeMeans = [], isQuiet: Bool = false, preferences: Preferences = Preferences(),
    downloads: String = "~/Downloads",
    utcOffset: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }
  ) {
    setup = Setup(keymap: keymap, time: CivilTime(utcOffset: utcOffset), downloads: downloads)
    self.preferences = preferences
    appearance = Appearance(
      theme: theme, themes: themes, animates: preferences.animates, fading: fading,
      drawsStyling: preferences.drawsStyling)
    alerts.isQuiet = isQuiet
    attention.idle = preferences.idle
    spelling.follow(preferences.spelling)
  }

  /// Another theme from the next ``render(_:size:now:)`` on, and others to choose from; whoever chooses
  /// just now goes on with what is there.
  public mutating func draw(in theme: Theme, of themes: ThemeShelf) {
    appearance.change(to: overlays.isPreviewing ? nil : theme, of: themes)
  }

  /// The terminal has told its own colours: what changes fades through those between them from now on.
  public mutating func know(_ colors: TerminalColors) { appearance.know(colors) }

  /// Takes over what changed in the snapshot (a chat opened, a draft given back) and what has happened, and
  /// does what follows from that and from the last input. Call it once for each of them, before
  /// ``render(_:size:now:)``.
  public mutating func update(
    _ snapshot: Snapshot, events: [StoreEvent] = [], now: Moment
  ) -> [Action] {
    var actions = adopt(snapshot, now)
    actions += settle(snapshot, events, now)
    return actions
  }

  /// A key was pressed before there were chats: whoever began so looks at them.
  public mutating func noteKey(now: Moment) { attention.key(now: now) }

  /// Puts a text from an external editor in the composer; it is kept as a draft with the next
  /// change.
  public mutating func replaceComposer(_ text: String) { drafts.replace(with: text) }

  /// Makes a chat the open one.
  public mutating func goTo(_ chat: ChatID, _ snapshot: Snapshot) -> [Action] {
    open(chat, snapshot)
  }

  /// Keeps the draft at once, and stops typing.
  public mutating func leaveChat() -> [Action] {
    navigation.openChat.map { drafts.leave($0) } ?? []
  }

  /// The screen as it should be now.
  /// - Parameter isProvisional: more follows at once. What is written leaves the composer and comes into the pane; the rest
  ///   may be as it was.
  public func render(
    _ snapshot: Snapshot, size: Size, now: Moment, isProvisional: Bool = false
  ) -> Surface {
    draw(context(snapshot, now), size: size, isProvisional: isProvisional)
  }

  // MARK: What the parts share

  func context(_ snapshot: Snapshot, _ now: Moment) -> Context {
    Context(
      snapshot: snapshot, now: now, look: appearance.look, time: setup.time,
      keymap: setup.keymap, openChat: navigation.openChat,
      showsWaiting: banner.showsWaiting(now: now), fades: appearance.fades,
      showsJoins: preferences.showsJoins, showsPictures: preferences.showsPictures,
      isQuiet: alerts.isQuiet, settings: settings)
  }

  func layout(_ snapshot: Snapshot, size: Size, now: Moment) -> Layout {
    Layout(
      size: size,
      hasBanner: toast(snapshot, now) != nil || bannerContent(snapshot, now) != nil,
      hasQuestion: subscriptionRow(snapshot) != nil,
      showsList: navigation.focus == .list, listStyle: preferences.listStyle,
      noticeRows: {
        overlays.isEmpty ? noticeRows(snapshot, width: $0)?.count ?? 0 : 0
      },
      composerRows: { drafts.composer.height(width: $0, limit: $1) })
  }

  func bannerContent(_ snapshot: Snapshot, _ now: Moment) -> ConnectionBanner.Content? {
    guard !isTold(snapshot), toast(snapshot, now) == nil else { return nil }
    var content = banner.content(
      snapshot, now: now, countsDown: attention.isInFront(now: now))
    // Where one is already is not offered.
    content?.offers.removeAll { overlays.has(openedBy: $0.command) }
    return content
  }

  /// What can be seen of the open chat; `nil` where there are no messages.
  func viewport(_ snapshot: Snapshot, _ now: Moment) -> Viewport? {
    viewport(snapshot, layout(snapshot, size: size, now: now), now)
  }

  func viewport(_ snapshot: Snapshot, _ layout: Layout, _ now: Moment) -> Viewport? {
    guard let pane = navigation.openPane(snapshot), !pane.messages.isEmpty else { return nil }
    let area = layout.messages
    let rows = MessageRows(
      pane, context: context(snapshot, now), state: navigation.pane, laidOut: appearance.laidOut,
      width: area.width, height: area.height)
    return Viewport(rows: rows, height: max(1, area.height))
  }

  /// Where a key acts now.
  var place: Keymap.Place {
    if let layer = overlays.top { return layer.place }
    return switch navigation.focus {
    case .composer: .composing
    case .messages: .browsing
    case .list: .list
    }
  }
}

internal import Model
internal import Screen
internal import Store

/// What a component made of an input.
enum Outcome {
  /// Not for this component: the next one below may take it.
  case ignored
  case consumed([Effect])
}

/// What a component asks of the interface around it.
enum Effect {
  case action(Action)
  /// Make this chat the open one.
  case open(ChatID)
  case run(Command)
  /// Take the topmost layer away.
  case close
  case focus(Focus)
  /// Lay this over all that is there.
  case show(any Layer)
  case tell(Notice)
  /// Quote a message in the composer, in front of what was typed.
  case reply(Message)
  /// Load an unsent message into the composer.
  case edit(Message)
  /// Change the text of an unsent message in its chat, and come back to the layer one is on.
  case editEntry(OutboxEntry)
  /// Send the file at this path to the open chat, with what stands in the composer.
  case sendFile(String)
  /// Send what stands in the composer, whatever it begins with.
  case send
  /// Put this in the composer.
  case write(String)
  /// Put another word in the place of a misspelt one in the composer.
  case correct(WrittenWord, String)
  /// A word is right from now on.
  case learn(WrittenWord)
  /// No message is marked any more.
  case clearMarks
  /// An intent that names something new.
  case submit(of: AccountID, (OriginID) -> Intent)
  case deleteChat(ChatID)
  /// Look for what was typed, in the account of a chat or in all.
  case find(SearchQuery, of: AccountID?)
  /// Show one of the messages that were found, in its chat.
  case jump(FoundMessages)
  /// Show the open chat from a time on.
  case since(Timestamp)
  /// Keep drafts, stop typing, and leave.
  case leave
}

/// What rendering needs besides a component's own state.
struct Context {
  var snapshot: Snapshot
  var now: Moment
  var look: Look
  var time: CivilTime
  var keymap: Keymap
  var openChat: ChatID?
  /// What waits is worth a number: not while an ordinary send is on its way.
  var showsWaiting: Bool
  /// What has just changed.
  var fades = Fades()
  /// Who comes to groups and goes is shown (G4).
  var showsJoins = true
  /// Pictures that are here are drawn (F4).
  var showsPictures = true

  /// Nobody is to be disturbed (A1).
  var isQuiet = false
  /// What the configuration file says.
  var settings = SettingsFile()

  /// The account that is meant where none is named: that of the open chat.
  var account: AccountID { openChat?.account ?? snapshot.accountIDs.first ?? .first }

  /// All accounts, that one first.
  var accounts: [AccountID] { [account] + snapshot.accountIDs.filter { $0 != account } }

  /// That account lives on this computer's own server.
  var isPrivateServer: Bool { snapshot[account].isPrivate }

  /// How something looks that has just changed; `nil` where it is as its role says.
  func fade(of subject: Fades.Subject, as role: Role, on ground: Role?) -> Fade? {
    fades.fade(of: subject, as: role, on: ground, look: look, now: now)
  }
}

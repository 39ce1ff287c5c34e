/// What a part of the screen is for; a theme gives each a style. The raw value is its name in theme files.
public enum Role: String, CaseIterable, Sendable {
  case text
  case dim
  case accent
  case error
  case border
  case title
  case titleDim = "title.dim"
  case titleOnline = "title.online"
  case titleOffline = "title.offline"
  case titleCount = "title.count"
  case titleFailed = "title.failed"
  case hint
  case hintKey = "hint.key"
  case listItem = "list.item"
  case listSelected = "list.selected"
  case listOpen = "list.open"
  case listUnread = "list.unread"
  case listCount = "list.count"
  case listTime = "list.time"
  case listDraft = "list.draft"
  case paneHeader = "pane.header"
  case paneDay = "pane.day"
  case paneUnread = "pane.unread"
  case messageTime = "message.time"
  case messageMine = "message.mine"
  case messageOther = "message.other"
  case messageText = "message.text"
  case messageStrong = "message.strong"
  case messageEmphasis = "message.emphasis"
  case messageStrike = "message.strike"
  case messageCode = "message.code"
  case messageQuote = "message.quote"
  case messageMarker = "message.marker"
  case messageLink = "message.link"
  case messageSelected = "message.selected"
  case statusQueued = "status.queued"
  case statusSending = "status.sending"
  case statusSent = "status.sent"
  case statusDelivered = "status.delivered"
  case statusRead = "status.read"
  case statusFailed = "status.failed"
  case presenceOnline = "presence.online"
  case presenceAway = "presence.away"
  case presenceOffline = "presence.offline"
  case typing
  case composer
  case composerEdge = "composer.edge"
  case composerPrompt = "composer.prompt"
  case composerHint = "composer.hint"
  case composerMisspelt = "composer.misspelt"
  case bannerOffline = "banner.offline"
  case bannerConnecting = "banner.connecting"
  case bannerOnline = "banner.online"
  case bannerWaiting = "banner.waiting"
  case bannerKey = "banner.key"
  case toast
  case toastKey = "toast.key"
  case notice
  case noticeError = "notice.error"
  case dialog
  case dialogTitle = "dialog.title"
  case dialogSelected = "dialog.selected"
  case dialogMatch = "dialog.match"
}

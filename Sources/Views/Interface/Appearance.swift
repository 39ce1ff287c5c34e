internal import Model
internal import Screen

/// What the screen is drawn in and how: the theme, the others there are, and what moves in it.
struct Appearance {
  /// Another one while one looks at themes.
  private(set) var look: Look
  private(set) var themes: ThemeShelf
  /// Whether things may move by themselves for looks alone (S6).
  private(set) var animates: Bool
  /// How the terminal can show a change by and by.
  let fading: FadeMeans
  /// What has just changed.
  private(set) var fades = Fades()
  private(set) var laidOut: LaidOutLines
  var kept = KeptScreen()

  init(
    theme: Theme, themes: ThemeShelf, animates: Bool, fading: FadeMeans, drawsStyling: Bool
  ) {
    look = Look(theme: theme)
    self.themes = themes
    self.animates = animates
    self.fading = fading
    laidOut = LaidOutLines(isStyled: drawsStyling)
  }

  /// - Parameter theme: what it is drawn in from now on; `nil` leaves it.
  mutating func change(to theme: Theme?, of themes: ThemeShelf? = nil) {
    if let theme { look.theme = theme }
    if let themes { self.themes = themes }
  }

  /// The terminal has told its colours.
  mutating func know(_ colors: TerminalColors) { look.colors = colors }

  /// All is drawn anew: parts that are kept do not know what they follow from.
  mutating func follow(_ preferences: Preferences) {
    animates = preferences.animates
    laidOut = LaidOutLines(isStyled: preferences.drawsStyling)
    kept = KeptScreen()
  }

  /// What has changed comes in by and by.
  var isFading: Bool { animates && !fading.isEmpty }

  /// - Parameter visible: what is on the screen, and as what.
  mutating func fade(_ visible: [Fades.Subject: Role], _ now: Moment) {
    fades.update(visible, by: isFading ? fading : [], look: look, now: now)
  }

  /// What pulses is in the dim half of its beat.
  func isPulseDim(_ now: Moment) -> Bool { animates && now.uptime / Timing.pulse % 2 == 1 }

  /// - Parameters:
  ///   - pulses: something that pulses is seen.
  ///   - leavesAt: uptime when the banner goes by itself.
  func nextWake(pulses: Bool, leavesAt: Int64?, now: Moment) -> Int64? {
    let pulse = animates && pulses ? (now.uptime / Timing.pulse + 1) * Timing.pulse : nil
    return [fades.nextWake(now: now), fades.nextWake(leavesAt: leavesAt, now: now), pulse]
      .compactMap(\.self).min()
  }
}

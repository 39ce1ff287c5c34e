internal import Localization
internal import Screen

/// Where the user wants to be told of messages outside of psst's screen (A2).
enum AlertSetting: Equatable {
  /// What this terminal and this desktop can do.
  case auto
  case ways([AlertWay])

  static let off = AlertSetting.ways([])

  /// For a complaint.
  static var choice: String {
    let ways = AlertWay.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return tr("\"auto\", \"off\" or a list of \(ways)")
  }

  /// `nil` where the value is none of ``choice``.
  init?(_ value: TOML) {
    switch (value.string, value.array) {
    case ("auto", _): self = .auto
    case ("off", _): self = .off
    case (_, let list?):
      let ways = list.map { $0.string.flatMap { AlertWay(rawValue: $0) } }
      guard ways.allSatisfy({ $0 != nil }) else { return nil }
      self = .ways(ways.compactMap(\.self))
    default: return nil
    }
  }
}

/// One way to tell of a message.
enum AlertWay: String, CaseIterable {
  /// The terminal's bell, which most can make a mark or a sound of.
  case bell
  /// A notification by the terminal: iTerm2's and others', urxvt's and others', kitty's.
  case osc9, osc777, osc99
  /// A notification by the desktop, through notify-send(1).
  case desktop

  /// What works here, by what the environment tells of the terminal and the desktop. The desktop of the
  /// computer psst runs on is nothing to who sits at another (SSH).
  static func suited(to environment: (String) -> String?) -> [AlertWay] {
    func has(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }
    let program = environment("TERM_PROGRAM") ?? environment("LC_TERMINAL") ?? ""
    let type = environment("TERM") ?? ""
    if type == "xterm-kitty" || has("KITTY_WINDOW_ID") { return [.bell, .osc99] }
    if type.hasPrefix("foot") || type.hasPrefix("rxvt") { return [.bell, .osc777] }
    let tellers: Set<String> = ["iTerm.app", "iTerm2", "WezTerm", "ghostty"]
    let isTeller = tellers.contains(program) || has("WEZTERM_PANE") || has("ITERM_SESSION_ID")
    if isTeller || type == "xterm-ghostty" { return [.bell, .osc9] }
    let isDistant = has("SSH_CONNECTION") || has("SSH_TTY")
    let hasDesktop = has("DBUS_SESSION_BUS_ADDRESS") && (has("WAYLAND_DISPLAY") || has("DISPLAY"))
    return hasDesktop && !isDistant ? [.bell, .desktop] : [.bell]
  }
}

internal import Screen

/// The terminal's answers so far; many terminals never answer.
struct TerminalAnswers: Equatable {
  /// Its own colours (OSC 4, 10, 11); the ground's is asked for last.
  var colors = TerminalColors()
  /// It shows red, green and blue (DECRQSS).
  var showsDirectColors = false
  var pictures = PictureAnswers()
  /// It has kitty's keyboard protocol.
  var hasKeyboardProtocol = false
  /// It brackets pastes (DECRPM of mode 2004).
  var bracketsPastes = false
}

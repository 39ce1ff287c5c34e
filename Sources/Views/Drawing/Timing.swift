/// How long things last on the screen, in milliseconds of uptime.
enum Timing {
  /// What lasts shorter is not shown (O1).
  static let flicker: Int64 = 100
  /// A first connection that takes no longer is not announced.
  static let firstConnection: Int64 = 1000
  /// The green "Connected" (O2).
  static let connected: Int64 = 2000
  /// Messages that are queued for this long although online get the banner (O15).
  static let stillWaiting: Int64 = 1000
  /// And those that are being sent for this long: a slow link takes its time (X7).
  static let slowSending: Int64 = 5000
  static let notice: Int64 = 5000
  /// An alert is shown for this long, and outside of the screen told at most this often (A1).
  static let alert: Int64 = 5000
  static let errorNotice: Int64 = 8000
  /// A draft is on its way to the disk within 100 ms of the first keystroke (P1).
  static let draft: Int64 = 80
  /// Typing is told again while it goes on (D3).
  static let typingAgain: Int64 = 1000
  /// Without a key, typing is over.
  static let typingOver: Int64 = 3000
  /// A key within this time counts as being in front, where the terminal does not tell (D2).
  static let attention: Int64 = 60_000
  static let pulse: Int64 = 500
}

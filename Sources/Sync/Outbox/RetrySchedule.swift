internal import XMPP

/// When a refused message is tried again (O10), by how often it was refused in its life: the pauses grow, and
/// there is an end to them. Links that come and go begin nothing anew.
struct RetrySchedule: Equatable {
  /// Milliseconds before the 1st, 2nd … retry, shown as sending.
  static let quick: [Int64] = [0, 1_000, 2_000, 4_000]
  /// After those, where it takes minutes to heal; shown as queued, with the reason.
  static let patient: [Int64] = [60_000, 300_000, 900_000]

  /// Conditions that a full mailbox, a full disk and a server that is being restarted answer with.
  private static let healsSlowly: Set<String> = [
    "recipient-unavailable", "remote-server-not-found", "remote-server-timeout",
    "resource-constraint",
  ]

  private let delays: [Int64]

  /// - Parameters:
  ///   - wasConfirmed: it was acknowledged before it came back: trying at once is of no use.
  ///   - isKnownServer: the other's server was there before, so that it is only away when it is not found.
  init(_ error: StanzaError, wasConfirmed: Bool, isKnownServer: Bool) {
    let isAway = error.condition == "remote-server-not-found" && isKnownServer
    guard Refusal.canHeal(error) || isAway else {
      delays = []
      return
    }
    let quick = wasConfirmed ? Array(Self.quick.dropFirst()) : Self.quick
    delays = quick + (Self.healsSlowly.contains(error.condition) ? Self.patient : [])
  }

  /// It is tried again at all.
  var canHeal: Bool { !delays.isEmpty }

  /// Its last tries were minutes apart.
  var isPatient: Bool { delays.last.map(Self.isPatient) ?? false }

  /// The pause, milliseconds, after it was refused for the `count`th time; `nil` where it is given up.
  func pause(after count: Int) -> Int64? {
    delays.indices.contains(count - 1) ? delays[count - 1] : nil
  }

  /// Of one that was refused on a link before: as after its last refusal.
  static func pauseOnNewLink(after count: Int) -> Int64 {
    (quick + patient)[min(max(count, 1), (quick + patient).count) - 1]
  }

  /// Longer pauses than the quick ones are no "sending" any more.
  static func isPatient(_ pause: Int64) -> Bool { pause > quick.last ?? 0 }
}

internal import Model
internal import Screen

/// Statuses and presences that have just changed: they come in within 0.3 s where the terminal has the
/// colours for it (S6, N1). What was not on the screen before does not fade, and what stands still has no
/// timer.
struct Fades {
  /// How long a change takes, and each of its steps, in milliseconds.
  static let duration: Int64 = 300
  static let step: Int64 = 50

  /// What can change its look.
  enum Subject: Hashable {
    case status(MessageKey)
    case presence(ChatID)
  }

  private struct Change {
    var from: Role
    var since: Int64
  }

  /// What is on the screen, and as what.
  private var shown: [Subject: Role] = [:]
  private var running: [Subject: Change] = [:]

  /// Takes over what is on the screen now; what looks otherwise than before begins to fade.
  mutating func update(_ visible: [Subject: Role], look: Look, now: Moment) {
    running = running.filter { subject, change in
      now.uptime - change.since < Self.duration && visible[subject] != nil
    }
    for (subject, role) in visible {
      guard let before = shown[subject], before != role, look.canFade(role) else { continue }
      running[subject] = Change(from: before, since: now.uptime)
    }
    shown = visible
  }

  /// Nothing fades, and what there is now has not changed.
  mutating func stop() { (shown, running) = ([:], [:]) }

  var isStill: Bool { running.isEmpty }

  /// Uptime of the next step; `nil` while nothing fades.
  func nextWake(now: Moment) -> Int64? {
    running.isEmpty ? nil : (now.uptime / Self.step + 1) * Self.step
  }

  /// The colour of something just now; `nil` where it is the one its role has.
  func color(of subject: Subject, as role: Role, on ground: Role?, look: Look, now: Moment)
    -> Color?
  {
    guard let change = running[subject] else { return nil }
    let part = Double(now.uptime - change.since) / Double(Self.duration)
    let style = look.style(role, on: ground)
    guard part < 1, !style.isReversed, let end = style.foreground else { return nil }
    switch subject {
    // Out of the ground, but never unreadable for long.
    case .status: return style.background.flatMap { end.mixed(with: $0, part: 0.3 + 0.7 * part) }
    case .presence:
      return look.style(change.from, on: ground).foreground.flatMap {
        end.mixed(with: $0, part: part)
      }
    }
  }
}

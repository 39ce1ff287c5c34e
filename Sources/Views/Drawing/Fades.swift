internal import Model
internal import Screen

/// Statuses, presences and the banner where they have just changed: they come in within 0.3 s (S6, N1, O2). Where the
/// colours on the way are known they go through those, else they are dim, then normal, then what they are. What was not
/// on the screen before does not fade, and what stands still has no timer.
struct Fades {
  /// How long a change takes, and each of its steps, in milliseconds.
  static let duration: Int64 = 300
  static let step: Int64 = 50

  /// What can change its look.
  enum Subject: Hashable {
    case status(MessageKey)
    case presence(ChatID)
    case banner
  }

  private struct Change {
    var from: Role
    var since: Int64
  }

  /// None where nothing moves for looks alone.
  private(set) var means: FadeMeans = []
  /// What is on the screen, and as what.
  private var shown: [Subject: Role] = [:]
  private var running: [Subject: Change] = [:]

  /// Takes over what is on the screen now; what looks otherwise than before begins to fade.
  mutating func update(
    _ visible: [Subject: Role], by means: FadeMeans, look: Look, now: Moment
  ) {
    self.means = means
    guard !means.isEmpty else { return (shown, running) = ([:], [:]) }
    running = running.filter { subject, change in
      now.uptime - change.since < Self.duration && visible[subject] != nil
    }
    for (subject, role) in visible {
      guard let before = shown[subject], before != role,
        isSeen(subject, from: before, to: role, look)
      else { continue }
      running[subject] = Change(from: before, since: now.uptime)
    }
    shown = visible
  }

  /// There is something between the two looks.
  private func isSeen(_ subject: Subject, from before: Role, to role: Role, _ look: Look) -> Bool {
    let (old, new) = (look.style(before), look.style(role))
    switch subject {
    case .banner: return old != new
    case .status:
      return mixed(look.colors.text(of: new), look.colors.ground(of: new)) || canStep(to: new)
    case .presence:
      return old != new
        && (mixed(look.colors.text(of: new), look.colors.text(of: old)) || canStep(to: new))
    }
  }

  private func mixed(_ one: Color?, _ other: Color?) -> Bool {
    means.contains(.colors) && one != nil && other != nil
  }

  /// What is dim and nothing more has nothing below it.
  private func canStep(to style: Style) -> Bool {
    means.contains(.dim) && (style.isBold || !style.isDim)
  }

  var isStill: Bool { running.isEmpty }

  /// Uptime of the next step; `nil` while nothing fades.
  func nextWake(now: Moment) -> Int64? { running.isEmpty ? nil : Self.nextStep(now) }

  private static func nextStep(_ now: Moment) -> Int64 { (now.uptime / step + 1) * step }

  /// How something looks just now; `nil` where it is as its role says.
  func fade(of subject: Subject, as role: Role, on ground: Role?, look: Look, now: Moment) -> Fade?
  {
    guard let change = running[subject] else { return nil }
    let part = Double(now.uptime - change.since) / Double(Self.duration)
    let style = look.style(role, on: ground)
    guard part < 1, !style.isReversed else { return nil }
    let color =
      means.contains(.colors)
      ? color(of: subject, after: change, style, on: ground, look, part: part) : nil
    if let color { return .color(color) }
    return canStep(to: style) ? .step(part) : nil
  }

  private func color(
    of subject: Subject, after change: Change, _ style: Style, on ground: Role?, _ look: Look,
    part: Double
  ) -> Color? {
    guard let end = look.colors.text(of: style) else { return nil }
    switch subject {
    // Out of the ground, but never unreadable for long.
    case .status, .banner:
      return look.colors.ground(of: style).flatMap { end.mixed(with: $0, part: 0.3 + 0.7 * part) }
    case .presence:
      return look.colors.text(of: look.style(change.from, on: ground)).flatMap {
        end.mixed(with: $0, part: part)
      }
    }
  }

  // MARK: The banner

  /// - Parameters:
  ///   - role: of its row.
  ///   - leavesAt: uptime when it goes by itself; `nil` where it stays.
  func rowFade(as role: Role, leavesAt: Int64?, look: Look, now: Moment) -> RowFade? {
    if let leavesAt, !means.isEmpty, leavesAt - now.uptime < Self.duration {
      let part = Double(max(0, leavesAt - now.uptime)) / Double(Self.duration)
      return rowFade(part, as: role, from: .text, look)
    }
    guard let change = running[.banner] else { return nil }
    let part = Double(now.uptime - change.since) / Double(Self.duration)
    return part < 1 ? rowFade(part, as: role, from: change.from, look) : nil
  }

  private func rowFade(_ part: Double, as role: Role, from other: Role, _ look: Look) -> RowFade? {
    let (style, before) = (look.style(role), look.style(other))
    let (text, ground) = (look.colors.text(of: before), look.colors.ground(of: before))
    if means.contains(.colors), !style.isReversed, !before.isReversed, let text, let ground,
      look.colors.text(of: style) != nil, look.colors.ground(of: style) != nil
    {
      // What leaves goes into the ground, text and all.
      return .mixed(part, text: other == .text ? ground : text, ground: ground)
    }
    return means.contains(.dim) ? .steps(.step(part)) : nil
  }

  /// Uptime of the next step of a banner that goes by itself; `nil` where it goes at once.
  func nextWake(leavesAt: Int64?, now: Moment) -> Int64? {
    guard let leavesAt, !means.isEmpty else { return nil }
    return max(leavesAt - Self.duration, Self.nextStep(now))
  }
}

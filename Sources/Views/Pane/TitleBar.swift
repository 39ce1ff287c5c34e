internal import Model
internal import Screen
internal import Store

/// The first line: who I am, the link, what waits, what is unread, the time; numbers only when not
/// zero.
struct TitleBar {
  let context: Context
  /// The link as the banner has it, without its flicker.
  let connection: ConnectionState

  /// A part and how dear it is: the least dear go first where there is no room.
  private struct Part {
    var spans: [Span]
    var rank: Int
  }

  func render(_ area: Rect, into surface: inout Surface) {
    guard area.height > 0 else { return }
    let look = context.look
    surface.fill(area, style: look.style(.title))
    var left = leftParts
    var right = rightParts
    while Self.width(left) + Self.width(right) + 2 > area.width, left.count + right.count > 1 {
      Self.dropLeast(&left, &right)
    }
    surface.draw(Self.joined(left), in: area, look: look, on: .title)
    surface.drawRight(Self.joined(right), in: area.inset(right: 1), look: look, on: .title)
  }

  private var leftParts: [Part] {
    [Part(spans: [Span(" psst", .title)], rank: 4)] + accounts
  }

  /// Who I am; of several accounts whether each is connected.
  private var accounts: [Part] {
    let snapshot = context.snapshot
    guard snapshot.accounts.count > 1 else {
      return [Part(spans: [Span("  \(snapshot.accounts[0].address)", .titleDim)], rank: 1)]
    }
    let glyphs = context.look.glyphs
    let spans = snapshot.accountIDs.flatMap { account in
      let isOnline = snapshot[account].connection.isOnline
      let mark = Names.mark(of: account, in: snapshot) ?? ""
      return [
        Span(
          "  \(isOnline ? glyphs.online : glyphs.offline) ",
          isOnline ? .titleOnline : .titleOffline),
        Span(mark, .titleDim),
      ]
    }
    return [Part(spans: spans, rank: 5)]
  }

  private var rightParts: [Part] {
    let outbox = context.snapshot.outbox
    var parts = [Part(spans: [state], rank: 9)]
    if let roundTrip { parts.append(Part(spans: [roundTrip], rank: 2)) }
    if context.showsWaiting, outbox.waiting > 0 { parts.append(count(outbox.waiting, "queued", 8)) }
    if outbox.failed > 0 { parts.append(count(outbox.failed, "failed", 7, .error)) }
    if context.snapshot.unread > 0 { parts.append(count(context.snapshot.unread, "unread", 6)) }
    let clock = Span("   \(context.time.clock(context.now.wall))", .titleDim)
    return parts + [Part(spans: [clock], rank: 3)]
  }

  private var state: Span {
    let glyphs = context.look.glyphs
    return switch connection {
    case .online: Span("\(glyphs.online) online", .titleOnline)
    case .offline: Span("\(glyphs.offline) offline", .titleOffline)
    case .connecting: Span("\(glyphs.offline) connecting", .titleOffline)
    case .readOnly: Span("\(glyphs.offline) read only", .titleOffline)
    case .paused: Span("\(glyphs.offline) paused", .titleOffline)
    }
  }

  private var roundTrip: Span? {
    guard case .online(let milliseconds?) = connection else { return nil }
    return Span(" \(milliseconds) ms", .titleDim)
  }

  private func count(_ number: Int, _ word: String, _ rank: Int, _ role: Role = .titleCount) -> Part
  {
    Part(spans: [Span("   \(number) \(word)", role)], rank: rank)
  }

  private static func width(_ parts: [Part]) -> Int { parts.reduce(0) { $0 + $1.spans.width } }
  private static func joined(_ parts: [Part]) -> [Span] { parts.flatMap(\.spans) }

  private static func dropLeast(_ left: inout [Part], _ right: inout [Part]) {
    let least = (left + right).map(\.rank).min()
    left.removeAll { $0.rank == least }
    right.removeAll { $0.rank == least }
  }
}

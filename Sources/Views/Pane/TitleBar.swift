internal import Localization
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
    let links = links(width: area.width)
    var left =
      [Part(spans: [Span(" psst", .title)], rank: 4)] + [links ?? address].compactMap(\.self)
    var right = rightParts(namesLinks: links != nil)
    while Self.width(left) + Self.width(right) + 2 > area.width, left.count + right.count > 1 {
      Self.dropLeast(&left, &right)
    }
    surface.draw(Self.joined(left), in: area, look: look, on: .title)
    surface.drawRight(Self.joined(right), in: area.inset(right: 1), look: look, on: .title)
  }

  /// Who I am, where that is one: what I call myself, else the address.
  private var address: Part? {
    let accounts = context.snapshot.openAccounts
    guard accounts.count == 1 else { return nil }
    let name = accounts[0].ownName ?? accounts[0].name ?? accounts[0].address.description
    return Part(spans: [Span("  \(name)", .titleDim)], rank: 1)
  }

  /// How each of several accounts is connected; `nil` where there is one, or not the room for all and a count.
  private func links(width: Int) -> Part? {
    let snapshot = context.snapshot
    guard snapshot.accountIDs.count > 1 else { return nil }
    let part = Part(spans: snapshot.accountIDs.flatMap(link), rank: 9)
    return part.spans.width <= width - Self.roomBesideLinks ? part : nil
  }

  /// For `   12 queued` and the margins.
  private static let roomBesideLinks = 14

  private func link(of account: AccountID) -> [Span] {
    let state = context.snapshot[account].connection
    let mark = Names.mark(of: account, in: context.snapshot) ?? ""
    let words = Span(" \(word(state))", .titleOffline)
    return [Span("  \(dot(state.isOnline)) ", state.role), Span(mark, .titleDim)]
      + (state.isSound ? [] : [words])
  }

  private func dot(_ isOnline: Bool) -> String {
    "\(isOnline ? context.look.glyphs.online : context.look.glyphs.offline)"
  }

  private func rightParts(namesLinks: Bool) -> [Part] {
    let outbox = context.snapshot.outbox
    var parts = namesLinks ? [] : [Part(spans: [state], rank: 9)]
    let glyphs = context.look.glyphs
    if context.showsWaiting, outbox.waiting > 0 {
      parts.append(count(glyphs.arrowUp + WaitingNote.words(outbox), 8))
    }
    if outbox.failed > 0 {
      let words = tr(outbox.failed, "1 failed", "\(Grouped.number(outbox.failed)) failed")
      parts.append(count(glyphs.failed + words, 7, .titleFailed))
    }
    if let uploading { parts.append(uploading) }
    let unread = context.snapshot.unread
    if unread > 0 {
      parts.append(count(tr(unread, "1 unread", "\(Grouped.number(unread)) unread"), 6))
    }
    if context.isQuiet {
      parts.append(Part(spans: [Span("   \(glyphs.quiet)", .titleDim)], rank: 5))
    }
    let clock = Span("   \(context.time.clock(context.now.wall))", .titleDim)
    return parts + [Part(spans: [clock], rank: 3)]
  }

  /// How far all files together are that go out now; `nil` where none do.
  private var uploading: Part? {
    let all = context.snapshot.openAccounts.flatMap(\.uploads.values)
    guard !all.isEmpty else { return nil }
    let sum = all.reduce(FileProgress(done: 0, total: 0, rate: 0)) { sum, one in
      FileProgress(done: sum.done + one.done, total: sum.total + one.total, rate: 0)
    }
    let files = tr(all.count, "1 file", "\(all.count) files")
    let words = "   \(context.look.glyphs.arrowUp)\(files) \(sum.percent)%"
    return Part(spans: [Span(words, .titleCount)], rank: 4)
  }

  /// Of several accounts, where they cannot all be named, how many are connected.
  var state: Span {
    let all = context.snapshot.openAccounts
    let online = all.count { $0.connection.isOnline }
    let isMixed = online > 0 && online < all.count
    let words = isMixed ? tr("\(online) of \(all.count) online") : word(connection)
    return Span("\(dot(connection.isOnline)) \(words)", connection.role)
  }

  private func word(_ state: ConnectionState) -> String {
    switch state {
    case .online: tr("online")
    case .unanswered(let since):
      tr("no answer for \(max(0, context.now.uptime - since) / 1_000) s")
    case .offline: tr("offline")
    case .connecting: tr("connecting")
    case .readOnly: tr("shared")
    case .paused: tr("paused")
    }
  }

  private func count(_ words: String, _ rank: Int, _ role: Role = .titleCount) -> Part {
    Part(spans: [Span("   \(words)", role)], rank: rank)
  }

  private static func width(_ parts: [Part]) -> Int { parts.reduce(0) { $0 + $1.spans.width } }
  private static func joined(_ parts: [Part]) -> [Span] { parts.flatMap(\.spans) }

  private static func dropLeast(_ left: inout [Part], _ right: inout [Part]) {
    let least = (left + right).map(\.rank).min()
    left.removeAll { $0.rank == least }
    right.removeAll { $0.rank == least }
  }
}

extension ConnectionState {
  /// There, and not in doubt.
  fileprivate var isSound: Bool { if case .online = self { true } else { false } }

  fileprivate var role: Role { isSound ? .titleOnline : .titleOffline }
}

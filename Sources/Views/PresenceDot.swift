internal import Model
internal import Screen
internal import Store

/// ● for who can be reached now, ○ for who cannot (N1): different glyphs, so that it reads without
/// colour.
enum PresenceDot {
  /// The dot and a space; notes to oneself have none.
  static func spans(of jid: JID, kind: Chat.Kind, context: Context) -> [Span] {
    if kind == .notes { return [Span("  ", .text)] }
    return [span(of: jid, context: context), Span(" ", .text)]
  }

  static func span(of jid: JID, context: Context) -> Span {
    let glyphs = context.look.glyphs
    switch context.snapshot.presence[jid] ?? .offline {
    case .online:
      let isOld = context.snapshot.isPresenceOutdated
      return Span(glyphs.online, isOld ? .presenceOffline : .presenceOnline)
    case .away: return Span(glyphs.offline, .presenceAway)
    case .offline: return Span(glyphs.offline, .presenceOffline)
    }
  }
}

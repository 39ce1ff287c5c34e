internal import Model
internal import Screen
internal import Store

/// ● for who can be reached now, ○ for who cannot (N1): different glyphs, so that it reads without
/// colour.
enum PresenceDot {
  /// The dot and a space; notes to oneself have none.
  static func spans(
    of jid: JID, kind: Chat.Kind, on ground: Role? = nil, context: Context
  ) -> [Span] {
    if kind == .notes { return [Span("  ", .text)] }
    return [span(of: jid, on: ground, context: context), Span(" ", .text)]
  }

  private static func span(of jid: JID, on ground: Role?, context: Context) -> Span {
    let glyphs = context.look.glyphs
    let isOnline =
      context.snapshot.presence[jid] == .online
      || context.snapshot.rooms[jid]?.attendance == .joined
    let role = role(of: jid, in: context.snapshot)
    return Span(
      isOnline ? glyphs.online : glyphs.offline, role,
      color: context.color(of: .presence(jid), as: role, on: ground))
  }

  static func role(of jid: JID, in snapshot: Snapshot) -> Role {
    if let room = snapshot.rooms[jid] {
      return room.attendance == .joined ? .presenceOnline : .presenceOffline
    }
    return switch snapshot.presence[jid] ?? .offline {
    case .online: snapshot.isPresenceOutdated ? .presenceOffline : .presenceOnline
    case .away: .presenceAway
    case .offline: .presenceOffline
    }
  }
}

internal import Model
internal import Screen
internal import Store

/// ● for who can be reached now, ◐ for who is away (N3), ○ for who cannot be reached (N1): different glyphs, so that
/// it reads without colour.
enum PresenceDot {
  /// The dot and a space; notes to oneself have none.
  static func spans(
    of id: ChatID, kind: Chat.Kind, on ground: Role? = nil, context: Context
  ) -> [Span] {
    if kind == .notes { return [Span("  ", .text)] }
    return [span(of: id, on: ground, context: context), Span(" ", .text)]
  }

  private static func span(of id: ChatID, on ground: Role?, context: Context) -> Span {
    let glyphs = context.look.glyphs
    let isJoined = context.snapshot.room(id)?.attendance == .joined
    let sign =
      switch context.snapshot.presence(of: id) {
      case .away: glyphs.away
      case .online: glyphs.online
      case .offline: isJoined ? glyphs.online : glyphs.offline
      }
    let role = role(of: id, in: context.snapshot)
    return Span(sign, role, fade: context.fade(of: .presence(id), as: role, on: ground))
  }

  static func role(of id: ChatID, in snapshot: Snapshot) -> Role {
    if let room = snapshot.room(id) {
      return room.attendance == .joined ? .presenceOnline : .presenceOffline
    }
    return switch snapshot.presence(of: id) {
    case .online: snapshot[id.account].isPresenceOutdated ? .presenceOffline : .presenceOnline
    case .away: .presenceAway
    case .offline: .presenceOffline
    }
  }
}

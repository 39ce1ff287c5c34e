internal import Localization
internal import Model
internal import Screen
internal import Store

/// The right part of the screen above the composer: the chat's header and its messages.
struct PaneView {
  let context: Context
  let state: MessagePane
  /// The chat that is open; its messages may not be here yet.
  let chat: ChatID
  let isPulseDim: Bool
  let laidOut: LaidOutLines

  private var snapshot: Snapshot { context.snapshot }
  private var look: Look { context.look }
  private var row: Chat? { snapshot.chat(chat) }
  private var pane: Pane? { snapshot.pane?.chat == chat ? snapshot.pane : nil }

  private var events: FoldedEvents {
    FoldedEvents(of: chat, in: snapshot, isShown: context.showsJoins)
  }

  func render(header: Rect, messages area: Rect, into surface: inout Surface) {
    renderHeader(header, into: &surface)
    guard let pane, !pane.messages.isEmpty else {
      renderEmpty(area, into: &surface)
      return
    }
    let rows = MessageRows(
      pane, context: context, state: state, laidOut: laidOut, width: area.width,
      height: area.height)
    let visible = state.visibleRows(in: Viewport(rows: rows, height: area.height))
    let painter = MessagePainter(
      context: context, rows: rows, first: visible.first?.index, selection: state.selection,
      marks: state.marks,
      isPulseDim: isPulseDim)
    let top = max(0, area.height - visible.count)
    for (number, row) in visible.enumerated() {
      painter.paint(row, in: area.row(top + number), into: &surface)
    }
    let free = Rect(x: area.x, y: area.y, width: area.width, height: top)
    if top > card.count, !card.isEmpty {
      renderCentred(card, in: free, into: &surface)
    } else if top >= 4 {
      renderJoinHint(free, into: &surface)
    }
  }

  // MARK: Header

  private func renderHeader(_ area: Rect, into surface: inout Surface) {
    guard area.height > 0 else { return }
    surface.fill(area, style: look.style(.paneHeader))
    var left: [Span] = [Span(" ", .paneHeader)]
    left += PresenceDot.spans(
      of: chat, kind: row?.kind ?? .direct, on: .paneHeader, context: context)
    left += typist ?? [Span(Names.chat(chat, in: snapshot), .paneHeader)]
    left.append(Span(Names.suffix(of: chat.account, in: snapshot), .dim))
    if let caution = Names.caution(chat, in: snapshot) {
      left.append(Span("   \(caution)", .bannerWaiting))
    }
    if typist == nil { left += note }
    surface.draw(left, in: area, look: look, on: .paneHeader)
  }

  /// `bo is typing…` in the place of the name; `nil` in a group, and where nobody is.
  private var typist: [Span]? {
    guard row?.kind != .room, !snapshot.typing(in: chat).isEmpty else { return nil }
    let name = Names.chat(chat, in: snapshot)
    let whole = Names.isTyping(name)
    // In languages that begin otherwise there is no name to stand out.
    guard whole.hasPrefix(name) else { return [Span(whole, .typing)] }
    return [Span(name, .paneHeader), Span(String(whole.dropFirst(name.count)), .typing)]
  }

  private var note: [Span] {
    let kind = row?.kind ?? .direct
    if let typing = Names.typing(in: chat, kind: kind, snapshot: snapshot) {
      return [Span("   \(typing)", .typing)]
    }
    if let room = snapshot.room(chat) { return note(on: room) }
    let isInGroup = snapshot.room(chat.bare)?.attendance == .joined
    if kind == .room || chat.address.isOccupant && !isInGroup {
      return [Span("   " + tr("you are not in this group"), .dim)]
    }
    if chat.address.isOccupant {
      let isThere = snapshot.presence(of: chat) != .offline
      let words = tr(isThere ? "only the two of you read this" : "not in the group any more")
      return [Span("   " + words, .dim)]
    }
    if kind == .notes {
      return [Span("   " + tr("notes to yourself"), .dim)] + words(snapshot[chat.account].ownStatus)
    }
    let away = snapshot.presence(of: chat) == .away ? [Span("   " + tr("away"), .presenceAway)] : []
    let switches = [
      Names.folded(by: chat, in: snapshot),
      snapshot.chat(chat)?.isAsking == true ? tr("request sent") : nil,
      AlertChoice(chat, in: context).mark,
      row?.hidesReading == true ? tr("read receipts off") : nil,
    ].compactMap(\.self)
    return away + (switches.isEmpty ? [] : [Span("   " + switches.joined(separator: ", "), .dim)])
      + words(snapshot[chat.account].statuses[chat.address])
  }

  /// What somebody says of themselves: last, so that it is what is cut.
  private func words(_ status: String?) -> [Span] {
    status.map { [Span("   \($0)", .dim)] } ?? []
  }

  /// Whether I am there, how many others are, and what it is about.
  private func note(on room: Room) -> [Span] {
    switch room.attendance {
    case .joining: return [Span("   " + tr("joining…"), .dim)]
    case .retrying(let reason):
      return [Span("   " + tr("\(reason); it is tried again by itself"), .bannerWaiting)]
    case .locked(let wasWrong):
      // Short: on a narrow screen the key stands there, too.
      let words = tr(wasWrong ? "Wrong password: press Enter" : "Password wanted: press Enter")
      return [Span("   \(words)", .bannerWaiting)]
    case .refused(let reason): return [Span("   \(reason)", .bannerWaiting)]
    case .joined:
      let topic = room.topic.isEmpty ? "" : "   \(room.topic)"
      let words: [String?] = [
        tr("\(room.occupants.count) online"), room.isMembersOnly ? tr("members only") : nil,
        room.wantsPassword ? tr("password") : nil, AlertChoice(chat, in: context).mark,
      ]
      let known = words.compactMap(\.self).joined(separator: ", ")
      return [Span("   \(known)\(topic)", .dim)]
    }
  }

  // MARK: Without messages

  private func renderEmpty(_ area: Rect, into surface: inout Surface) {
    guard area.height > 0 else { return }
    let isLoading = pane?.isLoading ?? true
    guard !isLoading else {
      return state.isLate(context.now) ? renderSkeleton(area, into: &surface) : ()
    }
    guard card.isEmpty else { return renderCentred(card, in: area, into: &surface) }
    let came = events.beforeFirst.map { ["", $0.truncated(to: area.width).text] } ?? []
    let lines =
      [tr("No messages yet")] + came + (needsJoinHint ? [""] + Self.joinHint(area.width) : [])
    renderCentred(lines, in: area, into: &surface)
  }

  private func renderSkeleton(_ area: Rect, into surface: inout Surface) {
    for row in stride(from: 1, to: area.height, by: 2) {
      let width = max(1, (area.width - 4) * (3 + row * 7 % 5) / 8)
      let bar = Rect(x: area.x + 2, y: area.y + row, width: min(width, area.width - 2), height: 1)
      surface.fill(bar, cluster: look.glyphs.dash, style: look.style(.dim))
    }
  }

  private func renderJoinHint(_ area: Rect, into surface: inout Surface) {
    guard needsJoinHint else { return }
    renderCentred(Self.joinHint(area.width), in: area, into: &surface)
  }

  private func renderCentred(_ lines: [String], in area: Rect, into surface: inout Surface) {
    let top = max(0, (area.height - lines.count) / 2)
    for (number, line) in lines.enumerated() where top + number < area.height {
      surface.drawCentred([Span(line, .dim)], in: area.row(top + number), look: look)
    }
  }

  /// What a newcomer needs to know, until they have written to the Echo (C6).
  private var card: [String] {
    guard needsJoinHint, chat.address.local == "echo", pane?.isStart ?? true,
      !(pane?.messages.contains { $0.isMine } ?? false)
    else { return [] }
    return NewcomerCard(keymap: context.keymap).lines
  }

  /// On the private server, while nobody but oneself and the Echo is there (C6).
  private var needsJoinHint: Bool {
    let own = snapshot.me(of: chat.account)
    return context.isPrivateServer && snapshot[chat.account].unlisted.isEmpty
      && !snapshot.chats.contains {
        $0.account == own.account && $0.isContact && !$0.hasID(own) && $0.jid.local != "echo"
      }
  }

  static func joinHint(_ width: Int) -> [String] {
    let whole = tr("To talk with a second person, run this in another terminal:")
    return [
      width > whole.count + 2 ? whole : tr("In another terminal:"), "psst --account NAME",
    ]
  }
}

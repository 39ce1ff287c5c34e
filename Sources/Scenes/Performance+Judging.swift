internal import Model
internal import Screen
internal import Simulation
internal import Store

extension Performance {
  /// Whether an expectation holds, or does not where it shall not; else what is the case, in plain words.
  func judge(_ expectation: Expectation, _ isTrue: Bool) throws -> String? {
    let shortfall = try shortfall(of: expectation)
    if isTrue { return shortfall }
    return shortfall == nil ? "it is so, and was expected not to be" : nil
  }

  /// `nil` where it holds.
  private func shortfall(of expectation: Expectation) throws -> String? {
    switch expectation {
    case .screen, .row, .order, .count, .color, .cursor: onScreen(expectation, surface())
    case .outbox(let waiting, let failed): try outbox(waiting: waiting, failed: failed)
    case .stored(let text, let status): try stored(text, status)
    case .kept(let count, let who):
      compare(
        try stage(of: who).messages(of: address(of: who), 0).count, count, "messages with \(who)")
    case .has, .hasOnly, .hasCount, .lacks, .same, .hasInGroup, .sameInGroup:
      try received(expectation)
    case .sees(let who, let presence):
      sees(who, presence)
    case .seesTyping(let who):
      snapshot(who)?[.first].typing[partner(of: who)] == nil ? "\(who) sees nobody typing" : nil
    case .seesPinned(let who, let friend):
      chat(with: friend, of: who)?.isPinned == true ? nil : "\(friend) is not pinned there"
    case .seesMuted(let who, let friend):
      chat(with: friend, of: who)?.isMuted(at: stage.moment(0).wall) == true
        ? nil : "\(friend) is not muted there"
    case .seesWords(let who, let text):
      snapshot(who)?[.first].statuses[partner(of: who)] == text ? nil : "\(who) sees another status"
    case .seesStatus(let who, let text, let status):
      statusShortfall(
        of: text, status, in: try stage(of: who).messages(of: partner(of: who), seats[who] ?? 0))
    case .unread(let who, let count): unread(who, count)
    case .alerts(let count): compare(alerts.count, count, "alerts: \(alerts)")
    case .alert(let text):
      alerts.last?.contains(text) == true ? nil : "the newest alert is \"\(alerts.last ?? "none")\""
    case .clipboard(let text):
      program?.clipboard == text ? nil : "\"\(program?.clipboard ?? "")\" was copied"
    }
  }

  private func compare(_ found: Int, _ wanted: Int, _ what: String) -> String? {
    found == wanted ? nil : "\(found) and not \(wanted) \(what)"
  }

  private func chat(with friend: String, of who: String) -> Chat? {
    snapshot(who)?.chat(ChatID(address(of: friend), of: .first))
  }

  private func snapshot(_ who: String) -> Snapshot? { store(of: who)?.snapshot }

  // MARK: On the screen

  private func onScreen(_ expectation: Expectation, _ surface: Surface) -> String? {
    switch expectation {
    case .screen(let texts):
      return texts.first { surface.places(of: $0).isEmpty }.map { "no \"\($0)\" on the screen" }
    case .row(let texts):
      return (0..<surface.size.height).contains { surface.has(texts, inRow: $0) }
        ? nil : "no row has \(quoted(texts))"
    case .order(let texts): return order(texts, surface)
    case .count(let text, let count):
      return compare(surface.places(of: text).count, count, "times \"\(text)\"")
    case .color(let text, let role, let other):
      return color(text, role, inRowOf: other, surface)
    case .cursor(let text): return cursor(text, surface)
    default: preconditionFailure("only what is on the screen comes here")
    }
  }

  private func order(_ texts: [String], _ surface: Surface) -> String? {
    var row = -1
    for text in texts {
      let places = surface.places(of: text)
      guard places.count == 1 else { return "\"\(text)\" stands there \(places.count) times" }
      guard places[0].y > row else { return "\"\(text)\" stands too high" }
      row = places[0].y
    }
    return nil
  }

  private func color(
    _ text: String, _ role: Role, inRowOf other: String?, _ surface: Surface
  ) -> String? {
    let theme = program?.theme ?? .plain
    let wanted = theme.style(role)
    let places = surface.places(of: text).filter { place in
      other.map { surface.has([$0], inRow: place.y) } ?? true
    }
    guard !places.isEmpty else {
      return "no \"\(text)\" on the screen" + (other.map { " in a row with \"\($0)\"" } ?? "")
    }
    let isDrawn = places.contains { place in
      let style = surface[place.x, place.y].style
      return (wanted.foreground == nil || style.foreground == wanted.foreground)
        && (wanted.background == nil || style.background == wanted.background)
        && (!wanted.isBold || style.isBold) && (!wanted.isReversed || style.isReversed)
        && (!wanted.isDim || style.isDim) && (!wanted.isUnderlined || style.isUnderlined)
        && (!wanted.isItalic || style.isItalic) && (!wanted.isStruck || style.isStruck)
    }
    return isDrawn ? nil : "\"\(text)\" is not drawn as \(role.rawValue)"
  }

  private func cursor(_ text: String, _ surface: Surface) -> String? {
    guard let cursor = surface.cursor else { return text.isEmpty ? nil : "there is no cursor" }
    let before = surface.text(row: cursor.y, before: cursor.x).suffix(20)
    let place = "row \(cursor.y + 1), column \(cursor.x + 1)"
    let found = "the cursor is in \(place), behind \"\(before)\""
    guard !text.isEmpty else { return found }
    let isThere = surface.places(of: text).contains {
      $0.y == cursor.y && $0.x + PrintableText(text).width == cursor.x
    }
    return isThere ? nil : found
  }

  private func quoted(_ texts: [String]) -> String {
    texts.map { "\"\($0)\"" }.joined(separator: " ")
  }

  // MARK: On the disk

  private func outbox(waiting: Int?, failed: Int?) throws -> String? {
    let entries = try stages.flatMap { try $0.outbox(0) }
    let failures = entries.count { $0.state == .failed }
    let wrong = waiting.flatMap { compare(entries.count - failures, $0, "waiting") }
    return wrong ?? failed.flatMap { compare(failures, $0, "failed") }
  }

  private func stored(_ text: String, _ status: DeliveryStatus) throws -> String? {
    let chats =
      scene.friends.map { address(of: $0.name) } + scene.groups.map { address(ofGroup: $0) }
    let there = try scene.colleagues.flatMap {
      try otherStage?.messages(of: address(of: $0.name), 0) ?? []
    }
    let all = try chats.flatMap { try stage.messages(of: $0, 0) } + there
    return statusShortfall(of: text, status, in: all)
  }

  private func statusShortfall(
    of text: String, _ status: DeliveryStatus, in messages: [Message]
  ) -> String? {
    guard let last = messages.last(where: { $0.isMine && $0.text == text }) else {
      return "\"\(text)\" is not on the disk"
    }
    let found = last.status ?? .sent
    return found == status ? nil : "\"\(text)\" is \(found.rawValue)"
  }

  // MARK: At the others'

  private func received(_ expectation: Expectation) throws -> String? {
    switch expectation {
    case .has(let who, let texts): return try has(who, texts)
    case .hasOnly(let who, let wanted):
      let texts = try texts(at: who)
      return texts == wanted ? nil : "\(who) has \(quoted(texts))"
    case .hasCount(let who, let count):
      let texts = try texts(at: who)
      return compare(texts.count, count, "messages at \(who): \(quoted(texts))")
    case .lacks(let who, let text):
      return try texts(at: who).contains(text) ? "\(who) has \"\(text)\"" : nil
    case .same(let device, let friend): return try same(device, address(of: friend))
    case .hasInGroup(let who, let texts, let group):
      return try has(who, texts, in: address(ofGroup: group))
    case .sameInGroup(let who, let group): return try same(who, address(ofGroup: group))
    default: preconditionFailure("only what others have comes here")
    }
  }

  /// Messages of mine, as somebody's disk has them.
  private func texts(at who: String) throws -> [String] {
    let seat = seats[who] ?? 0
    let isMyDevice = scene.devices.contains(who)
    return try stage(of: who).messages(of: partner(of: who), seat).filter {
      isMyDevice || !$0.isMine
    }
    .map(\.text)
  }

  private func has(_ who: String, _ wanted: [String]) throws -> String? {
    shortfall(of: wanted, among: try texts(at: who), who)
  }

  private func shortfall(of wanted: [String], among texts: [String], _ who: String) -> String? {
    let found = texts.filter { wanted.contains($0) }
    return found == wanted ? nil : "\(who) has \(quoted(texts))"
  }

  private func has(_ who: String, _ wanted: [String], in group: JID) throws -> String? {
    // Others may be called as I am.
    let mine = Set(try stage.messages(of: group, 0).filter(\.isMine).compactMap(\.originID))
    let there = try stage.messages(of: group, seats[who] ?? 0)
    let texts = there.filter { $0.originID.map(mine.contains) ?? false }.map(\.text)
    return shortfall(of: wanted, among: texts, who)
  }

  private func same(_ who: String, _ chat: JID) throws -> String? {
    let mine = try stage.messages(of: chat, 0).map(\.text)
    let there = try stage.messages(of: chat, seats[who] ?? 0).map(\.text)
    return mine == there ? nil : "here \(quoted(mine)), at \(who) \(quoted(there))"
  }

  private func sees(_ who: String, _ presence: Presence) -> String? {
    let seen = snapshot(who)?[.first].presence[myAddress(for: who)] ?? .offline
    return seen == presence ? nil : "\(who) sees me \(seen.rawValue)"
  }

  private func unread(_ who: String, _ count: Int) -> String? {
    let all = snapshot(who)?.unread ?? 0
    return compare(all, count, "unread at \(who)")
  }
}

extension Surface {
  /// What stands in a row, up to a column.
  func text(row y: Int, before end: Int) -> String {
    (0..<min(max(0, end), size.width)).map { self[$0, y].cluster }.joined()
  }

  /// Where a text begins, each time it stands there.
  func places(of text: String) -> [Point] {
    (0..<size.height).flatMap { y in columns(of: text, inRow: y).map { Point(x: $0, y: y) } }
  }

  /// All texts, from left to right.
  func has(_ texts: [String], inRow y: Int) -> Bool {
    var from = 0
    for text in texts {
      guard let x = columns(of: text, inRow: y).first(where: { $0 >= from }) else { return false }
      from = x + PrintableText(text).width
    }
    return true
  }
}

internal import Localization
internal import Model
internal import Store

/// What the palette finds of whom one wants to have nothing to do with (XEP-0191).
extension Switcher {
  /// `block bo`: who can be blocked, and who is; before that the person of the open chat.
  func blocking(_ context: Context) -> [Item] {
    let snapshot = context.snapshot
    let blocked = name(after: ["block", tr("block", as: "typed word")])
    guard let whom = blocked ?? name(after: ["unblock", tr("unblock", as: "typed word")]) else {
      guard let open = context.openChat, Self.canBlock(open, snapshot) else { return [] }
      return Self.choices(of: open, snapshot).compactMap {
        offer($0.0, $0.1, rank: 6, snapshot)
      }
    }
    return blocking(whom, isBlocked: blocked != nil, context)
  }

  private func blocking(_ name: String, isBlocked: Bool, _ context: Context) -> [Item] {
    let snapshot = context.snapshot
    let known = people(snapshot).filter { Self.canBlock($0.id, snapshot) }
    let entries = context.accounts.flatMap { account in
      snapshot[account].blocked.entries.sorted().map { ChatID($0, of: account) }
    }
    var items = (isBlocked ? known.filter { !snapshot.isBlocked($0.id) } : named(entries, snapshot))
      .compactMap { person -> Item? in
        let jid = person.id.address
        let found = [person.name, jid.local ?? jid.domain]
          .compactMap { FuzzyMatch(name, in: $0) }.min()
        guard name.isEmpty || found != nil else { return nil }
        return Self.item(
          person.id, isBlocked, rank: found?.kind == .scattered ? 5 : 2, gaps: found?.gaps ?? 0,
          snapshot)
      }
    if isBlocked, let id = Self.address(name, of: context.account, in: snapshot) {
      items.append(Self.item(id, true, rank: 4, gaps: 0, snapshot))
    }
    return items
  }

  /// What is known of the person of the open chat, and another name for them.
  func naming(of open: ChatID?, _ snapshot: Snapshot) -> [Item] {
    guard let open, Self.canBlock(open, snapshot) else { return [] }
    let name = Names.person(open, in: snapshot)
    return [
      (Target.about(open), tr("About \(name)")), (.name(open), tr("Rename \(name)")),
      (.labels(open), tr("Label \(name)…")),
    ]
    .compactMap { offer($0.0, $0.1, rank: 6, snapshot) }
  }

  private func named(_ all: [ChatID], _ snapshot: Snapshot) -> [(id: ChatID, name: String)] {
    all.map { ($0, Names.person($0, in: snapshot)) }
  }

  private static func item(
    _ id: ChatID, _ isBlocked: Bool, rank: Int, gaps: Int, _ snapshot: Snapshot
  ) -> Item {
    let intent: Intent = isBlocked ? .block(id.address) : .unblock(id.address)
    let name = Names.person(id, in: snapshot)
    let title = tr(isBlocked ? "Block \(name)" : "Unblock \(name)")
    return Item(target: .intent(intent, of: id.account), title: title, rank: rank, gaps: gaps)
  }

  /// One other person: neither oneself nor a group.
  static func canBlock(_ id: ChatID, _ snapshot: Snapshot) -> Bool {
    !snapshot.isMe(id) && !id.address.isOccupant
      && snapshot.chat(id)?.kind ?? .direct == .direct
      && snapshot.room(id) == nil
  }

  /// What can be done about one of them, with its words; of a report where the server takes one.
  static func choices(of id: ChatID, _ snapshot: Snapshot) -> [(Target, String)] {
    let (name, list) = (Names.person(id, in: snapshot), snapshot[id.account].blocked)
    func choice(_ intent: Intent, _ title: String) -> (Target, String) {
      (.intent(intent, of: id.account), title)
    }
    if let entry = list.entry(of: id.address) {
      let title = tr(
        entry == id.address ? "Unblock \(name)" : "Unblock everybody at \(entry)")
      return [choice(.unblock(entry), title)]
    }
    let reports = list.takesReports ? BlockReport.allCases : []
    return [choice(.block(id.address), tr("Block \(name)"))]
      + reports.map { report in
        let title =
          switch report {
          case .spam: tr("Block \(name), and report spam")
          case .abuse: tr("Block \(name), and report abuse")
          }
        return choice(.block(id.address, report: report), title)
      }
  }
}

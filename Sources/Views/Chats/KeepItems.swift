internal import Localization
internal import Model
internal import Store

/// What can be said in the switcher about how long messages are kept (P4).
extension Switcher {
  func keeping(_ context: Context) -> [Item] {
    let snapshot = context.snapshot
    var all: [(target: Target, title: String)] = []
    for account in snapshot.accountIDs {
      guard let asked = snapshot[account].keepQuestion else { continue }
      let whose = Names.suffix(of: account, in: snapshot)
      all.append(
        (.keepQuestion(asked, account), tr("Old messages\(whose): remove them here, or keep all")))
    }
    if let open = context.openChat {
      let keepsAll = snapshot.chat(open)?.keepsAll == true
      let title =
        tr(keepsAll ? "Keep this chat as long as others" : "Keep this chat forever")
      all.append((.keepAll(open, !keepsAll), title))
    }
    all.append((.keep(.standard), tr("Keep messages for \(Keep.standard.days) days")))
    all.append((.keep(.forever), tr("Keep all messages forever")))
    return all.compactMap { match($0.target, $0.title) }
  }

  func match(_ target: Target, _ title: String) -> Item? {
    let found = wordMatch(title)
    guard query.isEmpty || found != nil else { return nil }
    return Item(
      target: target, title: title, rank: query.isEmpty ? 7 : 3, gaps: found?.gaps ?? 0)
  }
}

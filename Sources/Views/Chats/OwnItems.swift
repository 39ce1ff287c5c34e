internal import Localization
internal import Model
internal import Store

/// What others see of me, and I can say.
enum OwnFact: CaseIterable {
  case name, status, picture

  fileprivate var title: String {
    switch self {
    case .picture: tr("Set my picture…")
    case .name: tr("Set my name…")
    case .status: tr("Set status…")
    }
  }

  func box(of account: AccountID, in snapshot: Snapshot) -> LineBox {
    switch self {
    case .picture: LineBox.picture(of: account, in: snapshot)
    case .name: LineBox.ownName(of: account, in: snapshot)
    case .status: LineBox.status(of: account, in: snapshot)
    }
  }
}

extension Switcher {
  /// The account of the open chat first.
  func aboutMe(_ context: Context) -> [Item] {
    context.accounts.flatMap { account in
      let whose = Names.suffix(of: account, in: context.snapshot)
      return OwnFact.allCases.compactMap {
        offer(.own($0, account), $0.title + whose, rank: 6, context.snapshot)
      }
    }
  }
}

internal import Localization
internal import Model
internal import Store

/// What can be said in the switcher about the accounts themselves (C1).
extension Switcher {
  func accountItems(_ context: Context) -> [Item] {
    let snapshot = context.snapshot
    func match(_ target: Target, _ title: String) -> Item? {
      // What one did not look for is not offered by chance.
      let found = self.match(target, title)
      return query.isEmpty || found?.rank == 3 ? found : nil
    }
    let wanting = snapshot.accountIDs.filter { snapshot.wantsPassword($0) }
    let passwords = wanting.map { snapshot[$0].address }.compactMap {
      match(.signIn($0), tr("Type the new password of \(Names.address($0))"))
    }
    let another = [match(.signIn(nil), tr("Add account: sign in to another, or create one"))]
    let leaving = snapshot.accountIDs.map { account in
      match(.signOut(account), tr("Sign out of \(Names.address(snapshot[account].address))"))
    }
    return passwords + (another + leaving).compactMap(\.self)
  }
}

internal import Accounts
internal import Model
internal import Scenes
internal import Storage

/// What a shell asks psst for while a command line is typed.
enum NameKind: String, CaseIterable {
  case accounts, chats, scenes, commands

  /// Shells stop being a help with longer lists.
  private static let most = 1_000

  /// Without those that a shell might take for more than a word: bash expands what it is given to choose from, and
  /// a stranger may be called `$(reboot)@example.org`.
  func safeNames(_ commands: Commands) -> [String] { names(commands).filter(Self.isSafe) }

  static func isSafe(_ name: String) -> Bool {
    !name.hasPrefix("-") && !name.isEmpty
      && name.allSatisfy { $0.isLetter || $0.isNumber || "@._+-".contains($0) }
  }

  /// One a line; nothing where the disk says nothing, for nobody reads a complaint there.
  private func names(_ commands: Commands) -> [String] {
    switch self {
    case .accounts: commands.accounts.list().map(\.account).map(Self.name)
    case .scenes: ShippedScenes.names
    case .commands: Self.firstWords
    case .chats: Self.chats(commands)
    }
  }

  /// The private server's need no address.
  private static func name(_ account: Account) -> String {
    account.isPrivate ? account.jid.local ?? account.jid.description : account.jid.description
  }

  private static var firstWords: [String] {
    CommandTable.rows(below: []).map { $0.words[0] }.reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  private static func chats(_ commands: Commands) -> [String] {
    guard let stored = try? commands.account(),
      let database = try? Database(path: stored.databasePath, access: .readOnly),
      let chats = try? database.chats.all()
    else { return [] }
    let jids = chats.prefix(most).map(\.jid)
    let own = stored.account.isPrivate ? stored.account.jid.domain : nil
    return jids.map { $0.domain == own ? $0.local ?? $0.description : $0.description }
  }
}

public import Files
internal import FoundationEssentials
internal import LocalServer
internal import Localization
public import Model
internal import Screen

/// An account of this computer with all that opening it takes.
public struct StoredAccount: Equatable, Sendable {
  /// For a private account `server` is `nil`: the private server says where it listens when it runs.
  public var account: Account
  /// The name of this device at the server, made once.
  var resource: String
  /// The same for servers that give tokens; `nil`: none was made yet.
  var agent: String?
  public var secret: SignInSecret
  /// What its owner is called; `nil`: that was never said.
  public var name: String?
  /// Holds everything of the account (0700).
  public var folder: String

  /// An account that is kept in `folder`, or will be.
  public init(
    account: Account, resource: String, agent: String? = nil, secret: SignInSecret,
    name: String? = nil, folder: String
  ) {
    self.account = account
    self.resource = resource
    self.agent = agent
    self.secret = secret
    self.name = name
    self.folder = folder
  }

  /// `nil` where only what stands for it is kept.
  public var password: String? { secret.password }

  /// Its messages.
  public var databasePath: String { folder + "/messages.sqlite" }
}

/// An account that is asked for by name.
public enum WantedAccount: Equatable, Sendable {
  case known(StoredAccount)
  /// It would be new on the private server.
  /// - Parameter alike: one that is there and has almost this name.
  case new(name: String, alike: String?)
}

/// The accounts kept on this computer: one folder each, named by the address.
public struct AccountDirectory: Sendable {
  var paths: Paths
  /// Makes an account on the private server, or gives it this password; blocks.
  var makePrivate: @Sendable (_ name: String, _ password: String) throws -> Void

  /// Takes an account away from there, with all that it has of it; blocks.
  var deletePrivate: @Sendable (_ name: String) throws -> Void

  /// Passwords of accounts elsewhere go to the desktop's keyring, where there is one.
  var usesKeyring: Bool

  init(
    paths: Paths, makePrivate: @escaping @Sendable (String, String) throws -> Void,
    deletePrivate: @escaping @Sendable (String) throws -> Void = { _ in },
    usesKeyring: Bool = false
  ) {
    self.paths = paths
    self.makePrivate = makePrivate
    self.deletePrivate = deletePrivate
    self.usesKeyring = usesKeyring
  }

  /// With the real private server.
  public init(paths: Paths) {
    let server = PrivateServer(folder: paths.server)
    let make: @Sendable (String, String) throws -> Void = { name, password in
      _ = try server.ensureRunning()
      try server.makeAccount(name: name, password: password)
    }
    self.init(
      paths: paths, makePrivate: make, deletePrivate: { try server.deleteAccount(name: $0) },
      usesKeyring: true)
  }

  /// All that are signed in, by address. What cannot be read is left out; ``account(_:)`` says why.
  public func list() -> [StoredAccount] {
    PrivateFile.names(in: paths.accounts).compactMap { try? read(paths.accounts + "/" + $0) }
      .sorted { $0.account.jid < $1.account.jid }
  }

  /// Those of which only the history is here.
  public func signedOut() -> [JID] {
    PrivateFile.names(in: paths.accounts).compactMap { name in
      guard let record = try? record(paths.accounts + "/" + name), record.signedOut == true else {
        return nil
      }
      return JID(record.jid)
    }.sorted()
  }

  /// Names on the private server with a history here that nobody is signed in to.
  public var returningNames: Set<String> {
    Set(signedOut().filter { $0.domain == PrivateServer.domain }.compactMap(\.local))
  }

  /// Names on the private server that somebody has.
  public var takenNames: Set<String> {
    let all = list().map(\.account.jid)
    return Set(
      [PrivateServer.echoName]
        + all.filter { $0.domain == PrivateServer.domain }.compactMap(\.local))
  }

  /// The account of this address, or `nil` where there is none that is signed in.
  public func account(_ jid: JID) throws(Failure) -> StoredAccount? {
    try read(folder(of: jid))
  }

  /// Keeps a new account, or new settings of a known one (which keeps its device name, and its owner's name where
  /// no other is given).
  /// - Parameter keys: what the server took, made of the password.
  public func add(
    _ account: Account, password: String, keys: SCRAMKeys? = nil, name: String? = nil
  ) throws(Failure) -> StoredAccount {
    let folder = try folder(of: account.jid)
    let known = try record(folder)
    let stored = StoredAccount(
      account: account, resource: known?.resource ?? Self.newResource(),
      agent: known?.agent ?? UUID().uuidString, secret: .password(password),
      name: name ?? known?.name,
      folder: folder)
    for path in [paths.data, paths.accounts, folder] { try PrivateFile.makeFolder(path) }
    // What the old password was exchanged for goes with it.
    try StoredToken(in: folder).write(nil)
    let secret = account.isPrivate ? StoredSecret(in: folder) : secret(of: account.jid, in: folder)
    try secret.write(password, keys)
    try write(stored)
    return stored
  }

  /// This device's id for servers that give tokens, made where it is missing.
  func agent(of stored: StoredAccount) throws(Failure) -> String {
    if let agent = stored.agent { return agent }
    var known = try read(stored.folder) ?? stored
    if let agent = known.agent { return agent }
    let agent = UUID().uuidString
    known.agent = agent
    try write(known)
    return agent
  }

  /// What a sign-in of this address must not fall short of: what it was before, where the user says nothing else.
  public func terms(
    of jid: JID, allowingPlain: Bool = false, allowingWeaker: Bool = false
  ) throws(Failure) -> SignInTerms {
    var terms = try account(jid)?.account.terms ?? SignInTerms()
    if allowingPlain { terms.allowsPlain = true }
    if allowingPlain || allowingWeaker { terms.strongest = nil }
    return terms
  }

  /// Keeps the strongest way in which a known account signed in.
  func keep(_ mechanism: SignInMechanism, for stored: StoredAccount) throws(Failure) {
    guard var known = try read(stored.folder), known.account.terms.strongest != mechanism else {
      return
    }
    known.account.terms.strongest = mechanism
    try write(known)
  }

  /// Keeps what the server took in place of the password. That of an account of the private server stays: psst made it,
  /// it opens nothing else, and nobody could type it again.
  func keep(_ keys: SCRAMKeys, for stored: StoredAccount) throws(Failure) {
    guard !stored.account.isPrivate else { return }
    try secret(of: stored.account.jid, in: stored.folder).note(keys)
  }

  private func secret(of jid: JID, in folder: String) -> StoredSecret {
    StoredSecret(in: folder, usesKeyring ? Keyring(of: jid, in: folder) : nil)
  }

  private func write(_ stored: StoredAccount) throws(Failure) {
    try PrivateFile.write(AccountRecord(stored).encoded(), to: stored.folder + "/account.json")
  }

  /// Ends the use of an account here. What it could sign in with is gone, and where its history is not kept
  /// everything else, too: of an account of the private server also what that has. The caller holds the account's
  /// ``Handover/AccountLock``.
  public func signOut(_ jid: JID, keepsHistory: Bool) throws(Failure) {
    let folder = try folder(of: jid)
    guard var record = try record(folder) else { throw unknown(jid) }
    if keepsHistory {
      try secret(of: jid, in: folder).remove()
      for name in ["token", "room-passwords"] { try PrivateFile.remove(folder + "/" + name) }
      record.signedOut = true
      try PrivateFile.write(record.encoded(), to: folder + "/account.json")
    } else {
      if record.isPrivate, let name = jid.local {
        do { try deletePrivate(name) } catch { throw Failure(describing: error) }
      }
      try secret(of: jid, in: folder).remove()
      try PrivateFile.remove(folder)
    }
    if try defaultJID() == jid.bare { try PrivateFile.remove(paths.defaultAccount) }
  }

  /// The account to use: the one named, else the usual one, else the only one; `nil` where none is named and none can be told.
  /// A bare name is an account on the private server.
  /// - Parameter creates: make it there where it is new.
  public func select(_ name: String?, creates: Bool = true) throws -> StoredAccount? {
    guard let name else { return try usual() }
    guard creates else { return try known(name) }
    guard name.contains("@") else { return try privateAccount(name) }
    let jid = try Self.address(name)
    if let known = try account(jid) { return known }
    if jid.domain == PrivateServer.domain, let local = jid.local {
      return try privateAccount(local)
    }
    throw unknown(jid)
  }

  /// The account of a name or an address, and whether there is one yet; makes none.
  public func find(_ name: String) throws(Failure) -> WantedAccount {
    let jid = try name.contains("@") ? Self.address(name) : Self.privateAddress(name)
    if let known = try account(jid) { return .known(known) }
    guard jid.domain == PrivateServer.domain, let local = jid.local else { throw unknown(jid) }
    return .new(name: local, alike: NearestWord.of(local, among: privateNames))
  }

  private var privateNames: [String] {
    list().filter(\.account.isPrivate).compactMap(\.account.jid.local)
  }

  private static func address(_ text: String) throws(Failure) -> JID {
    guard let jid = JID(text)?.bare else { throw .usage(tr("\"\(text)\" is no address")) }
    return jid
  }

  private static func privateAddress(_ name: String) throws(Failure) -> JID {
    guard let jid = JID(local: name, domain: PrivateServer.domain), jid.local != nil else {
      throw .usage(tr("\"\(name)\" cannot be a name: no spaces and none of \" & ' / : < > @"))
    }
    return jid
  }

  /// One that is kept here already.
  private func known(_ name: String) throws -> StoredAccount {
    let jid = try Self.address(name.contains("@") ? name : "\(name)@\(PrivateServer.domain)")
    if let known = try account(jid) { return known }
    guard !name.contains("@") else { throw unknown(jid) }
    let hint = NearestWord.suggestion(for: name, among: privateNames)
    let advice = hint.isEmpty ? tr("; psst --account \(name) makes it") : hint
    throw Failure(tr("there is no account \(name) here\(advice)"))
  }

  /// Remembers the account as the usual one where there is none yet: who opens another for once does not mean all times.
  public func makeDefaultIfFirst(_ jid: JID) throws(Failure) {
    if let usual = try? defaultJID(), (try? account(usual)) != nil { return }
    try makeDefault(jid)
  }

  /// Remembers the account as the usual one.
  public func makeDefault(_ jid: JID) throws(Failure) {
    // Waiting for the disk at each start would keep the first frame waiting.
    if (try? defaultJID()) == jid.bare { return }
    try PrivateFile.write(Array((jid.bare.description + "\n").utf8), to: paths.defaultAccount)
  }

  /// The account of this name on the private server, made when it is new.
  /// - Parameter owner: what somebody is called whose account it will be.
  public func privateAccount(_ name: String, of owner: String? = nil) throws -> StoredAccount {
    let jid = try Self.privateAddress(name)
    if let known = try account(jid) { return known }
    let password = Self.newPassword()
    try makePrivate(jid.local ?? name, password)
    let account = Account(jid: jid, server: nil, security: .off, isPrivate: true)
    return try add(account, password: password, name: owner)
  }

  private func usual() throws(Failure) -> StoredAccount? {
    if let jid = try defaultJID(), let known = try account(jid) { return known }
    let all = list()
    return all.count == 1 ? all[0] : nil
  }

  private func defaultJID() throws(Failure) -> JID? {
    guard let bytes = try PrivateFile.read(paths.defaultAccount) else { return nil }
    return JID(Self.line(bytes))
  }

  private func unknown(_ jid: JID) -> Failure {
    let known = list().map(\.account.jid.description)
    let hint = NearestWord.suggestion(for: jid.description, among: known)
    let advice = hint.isEmpty ? "; psst account add \(jid)" : hint
    return Failure(tr("there is no account \(jid) here\(advice)"))
  }

  /// Where there is anything of an account, signed in or not.
  func existingFolder(of jid: JID) throws(Failure) -> String? {
    let folder = try folder(of: jid)
    return try record(folder) == nil ? nil : folder
  }

  private func folder(of jid: JID) throws(Failure) -> String {
    guard jid.local != nil else {
      throw .usage(tr("\(jid) is no account: its name before the @ is missing"))
    }
    let name = Self.folderName(of: jid)
    guard name.utf8.count <= 250 else { throw Failure(tr("the address \(jid) is too long")) }
    return paths.accounts + "/" + name
  }

  private func record(_ folder: String) throws(Failure) -> AccountRecord? {
    guard let bytes = try PrivateFile.read(folder + "/account.json") else { return nil }
    return try AccountRecord.decoded(bytes, name: folder + "/account.json")
  }

  private func read(_ folder: String) throws(Failure) -> StoredAccount? {
    guard let record = try record(folder), record.signedOut != true else { return nil }
    let account = try record.account(name: folder + "/account.json")
    guard let secret = try StoredSecret(in: folder).read() else {
      throw Failure(
        tr("the password of \(account.jid) is missing; psst account add \(account.jid)"))
    }
    return StoredAccount(
      account: account, resource: record.resource, agent: record.agent, secret: secret,
      name: record.name, folder: folder)
  }

  /// Everything but letters, digits and `@ . - _` as `%` and two hexadecimal digits a byte.
  static func folderName(of jid: JID) -> String {
    jid.bare.description.utf8.reduce(into: "") { name, byte in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "@.-_".contains(character) {
        name.append(character)
      } else {
        name += "%" + [byte].hexadecimal
      }
    }
  }

  /// A device name nobody has: psst's own and random digits.
  public static func newResource() -> String { JID.psstResource + "-" + hex(bytes: 4) }

  /// 32 random bytes, as hexadecimal digits.
  static func newPassword() -> String { hex(bytes: 32) }

  private static func hex(bytes count: Int) -> String {
    (0..<count).map { _ in UInt8.random(in: 0...255) }.hexadecimal
  }

  /// The first line of a small file.
  static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
  }
}

import Glibc
import Model
import Scratch
import Synchronization
import Testing

@testable import Accounts
@testable import Files

struct AccountsTests {
  /// Remembers what was made on the private server.
  private final class Made: Sendable {
    let accounts = Mutex<[String: String]>([:])
  }

  private let folder: ScratchFolder
  private let made = Made()
  private let accounts: AccountDirectory

  init() throws {
    folder = ScratchFolder()
    accounts = AccountDirectory(paths: folder.paths) { [made] name, password in
      made.accounts.withLock { $0[name] = password }
    }
  }

  private let foreign = Account(
    jid: JID("ana@example.org")!, server: Endpoint(host: "::1", port: 5223), security: .startTLS,
    isPrivate: false)

  @Test func `C1 an account comes back as it was kept`() throws {
    let kept = try accounts.add(foreign, password: "pass word")
    let found = try #require(try accounts.account(foreign.jid))
    #expect(found == kept)
    #expect(found.account == foreign)
    #expect(found.password == "pass word")
    #expect(found.resource.hasPrefix("psst-"))
    #expect(accounts.list() == [kept])
  }

  @Test func `Z3 the password is in its own file of mode 0600 and nowhere else`() throws {
    let kept = try accounts.add(foreign, password: "hunter2hunter2")
    #expect(mode(of: kept.folder) == 0o700)
    for name in PrivateFile.names(in: kept.folder) {
      #expect(mode(of: kept.folder + "/" + name) == 0o600)
      let bytes = try PrivateFile.read(kept.folder + "/" + name) ?? []
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("hunter2") == (name == "password"))
    }
  }

  @Test func `Z3 the passwords of groups are in a file of mode 0600, which goes with the last`()
    throws
  {
    let kept = try accounts.add(foreign, password: "a")
    let passwords = RoomPasswords(in: kept.folder)
    #expect(try passwords.read() == [:])
    let all = [JID("a@r.example")!: "open  sesame ", JID("b@r.example")!: "ü\r"]
    try passwords.write(all)
    #expect(try passwords.read() == all)
    #expect(mode(of: kept.folder + "/room-passwords") == 0o600)
    try passwords.write([:])
    #expect(!PrivateFile.names(in: kept.folder).contains("room-passwords"))
    #expect(try passwords.read() == [:])
  }

  @Test func `Z3 a token is in a file of mode 0600, and goes with what it stands for`() throws {
    let kept = try accounts.add(foreign, password: "a")
    let stored = StoredToken(in: kept.folder)
    #expect(try stored.read() == nil)
    let token = try #require(SignInToken("secret-token: ü", for: .exporter))
    try stored.write(token)
    #expect(try stored.read() == token)
    #expect(mode(of: kept.folder + "/token") == 0o600)
    #expect(try accounts.agent(of: kept) == kept.agent)
    try stored.write(nil)
    #expect(try stored.read() == nil)
    try stored.write(token)
    #expect(try accounts.add(foreign, password: "b").agent == kept.agent)
    #expect(try stored.read() == nil, "it was given for another password")
    try stored.write(token)
    try accounts.signOut(foreign.jid, keepsHistory: false)
    #expect(PrivateFile.names(in: kept.folder).isEmpty)
  }

  @Test(arguments: ["", "x", "HT-SHA-256-NONE", "HT-SHA-256-NONE ", "HT-MD5 secret"])
  func `Z3 a file that is no token is none`(text: String) throws {
    let kept = try accounts.add(foreign, password: "a")
    try PrivateFile.write(Array(text.utf8), to: kept.folder + "/token")
    #expect(try StoredToken(in: kept.folder).read() == nil)
  }

  @Test func `C1 an account without an id of this device gets one, once`() throws {
    let kept = try accounts.add(foreign, password: "a")
    let path = kept.folder + "/account.json"
    let text = String(decoding: try PrivateFile.read(path) ?? [], as: UTF8.self)
    let older = text.split(separator: "\n").filter { !$0.contains("\"agent\"") }
    try PrivateFile.write(Array(older.joined(separator: "\n").utf8), to: path)
    let found = try #require(try accounts.account(foreign.jid))
    #expect(found.agent == nil)
    let agent = try accounts.agent(of: found)
    #expect(try accounts.agent(of: found) == agent)
    #expect(try accounts.account(foreign.jid)?.agent == agent)
  }

  @Test func `C1 adding an account again keeps its device name`() throws {
    let first = try accounts.add(foreign, password: "a")
    let second = try accounts.add(foreign, password: "b")
    #expect(first.resource == second.resource)
    #expect(try accounts.account(foreign.jid)?.password == "b")
  }

  @Test func `C1 signing out keeps the history and nothing that could sign in`() throws {
    let kept = try accounts.add(foreign, password: "a", name: "Ana Müller")
    try StoredToken(in: kept.folder).write(SignInToken("secret", for: .exporter))
    try RoomPasswords(in: kept.folder).write([foreign.jid: "b"])
    try PrivateFile.write([1], to: kept.databasePath)
    try accounts.makeDefault(foreign.jid)
    try accounts.signOut(foreign.jid, keepsHistory: true)
    #expect(PrivateFile.names(in: kept.folder) == ["account.json", "messages.sqlite"])
    #expect(accounts.list().isEmpty && accounts.signedOut() == [foreign.jid])
    #expect(try accounts.account(foreign.jid) == nil && accounts.select(nil) == nil)
    let again = try accounts.add(foreign, password: "c")
    #expect(again.resource == kept.resource && again.name == "Ana Müller")
    #expect(try PrivateFile.read(again.databasePath) == [1])
    #expect(accounts.signedOut().isEmpty)
  }

  @Test func `C1 what was kept can be deleted later, and all of it is`() throws {
    let kept = try accounts.add(foreign, password: "a")
    try accounts.signOut(foreign.jid, keepsHistory: true)
    try accounts.signOut(foreign.jid, keepsHistory: false)
    #expect(PrivateFile.names(in: kept.folder).isEmpty && accounts.signedOut().isEmpty)
    #expect(throws: Failure.self) { try accounts.signOut(foreign.jid, keepsHistory: true) }
  }

  @Test func `C1 an account of the private server that was left comes back with its history`()
    throws
  {
    let kept = try accounts.privateAccount("ana", of: "Ana")
    try accounts.signOut(kept.account.jid, keepsHistory: true)
    #expect(accounts.takenNames == ["echo"] && accounts.returningNames == ["ana"])
    let again = try accounts.privateAccount("ana")
    #expect(again.resource == kept.resource && again.password != kept.password)
    #expect(again.name == "Ana")
    #expect(made.accounts.withLock { $0["ana"] } == again.password)
  }

  @Test func `C1 an account of the private server is not signed in to as any other`() throws {
    let kept = try accounts.privateAccount("ana")
    let signIn = SignIn(in: accounts) { stored in
      AccountContext(
        stored: stored, paths: folder.paths, log: Log(path: folder.paths.log, clean: { $0 }),
        privacy: Privacy(), logsStanzas: false)
    }
    let request = SignInRequest(address: "ana@localhost", password: "guessed")
    #expect(throws: SignInProblem.self) { try signIn.carryOut(.signIn(request)) }
    #expect(try accounts.account(kept.account.jid) == kept)
  }

  @Test func `C1 what the private server has is deleted with the rest, or nothing is`() throws {
    let gone = Mutex<[String]>([])
    let refusing = AccountDirectory(paths: folder.paths) { _, _ in
    } deletePrivate: { _ in
      throw Failure("stopped")
    }
    let kept = try refusing.privateAccount("ana")
    #expect(throws: Failure("stopped")) {
      try refusing.signOut(kept.account.jid, keepsHistory: false)
    }
    #expect(try refusing.account(kept.account.jid) == kept)
    let deleting = AccountDirectory(paths: folder.paths) { _, _ in
    } deletePrivate: { name in
      gone.withLock { $0.append(name) }
    }
    try deleting.signOut(kept.account.jid, keepsHistory: false)
    _ = try deleting.add(foreign, password: "a")
    try deleting.signOut(foreign.jid, keepsHistory: false)
    #expect(gone.withLock { $0 } == ["ana"] && deleting.list().isEmpty)
  }

  private static func keys(_ salt: UInt8) -> SCRAMKeys {
    SCRAMKeys(
      hash: .sha1, salt: [salt, 255], iterations: 4_096,
      salted: (0..<20).map { $0 &* 13 &+ salt })
  }

  @Test func `Z3 keys that a server asked for twice stand alone, other salts leave the password`()
    throws
  {
    let kept = try accounts.add(foreign, password: "a", keys: Self.keys(0))
    for salt in [1, 2, 3] as [UInt8] {
      try accounts.keep(Self.keys(salt), for: kept)
      #expect(try accounts.account(foreign.jid)?.secret == .password("a"))
    }
    try accounts.keep(Self.keys(3), for: kept)
    #expect(try accounts.account(foreign.jid)?.secret == .keys(Self.keys(3)))
    #expect(try PrivateFile.read(kept.folder + "/password") == nil)
    // Another password puts an end to them.
    _ = try accounts.add(foreign, password: "b")
    #expect(try accounts.account(foreign.jid)?.secret == .password("b"))
    try accounts.keep(Self.keys(3), for: kept)
    #expect(try accounts.account(foreign.jid)?.secret == .password("b"))
    try accounts.keep(Self.keys(3), for: kept)
    try accounts.signOut(foreign.jid, keepsHistory: true)
    #expect(PrivateFile.names(in: kept.folder) == ["account.json"])
  }

  @Test func `Z3 keys that are damaged are said to be, and signing in again mends it`() throws {
    let kept = try accounts.add(foreign, password: "a", keys: Self.keys(1))
    try accounts.keep(Self.keys(1), for: kept)
    try PrivateFile.write(Array("SHA-1 4096 00 zz\n".utf8), to: kept.folder + "/keys")
    let failure = #expect(throws: Failure.self) { try accounts.account(foreign.jid) }
    #expect(failure?.text.contains("damaged") == true)
    _ = try accounts.add(foreign, password: "a")
    #expect(try accounts.account(foreign.jid)?.password == "a")
  }

  @Test func `Z3 the password of an account of the private server stays`() throws {
    let kept = try accounts.privateAccount("ana")
    for _ in 0...2 { try accounts.keep(Self.keys(1), for: kept) }
    #expect(try accounts.account(kept.account.jid) == kept)
  }

  @Test func `C1 an account whose password is gone can be signed in to again`() throws {
    let kept = try accounts.add(foreign, password: "a")
    try PrivateFile.remove(kept.folder + "/password")
    #expect(throws: Failure.self) { try accounts.account(foreign.jid) }
    #expect(try accounts.add(foreign, password: "b").resource == kept.resource)
  }

  @Test func `Z3 the best way an account signed in is kept with it, until the user says otherwise`()
    throws
  {
    var account = foreign
    account.terms = try accounts.terms(of: foreign.jid)
    #expect(account.terms == SignInTerms())
    let stored = try accounts.add(account, password: "a")
    try accounts.keep(.scramSHA256Plus, for: stored)
    #expect(try accounts.account(foreign.jid)?.account.terms.strongest == .scramSHA256Plus)
    #expect(try accounts.account(foreign.jid)?.password == "a")
    let again = try accounts.terms(of: foreign.jid)
    #expect(again == SignInTerms(strongest: .scramSHA256Plus), "another password is no reason")
    let weaker = try accounts.terms(of: foreign.jid, allowingWeaker: true)
    #expect(weaker == SignInTerms())
    account.terms = try accounts.terms(of: foreign.jid, allowingPlain: true)
    #expect(account.terms == SignInTerms(allowsPlain: true))
    account.terms.strongest = .plain
    _ = try accounts.add(account, password: "a")
    #expect(try accounts.terms(of: foreign.jid) == account.terms)
  }

  @Test func `Z3 an account from before this was kept is read, an unknown way is damage`() throws {
    let stored = try accounts.add(foreign, password: "a")
    let file = stored.folder + "/account.json"
    let old = String(decoding: try #require(try PrivateFile.read(file)), as: UTF8.self)
    #expect(!old.contains("signIn") && !old.contains("plainPassword"))
    let odd = old.replacing("{", with: "{\"signIn\": \"ROT-13\",")
    try PrivateFile.write(Array(odd.utf8), to: file)
    #expect(throws: Failure.self) { try accounts.account(foreign.jid) }
  }

  @Test func `C1 a bare name is an account on the private server, made once`() throws {
    let first = try #require(try accounts.select("Ana"))
    #expect(first.account.jid == JID("ana@localhost"))
    #expect(first.account.isPrivate)
    #expect(first.password?.count == 64)
    #expect(made.accounts.withLock { $0 } == ["ana": first.password ?? ""])
    #expect(try accounts.select("ana@localhost") == first)
    #expect(try accounts.select("ana") == first)
  }

  @Test func `C1 an account is found by its name, and none is made`() throws {
    #expect(try accounts.find("Ana") == .new(name: "ana", alike: nil))
    #expect(try accounts.find("ana@localhost") == .new(name: "ana", alike: nil))
    #expect(accounts.list().isEmpty)
    let ana = try #require(try accounts.select("ana"))
    #expect(try accounts.find("Ana") == .known(ana))
    #expect(try accounts.find("anna") == .new(name: "anna", alike: "ana"))
    for wrong in ["a b", "@localhost", "zoe@example.org"] {
      #expect(throws: Failure.self) { try accounts.find(wrong) }
    }
  }

  @Test func `C1 nothing is kept when the private server refuses`() throws {
    let accounts = AccountDirectory(paths: folder.paths) { _, _ in throw Failure("no") }
    #expect(throws: Failure("no")) { try accounts.select("ana") }
    #expect(accounts.list().isEmpty)
  }

  @Test func `C1 the account used last is the default, else the only one`() throws {
    #expect(try accounts.select(nil) == nil)
    let ana = try #require(try accounts.select("ana"))
    #expect(try accounts.select(nil) == ana)
    let bo = try #require(try accounts.select("bo"))
    #expect(try accounts.select(nil) == nil)
    try accounts.makeDefault(bo.account.jid)
    #expect(try accounts.select(nil) == bo)
    try accounts.signOut(bo.account.jid, keepsHistory: false)
    #expect(try accounts.select(nil) == ana)
  }

  @Test func `C1 another account that is opened for once does not become the usual one`() throws {
    let ana = try #require(try accounts.select("ana"))
    try accounts.makeDefaultIfFirst(ana.account.jid)
    let bo = try #require(try accounts.select("bo"))
    try accounts.makeDefaultIfFirst(bo.account.jid)
    #expect(try accounts.select(nil) == ana)
    try accounts.signOut(ana.account.jid, keepsHistory: false)
    try accounts.makeDefaultIfFirst(bo.account.jid)
    _ = try accounts.select("cy")
    #expect(try accounts.select(nil) == bo)
  }

  @Test func `P2 the account that is the default already is not written again`() throws {
    func inode() -> UInt64? {
      var status = stat()
      return stat(folder.paths.defaultAccount, &status) == 0 ? UInt64(status.st_ino) : nil
    }
    let ana = try #require(try accounts.select("ana"))
    let bo = try #require(try accounts.select("bo"))
    try accounts.makeDefault(ana.account.jid)
    // A file that has its place now would have another number.
    let first = try #require(inode())
    try accounts.makeDefault(ana.account.jid)
    #expect(inode() == first)
    try accounts.makeDefault(bo.account.jid)
    #expect(inode() != first)
    #expect(try accounts.select(nil) == bo)
  }

  @Test func `C1 a removed account leaves nothing`() throws {
    let ana = try #require(try accounts.select("ana"))
    try PrivateFile.write([1], to: ana.databasePath)
    try accounts.signOut(ana.account.jid, keepsHistory: false)
    #expect(PrivateFile.names(in: folder.paths.accounts).isEmpty)
    #expect(throws: Failure.self) { try accounts.signOut(ana.account.jid, keepsHistory: false) }
  }

  @Test func `C1 an unknown address is an error that names the nearest`() throws {
    _ = try accounts.add(foreign, password: "a")
    #expect(
      throws: Failure("there is no account anna@example.org here; did you mean ana@example.org?")
    ) { try accounts.select("anna@example.org") }
  }

  @Test(arguments: [
    ("a@b.c", "a@b.c"), ("a%b@c", "a%25b@c"), ("ä@b", "%c3%a4@b"), ("a*b@c/r", "a%2ab@c"),
  ])
  func `C1 folder names are safe and tell addresses apart`(jid: String, name: String) throws {
    #expect(AccountDirectory.folderName(of: try #require(JID(jid))) == name)
  }

  @Test(arguments: [
    ("h:1", "h", UInt16(1)), ("[::1]:5222", "::1", 5222), ("127.0.0.1:65535", "127.0.0.1", 65535),
  ])
  func `C1 a server's place is understood`(text: String, host: String, port: UInt16) {
    #expect(Endpoint(parsing: text) == Endpoint(host: host, port: port))
  }

  @Test(arguments: ["h", "h:", ":1", "h:0", "h:65536", "::1", "a b:1", "h:1x"])
  func `C1 a server's place that is none is refused`(text: String) {
    #expect(Endpoint(parsing: text) == nil)
  }
}

internal import Glibc
internal import LocalServer
internal import Model

/// A folder of its own with everything psst keeps, its private server, and the program under test.
final class Stage {
  /// Short: sockets in it must fit in 107 bytes (unix(7)).
  let path: String
  /// The release build of psst that stands beside this program.
  let program: String
  static let password = "password-of-the-bench"

  init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/psst-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchError("no folder can be made in \(parent)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let own = CommandLine.arguments[0]
    let folder = own.contains("/") ? own[..<own.lastIndex(of: "/")!] : "."
    program = folder + "/psst"
    guard access(program, X_OK) == 0 else {
      throw BenchError("\(program) is missing: swift build -c release builds it beside this one")
    }
  }

  deinit {
    try? server.stop()
    SmallFile.remove(path)
  }

  var server: PrivateServer { PrivateServer(folder: path + "/data/server", idleSeconds: 900) }

  static func address(_ name: String) -> JID {
    guard let jid = JID("\(name)@\(PrivateServer.domain)") else {
      preconditionFailure("a name of the bench is a name on the server")
    }
    return jid
  }

  func folder(of name: String) -> String {
    "\(path)/data/accounts/\(name)@\(PrivateServer.domain)"
  }

  func database(of name: String) -> String { folder(of: name) + "/messages.sqlite" }

  /// Signs psst in on this computer, as its own files have it.
  ///
  /// - Parameter port: of a relay before the server; `nil` for the private server itself.
  func keep(_ name: String, port: UInt16? = nil) throws {
    try SmallFile.makeFolder(folder(of: name))
    let place = port.map { "\"server\": \"127.0.0.1:\($0)\"," } ?? ""
    let record = """
      {"jid": "\(Self.address(name))", \(place) "security": "off",
       "isPrivate": \(port == nil), "resource": "psst-bench"}
      """
    try SmallFile.write(record, to: folder(of: name) + "/account.json")
    try SmallFile.write(Self.password + "\n", to: folder(of: name) + "/password")
    try SmallFile.write("\(Self.address(name))\n", to: path + "/data/default")
  }

  /// Makes an account at the server.
  func register(_ name: String) throws {
    try server.makeAccount(name: name, password: Self.password)
  }

  /// The accounts that psst opens where none is named.
  func open(together names: [String]) throws {
    try SmallFile.makeFolder(path + "/config")
    let list = names.map { "\"\(Self.address($0))\"" }.joined(separator: ", ")
    try SmallFile.write("accounts = [\(list)]\n", to: path + "/config/config.toml")
  }

  /// psst in a terminal.
  /// - Parameter name: the account; `nil` for those of the configuration.
  func open(_ name: String?, columns: Int32 = 120, rows: Int32 = 40) throws -> PseudoTerminal {
    try PseudoTerminal(
      [program] + (name.map { ["--account", "\(Self.address($0))"] } ?? []),
      environment: ["PSST_HOME": path], rows: rows, columns: columns)
  }
}

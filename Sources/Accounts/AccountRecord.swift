internal import Files
internal import FoundationEssentials
internal import Localization
public import Model

/// An account as its `account.json` has it. The password is never in it.
struct AccountRecord: Codable, Equatable {
  var jid: String
  /// `HOST:PORT`
  var server: String?
  var security: String
  var isPrivate: Bool
  var resource: String
  /// This device's id for servers that give tokens (XEP-0388); missing: none was made yet.
  var agent: String?
  /// The strongest mechanism it signed in with.
  var signIn: String?
  /// The server may have the password itself; missing: it may not.
  var plainPassword: Bool?
  /// What its owner is called.
  var name: String?
  /// What was said stays here, and nothing that could sign in.
  var signedOut: Bool?

  init(_ stored: StoredAccount) {
    let account = stored.account
    resource = stored.resource
    agent = stored.agent
    name = stored.name
    jid = account.jid.bare.description
    server = account.server?.description
    security = account.security.rawValue
    isPrivate = account.isPrivate
    signIn = account.terms.strongest?.rawValue
    plainPassword = account.terms.allowsPlain ? true : nil
  }

  func encoded() throws(Failure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(self)) + [0x0A]
    } catch {
      let reason = "\(error)"
      throw Failure(tr("the account \(jid) cannot be written: \(reason)"))
    }
  }

  static func decoded(_ bytes: [UInt8], name: String) throws(Failure) -> AccountRecord {
    do {
      return try JSONDecoder().decode(AccountRecord.self, from: Data(bytes))
    } catch {
      throw Failure(tr("\(name) is damaged"))
    }
  }

  func account(name: String) throws(Failure) -> Account {
    guard let jid = JID(jid), jid.local != nil, let security = Account.Security(rawValue: security)
    else { throw Failure(tr("\(name) is damaged")) }
    let endpoint = server.flatMap(Endpoint.init(parsing:))
    guard (server == nil) == (endpoint == nil) else { throw Failure(tr("\(name) is damaged")) }
    let strongest = signIn.flatMap(SignInMechanism.init)
    guard (signIn == nil) == (strongest == nil) else { throw Failure(tr("\(name) is damaged")) }
    let terms = SignInTerms(strongest: strongest, allowsPlain: plainPassword == true)
    return Account(
      jid: jid, server: endpoint, security: security, isPrivate: isPrivate, terms: terms)
  }
}

extension Endpoint {
  /// `HOST:PORT`, with a numeric IPv6 address in brackets; `nil` for anything else.
  public init?(parsing text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
      port > 0
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || "/@[]".contains($0) }) else {
      return nil
    }
    self.init(host: String(host), port: port)
  }

  /// Is this computer itself, whatever the network says: `localhost` (RFC 6761 §6.3), 127/8, ::1.
  public var isLoopback: Bool {
    if host == "::1" || host.lowercased() == "localhost" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

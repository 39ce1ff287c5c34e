import Model
import Scram
import XMLStream

@testable import XMPP

/// What a server says that signs in by XEP-0388, with the words of the standards' examples.
enum QuickServer {
  static let agent = "d4565fa7-4d72-4749-b3d3-740edbf87770"
  static let secret = "secret-token:fast-abc"
  static let all =
    "<sm xmlns='urn:xmpp:sm:3'/><bind xmlns='urn:xmpp:bind:0'><inline>"
    + "<feature var='urn:xmpp:carbons:2'/><feature var='urn:xmpp:csi:0'/>"
    + "<feature var='urn:xmpp:sm:3'/></inline></bind><fast xmlns='urn:xmpp:fast:0'>"
    + "<mechanism>HT-SHA-256-EXPR</mechanism><mechanism>HT-SHA-256-NONE</mechanism></fast>"
  static let enabled = "<enabled xmlns='urn:xmpp:sm:3' id='s1' resume='true'/>"
  /// Of ``secret`` without a binding, as another implementation of HMAC has them.
  static let initiator = "YW5hADGkD5XiIlia+4wowhIRlBPJnxUw7RFFjyzNFBmI7nCe"
  static let responder = "kP0GDjSVGqRF4nKLtIi3QlXFuDVf6mGFRvdYjlQnogQ="

  static func features(_ mechanisms: [String], inline: String = all, also: String = "") -> String {
    let list = mechanisms.map { "<mechanism>\($0)</mechanism>" }.joined()
    return Rig.header + "<stream:features>\(also)<authentication xmlns='urn:xmpp:sasl:2'>\(list)"
      + "<inline>\(inline)</inline></authentication></stream:features>"
  }

  static func success(
    _ data: String?, for jid: String = "\(Rig.own)", _ also: String = ""
  ) -> String {
    let data = data.map { "<additional-data>\($0)</additional-data>" } ?? ""
    return "<success xmlns='urn:xmpp:sasl:2'>\(data)"
      + "<authorization-identifier>\(jid)</authorization-identifier>\(also)</success>"
  }

  static func bound(_ inside: String = enabled) -> String {
    "<bound xmlns='urn:xmpp:bind:0'>\(inside)</bound>"
  }

  /// What the device says that has ``agent``: by this mechanism, and what else it wants.
  static func authenticate(_ mechanism: String, _ first: String, _ wanted: String) -> String {
    let parts = [
      "<authenticate xmlns='urn:xmpp:sasl:2' mechanism='\(mechanism)'>",
      "<initial-response>\(first)</initial-response>",
      "<user-agent id='\(agent)'><software>psst</software></user-agent>",
      "<bind xmlns='urn:xmpp:bind:0'><tag>psst</tag>",
      "<enable xmlns='urn:xmpp:sm:3' resume='true'/></bind>", wanted, "</authenticate>",
    ]
    return parts.joined()
  }

  static func challenge(_ text: String) -> String {
    "<challenge xmlns='urn:xmpp:sasl:2'>\(text)</challenge>"
  }
}

extension Rig {
  /// A device that the server knows; the archive keeps all.
  static func device(
    resuming old: StreamState? = nil, terms: SignInTerms = SignInTerms(),
    token: SignInToken? = nil, mayBindInline: Bool = true, resumesInline: Bool = true
  ) -> Rig {
    Rig(
      resuming: old, terms: terms, agent: QuickServer.agent, token: token,
      mayBindInline: mayBindInline, resumesInline: resumesInline)
  }

  /// Plays the server up to the last word of SCRAM, and gives that.
  mutating func proveByPassword(
    _ binding: ChannelBinding? = nil, inline: String = QuickServer.all
  ) -> String {
    handle(.connected(isSecure: true, binding: binding))
    receive(QuickServer.features(["SCRAM-SHA-256"], inline: inline))
    let server = ScramServer("SCRAM-SHA-256", password: Self.password)
    receive(QuickServer.challenge(server.step(initial) ?? ""))
    return server.step(lastText) ?? ""
  }

  /// What `<authenticate/>` begins with.
  var initial: String {
    let parts = (sent.last { $0.contains("<authenticate") } ?? "").split(
      separator: "<initial-response>")
    return String(parts.last?.split(separator: "<").first ?? "")
  }
}

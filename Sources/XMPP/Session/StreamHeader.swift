internal import Localization
internal import Model
internal import XMLStream

/// The opening of a stream (RFC 6120 §4.7).
struct StreamHeader {
  /// What we send. The own address is told only under TLS, so that nobody on the way learns it.
  static func opening(to domain: String, from account: JID?) -> String {
    let from = account.map { " from='\(XMLText.escapedAttribute($0.description))'" } ?? ""
    return "<?xml version='1.0'?><stream:stream to='\(XMLText.escapedAttribute(domain))'\(from)"
      + " version='1.0' xml:lang='en' xmlns='\(Namespace.client)'"
      + " xmlns:stream='\(Namespace.streams)'>"
  }

  /// Whether what the server opened is an XMPP 1.0 stream.
  static func check(_ header: XMLElement) throws(SessionFailure) {
    guard header.is("stream", Namespace.streams) else {
      throw .broken(tr("the server does not speak XMPP"), "invalid-namespace")
    }
    guard let major = header["version"]?.split(separator: ".").first, Int(major) == 1 else {
      throw .broken(tr("the server speaks another version of XMPP"), "unsupported-version")
    }
  }
}

internal import Model
internal import XMLStream

/// XEP-0386: a resource is bound, and what it wants is turned on, along with signing in.
enum XEP0386Bind2: Extension {
  static let namespace = "urn:xmpp:bind:0"

  /// What can be turned on along with it: features of `<inline/>`. `nil` where it is not offered.
  static func offer(in inline: XMLElement?) -> Set<String>? {
    guard let bind = inline?.child("bind", namespace) else { return nil }
    return Set(bind.child("inline", namespace)?.children.compactMap { $0["var"] } ?? [])
  }

  /// In `<authenticate/>`. The server makes a resource of the tag, by which other psst know ours (D3). Whether
  /// somebody looks is told afterwards, which costs no round trip: Prosody 0.12's module for it forgets to act on that. So
  /// are carbons (XEP-0280) turned on, behind the question whether ids of the archive can be believed: a copy that came
  /// before its answer would have none, and come again.
  static func request(_ features: Set<String>) -> XMLElement {
    var children = [XMLElement("tag", namespace, text: JID.psstResource)]
    if features.contains(XEP0198StreamManagement.namespace) {
      children.append(XEP0198StreamManagement.enable)
    }
    return XMLElement("bind", namespace, [:], children)
  }

  /// What is asked for of a server that has not said yet what it can.
  static let usual: Set<String> = [XEP0198StreamManagement.namespace]

  /// What came with the resource.
  struct Bound: Equatable {
    /// `<enabled/>` or `<failed/>`; `nil` where the server does not do it along with binding.
    var management: XMLElement?

    /// Of `<success/>`; `nil` where nothing was bound.
    init?(in success: XMLElement) {
      guard let bound = success.child("bound", namespace) else { return nil }
      management = bound.children.first { $0.namespace == XEP0198StreamManagement.namespace }
    }
  }
}

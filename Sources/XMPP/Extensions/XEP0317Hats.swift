internal import XMLStream

/// XEP-0317: what a room calls somebody besides what they may do. Only the room's server says it.
enum XEP0317Hats: Extension {
  /// As Prosody 0.12 has it, and as the XEP names it.
  private static let namespaces = ["xmpp:prosody.im/protocol/hats:1", "urn:xmpp:hats:0"]
  /// Bounds of what is kept (Z4).
  private static let most = 5
  private static let longest = 40

  static func titles(of presence: XMLElement) -> [String] {
    for namespace in namespaces {
      guard let hats = presence.child("hats", namespace) else { continue }
      return hats.children.filter { $0.is("hat", namespace) }.prefix(most)
        .compactMap { hat in hat["title"].map { String($0.prefix(longest)) } }
        .filter { !$0.isEmpty }
    }
    return []
  }
}

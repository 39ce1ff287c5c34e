internal import Model
internal import XMLStream

/// XEP-0484: a token in the place of the password, which takes one round trip.
enum XEP0484FAST: Extension {
  static let namespace = "urn:xmpp:fast:0"

  /// The kinds of token that a server gives, of `<inline/>`.
  static func offer(in inline: XMLElement?) -> [SignInToken.Mechanism] {
    let offered = inline?.child("fast", namespace)?.children.filter { $0.name == "mechanism" } ?? []
    return offered.compactMap { SignInToken.Mechanism(rawValue: $0.text) }
  }

  /// In `<authenticate/>`: that one is wanted.
  static func request(for mechanism: SignInToken.Mechanism) -> XMLElement {
    XMLElement("request-token", namespace, ["mechanism": mechanism.rawValue])
  }

  /// In `<authenticate/>`: that one is used.
  static let use = XMLElement("fast", namespace)

  /// The one that `<success/>` gives.
  static func token(in success: XMLElement, for mechanism: SignInToken.Mechanism) -> SignInToken? {
    success.child("token", namespace)?["token"].flatMap { SignInToken($0, for: mechanism) }
  }
}

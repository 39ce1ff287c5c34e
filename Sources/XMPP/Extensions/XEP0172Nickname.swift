internal import Model
internal import XMLStream

/// XEP-0172: what somebody calls themselves, in a node of their account (XEP-0163) for who sees their presence.
enum XEP0172Nickname: Extension {
  static let namespace = "http://jabber.org/protocol/nick"
  static let features = [namespace, namespace + "+notify"]

  /// - Parameter name: `nil`: none any more, which an empty one says to all programs.
  static func request(_ id: String, _ name: String?) -> Request {
    let nick = XMLElement("nick", namespace, text: name ?? "")
    return PubSub.publishing("current", nick, in: namespace) { [.nickTold(id: id, $0)] }
  }

  /// What a message says that tells of this node, of whomever it may be: `nil` in it where they have none; `nil` where it
  /// is none such.
  static func nick(inMessage message: XMLElement) -> String?? {
    guard let news = PubSub.news(of: namespace, inMessage: message) else { return nil }
    let text = news.items.last?.child("nick", namespace)?.text
    return .some(text.flatMap { Nickname.bounded($0) })
  }
}

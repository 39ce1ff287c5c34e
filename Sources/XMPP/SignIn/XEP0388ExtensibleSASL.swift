internal import Localization
internal import Model
internal import XMLStream

/// XEP-0388: signing in, and what else is wanted of the stream, in as few round trips as the mechanism has.
enum XEP0388ExtensibleSASL: Extension {
  static let namespace = "urn:xmpp:sasl:2"

  /// What a server offers with it.
  struct Offer: Equatable {
    var mechanisms: [String]
    /// An old stream goes on along with it (XEP-0198 §6).
    var resumes: Bool
    /// A resource is bound along with it, and these are turned on (XEP-0386).
    var bind: Set<String>?
    /// It gives and takes these tokens (XEP-0484).
    var tokens: [SignInToken.Mechanism]

    /// `nil` where the features have none.
    init?(_ features: XMLElement) {
      guard let offer = features.child("authentication", namespace) else { return nil }
      let inline = offer.child("inline", namespace)
      mechanisms = offer.children.filter { $0.is("mechanism", namespace) }.map(\.text)
      resumes = inline?.child("sm", XEP0198StreamManagement.namespace) != nil
      bind = XEP0386Bind2.offer(in: inline)
      tokens = XEP0484FAST.offer(in: inline)
    }
  }

  /// - Parameters:
  ///   - first: what the mechanism begins with, Base64.
  ///   - agent: this device's id, by which the server knows it again.
  ///   - requests: what else is wanted.
  static func authenticate(
    by mechanism: String, _ first: String, agent: String?, _ requests: [XMLElement]
  ) -> XMLElement {
    let software = XMLElement("software", namespace, text: JID.psstResource)
    let device = agent.map { [XMLElement("user-agent", namespace, ["id": $0], [software])] }
    return XMLElement(
      "authenticate", namespace, ["mechanism": mechanism],
      [XMLElement("initial-response", namespace, text: first)] + (device ?? []) + requests)
  }

  /// Nothing is written as nothing there, not as `=`.
  static func response(_ text: String) -> XMLElement {
    XMLElement("response", namespace, text: text == "=" ? nil : text)
  }

  /// What the mechanism has to say at its end.
  static func additionalData(in success: XMLElement) -> String {
    let text = success.child("additional-data", namespace)?.text ?? ""
    return text.filter { !$0.isWhitespace }
  }

  /// Whom the server let in; full where a resource is bound. The examples of XEP-0386 write it otherwise.
  static func identity(in success: XMLElement) -> JID? {
    let names = ["authorization-identifier", "authorization-identity"]
    let text = names.lazy.compactMap { success.child($0, namespace)?.text }.first
    return text.flatMap { JID($0) }
  }

  /// The server wants more than a password, which a person would have to be asked for.
  static func wantsMore(_ element: XMLElement) -> SessionFailure {
    let tasks = element.child("tasks", namespace)?.children.map(\.text) ?? []
    let names = StanzaError.bounded(tasks.joined(separator: ", "))
    return SessionFailure(
      .signInRefused(
        reason: tr("the server wants another step to sign in (\(names)), which psst cannot do")))
  }
}

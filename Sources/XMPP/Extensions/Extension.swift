internal import XMLStream

/// An extension of XMPP that psst speaks, a XEP or one of its own: one file each, named in ``Extensions/all``. What
/// others are told or answered, and what a message says, is asked of the extensions there, so that nobody else need
/// know them.
protocol Extension: SendableMetatype {
  /// What others are told that psst can do by it (XEP-0030 §3.1): nothing where it is spoken with one's own
  /// server alone.
  static var features: [String] { get }

  /// Adds the payloads of this extension that a message has. An error is not read: it has those of the message
  /// that came back.
  static func read(_ stanza: XMLElement, into message: inout InboundMessage)

  /// The child of a message that says this; `nil` where another extension says it.
  static func element(for payload: Payload) -> XMLElement?

  /// What goes with that child, for servers, and programs that do not know it. Without a text the archives are to be
  /// asked to keep it (XEP-0334).
  static func companions(of payload: Payload) -> [XMLElement]

  /// The answer to somebody's question (IQ of type `get`) of this payload; `nil` where it is none of this
  /// extension's.
  static func reply(to question: XMLElement) -> Reply?
}

extension Extension {
  static var features: [String] { [] }
  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {}
  static func element(for payload: Payload) -> XMLElement? { nil }
  static func companions(of payload: Payload) -> [XMLElement] { [] }
  static func reply(to question: XMLElement) -> Reply? { nil }
}

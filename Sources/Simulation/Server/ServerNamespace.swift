internal import XMLStream

/// Namespaces that the server's side speaks, kept apart from the program's own so that one wrong there is
/// not wrong here.
enum ServerNamespace {
  static let client = "jabber:client"
  static let streams = "http://etherx.jabber.org/streams"
  static let streamErrors = "urn:ietf:params:xml:ns:xmpp-streams"
  static let stanzaErrors = "urn:ietf:params:xml:ns:xmpp-stanzas"
  static let sasl = "urn:ietf:params:xml:ns:xmpp-sasl"
  static let quickSASL = "urn:xmpp:sasl:2"
  static let quickBind = "urn:xmpp:bind:0"
  static let bind = "urn:ietf:params:xml:ns:xmpp-bind"
  static let roster = "jabber:iq:roster"
  static let management = "urn:xmpp:sm:3"
  static let blocking = "urn:xmpp:blocking"
  static let clientState = "urn:xmpp:csi:0"
  static let carbons = "urn:xmpp:carbons:2"
  static let forward = "urn:xmpp:forward:0"
  static let archive = "urn:xmpp:mam:2"
  static let pages = "http://jabber.org/protocol/rsm"
  static let forms = "jabber:x:data"
  static let delay = "urn:xmpp:delay"
  static let ids = "urn:xmpp:sid:0"
  static let bookmarks = "urn:xmpp:bookmarks:1"
  static let ping = "urn:xmpp:ping"
  static let information = "http://jabber.org/protocol/disco#info"
  static let items = "http://jabber.org/protocol/disco#items"
  static let chatStates = "http://jabber.org/protocol/chatstates"
  static let hints = "urn:xmpp:hints"
  static let nodes = "http://jabber.org/protocol/pubsub"
  static let nick = "http://jabber.org/protocol/nick"
  static let nodeEvents = "http://jabber.org/protocol/pubsub#event"
  static let reactions = "urn:xmpp:reactions:0"
  static let reading = "urn:xmpp:mds:displayed:0"
  static let rooms = "http://jabber.org/protocol/muc"
  static let roomUser = "http://jabber.org/protocol/muc#user"
  static let roomAdmin = "http://jabber.org/protocol/muc#admin"
  static let roomOwner = "http://jabber.org/protocol/muc#owner"
  static let markers = "urn:xmpp:chat-markers:0"
  static let moderation = "urn:xmpp:message-moderate:1"
  static let retraction = "urn:xmpp:message-retract:1"
  static let occupants = "urn:xmpp:occupant-id:0"
  static let capabilities = "http://jabber.org/protocol/caps"
}

extension XMLElement {
  /// The element with the attribute set, or without it.
  func with(_ name: String, _ value: String?) -> XMLElement {
    var element = self
    element.attributes.removeAll { $0.name == name && $0.namespace.isEmpty }
    if let value { element.attributes.append(XMLAttribute(name: name, value: value)) }
    return element
  }

  func adding(_ child: XMLElement) -> XMLElement {
    var element = self
    element.nodes.append(.element(child))
    return element
  }

  /// Of a message of one of ours: a stranger's are told apart by who wrote them.
  var reactions: XMLElement? {
    let sender = bareAddress(self["from"] ?? "")
    return sender == Stranger.account ? nil : child("reactions", ServerNamespace.reactions)
  }

  /// The element as bytes for a client's stream.
  var streamBytes: [UInt8] { Array(serialized(inside: ServerNamespace.client).utf8) }
}

/// The part of an address before the resource.
func bareAddress(_ address: String) -> String {
  address.split(separator: "/", maxSplits: 1).first.map(String.init) ?? address
}

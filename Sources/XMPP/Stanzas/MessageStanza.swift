internal import Model
internal import XMLStream

/// `<message/>` (RFC 6121 §5) with the extensions psst understands.
enum MessageStanza {
  /// Where a message came from, and whose archive may give it its id.
  struct Context {
    var source: InboundMessage.Source
    /// The full address of this session.
    var own: JID
    /// The account's server gives messages their archive's ids, and lets nobody else's through.
    var givesArchiveIDs = false
    /// The archive's id and stamp, for results of a query.
    var archived: (id: ArchiveID, stamp: Timestamp?)?
    /// The room whose archive has it.
    var room: JID?
  }

  /// Reads a message; throws in words why it is none that counts.
  static func parse(_ stanza: XMLElement, in context: Context) throws(Unusable) -> InboundMessage {
    let from = try address(stanza["from"], default: context.own.bare)
    let to = try address(stanza["to"], default: context.own)
    let isKept = context.room != nil && from.bare == context.room
    guard isKept || from.bare == context.own.bare || to.bare == context.own.bare else {
      throw Unusable(reason: "other people's message")
    }
    var message = InboundMessage(
      source: context.source, from: from, to: to, kind: kind(of: stanza))
    message.id = stanza["id"].flatMap { $0.isID ? $0 : nil }
    message.originID = XEP0359StanzaIDs.originID(of: stanza)
    message.archiveID = context.archived?.id
    if context.archived == nil {
      message.archiveID = archiveID(of: stanza, message, context)
    }
    message.stamp =
      context.archived?.stamp ?? XEP0203Delay.stamp(of: stanza, account: context.own)
    if message.kind == .group {
      message.roomStamp = XEP0203Delay.stamp(of: stanza) { $0.bare == from.bare }
    }
    if let room = context.room, let id = context.archived?.id {
      message.author = XEP0045Rooms.author(of: stanza, in: room, id)
    }
    message.content = MessageContent.read(stanza)
    if message.error == nil { Extensions.read(stanza, into: &message) }
    return message
  }

  /// A room gives the ids of its own archive: whether it does is for the asker to know.
  private static func archiveID(
    of stanza: XMLElement, _ message: InboundMessage, _ context: Context
  ) -> ArchiveID? {
    if message.kind == .group {
      return XEP0359StanzaIDs.archiveID(of: stanza, by: message.from.bare)
    }
    guard context.givesArchiveIDs else { return nil }
    return XEP0359StanzaIDs.archiveID(of: stanza, by: context.own.bare)
  }

  private static func kind(of stanza: XMLElement) -> InboundMessage.Kind {
    switch stanza["type"] {
    case "error": .error(StanzaError(of: stanza))
    case "groupchat": .group
    default: .direct
    }
  }

  struct Unusable: Error, Equatable {
    var reason: String
  }

  private static func address(_ text: String?, default missing: JID) throws(Unusable) -> JID {
    guard let text else { return missing }
    guard let jid = JID(text) else { throw Unusable(reason: "a message with a broken address") }
    return jid
  }

  /// Says anything that psst understands.
  static func saysSomething(_ message: InboundMessage) -> Bool {
    message.content != nil || message.archiveID != nil || message.news != nil
      || message.payloads.contains(where: \.standsAlone)
  }

  /// A text, or the body that stands for a file, with all that is asked of the other side; what is no text has none of its own.
  static func chat(
    to: JID, originID: OriginID, text: String, sharing file: Attachment? = nil,
    amending amendment: Amendment? = nil, replyTo: ReplyTarget? = nil,
    audience: Audience = .person
  ) -> XMLElement {
    let isText = amendment?.isText ?? true
    let fallback = replyTo.flatMap { XEP0461Reply.fallback($0) }
    let body = isText ? (fallback?.text ?? "") + text : amendment?.fallbackText
    let said =
      [
        body.map { XMLElement("body", Namespace.client, text: $0) },
        XEP0359StanzaIDs.originElement(originID), fallback?.element,
      ].compactMap(\.self)
    var payloads: [Payload] = isText ? [.chatState(.active)] : []
    if isText, audience.tellsReading { payloads.insert(.markable, at: 0) }
    if audience == .person { payloads.insert(.receiptRequest, at: 0) }
    if let amendment { payloads.append(.amendment(amendment)) }
    if let replyTo { payloads.append(.reply(replyTo)) }
    let start = fallback?.text.unicodeScalars.count ?? 0
    let shared = file.map { XEP0447FileSharing.elements(for: $0, behind: start) } ?? []
    return stanza(
      to: to, id: originID.value, isGroup: audience.isGroup,
      said + (audience == .occupant ? [XEP0045Rooms.privateMark] : [])
        + payloads.map { Extensions.element(for: $0) } + shared
        + payloads.flatMap { Extensions.companions(of: $0) })
  }

  /// A payload without a text. What is to be kept is kept by the archives, so that who is offline now learns of
  /// it later.
  ///
  /// - Parameter id: where somebody may refer to it.
  static func telling(
    _ payload: Payload, to: JID, id: String?, isGroup: Bool = false
  ) -> XMLElement {
    let hint = payload.isFleeting ? XEP0334Hints.noStore : XEP0334Hints.store
    return stanza(to: to, id: id, isGroup: isGroup, [Extensions.element(for: payload), hint])
  }

  private static func stanza(
    to: JID, id: String?, isGroup: Bool = false, _ children: [XMLElement]
  ) -> XMLElement {
    let type = isGroup ? "groupchat" : "chat"
    return XMLElement(
      "message", Namespace.client, ["type": type, "to": to.description, "id": id], children)
  }
}

extension Amendment {
  /// What programs show that do not know it; `nil` where they are to show nothing.
  fileprivate var fallbackText: String? { isRetraction ? XEP0424Retraction.fallbackText : nil }
}

extension Audience {
  fileprivate var isGroup: Bool { self == .room || self == .smallRoom }
  /// They may say that they have read it.
  fileprivate var tellsReading: Bool { self == .person || self == .smallRoom }
}

internal import Model
internal import XMLStream

/// Messages that come in: live, as copies, and out of the archive.
extension BoundSession {
  mutating func receiveMessage(_ stanza: XMLElement, _ outputs: inout [SessionOutput]) {
    do throws(MessageStanza.Unusable) {
      if let result = XEP0313Archive.result(in: stanza) {
        return try archive.receive(result, from: try sender(of: stanza), own: own)
      }
      if let places = XEP0490DisplayedSynchronization.places(inMessage: stanza, own: own) {
        guard try sender(of: stanza) == own.bare else {
          throw MessageStanza.Unusable(reason: "what was read, from somebody else's address")
        }
        return outputs.append(.event(.readElsewhere(places)))
      }
      if let news = XEP0402Bookmarks.node.news(inMessage: stanza) {
        guard try sender(of: stanza) == own.bare else {
          throw MessageStanza.Unusable(reason: "bookmarks from somebody else's address")
        }
        if let event = XEP0402Bookmarks.changes(news, &self) { outputs.append(.event(event)) }
        return
      }
      if let news = XEP0048Bookmarks.node.news(inMessage: stanza) {
        guard try sender(of: stanza) == own.bare else {
          throw MessageStanza.Unusable(reason: "bookmarks from somebody else's address")
        }
        if let event = XEP0048Bookmarks.changes(news, &self) { outputs.append(.event(event)) }
        return
      }
      if let marks = ChatMarksNode.marks(inMessage: stanza) {
        guard try sender(of: stanza) == own.bare else {
          throw MessageStanza.Unusable(reason: "what is pinned, from somebody else's address")
        }
        return outputs.append(.event(.chatMarks(marks)))
      }
      if let avatar = XEP0084Avatar.avatar(inMessage: stanza) {
        let from = try sender(of: stanza) ?? own.bare
        guard from.isBare else { throw MessageStanza.Unusable(reason: "a picture, from a device") }
        return outputs.append(.event(.avatar(from, avatar)))
      }
      if let nick = XEP0172Nickname.nick(inMessage: stanza) {
        let from = try sender(of: stanza) ?? own.bare
        guard from.isBare else { throw MessageStanza.Unusable(reason: "a name, from a device") }
        return outputs.append(.event(.nick(from, nick)))
      }
      switch XEP0280Carbons.read(stanza, account: own.bare) {
      case .forged(let reason): throw MessageStanza.Unusable(reason: reason)
      case .copy(let inner): try report(inner, as: .carbon, &outputs)
      case .notACarbon: try report(stanza, as: .live, &outputs)
      }
    } catch {
      drop(error.reason, &outputs)
    }
  }

  private func sender(of stanza: XMLElement) throws(MessageStanza.Unusable) -> JID? {
    guard let text = stanza["from"] else { return nil }
    guard let from = JID(text) else { throw .init(reason: "a message with a broken address") }
    return from
  }

  private mutating func report(
    _ stanza: XMLElement, as source: InboundMessage.Source, _ outputs: inout [SessionOutput]
  ) throws(MessageStanza.Unusable) {
    let context = MessageStanza.Context(
      source: source, own: own, givesArchiveIDs: givesArchiveIDs)
    let message = try MessageStanza.parse(stanza, in: context)
    if source == .live, let error = message.error {
      guard let id = message.id else { throw .init(reason: "an error for no message") }
      guard management.refused(OriginID(id), by: message.from, own: own) else {
        throw .init(reason: "an error from somebody whom the message was not for")
      }
      return outputs.append(.event(.refused(OriginID(id), from: message.from, error)))
    }
    guard message.error != nil || MessageStanza.saysSomething(message) else {
      throw .init(reason: "a message that says nothing psst understands")
    }
    outputs.append(.event(.message(message)))
  }
}

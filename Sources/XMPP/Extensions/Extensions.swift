internal import Model
internal import XMLStream

/// The list of extensions, and what is computed from it.
enum Extensions {
  /// In the order in which a message is read.
  static let all: [any Extension.Type] = [
    XEP0004DataForms.self,
    XEP0012LastActivity.self,
    XEP0030Discovery.self,
    XEP0045Rooms.self,
    XEP0045Invitations.self,
    XEP0048Bookmarks.self,
    XEP0059ResultSets.self,
    XEP0082DateTime.self,
    XEP0084Avatar.self,
    XEP0085ChatStates.self,
    XEP0092Version.self,
    XEP0115Capabilities.self,
    XEP0153VCardAvatars.self,
    XEP0172Nickname.self,
    XEP0184Receipts.self,
    XEP0191Blocking.self,
    XEP0198StreamManagement.self,
    XEP0199Ping.self,
    XEP0203Delay.self,
    XEP0249DirectInvitations.self,
    XEP0280Carbons.self,
    XEP0308Correction.self,
    XEP0317Hats.self,
    XEP0313Archive.self,
    XEP0333Markers.self,
    XEP0334Hints.self,
    XEP0352ClientState.self,
    XEP0359StanzaIDs.self,
    XEP0386Bind2.self,
    XEP0388ExtensibleSASL.self,
    XEP0393Styling.self,
    XEP0363Upload.self,
    XEP0402Bookmarks.self,
    XEP0410SelfPing.self,
    XEP0421OccupantIDs.self,
    XEP0424Retraction.self,
    XEP0425ModeratedRetraction.self,
    XEP0428Fallback.self,
    XEP0444Reactions.self,
    XEP0461Reply.self,
    XEP0484FAST.self,
    XEP0490DisplayedSynchronization.self,
    XEP0447FileSharing.self,
    XEP0385MediaSharing.self,
    XEP0066OutOfBand.self,
    XEP0077Registration.self,
    XEP0158Challenge.self,
    XEP0221MediaElement.self,
    XEP0445PreAuthentication.self,
    RefusalNotice.self,
    ChatMarksNode.self,
  ]

  /// All that others are told.
  static let features = all.flatMap { $0.features }

  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    for one in all { one.read(stanza, into: &message) }
    // Of what cannot be read nobody is told that it was delivered or seen.
    if case .unsupported(.encrypted) = message.content {
      message.payloads.removeAll { $0 == .receiptRequest || $0 == .markable }
    }
  }

  /// The child of a message that says this.
  static func element(for payload: Payload) -> XMLElement {
    for one in all {
      if let element = one.element(for: payload) { return element }
    }
    preconditionFailure("an extension that writes \(payload) was expected")
  }

  static func companions(of payload: Payload) -> [XMLElement] {
    all.flatMap { $0.companions(of: payload) }
  }

  /// The answer to somebody's question; what is not known is refused so (RFC 6120 §8.4).
  static func reply(to question: XMLElement) -> Reply {
    for one in all {
      if let reply = one.reply(to: question) { return reply }
    }
    return .error(.serviceUnavailable)
  }
}

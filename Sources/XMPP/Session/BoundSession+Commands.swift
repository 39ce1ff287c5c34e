internal import Model
internal import XMLStream

/// What the engine asks for, as stanzas.
extension BoundSession {
  mutating func perform(
    _ command: SessionCommand, at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    switch command {
    case .send(let to, let originID, let text, let amendment, let replyTo, let audience):
      let stanza = MessageStanza.chat(
        to: to, originID: originID, text: text, amending: amendment, replyTo: replyTo,
        audience: audience)
      try send(stanza, originID, to: to, &outputs)
    case .sendFile(let to, let originID, let file, let replyTo, let audience):
      let stanza = MessageStanza.chat(
        to: to, originID: originID, text: XEP0447FileSharing.body(for: file), sharing: file,
        replyTo: replyTo, audience: audience)
      try send(stanza, originID, to: to, &outputs)
    case .invite(let to, let originID, let invitation):
      let stanza = XEP0249DirectInvitations.stanza(to: to, originID, invitation)
      try send(stanza, originID, to: to, &outputs)
    case .inviteByRoom(let id, let who, let room):
      try transmit(XEP0045Invitations.invite(who, to: room, id: id, reason: ""), &outputs)
    case .declineByRoom(let id, let who, let room):
      try transmit(XEP0045Invitations.decline(who, of: room, id: id), &outputs)
    case .tell(let to, let payload): try tell(payload, to: to, &outputs)
    case .tellRoom(let room, let payload): try tell(payload, to: room, isGroup: true, &outputs)
    case .shareRead, .fetchRead, .fetchBookmarks, .keepBookmark, .removeBookmark, .fetchBlockList,
      .block, .nameContact, .tellNick, .shareChatMarks, .fetchChatMarks, .fetchAvatar, .fetchPhoto,
      .tellAvatar:
      try performOnAccount(command, at: now, &outputs)
    case .presence(let to, let presence, let status):
      let stanza = PresenceStanza.own(presence, to: to, status: status)
      guard XMLText.isAllowed(stanza) else { return drop("a status XML cannot carry", &outputs) }
      try transmit(stanza, repeatable: true, &outputs)
    case .fetchRoster: try ask(Roster.request, at: now, &outputs)
    case .queryArchive(let query):
      try ask(archive.request(query, wireID: requests.freshID()), at: now, &outputs)
    case .requestAcknowledgement:
      if management.isEnabled { write(XEP0198StreamManagement.request, &outputs) }
    case .clientState(let isActive):
      write(XEP0352ClientState.element(isActive: isActive), &outputs)
    case .ping(let id):
      try ask(XEP0199Ping.request(id, to: JID(own.domain)), at: now, &outputs)
    case .askProgram, .askLastThere, .askKind, .pingContact:
      try performOnDevice(command, at: now, &outputs)
    case .join, .openRoom, .destroyRoom, .leave, .pingRoom, .describeRoom, .fetchRoomForm,
      .configureRoom, .admit, .fetchItems, .order, .changeTopic, .listPeople:
      try performOnRoom(command, at: now, &outputs)
    case .findUploadServices:
      try ask(XEP0363Upload.services(of: JID(own.domain) ?? own.bare), at: now, &outputs)
    case .describeUploadService(let service):
      let isServer = service.description == own.domain
      try ask(XEP0363Upload.description(of: service, isServer: isServer), at: now, &outputs)
    case .requestSlot(let id, let service, let name, let size, let mediaType):
      let request = XEP0363Upload.slot(
        for: id, of: service, name: name, size: size, mediaType: mediaType)
      try ask(request, at: now, &outputs)
    case .close:
      management.giveUp()
      try transmit(PresenceStanza.own(.unavailable, to: nil), &outputs)
    }
  }

  /// What other people's devices are asked.
  private mutating func performOnDevice(
    _ command: SessionCommand, at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    switch command {
    case .askProgram(let device):
      let all = XEP0092Version.requests(to: device)
      for request in all { try ask(request, at: now, &outputs) }
    case .askLastThere(let who):
      try ask(XEP0012LastActivity.request(to: who), at: now, &outputs)
    case .askKind(let device):
      try ask(XEP0030Discovery.kind(of: device), at: now, &outputs)
    case .pingContact(let device):
      try ask(XEP0199Ping.request(toDevice: device), at: now, &outputs)
    default: break
    }
  }

  /// What the account's server keeps for all its devices.
  private mutating func performOnAccount(
    _ command: SessionCommand, at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    switch command {
    case .shareRead(let id, let place, let node):
      let requests = XEP0490DisplayedSynchronization.requests(id, place, own: own, in: node)
      for request in requests { try ask(request, at: now, &outputs) }
    case .fetchRead:
      try ask(XEP0490DisplayedSynchronization.request(own: own), at: now, &outputs)
    case .fetchAvatar(let hash, let who):
      try ask(XEP0084Avatar.request(hash, of: who), at: now, &outputs)
    case .fetchPhoto(let hash, let who):
      try ask(XEP0153VCardAvatars.request(hash, of: who), at: now, &outputs)
    case .tellAvatar(let id, let avatar, let bytes):
      for request in XEP0084Avatar.requests(id, avatar, bytes) {
        try ask(request, at: now, &outputs)
      }
    case .shareChatMarks(let id, let marks, let node):
      for request in ChatMarksNode.requests(id, marks, in: node) {
        try ask(request, at: now, &outputs)
      }
    case .fetchChatMarks: try ask(ChatMarksNode.request, at: now, &outputs)
    case .fetchBookmarks(let store):
      bookmarkStore = store
      let request =
        store == .items ? XEP0402Bookmarks.request : XEP0048Bookmarks.request(in: store)
      try ask(request, at: now, &outputs)
    case .keepBookmark(let id, let room, let nick, let place):
      let requests =
        place.store == .items
        ? XEP0402Bookmarks.keeping(id, room, nick: nick, in: place.node, over: bookmarks[room])
        : XEP0048Bookmarks.keeping(id, room, nick: nick, at: place, self)
      for request in requests { try ask(request, at: now, &outputs) }
    case .removeBookmark(let id, let room, let place):
      let requests =
        place.store == .items
        ? [XEP0402Bookmarks.removing(id, room)]
        : XEP0048Bookmarks.removing(id, room, at: place, self)
      for request in requests { try ask(request, at: now, &outputs) }
    case .nameContact(let id, let who, let name, let labels):
      let groups = labels.map(Roster.groups) ?? rosterGroups[who] ?? []
      let request = Roster.naming(id, who, name, in: groups)
      guard XMLText.isAllowed(request.payload) else {
        return outputs.append(.event(.contactNamed(id: id, .forbiddenCharacters)))
      }
      try ask(request, at: now, &outputs)
    case .tellNick(let id, let name):
      let request = XEP0172Nickname.request(id, name)
      guard XMLText.isAllowed(request.payload) else {
        return drop("a name XML cannot carry", &outputs)
      }
      try ask(request, at: now, &outputs)
    case .fetchBlockList:
      for request in XEP0191Blocking.requests(own: own) { try ask(request, at: now, &outputs) }
    case .block(let id, let who, let isBlocked, let report):
      let request = XEP0191Blocking.request(id, who, isBlocked: isBlocked, report: report)
      try ask(request, at: now, &outputs)
    default: break
    }
  }

  private mutating func send(
    _ stanza: XMLElement, _ originID: OriginID, to: JID, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    guard XMLText.isAllowed(stanza) else {
      return outputs.append(.event(.refused(originID, from: own, .forbiddenCharacters)))
    }
    let xml = stanza.serialized(inside: Namespace.client)
    try transmit(xml, as: .message(originID, to: to), &outputs)
  }

  /// What must arrive the engine tells again by itself until it has.
  private mutating func tell(
    _ payload: Payload, to: JID, isGroup: Bool = false, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    let id = payload.isFleeting ? nil : requests.freshID()
    let stanza = MessageStanza.telling(payload, to: to, id: id, isGroup: isGroup)
    guard XMLText.isAllowed(stanza) else { return drop("a message XML cannot carry", &outputs) }
    try transmit(stanza, &outputs)
  }
}

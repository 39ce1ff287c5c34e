internal import Model
internal import XMLStream

/// What the engine asks of rooms, as stanzas.
extension BoundSession {
  mutating func performOnRoom(
    _ command: SessionCommand, at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    switch command {
    case .join(let occupant, let password, let seconds):
      try transmit(XEP0045Rooms.join(occupant, password: password, telling: seconds), &outputs)
    case .openRoom(let room): try ask(XEP0045Rooms.opening(room), at: now, &outputs)
    case .destroyRoom(let room):
      try ask(XEP0045Rooms.destruction(of: room), at: now, &outputs)
    case .fetchRoomForm(let room):
      try ask(RoomConfiguration.question(to: room), at: now, &outputs)
    case .configureRoom(let room, let form):
      let request = RoomConfiguration.submission(of: form, to: room)
      guard XMLText.isAllowed(request.payload) else {
        return outputs.append(.event(.roomConfigured(room, .forbiddenCharacters)))
      }
      try ask(request, at: now, &outputs)
    case .describeRoom(let room):
      try ask(RoomInformation.request(about: room), at: now, &outputs)
    case .admit(let people, let room):
      try ask(RoomMembers.admission(of: people, to: room), at: now, &outputs)
    case .fetchItems(let service, let place, let seen):
      let request = DiscoveredItems.request(of: service, after: place, seen: seen)
      try ask(request, at: now, &outputs)
    case .leave(let occupant): try transmit(XEP0045Rooms.leave(occupant), &outputs)
    case .pingRoom(let occupant):
      try ask(XEP0410SelfPing.request(to: occupant), at: now, &outputs)
    case .order(let room, let order, let id):
      let request = RoomModeration.request(order, to: room, id: id)
      guard XMLText.isAllowed(request.payload) else {
        return outputs.append(.event(.roomObeyed(id: id, .forbiddenCharacters)))
      }
      try ask(request, at: now, &outputs)
    case .changeTopic(let room, let topic, let id):
      let stanza = RoomModeration.topic(topic, of: room, id: id)
      guard XMLText.isAllowed(stanza) else {
        return outputs.append(.event(.refused(OriginID(id), from: room, .forbiddenCharacters)))
      }
      try transmit(stanza, &outputs)
    case .listPeople(let room, let affiliation):
      try ask(RoomModeration.people(affiliation, of: room), at: now, &outputs)
    default: preconditionFailure("a command to a room was expected, not \(command)")
    }
  }
}

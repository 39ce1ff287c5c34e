internal import Model
internal import XMLStream

/// XEP-0410: whether one is still in a room, asked of oneself there.
enum XEP0410SelfPing: Extension {
  static func request(to occupant: JID) -> Request {
    Request(.get, to: occupant, XEP0199Ping.ping) { answer, _ in
      switch answer {
      case .result: [.roomAnswered(occupant.bare, nil)]
      case .error(let error): [.roomAnswered(occupant.bare, error)]
      case .timeout: [.roomAnswered(occupant.bare, .timeout)]
      }
    }
  }
}

internal import Model
internal import XMLStream

/// XEP-0199: is anybody there?
enum XEP0199Ping: Extension {
  static let namespace = "urn:xmpp:ping"
  static let features = [namespace]
  static let ping = XMLElement("ping", namespace)

  static func reply(to question: XMLElement) -> Reply? {
    question.is("ping", namespace) ? .result(nil) : nil
  }

  /// To the server; whatever it answers, it is there.
  ///
  /// - Parameter id: the engine's.
  static func request(_ id: String, to server: JID?) -> Request {
    Request(.get, to: server, ping) { answer, _ in
      if case .timeout = answer {
        [.dropped(reason: "no answer to a ping in time")]
      } else {
        [.pong(id: id)]
      }
    }
  }

  static func request(toDevice device: JID) -> Request {
    var request = Request(.get, to: device, ping) { answer, _ in
      switch answer {
      case .result: [.contactAnswered(device, nil)]
      case .error(let error): [.contactAnswered(device, error)]
      case .timeout: []
      }
    }
    // A device that was away gets the question when it is back, and its answer says so.
    request.timeout = 600_000
    return request
  }
}

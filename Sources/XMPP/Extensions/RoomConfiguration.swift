internal import Localization
internal import Model
internal import XMLStream

/// The form by which its owners say what a room is (XEP-0045 §10.2).
enum RoomConfiguration {
  private static let owner = XEP0045Rooms.namespace + "#owner"

  static func question(to room: JID) -> Request {
    Request(.get, to: room, XMLElement("query", owner)) { answer, _ in
      switch answer {
      case .result(let stanza):
        let form = stanza.child("query", owner).flatMap(XEP0004DataForms.form)
        return [.roomForm(room, form, form == nil ? .unreadable : nil)]
      case .error(let error): return [.roomForm(room, nil, error)]
      case .timeout: return [.roomForm(room, nil, .timeout)]
      }
    }
  }

  /// What the form does not have the room leaves as it is.
  static func submission(of form: DataForm, to room: JID) -> Request {
    let query = XMLElement("query", owner, [:], [XEP0004DataForms.element(form)])
    return Request(.set, to: room, query) { answer, _ in
      switch answer {
      case .result: [.roomConfigured(room, nil)]
      case .error(let error): [.roomConfigured(room, error)]
      case .timeout: [.roomConfigured(room, .timeout)]
      }
    }
  }
}

extension StanzaError {
  /// The answer is none.
  static var unreadable: StanzaError {
    StanzaError(
      kind: "cancel", condition: "undefined-condition",
      text: tr("it answers what is not understood"))
  }
  /// It was not even asked.
  static var forbiddenCharacters: StanzaError {
    StanzaError(
      kind: "modify", condition: "not-acceptable", text: tr("the text has forbidden characters"))
  }
}

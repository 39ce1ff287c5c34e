import Model

/// Corrections in plain mode (M1): of my newest message in each chat, and what is told of them.
struct PlainEdits {
  private struct Said {
    var id: OriginID
    var text: String
    var order: MessageOrder
  }

  private var newest: [JID: Said] = [:]
  /// What was printed last of corrected messages, by row.
  private var printed: [Int64: String] = [:]
  /// Corrections of this run that are not answered yet, and what they correct.
  private(set) var pending: [OriginID: OriginID] = [:]

  /// A message of mine is there.
  mutating func take(_ message: Message) {
    guard message.isMine, let id = message.originID else { return }
    if let known = newest[message.chat], known.id != id, known.order > message.order { return }
    newest[message.chat] = Said(id: id, text: message.text, order: message.order)
  }

  /// What gives my newest message of a chat another text; `nil` where there is nothing to change.
  mutating func edit(_ chat: JID, _ text: String, newID: OriginID) -> Intent? {
    guard let said = newest[chat], said.text != text else { return nil }
    pending[newID] = said.id
    return .edit(said.id, text: text, newID: newID)
  }

  func hasMessage(in chat: JID) -> Bool { newest[chat] != nil }

  /// Whether a message looks otherwise than when it was printed last; corrections that are answered are
  /// forgotten.
  mutating func isNews(_ message: Message) -> Bool {
    let waiting = message.edit?.pending.flatMap { $0.status == .failed ? nil : $0.originID }
    pending = pending.filter { $0.value != message.originID || $0.key == waiting }
    guard message.edit != nil || printed[message.id] != nil else { return false }
    let status = message.edit?.pending?.status.rawValue ?? ""
    let look = "\(status) \(message.text)"
    return printed.updateValue(look, forKey: message.id) != look
  }
}

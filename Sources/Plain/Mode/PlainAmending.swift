internal import Files
internal import Handover
internal import Localization
internal import Model
internal import Screen

/// What is done with one message of the chat that one talks to: one named by its number, else the newest.
extension PlainMode {
  mutating func amend(
    _ word: String, _ operand: String, newID: () -> OriginID
  ) -> [Action] {
    do throws(Failure) {
      var operand = operand
      let numbered = isNumbered ? try numbers.take(from: &operand) : nil
      if case (let number, .queued(let entry))? = numbered {
        return try amend(entry, number, word, operand, newID: newID)
      }
      guard let openChat else { throw Failure(tr("to whom? say /to NAME first")) }
      var named: Message?
      if case (let number, .message(let message))? = numbered {
        guard message.chat == openChat else {
          throw Failure(tr("message \(number) is of another chat"))
        }
        named = message
      }
      switch word {
      case "reply":
        return try reply(to: named ?? replies.message(in: openChat), operand, newID: newID)
      case "react":
        return try react(to: named ?? replies.message(in: openChat), operand, newID: newID)
      case "save": return try save(named ?? replies.file(in: openChat))
      case "edit": return try edit(mine(named, in: openChat, to: word), operand, newID: newID)
      default:
        guard operand.isEmpty else { throw Self.deleteTakesNothing }
        return [.submit(edits.delete(try mine(named, in: openChat, to: word), newID: newID()))]
      }
    } catch {
      return [.say(wording.clean(tr("error: \(error.text)")))]
    }
  }

  /// What waits is changed where it is, whoever one talks to, and is shown as it is then.
  private mutating func amend(
    _ entry: OutboxEntry, _ number: String, _ word: String, _ operand: String,
    newID: () -> OriginID
  ) throws(Failure) -> [Action] {
    switch word {
    case "edit":
      let text = try newText(operand)
      return [.submit(.edit(entry.originID, text: text, newID: newID())), .listQueue]
    case "delete":
      guard operand.isEmpty else { throw Self.deleteTakesNothing }
      return [.submit(.delete([entry.originID])), .listQueue]
    default: throw Failure(tr("message \(number) is not sent yet"))
    }
  }

  private static var deleteTakesNothing: Failure {
    Failure(tr("/delete takes nothing, or a number: /delete #5"))
  }

  private mutating func reply(
    to message: Message?, _ line: String, newID: () -> OriginID
  ) throws(Failure) -> [Action] {
    guard let target = message.flatMap({ ReplyTarget(answering: $0) }) else {
      throw Failure(tr("there is no message to reply to"))
    }
    guard !line.isEmpty else { throw Failure(tr("/reply needs the text")) }
    return text(line, answering: target, newID: newID)
  }

  private mutating func react(
    to message: Message?, _ line: String, newID: () -> OriginID
  ) throws(Failure) -> [Action] {
    guard let message else { throw Failure(tr("there is no message to react to")) }
    guard let emoji = Emoji(line) else { throw Failure(tr("/react needs one emoji")) }
    return [.submit(reactions.react(to: message, emoji, newID: newID()))]
  }

  private mutating func save(_ message: Message?) throws(Failure) -> [Action] {
    guard let message, message.attachment?.address != nil else {
      throw Failure(tr("there is no file to save"))
    }
    saving.insert(message.id)
    return [.submit(.saveFile(row: message.id))]
  }

  /// Mine: the one named, else the newest.
  private func mine(
    _ named: Message?, in chat: JID, to word: String
  ) throws(Failure) -> OriginID {
    guard let named else {
      guard let newest = edits.newest(in: chat) else {
        throw Failure(
          word == "edit"
            ? tr("there is no message of yours to edit")
            : tr("there is no message of yours to delete"))
      }
      return newest
    }
    guard named.isMine, let id = named.originID else {
      throw Failure(tr("that message is not yours"))
    }
    guard !named.isDeleted else { throw Failure(tr("that message is deleted")) }
    return id
  }

  private mutating func edit(
    _ id: OriginID, _ line: String, newID: () -> OriginID
  ) throws(Failure) -> [Action] {
    guard let openChat else { return [] }
    let text = try newText(line)
    return edits.edit(id, in: openChat, text, newID: newID()).map { [.submit($0)] } ?? []
  }

  private func newText(_ line: String) throws(Failure) -> String {
    switch OutgoingText(line) {
    case .empty: throw Failure(tr("/edit needs the new text"))
    case .refused(let reason): throw Failure(tr("\(reason); nothing was sent"))
    case .text(let text): return text
    }
  }
}

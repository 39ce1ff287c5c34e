internal import Model
internal import Store

/// What one writes, chat by chat: the composer, what is kept of it, and what the others are told of it.
struct Drafts {
  var composer = Composer()
  private var keeper = DraftKeeper()
  private var typing = TypingSignal()
  /// What stood in the composers of chats that were left: newer than any snapshot. Of the open one it is as it was
  /// left last, until it is left again.
  private var left: [ChatID: Draft] = [:]
  /// Of the draft that was taken over last.
  private var revision = 0
  /// The composer was replaced from outside, at a time that was not told.
  private var wasReplaced = false
  /// A path that was pasted and may be a file's, and the text that it was.
  var pasted: (path: String, text: String)?
  /// How many ids were made: two sends of one moment differ.
  private var idsMade: UInt64 = 0

  /// A name for something new.
  mutating func newID(_ now: Moment) -> OriginID {
    idsMade &+= 1
    return OriginID(at: now, number: idsMade)
  }

  // MARK: Chats

  /// Takes over what the store gives back, in the chat that is open.
  mutating func adopt(_ pane: Pane) {
    guard pane.draftRevision != revision else { return }
    revision = pane.draftRevision
    composer.restore(Draft(text: pane.draft, replyTo: pane.draftReply))
  }

  /// What was typed before there was a chat is the first one's.
  mutating func begin(in pane: Pane, stored: Draft?) {
    revision = pane.draftRevision
    let text = pane.draft.isEmpty ? stored?.text ?? "" : pane.draft
    composer.restore(Draft(text: text, replyTo: pane.draftReply ?? stored?.replyTo))
  }

  /// - Parameters:
  ///   - stored: what the snapshot has of the chat.
  ///   - isFirst: no chat was open before: what was typed is this one's.
  mutating func enter(_ chat: ChatID, stored: Draft?, revision: Int, isFirst: Bool) {
    let draft = left[chat] ?? stored ?? Draft()
    if isFirst { composer.restore(draft) } else { composer.open(draft) }
    self.revision = revision
  }

  /// Keeps the draft at once, and stops typing.
  mutating func leave(_ chat: ChatID) -> [Action] {
    left[chat] = composer.draft
    return keeper.flush(composer.draft, in: chat) + typing.stop()
  }

  /// The chat is deleted.
  mutating func forget(_ chat: ChatID, isOpen: Bool) -> [Action] {
    left[chat] = nil
    guard isOpen else { return [] }
    keeper.forget()
    composer.open(Draft())
    return typing.stop()
  }

  // MARK: Writing

  /// The text in the composer was changed by hand.
  mutating func changed(in chat: ChatID?, _ now: Moment) -> [Action] {
    keeper.changed(now: now)
    guard let chat else { return [] }
    let isForOthers = !composer.buffer.isEmpty && !isCommand
    return isForOthers ? typing.typed(in: chat, now: now) : typing.stop()
  }

  /// Nobody is written to.
  private var isCommand: Bool {
    composer.buffer.characters.first == "/"
      && TypedLine(composer.text).map { $0.word != "me" } ?? false
  }

  mutating func stopTyping() -> [Action] { typing.stop() }

  /// Puts a text from an external editor in the composer.
  mutating func replace(with text: String) {
    var lines = text[...]
    while lines.last?.isNewline == true { lines.removeLast() }
    composer.replace(with: String(lines))
    wasReplaced = true
  }

  /// Empties the composer for a message that goes out.
  mutating func sent() {
    composer.finish()
    keeper.forget()
    typing.sent()
  }

  mutating func beginEdit(of origin: OriginID, text: String, _ now: Moment) {
    composer.edit(origin, text: text)
    keeper.changed(now: now)
  }

  /// - Parameter isSent: what it says now goes out.
  mutating func finishEdit(isSent: Bool, _ now: Moment) {
    composer.finish()
    keeper.changed(now: now)
    if isSent { typing.sent() }
  }

  // MARK: Time

  mutating func update(in chat: ChatID?, _ now: Moment) -> [Action] {
    if wasReplaced {
      wasReplaced = false
      keeper.changed(now: now)
    }
    return typing.update(now: now)
      + (chat.map { keeper.due(composer.draft, in: $0, now: now) } ?? [])
  }

  var wakes: [Int64?] { [keeper.nextWake, typing.nextWake] }
}

internal import Model
internal import Screen
internal import Store

/// The composer's part of the keys.
extension Interface {
  mutating func compose(_ command: Command, _ snapshot: Snapshot, _ now: Moment) -> Outcome {
    switch command {
    case .send: return .consumed(actions(send(now)))
    case .browse: return stepOut(now)
    case .clearOrQuit: return clearOrQuit(now)
    case .externalEditor: return .consumed([.action(.externalEditor(composer.text))])
    case .wordRightOrSearch where composer.isAtEnd: return .consumed([.run(.search)])
    case .wordRightOrSearch: return editText(.wordRight, snapshot, now)
    case .rowUp where composer.buffer.isEmpty: return editLastOwn(snapshot, now)
    default: return editText(command, snapshot, now)
    }
  }

  private func actions(_ actions: [Action]) -> [Effect] { actions.map { .action($0) } }

  private mutating func editText(
    _ command: Command, _ snapshot: Snapshot, _ now: Moment
  ) -> Outcome {
    let before = composer.buffer
    let width = layout(snapshot, size: size, now: now).composer.width
    guard composer.perform(command, width: width) else { return .ignored }
    let isChanged = before.characters != composer.buffer.characters
    return .consumed(isChanged ? actions(changed(now)) : [])
  }

  // MARK: Sending

  private mutating func send(_ now: Moment) -> [Action] {
    guard let chat = openChat else { return [] }
    switch composer.outgoing {
    case .empty: return []
    case .refused(let reason): return tell(.error, "\(reason). It was not sent.", now)
    case .text(let text): return send(text, to: chat, now)
    }
  }

  private mutating func send(_ text: String, to chat: JID, _ now: Moment) -> [Action] {
    if let origin = composer.editing {
      finishEdit(now)
      return typing.stop() + [.intent(.edit(origin, text: text, newID: newID(now)))]
    }
    let target = composer.replyTo
    composer.finish()
    drafts.forget()
    leftDrafts[chat] = nil
    typing.sent()
    let shown = pane.isDetached ? goToEnd() : []
    pane.jumpToEnd()
    return shown
      + [.intent(.send(chat: chat, text: text, originID: newID(now), replyTo: target))]
  }

  mutating func newID(_ now: Moment) -> OriginID {
    idsMade &+= 1
    let seed = now.random &+ idsMade &* 0x9E37_79B9_7F4A_7C15
    return OriginID(at: now.wall, random: (Self.mixed(~seed), Self.mixed(seed)))
  }

  /// The finaliser of SplitMix64: one-to-one, so that fresh bits stay fresh.
  private static func mixed(_ bits: UInt64) -> UInt64 {
    var bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  // MARK: Answering a message

  mutating func reply(to message: Message, _ now: Moment) -> [Action] {
    guard composer.editing == nil else {
      return tell(.information, "Finish the edit first, then reply.", now)
    }
    // What its author gave no name can only be quoted.
    if let target = ReplyTarget(answering: message) {
      composer.answer(target)
    } else {
      composer.quote(Quote(message.text))
    }
    focus = .composer
    pane.deselect()
    return changed(now)
  }

  // MARK: Editing a message

  mutating func beginEdit(_ message: Message, _ now: Moment) {
    guard let origin = message.originID else { return }
    beginEdit(of: origin, text: message.text, now)
  }

  mutating func beginEdit(of origin: OriginID, text: String, _ now: Moment) {
    composer.edit(origin, text: text)
    focus = .composer
    pane.deselect()
    drafts.changed(now: now)
  }

  private mutating func finishEdit(_ now: Moment) {
    composer.finish()
    drafts.changed(now: now)
    overlays.recall()
  }

  // MARK: Leaving

  private mutating func stepOut(_ now: Moment) -> Outcome {
    guard composer.editing == nil else {
      finishEdit(now)
      return .consumed([])
    }
    guard !composer.isAnswering else {
      composer.answer(nil)
      return .consumed(actions(changed(now)))
    }
    return .consumed([.focus(Layout.isOnePane(size) ? .list : .messages)])
  }

  private mutating func clearOrQuit(_ now: Moment) -> Outcome {
    if composer.editing != nil {
      finishEdit(now)
    } else if composer.buffer.isEmpty, composer.replyTo == nil {
      return .consumed([.run(.quit)])
    } else {
      composer.clear()
      composer.answer(nil)
    }
    return .consumed(actions(changed(now)))
  }

  private mutating func editLastOwn(_ snapshot: Snapshot, _ now: Moment) -> Outcome {
    guard composer.editing == nil, !pane.isDetached,
      let message = openPane(snapshot)?.messages.last(where: {
        $0.isMine && $0.originID != nil && !$0.isDeleted
      })
    else { return .consumed([]) }
    beginEdit(message, now)
    return .consumed([])
  }
}

internal import Accounts
internal import Files
internal import Localization
internal import Model
internal import Store
internal import Sync
internal import Views

/// What other programs do for the chats: they check the spelling, open what is in a message, and edit a text.
extension ChatScreen {
  func checkSpelling(of words: [String]) {
    guard let spelling else { return }
    spelling.check(words) { [weak self, weak spelling] answer in
      // Another may have taken its place.
      guard let self, let spelling, self.spelling === spelling else { return }
      let now = SyncRunner.now()
      switch answer {
      case .words(let words): perform(interface.take(words, store.snapshot, now: now), at: now)
      case .refusal(let reason):
        complain(reason)
        perform(interface.take(nil, store.snapshot, now: now), at: now)
      }
      show()
    }
  }

  func open(link: String) {
    guard let reason = LinkOpener.open(link) else { return }
    guard let key = interface.label(of: .copy) else {
      return complain(tr("Cannot open the link: \(reason)"))
    }
    complain(tr("Cannot open the link: \(reason). \(key) copies it."))
  }

  func open(file path: String) {
    guard let reason = LinkOpener.open(file: path) else { return }
    complain(tr("Cannot open the file: \(reason)"))
  }

  func edit(_ text: String) {
    guard let chat = store.snapshot.pane?.chat else { return }
    do {
      // Before the terminal is the editor's: what is pressed from then on is for it.
      let draft = try EditorDraft(text, to: chat.address, in: folder(chat.account))
      lendTerminal(to: draft, of: chat)
    } catch {
      complain(error.text)
    }
  }

  private func lendTerminal(to draft: EditorDraft, of chat: ChatID) {
    do throws(ChildProgram.Refusal) {
      try loop.lend(to: { () throws(ChildProgram.Refusal) in try ExternalEditor.open(draft) }) {
        [weak self] status in
        if let trouble = ExternalEditor.trouble(status) {
          self?.complain(trouble)
        } else if let edited = draft.text() {
          self?.finishEditing(edited, for: chat)
        }
        draft.remove()
      }
    } catch {
      draft.remove()
      complain(tr("The editor cannot be started: \(error.words)"))
    }
  }

  private func finishEditing(_ edited: String, for chat: ChatID) {
    if store.snapshot.pane?.chat == chat {
      interface.replaceComposer(edited)
    } else {
      let draft = Intent.saveDraft(chat: chat.address, text: edited, replyTo: nil)
      store.perform(draft, of: chat.account, at: SyncRunner.now())
    }
    isDue = true
  }
}

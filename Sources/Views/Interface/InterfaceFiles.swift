internal import Localization
internal import Model
internal import Screen
internal import Store

/// Files on their way from the user's disk to a chat.
extension Interface {
  mutating func chooseFile(_ now: Moment) -> [Action] {
    guard let account = fileAccount(now) else { return [] }
    return show(FileCard(path: "", account: account))
  }

  mutating func chooseClipboard(_ now: Moment) -> [Action] {
    fileAccount(now).map { [.takeClipboard($0)] } ?? []
  }

  /// Who sends a file now; says why nobody can.
  private mutating func fileAccount(_ now: Moment) -> AccountID? {
    let refusal =
      navigation.openChat == nil
      ? tr("Open a chat first, then send a file.")
      : drafts.composer.editing == nil ? nil : tr("Finish the edit first, then send a file.")
    if let refusal { _ = tell(.information, refusal, now) }
    return refusal == nil ? navigation.openChat?.account : nil
  }

  /// What was on the clipboard is at a path now, and is asked about; not where something else has been begun meanwhile.
  public mutating func attach(_ path: String) -> [Action] {
    guard overlays.isEmpty, drafts.composer.editing == nil, let open = navigation.openChat
    else { return [] }
    return show(FileCard(path: path, account: open.account))
  }

  /// With what stands in the composer.
  mutating func sendFile(at path: String, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    guard let chat = navigation.openChat else { return [] }
    if let refusal = Names.refusal(chat, in: snapshot) { return tell(.error, refusal, now) }
    var caption = ""
    switch drafts.composer.outgoing {
    case .empty: break
    case .text(let text): caption = text
    case .refused(let reason): return tell(.error, tr("\(reason). It was not sent."), now)
    }
    let target = drafts.composer.replyTo
    drafts.sent()
    let shown = navigation.goToEnd(asks: false)
    let file = OutgoingFile.original(path: path, caption: caption)
    let id = drafts.newID(now)
    let send = Intent.sendFile(chat: chat.address, file, originID: id, replyTo: target)
    let draft = Intent.saveDraft(chat: chat.address, text: "")
    return shown + [.intent(send, of: chat.account), .intent(draft, of: chat.account)]
  }

  /// What alone stands in the composer and looks like a path is looked at.
  mutating func askAbout(pasted text: String) -> [Action] {
    guard overlays.isEmpty, drafts.composer.editing == nil, drafts.composer.text == text,
      let path = FilePath.pasted(as: text)
    else { return [] }
    drafts.pasted = (path, text)
    return [.inspect(path)]
  }

  /// Where it is a file's, it is asked about.
  mutating func offerPasted(_ snapshot: Snapshot) -> [Action] {
    guard let pasted = drafts.pasted, let found = snapshot.inspected, found.path == pasted.path
    else { return [] }
    drafts.pasted = nil
    guard found.file != nil, overlays.isEmpty, let open = navigation.openChat,
      drafts.composer.text == pasted.text
    else { return [] }
    drafts.composer.clear()
    return show(FileCard(path: pasted.path, account: open.account, pasted: pasted.text))
  }
}

internal import Model

extension SyncRunner {
  /// A file is copied first, and what is written in its chat meanwhile waits for that.
  func take(_ intent: Intent) {
    guard let intent = copies.pass(intent) else { return }
    guard let files, engine != nil, case .sendFile(let chat, let file, let id, _) = intent,
      case .original(let path, let caption) = file
    else { return handle(.intent(intent)) }
    copies.begin(id, in: chat.bare)
    files.keep(path, caption: caption, as: id) { [weak self] keeping in
      self?.onExecutor { $0.copied(keeping, intent) }
    }
  }

  private func copied(_ keeping: FileKeeping, _ intent: Intent) {
    guard case .sendFile(let chat, let file, let id, let target) = intent else { return }
    switch keeping {
    case .kept(let attachment):
      handle(.intent(.sendFile(chat: chat, .kept(attachment), originID: id, replyTo: target)))
    case .refused(let reason):
      publish([.notSaved(chat: chat, originID: id, text: file.attachment.words, reason: reason)])
      unsettled.settle(intent)
    }
    for next in copies.end(id) { take(next) }
  }

  func upload(_ order: UploadOrder) {
    files?.upload(order) { [weak self] progress in
      self?.onExecutor { $0.publish([.upload(order.id, progress)]) }
    } _: { [weak self] news in
      self?.onExecutor {
        $0.publish([.upload(news.id, nil)])
        $0.handle(.upload(news))
      }
    }
  }

  func download(_ order: DownloadOrder) {
    files?.download(order) { [weak self] progress in
      self?.onExecutor { $0.publish([.download(row: order.row, progress)]) }
    } _: { [weak self] news in
      self?.onExecutor { $0.handle(.download(news)) }
    }
  }
}

internal import Model
internal import Store

/// The room that pictures have in the message pane.
struct PictureRoom: Equatable {
  let columns: Int
  let rows: Int

  /// At most a third of the pane, and not so few rows that nobody sees what it is.
  init?(_ columns: MessageColumns, height: Int) {
    self.columns = min(columns.belowWidth, 80)
    rows = min(height / 3, 20)
    guard self.columns >= 8, rows >= 3 else { return nil }
  }

  /// What has to be read to show the picture of a message; `nil` where it has none, or none is here.
  func request(for message: Message) -> PictureRequest? {
    guard let source = Self.source(of: message) else { return nil }
    return PictureRequest(source, columns: columns, rows: rows)
  }

  static func source(of message: Message) -> PictureRequest.Source? {
    guard let file = message.attachment, file.isPicture else { return nil }
    if let path = file.savedAs { return .file(path) }
    // Before it is stored there may be no copy.
    guard message.isMine, message.id != 0, let id = message.originID else { return nil }
    return .sent(id, of: message.account)
  }
}

extension Snapshot {
  /// The picture that was asked for, where it can be shown.
  func picture(_ request: PictureRequest?) -> Picture? {
    guard case .shown(let picture)? = request.flatMap({ pictures[$0] }) else { return nil }
    return picture
  }
}

/// Which pictures were asked for and are not there yet.
struct AwaitedPictures {
  private var asked: Set<PictureRequest> = []

  /// Asks for those that are not there, each once.
  mutating func ask(for requests: [PictureRequest], _ snapshot: Snapshot) -> [Action] {
    asked = asked.filter { snapshot.pictures[$0] == nil }
    return requests.compactMap { request in
      guard snapshot.pictures[request] == nil, asked.insert(request).inserted else { return nil }
      return .readPicture(request)
    }
  }
}

internal import Model
internal import Screen
internal import Store

/// Pictures: which are seen, and the one that is looked at.
extension Interface {
  /// Those in sight that were not read yet.
  mutating func askForPictures(in view: Viewport?, _ snapshot: Snapshot) -> [Action] {
    guard let view, let room = view.rows.pictures,
      view.rows.messages.contains(where: { $0.attachment != nil })
    else { return [] }
    let seen = Set(navigation.pane.visibleRows(in: view).map(\.index)).sorted()
    return awaited.ask(for: seen.compactMap { room.request(for: view.rows.messages[$0]) }, snapshot)
  }

  /// The picture of a message on the whole screen; `nil` where none is here.
  func look(at message: Message) -> [Effect]? {
    guard preferences.showsPictures, let source = PictureRoom.source(of: message) else {
      return nil
    }
    return [.show(PictureScreen(source, of: message))]
  }
}

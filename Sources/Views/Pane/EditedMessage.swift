internal import Model
internal import Screen

/// How a message looks that was corrected (M1).
extension Message {
  /// The text is not the one that was said first.
  var isEdited: Bool { (edit?.count ?? 0) > 0 }

  /// A correction on its way to a server that has the message itself.
  var pendingEdit: Pending? {
    switch status {
    case .queued, .sending, .failed: nil
    default: edit?.pending
    }
  }

  /// Of the message, or of the deletion or correction that is on its way.
  var shownStatus: DeliveryStatus? { pendingChange?.status ?? status }
  var shownFailure: String? { pendingChange.map(\.failure) ?? failure }

  /// Something of mine about it that has failed, and can be tried again.
  var failedChange: Pending? {
    [pendingDeletion, edit?.pending, myReaction?.pending].compactMap(\.self)
      .first { $0.status == .failed }
  }

  private var pendingChange: Pending? { pendingDeletion ?? pendingEdit }
}

extension MessageColumns {
  static let edited = "(edited)"

  /// What stands behind the last line of a message; `nil` where it was not corrected, or there is no room.
  func editedMark(of message: Message, beside width: Int) -> PrintableText? {
    let room = textWidth(isMine: message.isMine) - width - 1
    guard message.isEdited, Self.edited.count <= room else { return nil }
    return PrintableText(Self.edited)
  }
}

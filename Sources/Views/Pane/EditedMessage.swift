internal import Localization
internal import Model
internal import Screen

/// How a message looks that was corrected (M1).
extension Message {
  /// The text is not the one that was said first.
  var isEdited: Bool { edit?.isApplied ?? false }

  /// A correction on its way to a server that has the message itself.
  var pendingEdit: Pending? {
    status?.isWithServer == true ? edit?.pending : nil
  }

  /// Of the message, or of the deletion or correction that is on its way.
  var shownStatus: DeliveryStatus? { pendingChange?.status ?? status }
  var shownFailure: String? { pendingChange.map(\.failure) ?? failure }

  /// Who does not confirm what of it is shown.
  var shownDoubt: String? {
    guard shownStatus == .sent, let doubt = shownFailure else { return nil }
    if pendingDeletion != nil { return tr("deletion \(doubt)") }
    return pendingEdit != nil ? tr("edit \(doubt)") : doubt
  }

  /// What goes again at the user's word: something of mine about it, or it itself, that has failed or nobody confirms.
  var stuck: Pending? {
    [pendingDeletion, edit?.pending, myReaction?.pending, isDeleted ? nil : pending]
      .compactMap(\.self).first { $0.isStuck }
  }

  private var pendingChange: Pending? { pendingDeletion ?? pendingEdit }
}

extension MessageColumns {
  static var edited: String { tr("(edited)") }

  /// What stands behind the last line of a message; `nil` where it was not corrected, or there is no room.
  func editedMark(of message: Message, beside width: Int) -> PrintableText? {
    let room = textWidth(isMine: message.isMine) - width - 1
    guard message.isEdited else { return nil }
    let mark = PrintableText(Self.edited)
    return mark.width <= room ? mark : nil
  }
}

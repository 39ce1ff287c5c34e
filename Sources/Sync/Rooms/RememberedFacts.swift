internal import Model
internal import Storage
internal import XMPP

/// The facts of a room as words, which are kept until it says them again.
extension RoomFacts {
  init(remembered words: String) {
    let words = Set(words.split(separator: " "))
    self.init(
      isMembersOnly: words.contains("members"), wantsPassword: words.contains("password"),
      isHidden: words.contains("hidden"))
    changesIDs = words.contains("renames")
    hasKeptID = words.contains("keeps")
    cutsLines = words.contains("cuts")
    deletion = words.contains("deletes") ? .current : words.contains("deleted") ? .old : nil
  }

  /// In words to be kept.
  var remembered: String {
    [
      isMembersOnly ? "members" : nil, wantsPassword ? "password" : nil, isHidden ? "hidden" : nil,
      changesIDs ? "renames" : nil, hasKeptID ? "keeps" : nil, cutsLines ? "cuts" : nil,
      deletion.map { $0 == .current ? "deletes" : "deleted" },
    ].compactMap(\.self).joined(separator: " ")
  }
}

extension RoomTable.Stored {
  /// A room's facts count so long without being asked for again, milliseconds.
  private static let memory: Int64 = 24 * 3_600_000

  /// It gave its facts not long ago.
  func isDescribed(at now: Timestamp) -> Bool {
    guard facts != nil, let factsAt else { return false }
    return (0..<Self.memory).contains(now.milliseconds - factsAt.milliseconds)
  }
}

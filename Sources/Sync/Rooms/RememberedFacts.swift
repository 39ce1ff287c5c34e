internal import XMPP

/// What a room is, as far as it counts before it says so again: words that are kept.
extension RoomFacts {
  init(remembered words: String) {
    let words = Set(words.split(separator: " "))
    self.init(
      isMembersOnly: words.contains("members"), wantsPassword: words.contains("password"),
      isHidden: words.contains("hidden"))
    deletion = words.contains("deletes") ? .current : words.contains("deleted") ? .old : nil
  }

  /// In words to be kept.
  var remembered: String {
    [
      isMembersOnly ? "members" : nil, wantsPassword ? "password" : nil, isHidden ? "hidden" : nil,
      deletion.map { $0 == .current ? "deletes" : "deleted" },
    ].compactMap(\.self).joined(separator: " ")
  }
}

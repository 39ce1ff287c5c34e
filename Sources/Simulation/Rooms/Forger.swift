internal import XMLStream

/// Somebody in the room who says what others say, under the ids of their messages.
enum Forger {
  static let nick = "eve"

  static func said(_ entry: Archive.Entry) -> Bool {
    entry.stanza["from"]?.hasSuffix("/" + nick) == true
  }
}

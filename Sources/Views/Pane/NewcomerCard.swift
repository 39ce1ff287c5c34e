internal import Localization
internal import Screen

/// The four keys with which one gets along (C6).
struct NewcomerCard {
  let keymap: Keymap

  private static var rows: [(command: Command, about: String)] {
    [
      (.send, tr("send what you have written")),
      (.goTo, tr("go to a chat or a command")),
      (.queue, tr("messages that wait to be sent")),
      (.help, tr("all keys")),
    ]
  }

  /// Of one width, so that they stand below each other in the middle of a screen.
  var lines: [String] {
    let known = Self.rows.compactMap { row in
      keymap.label(of: row.command).map { (key: $0, about: row.about) }
    }
    let column = known.map(\.key.count).max() ?? 0
    let lines = known.map {
      $0.key + String(repeating: " ", count: column - $0.key.count + 2) + $0.about
    }
    let width = lines.map(\.count).max() ?? 0
    let all = lines.map { $0 + String(repeating: " ", count: width - $0.count) }
    return [tr("Write to Echo: what you write comes back."), ""] + all + [
      "", tr("Another person here starts: psst --account NAME"),
    ]
  }
}

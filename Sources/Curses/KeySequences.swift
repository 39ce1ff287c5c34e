internal import CNcurses
internal import Glibc
internal import Screen

/// The byte sequences that a terminal sends for its keys, by its description (terminfo(5)), and for pastes and focus.
struct KeySequences {
  enum Meaning: Equatable {
    case key(Key)
    case focus(Bool)
    case pasteStart
    case pasteEnd
  }

  enum Match: Equatable {
    case none
    /// More may follow.
    case beginning
    case whole(Meaning)
  }

  /// Focus reports and bracketed paste (xterm's ctlseqs, DECSET 1004 and 2004).
  private static let modes: [(String, Meaning)] = [
    ("\u{1B}[200~", .pasteStart), ("\u{1B}[201~", .pasteEnd),
    ("\u{1B}[I", .focus(true)), ("\u{1B}[O", .focus(false)),
  ]

  private var meanings: [[UInt8]: Meaning] = [:]
  private var beginnings: Set<[UInt8]> = []

  /// - Parameter keys: besides the modes'.
  init(_ keys: [(sequence: [UInt8], key: Key)] = []) {
    for (sequence, key) in keys { add(sequence, .key(key)) }
    for (text, meaning) in Self.modes { add(Array(text.utf8), meaning) }
  }

  /// Those of the terminal that ncurses has opened.
  @MainActor static func ofTerminal() -> KeySequences {
    var keys: [(sequence: [UInt8], key: Key)] = []
    // Behind curses.h's own come those that only the description names (user_caps(5)).
    for code in KEY_MIN...(KEY_MAX + 400) {
      guard let key = KeyCodes.key(code, name: { keyname($0).map { String(cString: $0) } }) else {
        continue
      }
      var count: Int32 = 0
      while let text = keybound(code, count) {
        keys.append((String(cString: text).isEmpty ? [] : bytes(of: text), key))
        free(text)
        count += 1
      }
    }
    return KeySequences(keys)
  }

  private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  private mutating func add(_ sequence: [UInt8], _ meaning: Meaning) {
    guard !sequence.isEmpty else { return }
    meanings[sequence] = meaning
    for length in 1..<max(1, sequence.count) { beginnings.insert(Array(sequence.prefix(length))) }
  }

  func match(_ bytes: [UInt8]) -> Match {
    // A key that is also the beginning of another is the key: nobody waits for what most never send.
    if let meaning = meanings[bytes] { return .whole(meaning) }
    return beginnings.contains(bytes) ? .beginning : .none
  }
}

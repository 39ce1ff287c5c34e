internal import Screen

/// Makes inputs of the bytes that a terminal sends, wherever they are cut on their way: a network hands over any part of
/// a character, a key, a click or an answer. Pure: it is given bytes, and the time in milliseconds.
struct InputAssembler {
  /// An escape character alone is the key after so long.
  static let escapePatience: Int64 = 50
  /// The rest of a key that was begun comes within so long of the last of it: networks let parts
  /// of one wait for 0.3 s, and a busy computer adds to that.
  static let keyPatience: Int64 = 500
  /// The same of an answer and of a character, which nobody waits for.
  static let answerPatience: Int64 = 5_000
  /// A paste whose end is missing has ended after so long without a byte.
  static let pasteSilence: Int64 = 10_000

  private let sequences: KeySequences
  private var decoder = InputDecoder()
  private var characters: CharacterDecoder
  /// Bytes that may begin a sequence.
  private var held: [UInt8] = []
  private var paste: PasteBuffer?
  private var lastByte: Int64 = 0
  /// When an escape character alone was taken for the key.
  private var escapeTaken: Int64?

  /// - Parameter bracketsPastes: the terminal is known to, as long as it says nothing else.
  init(_ sequences: KeySequences, isUTF8: Bool = true, bracketsPastes: Bool = false) {
    self.sequences = sequences
    decoder.answers.bracketsPastes = bracketsPastes
    characters = CharacterDecoder(isUTF8: isUTF8)
  }

  var answers: TerminalAnswers { decoder.answers }
  /// Answers may still come.
  var isAsked: Bool {
    get { decoder.isAsked }
    set { decoder.isAsked = newValue }
  }

  /// When ``pass(to:)`` has something to do; `nil` while nothing is begun.
  var deadline: Int64? {
    if paste != nil { return lastByte + Self.pasteSilence }
    if held == [0x1B] || decoder.isAfterEscape { return lastByte + Self.escapePatience }
    if !held.isEmpty { return lastByte + Self.keyPatience }
    if decoder.isBegun {
      return lastByte + (decoder.isAnswer ? Self.answerPatience : Self.keyPatience)
    }
    return characters.isWaiting ? lastByte + Self.answerPatience : nil
  }

  /// The inputs of all bytes of one read.
  mutating func feed(_ bytes: [UInt8], at now: Int64) -> [Input] {
    var inputs = pass(to: now)
    lastByte = now
    if let escapeTaken, now - escapeTaken <= Self.keyPatience, mayGoOn(bytes) {
      (held, decoder.isLate) = ([0x1B], true)
    }
    escapeTaken = nil
    var rest = bytes[...]
    while let byte = rest.first {
      if let taken = paste?.append(rest) {
        rest = rest.dropFirst(taken.count)
        if taken.isEnded { endPaste(&inputs) }
      } else {
        rest = rest.dropFirst()
        take(byte, &inputs)
      }
    }
    return answers.bracketsPastes || isAsked ? inputs : pasted(inputs)
  }

  /// Whether the bytes begin like the rest of a key, or of an answer that was asked for.
  private func mayGoOn(_ bytes: [UInt8]) -> Bool {
    switch bytes.first {
    case 0x4F, 0x5B: true
    case 0x50, 0x5D, 0x5F: isAsked
    default: false
    }
  }

  /// Where pastes are not bracketed, lines that come at once and go on behind a line's end were not typed: nothing of
  /// them is sent by that end.
  private func pasted(_ inputs: [Input]) -> [Input] {
    var text = ""
    for input in inputs {
      guard case .key(let key) = input, key.modifiers.isEmpty else { return inputs }
      switch key.code {
      case .character(let character): text.append(character)
      case .enter: text.append("\n")
      case .tab: text.append("\t")
      default: return inputs
      }
    }
    let body = text.drop { $0 == "\n" }
    guard let end = body.firstIndex(of: "\n"), body[end...].contains(where: { $0 != "\n" }) else {
      return inputs
    }
    return [.paste(text)]
  }

  /// The inputs of a beginning whose time is over.
  mutating func pass(to now: Int64) -> [Input] {
    guard let deadline, now >= deadline else { return [] }
    var inputs: [Input] = []
    endPaste(&inputs)
    if held == [0x1B] || decoder.isAfterEscape { escapeTaken = now }
    for byte in held { decode(byte, &inputs) }
    held = []
    type(characters.flush(), &inputs)
    inputs += decoder.flush()
    return inputs
  }

  private mutating func take(_ byte: UInt8, _ inputs: inout [Input]) {
    // Inside of a sequence, and of a character, every byte is its.
    let isInside = decoder.isBegun && !decoder.isAfterEscape || characters.isWaiting
    guard !isInside else { return decode(byte, &inputs) }
    held.append(byte)
    switch sequences.match(held) {
    case .beginning: return
    case .whole(let meaning):
      held = []
      inputs += take(meaning)
    case .none:
      // The first begins no sequence that the terminal's description has, but the others may.
      let all = held
      held = []
      decode(all[0], &inputs)
      for byte in all.dropFirst() { take(byte, &inputs) }
    }
  }

  private mutating func take(_ meaning: KeySequences.Meaning) -> [Input] {
    switch meaning {
    case .key(let key): return decoder.feed(.key(key))
    case .focus(let isInFront): return decoder.revoked([.focus(isInFront)])
    case .pasteStart:
      paste = PasteBuffer()
      return decoder.revoked([])
    case .pasteEnd: return []
    }
  }

  private mutating func decode(_ byte: UInt8, _ inputs: inout [Input]) {
    // The bytes of a click are no characters.
    guard !decoder.isClick else { return inputs += decoder.feed(.scalar(Unicode.Scalar(byte))) }
    type(characters.feed(byte), &inputs)
  }

  private mutating func type(_ scalars: [Unicode.Scalar], _ inputs: inout [Input]) {
    for scalar in scalars { inputs += decoder.feed(.scalar(scalar)) }
    if decoder.beginsPaste { (paste, decoder.beginsPaste) = (PasteBuffer(), false) }
  }

  private mutating func endPaste(_ inputs: inout [Input]) {
    if let text = paste?.text { inputs.append(.paste(text)) }
    paste = nil
  }
}

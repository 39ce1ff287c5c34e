internal import CNcurses
internal import Glibc
internal import Screen

/// Reads what was typed, pasted and clicked, through ncurses.
@MainActor struct InputReader {
  /// A paste whose end is missing after so many milliseconds of silence has ended all the same.
  private static let pasteSilence: Int64 = 10_000
  /// Bytes of a paste taken before the screen gets its turn.
  private static let pasteBatch = 256 << 10

  private var decoder = InputDecoder()
  private var paste: PasteBuffer?
  private var pasteMoment: Int64 = 0

  /// - Parameter isAsked: the terminal was asked for something, and then what every terminal answers.
  init(isAsked: Bool) {
    decoder.isAsked = isAsked
    for sequence in KeyCodes.sequences { define_key(sequence.text, sequence.code) }
  }

  /// The terminal's own colours, as far as it has told them.
  var colors: TerminalColors { decoder.colors }

  /// It has said that it shows red, green and blue.
  var showsDirectColors: Bool { decoder.showsDirectColors }

  /// What it has said about pictures.
  var pictures: PictureAnswers { decoder.pictures }

  /// Answers may still come.
  var isAsked: Bool { decoder.isAsked }

  /// All that is there now.
  mutating func read(size: Size) -> [Input] {
    var inputs: [Input] = []
    if paste != nil, now - pasteMoment > Self.pasteSilence { endPaste(&inputs) }
    while true {
      if paste != nil, !readPaste(&inputs) { return inputs }
      var code: wint_t = 0
      let kind = wget_wch(psst_screen(), &code)
      if kind == ERR { break }
      read(code, isKey: kind == KEY_CODE_YES, size: size, &inputs)
    }
    inputs += decoder.flush().map(Input.key)
    return inputs
  }

  /// Takes what the terminal has still to answer, so that it does not go to who has the terminal next. Waits
  /// for it no longer than so many milliseconds.
  mutating func readAnswers(within bound: Int64) {
    let end = now + bound
    while decoder.isAsked {
      var query = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      var bytes = [UInt8](repeating: 0, count: 256)
      guard poll(&query, 1, Int32(max(0, end - now))) > 0 else { break }
      let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
      guard count > 0 else { break }
      for byte in bytes[..<count] { _ = decoder.feed(.scalar(Unicode.Scalar(byte))) }
    }
    decoder.isAsked = false
  }

  private mutating func read(_ code: wint_t, isKey: Bool, size: Size, _ inputs: inout [Input]) {
    guard isKey else {
      let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
      inputs += decoder.feed(.scalar(scalar)).map(Input.key)
      return
    }
    switch Int32(bitPattern: code) {
    case KeyCodes.pasteStart: (paste, pasteMoment) = (PasteBuffer(), now)
    case KeyCodes.pasteEnd: break
    case KeyCodes.focusIn: inputs.append(.focus(true))
    case KeyCodes.focusOut: inputs.append(.focus(false))
    case KEY_RESIZE: inputs.append(.resize(size))
    case KEY_MOUSE: inputs += mouse()
    case let code:
      guard let key = KeyCodes.key(code, name: { keyname($0).map { String(cString: $0) } }) else {
        return
      }
      inputs += decoder.feed(.key(key)).map(Input.key)
    }
  }

  private func mouse() -> [Input] {
    var event = MEVENT()
    guard getmouse(&event) == OK else { return [] }
    let actions: [(mask: mmask_t, action: Mouse.Action)] = [
      (psst_mouse_press(), .press), (psst_mouse_release(), .release),
      (psst_wheel_up(), .wheelUp), (psst_wheel_down(), .wheelDown),
    ]
    let point = Point(x: Int(event.x), y: Int(event.y))
    return actions.filter { event.bstate & $0.mask != 0 }.map {
      .mouse(Mouse($0.action, at: point))
    }
  }

  /// Reads on in a paste, past ncurses, which would ask the kernel for every byte. It never reads
  /// beyond the paste's end, so nothing has to be given back. Returns whether the end came.
  private mutating func readPaste(_ inputs: inout [Input]) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 8)
    var left = min(psst_available(), Self.pasteBatch)
    while left > 0, let safe = paste?.safeCount {
      let count = Glibc.read(STDIN_FILENO, &bytes, min(left, safe))
      guard count > 0 else { return false }
      left -= count
      pasteMoment = now
      if paste?.append(bytes[..<count]).isEnded == true {
        endPaste(&inputs)
        return true
      }
    }
    return false
  }

  private mutating func endPaste(_ inputs: inout [Input]) {
    if let text = paste?.text { inputs.append(.paste(text)) }
    paste = nil
  }

  /// Milliseconds of a clock that only goes forward.
  private var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

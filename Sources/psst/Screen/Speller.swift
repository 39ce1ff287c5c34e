internal import Files
internal import Glibc
internal import Localization
internal import Model
internal import Screen
internal import Sync
internal import Views

/// A spell checker that runs beside psst, aspell(1) or hunspell(1): it reads lines and answers each, as ispell(1) does
/// with `-a`. All of it waits for the program, which is ended where it takes too long.
struct Speller: Sendable {
  /// Why there is none, in words.
  struct Refusal: Error { var words: String }

  /// What went wrong between psst and the program.
  private enum Fault: Error { case ended, silent, tooLong }

  /// Milliseconds that the program may take for an answer.
  private static let timeout: Int64 = 5_000
  /// Bytes of an answer, which is about one word.
  private static let longest = 64 * 1024

  private let name: String
  private let program: ChildProgram
  /// Where it reads, and where it writes.
  private let input: Int32
  private let output: Int32

  /// `nil` where the program cannot be started.
  private init?(_ command: [String]) {
    guard let questions = Pipe() else { return nil }
    guard let answers = Pipe() else {
      for end in [questions.reading, questions.writing] { Glibc.close(end) }
      return nil
    }
    defer { for end in [questions.reading, answers.writing] { Glibc.close(end) } }
    do throws(ChildProgram.Refusal) {
      program = try ChildProgram(
        command, on: .background, input: questions.reading, output: answers.writing)
    } catch {
      for end in [questions.writing, answers.reading] { Glibc.close(end) }
      return nil
    }
    name = Self.name(of: command)
    (input, output) = (questions.writing, answers.reading)
  }

  private static func name(of command: [String]) -> String {
    command[0].split(separator: "/").last.map { String($0) } ?? ""
  }

  /// What is tried: the first that is there and has the language is taken.
  static func commands(_ language: String) -> [[String]] {
    [
      ["aspell", "-a", "--encoding=utf-8", "--lang=\(language)"],
      ["hunspell", "-a", "-i", "utf-8", "-d", language],
    ]
  }

  /// - Parameter started: gets each program that is started, before it is waited for.
  static func start(
    _ language: String, by commands: [[String]], started: (Speller?) -> Void
  ) throws(Refusal) -> Speller {
    var found: [String] = []
    for command in commands {
      guard let speller = Speller(command) else { continue }
      started(speller)
      do throws(Fault) {
        try speller.awaitGreeting()
        return speller
      } catch {
        started(nil)
        speller.close()
        guard case .ended = error else { throw speller.refusal(error) }
        found.append(name(of: command))
      }
    }
    throw refusal(of: language, by: found)
  }

  private static func refusal(of language: String, by found: [String]) -> Refusal {
    let code = language.lowercased().replacing("_", with: "-")
    let package = "aspell-\(code.prefix { $0 != "-" })"
    guard let first = found.first else {
      return Refusal(words: tr("No spell checker was found. Install aspell and \(package)."))
    }
    let missing = first == "aspell" ? package : "hunspell-\(code)"
    let what =
      found.count > 1
      ? tr("\(first) and \(found[1]) know no words of \(language). Install \(missing).")
      : tr("\(first) knows no words of \(language). Install \(missing).")
    return Refusal(words: what)
  }

  private func refusal(_ fault: Fault) -> Refusal {
    let what =
      switch fault {
      case .ended: tr("The spell checker \(name) has ended.")
      case .silent: tr("The spell checker \(name) does not answer.")
      case .tooLong: tr("The spell checker \(name) answers too much.")
      }
    let next = tr(
      "Spelling is not checked any more; off and on in the settings starts it again.")
    return Refusal(words: "\(what) \(next)")
  }

  /// Ends it, however busy it is.
  func kill() { program.kill() }

  /// Ends it and waits for that; nothing of it is left.
  func close() {
    kill()
    for end in [input, output] { Glibc.close(end) }
    program.wait()
  }

  // MARK: Asking

  /// - Parameter word: of letters and apostrophes.
  func check(_ word: String) throws(Refusal) -> SpelledWord {
    try ask("^\(word)\n", about: word)
  }

  /// Has it keep a word among those of its user. Returns whether it counts as right then.
  func add(_ word: String) throws(Refusal) -> Bool {
    try ask("*\(word)\n#\n^\(word)\n", about: word).suggestions == nil
  }

  private func ask(_ lines: String, about word: String) throws(Refusal) -> SpelledWord {
    do throws(Fault) {
      guard FileBytes.writeAll(Array(lines.utf8), to: input) else { throw .ended }
      // An empty line ends it.
      let answer = try read { $0 == [0x0A] || $0.suffix(2) == [0x0A, 0x0A] }
      return SpellerAnswer.read(answer, of: word)
    } catch { throw refusal(error) }
  }

  private func awaitGreeting() throws(Fault) {
    let line = try read { $0.last == 0x0A }
    guard line.first == UInt8(ascii: "@") else { throw .ended }
  }

  private func read(until isWhole: ([UInt8]) -> Bool) throws(Fault) -> [UInt8] {
    let end = SyncRunner.now().uptime + Self.timeout
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4_096)
    while !isWhole(bytes) {
      guard bytes.count <= Self.longest else { throw .tooLong }
      let rest = end - SyncRunner.now().uptime
      guard rest > 0 else { throw .silent }
      var query = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&query, 1, Int32(clamping: rest)) > 0 else { continue }
      let count = Glibc.read(output, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .ended }
      bytes += block[..<count]
    }
    return bytes
  }
}

/// What a spell checker's answer says of a word. Whatever the program writes, nothing but words that can be shown as they
/// are comes of it.
enum SpellerAnswer {
  private static let most = 9
  private static let longest = 60

  /// `& WORD COUNT OFFSET: ONE, ANOTHER`, `? …` with guesses, `# WORD OFFSET` without any (ispell(1), -a). The program
  /// may have seen several words in it: what is wrong is looked for in the word itself.
  static func read(_ answer: [UInt8], of word: String) -> SpelledWord {
    var isWrong = false
    var meant: [String] = []
    for line in String(decoding: answer, as: UTF8.self).split(separator: "\n") {
      guard let sign = line.first, "&?#".contains(sign) else { continue }
      let parts = line.dropFirst().split(separator: ":", maxSplits: 1)
      let piece = parts.first?.split(separator: " ").first ?? ""
      guard !piece.isEmpty, let place = word.firstRange(of: piece) else { continue }
      isWrong = true
      for suggestion in parts.count > 1 ? parts[1].split(separator: ",") : [] {
        let text = trimmed(suggestion)
        guard meant.count < most, isSound(text) else { continue }
        let whole = word.replacingCharacters(in: place, with: text)
        if whole != word, !meant.contains(whole) { meant.append(whole) }
      }
    }
    return SpelledWord(word, suggestions: isWrong ? meant : nil)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }

  private static func isSound(_ text: Substring) -> Bool {
    let text = String(text)
    return !text.isEmpty && text.count <= longest && !text.contains("\u{FFFD}")
      && PrintableText(text).text == text
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: Substring) -> String {
    String(self[..<range.lowerBound]) + text + self[range.upperBound...]
  }
}

internal import Dispatch
internal import Localization
internal import Synchronization
internal import Views

/// Asks a ``Speller`` in one language, off the main thread. It is started with the first question; once it fails it is
/// given up.
final class SpellChecker: Sendable {
  /// What became of it; a refusal is told once.
  enum Answer: Sendable {
    case words([SpelledWord])
    case refusal(String)
  }

  let language: String
  private let queue = DispatchQueue(label: "psst.spelling")
  /// The program, from its start to its end.
  private let running = Mutex<Speller?>(nil)
  private let isOver = Mutex(false)

  private let commands: [[String]]

  /// - Parameter commands: what is tried; `nil`: the usual programs.
  init(_ language: String, by commands: [[String]]? = nil) {
    self.language = language
    self.commands = commands ?? Speller.commands(language)
  }

  func check(_ words: [String], then: @escaping @MainActor @Sendable (Answer) -> Void) {
    queue.async { [self] in
      let answer = ask { (speller) throws(Speller.Refusal) in
        var answers: [SpelledWord] = []
        for word in words { answers.append(try speller.check(word)) }
        return .words(answers)
      }
      if let answer { DispatchQueue.main.async { MainActor.assumeIsolated { then(answer) } } }
    }
  }

  /// - Parameter then: hears why the word was not kept.
  func add(_ word: String, then: @escaping @MainActor @Sendable (String) -> Void) {
    queue.async { [self] in
      let answer = ask { (speller) throws(Speller.Refusal) in
        let isKept = try speller.add(word)
        return isKept ? .words([]) : .refusal(tr("The spell checker has not kept “\(word)”."))
      }
      guard case .refusal(let words) = answer else { return }
      DispatchQueue.main.async { MainActor.assumeIsolated { then(words) } }
    }
  }

  /// Ends the program at once; nothing is asked or told any more.
  /// - Parameter then: called once nothing of it is left.
  func end(then: @escaping @Sendable () -> Void = {}) {
    isOver.withLock { $0 = true }
    running.withLock { $0?.kill() }
    queue.async { [self] in
      giveUp()
      then()
    }
  }

  // MARK: On the queue

  /// `nil` where it is over.
  private func ask(_ body: (Speller) throws(Speller.Refusal) -> Answer) -> Answer? {
    if isOver.withLock({ $0 }) { return nil }
    do throws(Speller.Refusal) {
      if let speller = running.withLock({ $0 }) { return try body(speller) }
      return try body(
        Speller.start(language, by: commands) { started in running.withLock { $0 = started } })
    } catch {
      giveUp()
      // Who ended it knows.
      return isOver.withLock { isOver in
        defer { isOver = true }
        return isOver ? nil : .refusal(error.words)
      }
    }
  }

  private func giveUp() {
    let speller = running.withLock { running in
      defer { running = nil }
      return running
    }
    speller?.close()
  }
}

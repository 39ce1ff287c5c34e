internal import Localization
public import Model
internal import Screen
public import Store

/// The spelling of what is written: what is marked, and what is offered for it.
extension Interface {
  /// Takes what was asked by ``Action/checkSpelling(_:)``.
  /// - Parameter answer: `nil` where there will be none any more.
  public mutating func take(
    _ answer: [SpelledWord]?, _ snapshot: Snapshot, now: Moment
  ) -> [Action] {
    spelling.take(answer)
    guard let wanted = spelling.wanted else { return [] }
    spelling.want(nil)
    // Something else may have been begun meanwhile.
    let isHere = wanted.touches(drafts.composer.buffer.cursor)
    guard spelling.isOn, spelling.isKnown(wanted), isHere, place == .composing else { return [] }
    return offerSpelling(snapshot).flatMap { apply($0, snapshot, now) }
  }

  /// The misspelt words of the composer.
  func misspelt(_ snapshot: Snapshot) -> [WrittenWord] {
    spelling.misspelt(in: drafts.composer, of: navigation.openChat, snapshot)
  }

  /// Those that are marked: not the one that may still be written.
  func markedWords(_ snapshot: Snapshot) -> [Range<Int>] {
    misspelt(snapshot).map(\.range).filter { $0.upperBound != drafts.composer.buffer.cursor }
  }

  /// What may be meant by the word at the cursor, which may have to be asked first, or by another that is marked.
  mutating func offerSpelling(_ snapshot: Snapshot) -> [Effect] {
    guard spelling.isOn else {
      let key = label(of: .settings).map { tr("\($0) has the setting.") }
      let why =
        spelling.isGivenUp
        ? tr("Spelling is not checked: no spell checker is at work.")
        : ([tr("Spelling is not checked."), key].compactMap(\.self)).joined(separator: " ")
      return [.tell(Notice(.information, why))]
    }
    let cursor = drafts.composer.buffer.cursor
    let here = drafts.composer.words.last { $0.touches(cursor) }
    if let here, !spelling.isKnown(here) {
      spelling.want(here)
      return []
    }
    let wrong = misspelt(snapshot)
    let word =
      wrong.last { $0.touches(cursor) } ?? wrong.last { $0.range.upperBound < cursor }
      ?? wrong.first
    guard let word, let suggestions = spelling.suggestions(for: word) else {
      return [.tell(Notice(.information, tr("No word here is misspelt.")))]
    }
    return [.show(SpellingChoice(word, suggestions))]
  }

  /// Puts another word in the place of one that still stands there.
  mutating func correct(_ word: WrittenWord, to text: String, _ now: Moment) -> [Action] {
    drafts.composer.correct(word, to: text) ? changed(now) : []
  }

  mutating func learn(_ word: WrittenWord) -> [Action] {
    spelling.learn(word.text)
    return [.addWord(word.text)]
  }
}

internal import Localization
internal import Screen

/// What may be meant by a misspelt word: the first nine by a digit; `+` says that it is right.
struct SpellingChoice: Layer {
  private let word: WrittenWord
  private let suggestions: [String]
  private var list = ListFilter()

  init(_ word: WrittenWord, _ suggestions: [String]) {
    (self.word, self.suggestions) = (word, suggestions)
  }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }

  /// Behind the suggestions stands that it is right.
  private var isLearning: Bool { selected == suggestions.count }

  func hintWords(_ context: Context) -> [Command: String] {
    [.accept: tr(isLearning ? "add" : "replace"), .close: tr("leave it")]
  }

  private var selected: Int { list.selected }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    if text == "+" { return choose(suggestions.count) }
    guard let digit = text.first?.wholeNumberValue, text.count == 1,
      suggestions.indices.contains(digit - 1)
    else { return [] }
    return choose(digit - 1)
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    switch command {
    case .close: return .consumed([.close])
    case .accept: return .consumed(choose(selected))
    default: list.perform(command, of: box.rows.count)
    }
    return .consumed([])
  }

  /// The wheel moves on, a click selects.
  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    if let index = box.selection(by: mouse, in: surroundings.screen) {
      list.select(index, of: box.rows.count)
    }
    return []
  }

  private func choose(_ index: Int) -> [Effect] {
    let isSuggestion = suggestions.indices.contains(index)
    return [.close, isSuggestion ? .correct(word, suggestions[index]) : .learn(word)]
  }

  // MARK: On the screen

  private var box: NumberedBox {
    let learning = NumberedBox.Row(key: "+", text: tr("Add “\(word.text)” to my words"))
    return NumberedBox(
      title: tr(
        suggestions.isEmpty ? "Nothing like “\(word.text)”" : "In place of “\(word.text)”"),
      rows: NumberedBox.rows(suggestions) + [learning], selected: selected,
      keys: [
        ("Enter", " \(tr(isLearning ? "adds it" : "replaces"))  "), ("Esc", " \(tr("leaves it"))"),
      ])
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    box.render(in: surroundings, into: &surface)
  }
}

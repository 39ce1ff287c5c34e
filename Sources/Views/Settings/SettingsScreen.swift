internal import Localization
internal import Model
internal import Screen
internal import Store

/// Every setting of the configuration file in one list, with its meaning and value, to be changed in place (I9).
struct SettingsScreen: Layer {
  /// The key of the one that is selected.
  private(set) var selected: String?
  private(set) var index = 0
  /// Part of what a setting is called or does.
  private(set) var filter = TitleFilter()
  /// What is typed in the place of the selected one's value.
  private(set) var line: TextBuffer?
  /// Why what was typed is no value.
  private(set) var complaint: String?

  /// - Parameter key: of the one to begin at.
  init(at key: String? = nil) { selected = key }

  var place: Keymap.Place { filter.isOpen || line != nil ? .choosing : .settings }
  var coverage: LayerCoverage { .betweenBars }
  var openedBy: Command? { .settings }
  /// The file may have been changed by another program.
  var opening: [Action] { [.readSettings] }
  var passes: Set<Command> {
    filter.isOpen || line != nil ? [] : [.help, .doNotDisturb]
  }

  // MARK: What is shown

  func settings(_ context: Context) -> [Setting] {
    var all = context.settings.settings
    // What was chosen elsewhere counts where the file does not say it.
    if let place = all.firstIndex(where: { $0.key == "policy" }) {
      all[place].current = "\"\(context.snapshot[context.account].policy.rawValue)\""
    }
    guard !filter.isEmpty else { return all }
    return all.filter { setting in
      [tr(entry: setting.title), setting.key].contains { FuzzyMatch(filter.text, in: $0).isClose }
        || tr(entry: setting.about).lowercased().contains(filter.text.lowercased())
    }
  }

  mutating func update(in surroundings: Surroundings) -> [Action] {
    settle(settings(surroundings.context))
    return []
  }

  private mutating func settle(_ settings: [Setting]) {
    if settings.indices.contains(index), settings[index].key == selected { return }
    select(settings.firstIndex { $0.key == selected } ?? index, in: settings)
  }

  private mutating func select(_ place: Int, in settings: [Setting]) {
    index = max(0, min(place, settings.count - 1))
    let key = settings.indices.contains(index) ? settings[index].key : nil
    if key != selected { (line, complaint) = (nil, nil) }
    selected = key
  }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    let text = String(text.filter { !$0.isNewline }.prefix(1000))
    if filter.isOpen {
      filter.type(text)
    } else if line != nil {
      line?.insert(text)
      complaint = nil
    }
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    let settings = settings(surroundings.context)
    settle(settings)
    if filter.isOpen { return filter.perform(command) }
    if line != nil { return edit(command, settings, surroundings.context) }
    let page = max(1, SettingsPainter(surroundings, self).list.height - 1)
    switch command {
    case .down: select(index + 1, in: settings)
    case .up: select(index - 1, in: settings)
    case .first: select(0, in: settings)
    case .last: select(settings.count - 1, in: settings)
    case .scrollDown: select(index + page, in: settings)
    case .scrollUp: select(index - page, in: settings)
    case .filter: filter.open()
    case .close, .settings: return filter.leave()
    case .accept, .right: return .consumed(change(by: 1, settings, surroundings.context))
    case .left: return .consumed(change(by: -1, settings, surroundings.context))
    case .delete: return .consumed(reset(settings, surroundings.context))
    default: break
    }
    return .consumed([])
  }

  /// The wheel moves on; a click selects, and one on the value of the selected one changes it.
  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let settings = settings(surroundings.context)
    let painter = SettingsPainter(surroundings, self)
    guard let place = painter.window.selection(by: mouse) else { return [] }
    let isAgain = place == index && mouse.action == .press
    select(place, in: settings)
    guard isAgain, painter.isValue(mouse.at), line == nil else { return [] }
    return change(by: 1, settings, surroundings.context)
  }

  // MARK: Changing

  private mutating func change(
    by steps: Int, _ settings: [Setting], _ context: Context
  ) -> [Effect] {
    guard settings.indices.contains(index) else { return [] }
    if case .theme = settings[index].kind { return [.run(.theme)] }
    guard let value = settings[index].value(after: steps) else { return begin(settings, context) }
    return keep(value, of: settings[index], context)
  }

  private mutating func begin(_ settings: [Setting], _ context: Context) -> [Effect] {
    guard settings.indices.contains(index) else { return [] }
    switch settings[index].kind {
    case .number, .words, .word: break
    default: return []
    }
    if let refusal = refusal(context) { return refusal }
    line = TextBuffer(settings[index].typed(settings[index].value))
    complaint = nil
    return []
  }

  private mutating func edit(
    _ command: Command, _ settings: [Setting], _ context: Context
  ) -> Outcome {
    switch command {
    case .close: (line, complaint) = (nil, nil)
    case .deleteLeft:
      line?.deleteLeft()
      complaint = nil
    case .deleteToStart: line?.clear()
    case .accept:
      guard settings.indices.contains(index), let line else { break }
      guard let value = settings[index].value(of: line.text) else {
        complaint = "\(tr(entry: settings[index].title)): \(settings[index].range)"
        break
      }
      self.line = nil
      return .consumed(keep(value, of: settings[index], context))
    default: break
    }
    return .consumed([])
  }

  private func keep(_ value: String, of setting: Setting, _ context: Context) -> [Effect] {
    if let refusal = refusal(context) { return refusal }
    return [.action(.keepSetting(setting.key, value))]
  }

  /// What counts without a word in the file counts again.
  private func reset(_ settings: [Setting], _ context: Context) -> [Effect] {
    guard settings.indices.contains(index), settings[index].written != nil else { return [] }
    if let refusal = refusal(context) { return refusal }
    return [.action(.keepSetting(settings[index].key, nil))]
  }

  /// A file that cannot be read is not written.
  private func refusal(_ context: Context) -> [Effect]? {
    context.settings.trouble.map { [.tell(Notice(.error, $0))] }
  }

  // MARK: On the screen

  func hintWords(_ context: Context) -> [Command: String] {
    if filter.isOpen { return [.accept: tr("filter"), .down: "", .close: tr("show all")] }
    if line != nil { return [.accept: tr("save"), .down: "", .close: tr("leave it")] }
    let settings = settings(context)
    var words = [Command.close: tr(filter.isEmpty ? "back" : "show all")]
    guard settings.indices.contains(index) else {
      return words.merging([.accept: "", .delete: ""]) { $1 }
    }
    words[.accept] =
      switch settings[index].kind {
      case .toggle: tr("switch")
      case .choice: tr("next")
      case .theme: tr("choose")
      case .number, .words, .word: tr("change")
      }
    if settings[index].written == nil { words[.delete] = "" }
    return words
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    SettingsPainter(surroundings, self).render(into: &surface)
  }
}

extension Optional<FuzzyMatch> {
  /// It stands together there, not in scattered letters.
  fileprivate var isClose: Bool { map { $0.kind != .scattered } ?? false }
}

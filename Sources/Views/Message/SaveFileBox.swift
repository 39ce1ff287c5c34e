internal import Localization
internal import Model
internal import Screen
internal import Store

/// Asks where the file of a message is to be kept, and says before Enter why it cannot be there.
struct SaveFileBox: Layer {
  private var path = TextBuffer()
  private let file: Attachment
  private let message: Message
  /// As it would be without a question: there the folder is made, and a name that is taken gets a number.
  private let usual: String

  /// - Parameter folder: where it would be without a question.
  init(_ file: Attachment, of message: Message, in folder: String) {
    (self.file, self.message) = (file, message)
    usual = "\(folder)/\(SafeName.of(file.name))"
    path.insert(usual)
  }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }
  var openedBy: Command? { .saveFileAs }
  var opening: [Action] { [.inspect(path.text)] }

  private static let longest = 4_096

  mutating func type(_ text: String) -> [Effect] {
    let rest = max(0, Self.longest - path.count)
    path.insert(String(text.filter { !$0.isNewline }.prefix(rest)))
    return [look]
  }

  private var look: Effect { .action(.inspect(path.text)) }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    let found = found(in: surroundings.context.snapshot)
    switch command {
    case .close: return .consumed([.close])
    case .accept:
      guard isUsual || found.map({ refusal($0) == nil }) ?? false else { return .consumed([]) }
      let save = Intent.saveFile(row: message.id, as: isUsual ? nil : path.text)
      return .consumed([.close, .action(.intent(save, of: message.account))])
    case .nextPane:
      guard let completion = found?.folder else { return .consumed([]) }
      path.clear()
      path.insert(completion)
    case .deleteLeft: path.deleteLeft()
    case .deleteToStart: path.clear()
    default: return .consumed([])
    }
    return .consumed([look])
  }

  func hintWords(_ context: Context) -> [Command: String] {
    let isReady = isUsual || found(in: context.snapshot).map { refusal($0) == nil } ?? false
    return [.accept: isReady ? tr("save") : "", .down: "", .nextPane: tr("complete")]
  }

  private var isUsual: Bool { path.text == usual }

  private func found(in snapshot: Snapshot) -> InspectedFile? {
    snapshot.inspected.flatMap { $0.path == path.text ? $0 : nil }
  }

  private func refusal(_ found: InspectedFile) -> String? {
    guard case .refused(let reason) = found.target else { return nil }
    return reason.prefix(1).uppercased() + reason.dropFirst()
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let (area, context) = (surroundings.screen, surroundings.context)
    let box = Box(width: min(70, area.width), height: min(5, area.height), in: area)
    box.render(into: &surface, look: context.look)
    let inner = box.inner
    for (row, span) in rows(context, width: inner.width).enumerated() {
      guard row < inner.height, inner.width > 0 else { return }
      let used = surface.draw([span], in: inner.row(row), look: context.look, on: .dialog)
      if row == 1 { surface.cursor = Point(x: inner.x + used, y: inner.y + 1) }
    }
  }

  private func rows(_ context: Context, width: Int) -> [Span] {
    // The end of a long path says more than its beginning.
    let shown = String(path.text.suffix(max(0, width - 1)))
    return [
      Span(tr("Save \(Names.file(file)) as"), .dialogTitle), Span(shown, .dialog),
      facts(context.snapshot),
    ]
  }

  private func facts(_ snapshot: Snapshot) -> Span {
    if isUsual { return Span(tr("Tab completes folders"), .dim) }
    guard let found = found(in: snapshot) else { return Span("", .dim) }
    if let refusal = refusal(found) { return Span(refusal, .error) }
    guard found.target == .folder else { return Span(tr("Tab completes folders"), .dim) }
    return Span(tr("In this folder, as \(SafeName.of(file.name))"), .accent)
  }
}

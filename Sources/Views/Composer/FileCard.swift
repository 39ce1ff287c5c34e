internal import Localization
internal import Model
internal import Screen
internal import Store

/// Asks for the path of a file, and shows what is there before it is sent.
struct FileCard: Layer {
  private var path = TextBuffer()
  /// What goes back to the composer where it is not sent.
  private let pasted: String?
  /// Of the open chat.
  private let account: AccountID
  private var awaited = AwaitedPictures()

  init(path: String, account: AccountID, pasted: String? = nil) {
    self.path.insert(path)
    self.account = account
    self.pasted = pasted
  }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }
  var openedBy: Command? { .sendFile }
  var opening: [Action] { [.intent(.askUploads, of: account), .inspect(path.text)] }

  private static let longest = 4_096

  mutating func type(_ text: String) -> [Effect] {
    let rest = max(0, Self.longest - path.count)
    path.insert(String(text.filter { !$0.isNewline }.prefix(rest)))
    return [look]
  }

  private var look: Effect { .action(.inspect(path.text)) }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    let snapshot = surroundings.context.snapshot
    switch command {
    case .close: return .consumed([.close] + (pasted.map { [.write($0)] } ?? []))
    case .accept:
      guard file(in: snapshot) != nil, refusal(in: snapshot) == nil else { return .consumed([]) }
      return .consumed([.close, .sendFile(path.text)])
    case .nextPane:
      guard let completion = found(in: snapshot)?.completion else { return .consumed([]) }
      path.clear()
      path.insert(completion)
    case .deleteLeft: path.deleteLeft()
    case .deleteToStart: path.clear()
    default: return .consumed([])
    }
    return .consumed([look])
  }

  mutating func update(in surroundings: Surroundings) -> [Action] {
    let snapshot = surroundings.context.snapshot
    return awaited.ask(for: [request(surroundings)].compactMap(\.self), snapshot)
  }

  /// What it looks like, where it is a picture and there is room.
  private func request(_ surroundings: Surroundings) -> PictureRequest? {
    let area = surroundings.screen
    guard surroundings.context.showsPictures, area.height >= 12, area.width >= 30,
      file(in: surroundings.context.snapshot)?.isPicture ?? false
    else { return nil }
    return PictureRequest(
      .file(path.text), columns: Self.width(in: area) - 4, rows: min(12, area.height - 8))
  }

  private static func width(in area: Rect) -> Int { min(70, area.width) }

  func hintWords(_ context: Context) -> [Command: String] {
    let isReady = file(in: context.snapshot) != nil && refusal(in: context.snapshot) == nil
    return [.accept: isReady ? tr("send") : "", .down: "", .nextPane: tr("complete")]
  }

  private func found(in snapshot: Snapshot) -> InspectedFile? {
    snapshot.inspected.flatMap { $0.path == path.text ? $0 : nil }
  }

  private func file(in snapshot: Snapshot) -> Attachment? { found(in: snapshot)?.file }

  /// Why it cannot be sent; `nil` where it can, or nothing is known yet.
  private func refusal(in snapshot: Snapshot) -> String? {
    guard !path.isEmpty, let found = found(in: snapshot) else { return nil }
    if case .refused(let reason) = found.outcome { return reason }
    guard let service = snapshot[account].uploadService else { return nil }
    guard let service else { return tr("Your server takes no files") }
    guard let limit = service.limit, let size = found.file?.size, size > limit else { return nil }
    return tr("Too large: your server takes \(Attachment.words(ofSize: limit)) at most")
  }

  // MARK: Drawing

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let (area, context) = (surroundings.screen, surroundings.context)
    let picture = context.snapshot.picture(request(surroundings))
    let height = 5 + (picture?.height ?? 0)
    let box = Box(width: Self.width(in: area), height: min(height, area.height), in: area)
    box.render(into: &surface, look: context.look)
    picture?.draw(in: box.inner.inset(top: 3), into: &surface)
    for (row, spans) in rows(context, width: box.inner.width).enumerated() {
      guard row < box.inner.height, box.inner.width > 0 else { return }
      let used = surface.draw(spans, in: box.inner.row(row), look: context.look, on: .dialog)
      if row == 1 { surface.cursor = Point(x: box.inner.x + used, y: box.inner.y + 1) }
    }
  }

  private func rows(_ context: Context, width: Int) -> [[Span]] {
    let snapshot = context.snapshot
    let name = context.openChat.map { Names.chat($0, in: snapshot) } ?? ""
    let title =
      Names.mark(of: account, in: snapshot).map { tr("Send a file to \(name) as \($0)") }
      ?? tr("Send a file to \(name)")
    // The end of a long path says more than its beginning.
    let shown = String(path.text.suffix(max(0, width - 1)))
    return [
      [Span(title, .dialogTitle)], [Span(shown, .dialog)], facts(in: snapshot),
    ]
  }

  private func facts(in snapshot: Snapshot) -> [Span] {
    if let refusal = refusal(in: snapshot) { return [Span(refusal, .error)] }
    guard let file = file(in: snapshot) else {
      return [Span(path.isEmpty ? tr("Its path; Tab completes") : "", .dim)]
    }
    let type = file.mediaType.map { " \(Glyphs.current.separator) \($0)" } ?? ""
    return [Span(Names.file(file) + type, .accent)]
  }
}

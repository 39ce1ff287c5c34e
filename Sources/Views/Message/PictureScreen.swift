internal import Localization
internal import Model
internal import Screen
internal import Store

/// A picture on the whole screen.
struct PictureScreen: Layer {
  private let source: PictureRequest.Source
  private let file: Attachment?
  private var awaited = AwaitedPictures()

  init(_ source: PictureRequest.Source, of message: Message) {
    self.source = source
    file = message.attachment
  }

  var place: Keymap.Place { .reading }
  var coverage: LayerCoverage { .betweenBars }

  func hintWords(_ context: Context) -> [Command: String] { [.down: "", .up: ""] }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    .consumed(command == .close ? [.close] : [])
  }

  mutating func update(in surroundings: Surroundings) -> [Action] {
    let request = request(surroundings)
    return request.map { awaited.ask(for: [$0], surroundings.context.snapshot) } ?? []
  }

  private func request(_ surroundings: Surroundings) -> PictureRequest? {
    let body = surroundings.body
    guard body.width > 0, body.height > 0 else { return nil }
    return PictureRequest(source, columns: body.width, rows: body.height)
  }

  /// The title stands in the screen's first row.
  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let (area, look) = (surroundings.screen, surroundings.context.look)
    let snapshot = surroundings.context.snapshot
    surface.fill(area, style: look.style(.text))
    surface.cursor = nil
    surface.fill(area.row(0), style: look.style(.title))
    let picture = snapshot.picture(request(surroundings))
    let size = picture.map { "   \($0.pixels.width) × \($0.pixels.height)" } ?? ""
    let title = [
      Span(" \(file.map(Names.file) ?? "")", .title), Span(size, .titleDim),
    ]
    surface.draw(title, in: area, look: look, on: .title)
    if let picture { return picture.draw(in: surroundings.body, into: &surface) }
    guard let request = request(surroundings), snapshot.pictures[request] != nil else { return }
    let row = surroundings.body.row(surroundings.body.height / 2)
    surface.drawCentred([Span(tr("This picture cannot be shown."), .dim)], in: row, look: look)
  }
}

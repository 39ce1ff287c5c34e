internal import Model
internal import Screen
internal import Store

/// The main screen as it was drawn last: a part that would be drawn from the same again stays as it is.
///
/// Shared by the copies of an ``Interface``: it only remembers what would be drawn anew.
final class KeptScreen {
  /// None is drawn where another is, but for the list: its chats stand on its ground.
  enum Part: Hashable {
    case bars, list, listGround, pane, composer
    /// By its place from the top.
    case chat(Int)
  }

  /// What every part is drawn from.
  struct Ground: Equatable {
    /// All times that are shown follow from it.
    var minute: Int
    var theme: Theme
    var layout: Layout
    var openChat: ChatID?
    var showsWaiting: Bool
  }

  var surface = Surface(size: Size(width: 0, height: 0))
  private var ground: Ground?
  private var sources: [Part: any Equatable] = [:]

  func begin(on ground: Ground) {
    guard ground != self.ground || surface.isCrowded else { return }
    surface = Surface(size: ground.layout.size, style: ground.theme.style(.text, on: nil))
    self.ground = ground
    sources = [:]
  }

  /// Something stands on this ground.
  var isDrawn: Bool { !sources.isEmpty }

  /// Whether a part would be drawn from something else than before, which is noted; its own parts are drawn each by
  /// itself.
  func note<Source: Equatable>(_ part: Part, from source: Source) -> Bool {
    guard ground != nil, sources[part] as? Source != source else { return false }
    sources[part] = source
    return true
  }

  /// - Parameters:
  ///   - areas: all that the part is drawn on.
  ///   - source: what it is drawn from, besides what all are.
  func draw<Source: Equatable>(
    _ part: Part, on areas: [Rect], from source: Source, _ body: (inout Surface) -> Void
  ) {
    guard let ground, sources[part] as? Source != source else { return }
    if sources.updateValue(source, forKey: part) != nil {
      for area in areas { surface.fill(area, style: ground.theme.style(.text, on: nil)) }
    }
    body(&surface)
  }
}

internal import Localization
internal import Model
internal import Screen
internal import Store

/// The main screen in parts, and what each is drawn from: one that would be the same is not drawn again.
extension Interface {
  private struct Bars: Equatable {
    var revision: Revision
    var connection: ConnectionState
    var top: TopRow
    var place: Keymap.Place
    var words: [Command: String]
    var isQuiet: Bool
    /// For how many seconds no answer has come, of each account that waits for one.
    var silences: [Int64]
    var isEditing: Bool
    /// Where the text is so long that it is counted.
    var text: LaidOutText?
  }

  private struct List: Equatable {
    var revision: Revision
    var fadesAt: Int64?
    var chats: ChatList
    var hasFocus: Bool
  }

  private struct Messages: Equatable {
    var revision: Revision
    /// Uptime, while anything fades.
    var fadesAt: Int64?
    var state: MessagePane
    var isPulseDim: Bool
    /// They are waited for, and one may know.
    var isLate: Bool
    /// When the words of a next try change.
    var changesAt: Int64?
  }

  private struct Writing: Equatable {
    var revision: Revision
    var text: LaidOutText
    var focus: Focus
    var question: SubscriptionRow?
    /// What the spans of it say.
    var news: String
    /// What is misspelt in it.
    var misspelt: [Range<Int>]
  }

  /// What lies below the layers.
  func mainScreen(_ layout: Layout, _ context: Context, isProvisional: Bool) -> Surface {
    let kept = appearance.kept
    kept.begin(
      on: .init(
        minute: context.time.minute(context.now.wall), theme: context.look.theme, layout: layout,
        openChat: context.openChat, showsWaiting: context.showsWaiting))
    if !isProvisional || !kept.isDrawn {
      keepBars(layout, context)
      keepList(layout, context)
    }
    if layout.shape != .list {
      keepMessages(layout, context)
      let source = Writing(
        revision: context.snapshot.revision, text: drafts.composer.laidOut, focus: navigation.focus,
        question: subscriptionRow(context.snapshot), news: news(context).map(\.text.text).joined(),
        misspelt: markedWords(context.snapshot))
      kept.draw(.composer, on: [layout.question, layout.edge, layout.composer], from: source) {
        source.question?.render(layout.question, into: &$0, context: context)
        drawComposer(layout, context, into: &$0)
      }
    }
    return kept.surface
  }

  private func keepBars(_ layout: Layout, _ context: Context) {
    let top = topRow(context)
    let connection = banner.shown ?? context.snapshot.connection
    let composer = drafts.composer
    let source = Bars(
      revision: context.snapshot.revision, connection: connection, top: top, place: place,
      words: hintWords(context), isQuiet: context.isQuiet, silences: silences(context),
      isEditing: composer.editing != nil,
      text: HintLine.counts(composer) ? composer.laidOut : nil)
    let areas = [layout.title, layout.banner, layout.hints]
    appearance.kept.draw(.bars, on: areas, from: source) {
      drawBars(connection, top, layout, context, into: &$0)
    }
  }

  private func silences(_ context: Context) -> [Int64] {
    context.snapshot.openAccounts.compactMap {
      guard case .unanswered(let since) = $0.connection else { return nil }
      return (context.now.uptime - since) / 1_000
    }
  }

  private func keepList(_ layout: Layout, _ context: Context) {
    let kept = appearance.kept
    let hasFocus = navigation.focus == .list
    let source = List(
      revision: context.snapshot.revision,
      fadesAt: context.fades.isStill ? nil : context.now.uptime,
      chats: navigation.chats, hasFocus: hasFocus)
    guard kept.note(.list, from: source) else { return }
    let rows = navigation.chats.rows(
      layout, context: context, open: context.openChat, hasFocus: hasFocus)
    let isEmpty = context.snapshot.chats.isEmpty
    kept.draw(
      .listGround, on: [layout.list, layout.separator], from: isEmpty ? nil : rows.count
    ) {
      if isEmpty {
        $0.draw([Span(" \(tr("No chats yet"))", .dim)], in: layout.list, look: context.look)
      }
      $0.fill(
        layout.separator, cluster: context.look.glyphs.vertical, style: context.look.style(.border))
    }
    for (place, row) in rows.enumerated() {
      let top = layout.list.y + place * layout.itemHeight
      let area = Rect(
        x: layout.list.x, y: top, width: layout.list.width, height: layout.itemHeight)
      switch row {
      case .chat(let chat):
        kept.draw(.chat(place), on: [area], from: chat.source(among: rows.count)) {
          chat.render(area, into: &$0)
        }
      case .archive(let archive):
        kept.draw(.chat(place), on: [area], from: archive) {
          archive.render(area, into: &$0, look: context.look)
        }
      }
    }
  }

  private func keepMessages(_ layout: Layout, _ context: Context) {
    let isDim = context.snapshot.outbox.sending > 0 && appearance.isPulseDim(context.now)
    let source = Messages(
      revision: context.snapshot.revision,
      fadesAt: context.fades.isStill ? nil : context.now.uptime, state: navigation.pane,
      isPulseDim: isDim, isLate: navigation.pane.isLate(context.now),
      changesAt: context.snapshot.nextStanding(in: context.openChat, after: context.now.uptime))
    appearance.kept.draw(.pane, on: [layout.header, layout.messages], from: source) {
      drawPane(layout, isPulseDim: isDim, context, into: &$0)
    }
  }
}

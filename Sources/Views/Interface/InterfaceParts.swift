internal import Model
internal import Screen
internal import Store

/// The main screen in parts, and what each is drawn from: one that would be the same is not drawn again.
extension Interface {
  private struct Bars: Equatable {
    var connection: ConnectionState
    var banner: ConnectionBanner.Content?
    var place: Keymap.Place
    var words: [Command: String]
    var notice: Notice?
    var isEditing: Bool
    /// Where the text is so long that it is counted.
    var text: LaidOutText?
  }

  private struct List: Equatable {
    var selection: ChatID?
    var hasFocus: Bool
  }

  private struct Messages: Equatable {
    var state: MessagePane
    var isPulseDim: Bool
    /// They are waited for, and one may know.
    var isLate: Bool
  }

  private struct Writing: Equatable {
    var text: LaidOutText
    var focus: Focus
    var question: SubscriptionRow?
  }

  /// What lies below the layers.
  func mainScreen(_ layout: Layout, _ context: Context) -> Surface {
    let kept = appearance.kept
    kept.begin(
      on: .init(
        revision: context.snapshot.revision, minute: context.time.minute(context.now.wall),
        theme: context.look.theme, layout: layout, openChat: context.openChat,
        showsWaiting: context.showsWaiting,
        fadesAt: context.fades.isStill ? nil : context.now.uptime))
    keepBars(layout, context)
    keepList(layout, context)
    if layout.shape != .list {
      keepMessages(layout, context)
      let source = Writing(
        text: drafts.composer.laidOut, focus: navigation.focus,
        question: subscriptionRow(context.snapshot))
      kept.draw(.composer, on: [layout.question, layout.edge, layout.composer], from: source) {
        source.question?.render(layout.question, into: &$0, context: context)
        drawComposer(layout, context, into: &$0)
      }
    }
    return kept.surface
  }

  private func keepBars(_ layout: Layout, _ context: Context) {
    let content = bannerContent(context.snapshot, context.now)
    let connection = banner.shown ?? context.snapshot.connection
    let composer = drafts.composer
    let source = Bars(
      connection: connection, banner: content, place: place, words: hintWords(context),
      notice: notices.shown, isEditing: composer.editing != nil,
      text: HintLine.counts(composer) ? composer.laidOut : nil)
    let areas = [layout.title, layout.banner, layout.hints]
    appearance.kept.draw(.bars, on: areas, from: source) {
      drawBars(connection, content, layout, context, into: &$0)
    }
  }

  private func keepList(_ layout: Layout, _ context: Context) {
    let hasFocus = navigation.focus == .list
    let source = List(selection: navigation.chats.selection, hasFocus: hasFocus)
    appearance.kept.draw(.list, on: [layout.list, layout.separator], from: source) {
      navigation.chats.render(
        layout, into: &$0, context: context, open: context.openChat, hasFocus: hasFocus)
      $0.fill(
        layout.separator, cluster: context.look.glyphs.vertical, style: context.look.style(.border))
    }
  }

  private func keepMessages(_ layout: Layout, _ context: Context) {
    let isDim = context.snapshot.outbox.sending > 0 && appearance.isPulseDim(context.now)
    let source = Messages(
      state: navigation.pane, isPulseDim: isDim, isLate: navigation.pane.isLate(context.now))
    appearance.kept.draw(.pane, on: [layout.header, layout.messages], from: source) {
      drawPane(layout, isPulseDim: isDim, context, into: &$0)
    }
  }
}

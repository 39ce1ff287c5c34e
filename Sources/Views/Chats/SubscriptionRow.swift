internal import Localization
internal import Model
internal import Screen
internal import Store

/// The row above the composer that asks what is to be between me and the other of a chat (C2): who wants to see when I
/// am online has asked, and to whom I write without their being a contact could be asked.
struct SubscriptionRow: Equatable {
  enum Kind { case request, stranger }

  let chat: ChatID
  let kind: Kind
  private let name: String

  /// - Parameter dismissed: chats of strangers in which it was asked, and is not to be.
  init?(_ chat: ChatID, in snapshot: Snapshot, dismissed: Set<ChatID>) {
    guard !snapshot.isMe(chat), !snapshot.isBlocked(chat) else { return nil }
    if snapshot[chat.account].requests.contains(chat.address) {
      kind = .request
    } else if !dismissed.contains(chat), Self.isStranger(chat, in: snapshot) {
      kind = .stranger
    } else {
      return nil
    }
    (self.chat, name) = (chat, Names.person(chat, in: snapshot))
  }

  /// I wrote to somebody whom I neither see nor have asked. On the private server everyone sees everyone.
  private static func isStranger(_ id: ChatID, in snapshot: Snapshot) -> Bool {
    guard !snapshot[id.account].isPrivate, let chat = snapshot.chat(id), chat.kind == .direct,
      chat.subscription ?? Contact.Subscription.none == Contact.Subscription.none,
      !chat.isAsking, let pane = snapshot.pane,
      pane.chat == id
    else { return false }
    return pane.messages.contains(where: \.isMine)
  }

  /// What can be done about it.
  private var offers: [(command: Command, word: String)] {
    switch kind {
    case .request:
      [
        (.acceptRequest, tr("Accept")), (.declineRequest, tr("Decline")), (.block, tr("Block")),
      ]
    case .stranger:
      [(.acceptRequest, tr("Add")), (.declineRequest, tr("Not now")), (.block, tr("Block"))]
    }
  }

  /// From the longest to the shortest; where there is no room for that either, the keys say it.
  private var texts: [String] {
    switch kind {
    case .request: [tr("\(name) asks to see when you are online"), tr("Contact request")]
    case .stranger: [tr("\(name) is not in your contacts"), tr("Not a contact")]
    }
  }

  // MARK: On the screen

  func render(_ area: Rect, into surface: inout Surface, context: Context) {
    guard area.height > 0 else { return }
    let (text, placed) = fit(area.width, context.keymap)
    let role: Role = kind == .request ? .bannerWaiting : .dim
    surface.draw([Span(" ", role), Span(text, role)], in: area, look: context.look)
    placed.draw(in: area, into: &surface, look: context.look)
  }

  /// What a click on the row does.
  func command(at point: Point, in area: Rect, _ keymap: Keymap) -> Command? {
    fit(area.width, keymap).placed.command(at: point.x - area.x)
  }

  /// The offers stand at the right, and the longest text that there is room for before them.
  private func fit(
    _ width: Int, _ keymap: Keymap
  ) -> (text: PrintableText, placed: [PlacedOffer]) {
    let all = offers.compactMap { command, word in
      keymap.label(of: command).map {
        PlacedOffer(command: command, spans: [Span($0, .hintKey), Span(" \(word)", .text)])
      }
    }
    let texts = texts.map { PrintableText($0) }
    // Where it is narrow they stand closer.
    let choices = [2, 1].flatMap { gap in texts.map { (gap: gap, text: $0) } }
    let fitting = choices.first {
      !$0.text.clusters.isEmpty && $0.text.width + 4 + all.width(gap: $0.gap) + $0.gap <= width
    }
    let (gap, text) = fitting ?? (1, PrintableText(""))
    // A gap behind the last, too.
    let start = max(1, width - all.width(gap: gap) - gap)
    return (text, all.placed(from: start, gap: gap))
  }
}

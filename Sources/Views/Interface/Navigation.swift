internal import Model
internal import Screen
internal import Store

/// Where one is: the open chat and the one before it, what takes keys, and where the pane is on its way to.
struct Navigation {
  private(set) var openChat: ChatID?
  private(set) var previousChat: ChatID?
  private(set) var focus = Focus.composer
  var chats = ChatList()
  /// Chats of strangers in which I do not want to ask.
  var dismissed: Set<ChatID> = []
  var pane = MessagePane()
  /// What was found last, for the next and the previous of it.
  var found: FoundMessages?
  /// Where the pane goes once it is here.
  var target: PaneTarget?
  /// The end was reached by a jump: what was passed is asked about.
  var hasJumped = false
  /// A mark as unread that the open chat gets, or had when psst began in it, stays until one comes back to it.
  private var keepsUnreadMark = true

  /// What is seen until then was not gone to.
  var isGoingToUnread: Bool { if case .unread = target { true } else { false } }

  /// The messages of the open chat, once they are here.
  func openPane(_ snapshot: Snapshot) -> Pane? {
    snapshot.pane.flatMap { $0.chat == openChat ? $0 : nil }
  }

  func selected(_ snapshot: Snapshot) -> Message? { pane.selected(in: openPane(snapshot)) }

  // MARK: Chats

  /// The first one, which the store shows by itself.
  mutating func begin(in chat: ChatID) { (openChat, target) = (chat, .unread) }

  /// Makes another chat the open one.
  mutating func enter(_ chat: ChatID) {
    previousChat = openChat
    openChat = chat
    pane = MessagePane()
    chats.select(chat)
    target = .unread
    keepsUnreadMark = false
  }

  /// The terminal has the focus again: what came meanwhile is read from its first message on.
  mutating func comeBack() {
    if target == nil, pane.isAtEnd { target = .unread }
  }

  /// Nobody asked for the open chat: it was there to open.
  mutating func keepUnreadMark() { keepsUnreadMark = true }

  /// Takes its mark as unread from a chat that one has come to and looks at (D2).
  mutating func look(at chat: Chat?, isSeen: Bool) -> [Action] {
    guard let chat else { return [] }
    guard chat.isMarkedUnread else {
      keepsUnreadMark = true
      return []
    }
    guard isSeen, !keepsUnreadMark else { return [] }
    return [.intent(.markUnread(chat.jid, false), of: chat.account)]
  }

  /// It is there no more.
  mutating func forget(_ chat: ChatID) {
    if openChat == chat {
      openChat = nil
      pane = MessagePane()
    }
    if previousChat == chat { previousChat = nil }
  }

  /// Where a command leads in the list; `nil` for one that leads to no chat of it, and no chat where
  /// there is none.
  func destination(
    of command: Command, digit: Int, in snapshot: Snapshot, told: ChatID?
  ) -> Destination? {
    let place = snapshot.chats.place(of: openChat)
    let all =
      chats.showsArchived ? snapshot.chats[...] : snapshot.chats.prefix(snapshot.chats.listedCount)
    let index = place.flatMap { all.indices.contains($0) ? $0 : nil }
    switch command {
    case .chatAbove: return Destination(all, (index ?? 1) - 1)
    case .chatBelow: return Destination(all, (index ?? -1) + 1)
    case .chatByNumber: return Destination(all, digit - 1)
    case .lastChat: return Destination(chat: previousChat)
    case .nextUnread:
      return Destination(
        chat: told ?? Self.nextUnread(snapshot, after: place), isAlert: told != nil, isUnread: true)
    default: return nil
    }
  }

  /// Who asks for something comes after who has said something, and the open chat after all others.
  private static func nextUnread(_ snapshot: Snapshot, after index: Int?) -> ChatID? {
    let chats = snapshot.chats
    let start = index.map { $0 + 1 } ?? 0
    let turned = chats[start...] + chats[..<start]
    let next = turned.first { $0.mentions > 0 } ?? turned.first { $0.unreadCount > 0 }
    return (next ?? turned.first { snapshot[$0.account].requests.contains($0.jid) })?.id
  }

  // MARK: Focus

  mutating func move(to focus: Focus, in view: Viewport?) {
    self.focus = focus
    pane.deselect()
    switch focus {
    case .composer: break
    case .list: chats.select(openChat)
    case .messages: if let view { pane.select(in: view) }
    }
  }

  /// What was selected, and where the list's cursor is, stays.
  mutating func attend(to focus: Focus) { self.focus = focus }
}

/// Where a command leads among the chats.
struct Destination: Equatable {
  /// `nil` where there is none such.
  var chat: ChatID?
  /// It was just told of.
  var isAlert = false
  /// One with unread messages was wanted.
  var isUnread = false
}

extension Destination {
  init(_ chats: ArraySlice<Chat>, _ index: Int) {
    self.init(chat: chats.indices.contains(index) ? chats[index].id : nil)
  }
}

/// Which part of the main screen takes keys.
enum Focus: Equatable {
  case composer, messages, list

  var next: Focus {
    switch self {
    case .composer: .messages
    case .messages: .list
    case .list: .composer
    }
  }
}

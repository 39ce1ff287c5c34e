public import Screen

/// The first run: a name and the three ways to begin.
public struct Onboarding {
  public enum Choice: Sendable, Equatable {
    /// On the private server of this computer, under this name.
    case startNow(name: String)
    case signIn(address: String, password: String)
    case tour
    case quit
  }

  /// What the cursor can stand on, in the order of Tab.
  private enum Item: CaseIterable {
    case name, start, signIn, address, password, tour

    var isField: Bool { self == .name || self == .address || self == .password }
  }

  private var look: Look
  private var name: TextBuffer
  private var address = TextBuffer()
  private var password = TextBuffer()
  private var current = Item.start
  /// The address and the password are asked for.
  private var isSigningIn = false

  /// An error to show, for example that the sign-in was refused.
  public var message: String?

  /// - Parameter name: what stands in the name field at first.
  public init(theme: Theme, name: String) {
    look = Look(theme: theme)
    self.name = TextBuffer(name)
    isNameSuggested = true
    if name.isEmpty { current = .name }
  }

  /// From the next `render` on.
  public mutating func draw(in theme: Theme) { look = Look(theme: theme) }

  private var items: [Item] {
    Item.allCases.filter { isSigningIn || ($0 != .address && $0 != .password) }
  }

  /// The name is as it was given at the start.
  private var isNameSuggested: Bool

  // MARK: Input

  /// The choice once it is made, `nil` before.
  public mutating func handle(_ input: Input) -> Choice? {
    switch input {
    case .paste(let text): type(text)
    case .key(let key): return press(key)
    case .mouse, .resize, .focus: break
    }
    return nil
  }

  private mutating func press(_ key: Key) -> Choice? {
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("c"), .control): return .quit
    case (.enter, _): return enter()
    case (.tab, _), (.down, _): step(1)
    case (.backTab, _), (.up, _): step(-1)
    case (.character(let character), let modifiers) where modifiers.isSubset(of: .shift):
      type(String(character))
    default: edit(key)
    }
    return nil
  }

  private mutating func step(_ by: Int) {
    let items = items
    let index = items.firstIndex(of: current) ?? 0
    current = items[(index + by + items.count) % items.count]
  }

  private mutating func type(_ text: String) {
    let line = String(text.filter { !$0.isNewline }.prefix(1000))
    goToField()
    // The suggested name makes room for one that is typed; edited with other keys it stays.
    if isNameSuggested, current == .name { name = TextBuffer("") }
    change { $0.insert(line) }
  }

  /// What is typed while a choice is marked is meant for the field above it.
  private mutating func goToField() {
    if !current.isField { current = isSigningIn ? .address : .name }
  }

  private mutating func edit(_ key: Key) {
    goToField()
    switch (key.code, key.modifiers) {
    case (.backspace, _): change { $0.deleteLeft() }
    case (.delete, _): change { $0.deleteRight() }
    case (.left, _): change { $0.left() }
    case (.right, _): change { $0.right() }
    case (.home, _), (.character("a"), .control): change { $0.lineStart() }
    case (.end, _), (.character("e"), .control): change { $0.lineEnd() }
    case (.character("u"), .control): change { $0.deleteToStart() }
    case (.character("w"), .control): change { $0.deleteWord() }
    default: break
    }
  }

  private mutating func change(_ edit: (inout TextBuffer) -> Void) {
    switch current {
    case .name:
      edit(&name)
      isNameSuggested = false
    case .address: edit(&address)
    case .password: edit(&password)
    case .start, .signIn, .tour: return
    }
    message = nil
  }

  private mutating func enter() -> Choice? {
    switch current {
    case .name, .start: return start()
    case .tour: return .tour
    case .signIn:
      isSigningIn = true
      current = .address
    case .address: current = .password
    case .password: return signIn()
    }
    return nil
  }

  private mutating func start() -> Choice? {
    let trimmed = name.text.trimmedBlanks
    guard !trimmed.isEmpty else {
      message = "Type your name first."
      current = .name
      return nil
    }
    return .startNow(name: trimmed)
  }

  private mutating func signIn() -> Choice? {
    let trimmed = address.text.trimmedBlanks
    guard trimmed.contains("@"), !password.isEmpty else {
      message = "An address like name@example.org and its password are needed."
      current = password.isEmpty && trimmed.contains("@") ? .password : .address
      return nil
    }
    return .signIn(address: trimmed, password: password.text)
  }

  // MARK: On the screen

  private struct Line {
    var item: Item?
    var label: String
    var field: TextBuffer?
    var role = Role.text
  }

  private func lines(width: Int) -> [Line] {
    let isNarrow = width < 58
    let title = "psst: messages that do not get lost"
    var lines = [Line(label: title, role: .title), Line(label: "")]
    lines += [Line(item: .name, label: "Your name: ", field: name), Line(label: "")]
    lines.append(
      Line(
        item: .start,
        label: isNarrow
          ? "Start now (no account needed)"
          : "Start now (private server on this computer, no account)"))
    lines.append(Line(item: .signIn, label: "Sign in with an XMPP account"))
    if isSigningIn {
      let masked = TextBuffer(String(repeating: "*", count: password.count))
      lines.append(Line(item: .address, label: "  Address:  ", field: address))
      lines.append(Line(item: .password, label: "  Password: ", field: masked))
    }
    lines.append(Line(item: .tour, label: "Watch the 60-second tour"))
    lines.append(Line(label: ""))
    lines += PrintableText(message ?? "").wrapped(to: max(1, width - 2)).map {
      Line(label: $0.text, role: .error)
    }
    lines.append(Line(label: "Up Down choose  Enter \(wordOfEnter)  Esc quit", role: .hint))
    return lines
  }

  private var wordOfEnter: String {
    switch current {
    case .name, .start: "start"
    case .signIn, .password: "sign in"
    case .address: "go on"
    case .tour: "watch"
    }
  }

  /// The screen as it should be now.
  public func render(size: Size) -> Surface {
    var surface = Surface(size: size, style: look.style(.text))
    let width = min(size.width, 60)
    let lines = fitted(rows: size.height, width: width)
    let area = Rect(
      x: max(0, (size.width - width) / 2), y: max(0, (size.height - lines.count) / 3),
      width: width, height: size.height)
    for (number, line) in lines.enumerated() where number < size.height {
      render(line, in: area.row(number), into: &surface)
    }
    return surface
  }

  /// Without the empty lines, and then without the title, where there is no room; what is marked
  /// stays.
  private func fitted(rows: Int, width: Int) -> [Line] {
    let lines = lines(width: width)
    guard lines.count > rows else { return lines }
    let full = lines.filter { !$0.label.isEmpty }
    guard full.count > rows else { return full }
    let marked = full.firstIndex { $0.item == current } ?? 0
    let top = max(0, min(marked, full.count - max(1, rows)))
    return Array(full[top...].prefix(max(0, rows)))
  }

  private func render(_ line: Line, in area: Rect, into surface: inout Surface) {
    let isCurrent = line.item == current
    let marker = isCurrent && line.item != nil ? "\(look.glyphs.selected) " : "  "
    let role: Role = isCurrent && line.item != nil ? .accent : line.role
    let used = surface.draw(
      [Span(marker, .accent), Span(line.label, role)], in: area, look: look)
    guard let field = line.field else { return }
    let room = area.inset(left: used)
    surface.draw([Span(field.text, .composer)], in: room, look: look)
    guard isCurrent, room.width > 0 else { return }
    let before = PrintableText(String(field.characters.prefix(field.cursor))).width
    surface.cursor = Point(x: room.x + min(before, room.width - 1), y: room.y)
  }
}

extension String {
  fileprivate var trimmedBlanks: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

internal import Localization
public import Model
public import Screen

/// The first run: what one is called, then the three ways to begin (C1). Esc goes back a step, and never out.
public struct Onboarding {
  public enum Choice: Sendable, Equatable {
    /// On the private server of this computer, under an address that begins with `local`.
    case startNow(name: String, local: String)
    /// ``take(_:)`` gets the answer.
    case order(SignInOrder)
    /// What was ordered is not wanted any more.
    case cancelOrder
    case tour
    case quit
  }

  enum Step: Equatable { case name, ways, signIn }
  enum Way: CaseIterable { case start, signIn, tour }

  private(set) var look: Look
  private let returning: Set<String>
  let keymap: Keymap
  private(set) var step = Step.name
  private(set) var name: NameFields
  private(set) var way = Way.start
  private(set) var form = SignInForm()
  private var chord = KeyChord()

  /// Why it does not go on, for example that the private server cannot be started.
  public var message: String?

  /// - Parameters:
  ///   - name: what stands in the name field at first.
  ///   - taken: names on the private server that somebody has.
  ///   - returning: those with a history on this computer.
  public init(
    theme: Theme, name: String, taken: Set<String> = [], returning: Set<String> = [],
    keymap: Keymap = .standard
  ) {
    look = Look(theme: theme)
    self.keymap = keymap
    self.returning = returning
    self.name = NameFields(suggested: name, taken: taken)
  }

  /// From the next `render` on.
  public mutating func draw(in theme: Theme) { look = Look(theme: theme) }

  /// Who begins now comes back to what was said before.
  var isReturning: Bool { returning.contains(name.local) }

  /// What came of the order.
  public mutating func take(_ answer: SignInAnswer) { form.take(answer) }

  // MARK: Input

  /// The choice once it is made, `nil` before.
  public mutating func handle(_ input: Input) -> Choice? {
    switch input {
    case .paste(let text), .typed(let text): type(text)
    case .key(Key(.character("c"), .control)): return .quit
    case .key(let key): return press(key)
    case .mouse, .resize, .focus, .escapeRevoked: break
    }
    return nil
  }

  private mutating func type(_ text: String) {
    message = nil
    switch step {
    case .name: name.type(text)
    case .signIn: form.type(text)
    case .ways: break
    }
  }

  private mutating func press(_ key: Key) -> Choice? {
    switch chord.press(key, in: .signingIn, of: keymap) {
    case .text(let character): type(String(character))
    case .command(let command): return perform(command)
    case .unfinished, .nothing: break
    }
    return nil
  }

  private mutating func perform(_ command: Command) -> Choice? {
    switch step {
    case .name: perform(onName: command)
    case .ways: return perform(onWays: command)
    case .signIn: return perform(onForm: command)
    }
    return nil
  }

  private mutating func perform(onName command: Command) {
    message = nil
    switch command {
    case .close: message = tr("Ctrl-C quits psst.")
    case .accept:
      message = name.problem
      if message == nil { step = .ways }
    default: name.perform(command)
    }
  }

  private mutating func perform(onWays command: Command) -> Choice? {
    message = nil
    let place = Way.allCases.firstIndex(of: way) ?? 0
    switch command {
    case .close: step = .name
    case .down, .nextPane: way = Way.allCases[(place + 1) % 3]
    case .up, .previousPane: way = Way.allCases[(place + 2) % 3]
    case .accept: return go()
    default: break
    }
    return nil
  }

  private mutating func go() -> Choice? {
    switch way {
    case .start: return .startNow(name: name.shown, local: name.local)
    case .tour: return .tour
    case .signIn:
      (form, step) = (SignInForm(name: name.shown, kept: form), .signIn)
      return nil
    }
  }

  private mutating func perform(onForm command: Command) -> Choice? {
    let wasBusy = form.isBusy
    switch form.perform(command) {
    case .order(let order): return .order(order)
    case .cancel: return .cancelOrder
    case .back:
      step = .ways
      return wasBusy ? .cancelOrder : nil
    case nil: return nil
    }
  }
}

/// What somebody is called, and the beginning of the address that is made of it, or typed in its place.
struct NameFields {
  private(set) var name: TextBuffer
  private(set) var address = TextBuffer()
  private(set) var isAtAddress = false
  /// The name is as it was given at the start.
  private var isSuggested = true
  /// The address was typed.
  private var isOwnAddress = false
  private let taken: Set<String>

  private static let longest = 200

  init(suggested: String, taken: Set<String>) {
    name = TextBuffer(suggested)
    self.taken = taken
    follow()
  }

  var shown: String { name.text.trimmedBlanks }
  var local: String { AccountName.prepared(address.text) ?? address.text }

  /// What keeps one from going on; `nil`: nothing.
  var problem: String? {
    if shown.isEmpty { return tr("Type your name first.") }
    guard AccountName.prepared(address.text) != nil else {
      let signs = "\" & ' / : < > @"
      return tr("An address has letters, digits and dots, no spaces and none of \(signs).")
    }
    return taken.contains(local)
      ? tr("“\(local)” is taken on this computer: choose another.") : nil
  }

  mutating func type(_ text: String) {
    let line = String(text.filter { !$0.isNewline }.prefix(Self.longest))
    if isAtAddress {
      isOwnAddress = true
      address.insert(String(line.prefix(max(0, Self.longest - address.count))))
    } else {
      // The suggested name makes room for one that is typed; edited with other keys it stays.
      if isSuggested { name = TextBuffer("") }
      name.insert(String(line.prefix(max(0, Self.longest - name.count))))
      isSuggested = false
      follow()
    }
  }

  mutating func perform(_ command: Command) {
    switch command {
    case .nextPane, .previousPane, .down, .up: isAtAddress.toggle()
    default:
      isAtAddress ? edit(&address, command) : edit(&name, command)
      if isAtAddress { isOwnAddress = !address.isEmpty } else { isSuggested = false }
      follow()
    }
  }

  private func edit(_ line: inout TextBuffer, _ command: Command) {
    switch command {
    case .left: line.left()
    case .right: line.right()
    case .lineStart: line.lineStart()
    case .lineEnd: line.lineEnd()
    case .deleteLeft: line.deleteLeft()
    case .deleteRight: line.deleteRight()
    case .deleteWord: line.deleteWord()
    case .deleteToStart: line.deleteToStart()
    default: break
    }
  }

  /// An empty address goes with the name again once one has left it.
  private mutating func follow() {
    guard !isOwnAddress, !(isAtAddress && address.isEmpty) else { return }
    address = TextBuffer(
      shown.isEmpty ? "" : AccountName.made(from: shown, avoiding: taken))
  }
}

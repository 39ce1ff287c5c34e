internal import Localization
internal import Model
internal import Screen

/// An address, a password and the way to the server, as they are filled in; then what the server asks of a newcomer
/// (C1). What was typed stays until it was taken.
struct SignInForm {
  /// What one can stand on.
  enum Row: Hashable {
    case address, password, more, server, security, signIn, create, back
    /// Whether what the server offers will do.
    case refuse, concede

    var isField: Bool { [.address, .password, .server].contains(self) }
  }

  enum Wish: Equatable {
    case order(SignInOrder)
    /// What was ordered is not wanted any more.
    case cancel
    case back
  }

  /// The account whose password is wrong; `nil` for another one.
  let known: JID?
  /// What somebody called themselves before.
  let name: String?
  private(set) var current: Row
  private(set) var fields: [Row: TextBuffer] = [.address: "", .password: "", .server: ""]
    .mapValues { TextBuffer($0) }
  private(set) var security = Account.Security.startTLS
  private(set) var showsMore = false
  private(set) var showsPassword = false
  /// The server is being asked.
  private(set) var isBusy = false
  private(set) var problem: SignInProblem?
  /// What the server wants to know of a new account, and the place in that.
  private(set) var asked: FormEntries?
  private var isPlain = false
  /// What lets in whom the server would refuse, of a link that was pasted.
  private var invitation: String?
  private(set) var selected = 0

  init(known: JID? = nil, name: String? = nil) {
    (self.known, self.name) = (known, name)
    current = known == nil ? .address : .password
    if let known { fields[.address] = TextBuffer(known.description) }
  }

  /// Another name, and what was typed before.
  init(name: String, kept: SignInForm) {
    self.init(name: name)
    (fields, security, showsMore) = (kept.fields, kept.security, kept.showsMore)
  }

  /// Characters of a field.
  private static let longest = 4_096

  /// What the user is asked to do without: nothing else is done before.
  var question: SignInConcession? { problem?.concession }

  var rows: [Row] {
    guard question == nil else { return [.refuse, .concede] }
    guard known == nil else { return [.password, .signIn, .back] }
    return [.address, .password, .more] + (showsMore ? [.server, .security] : [])
      + [.signIn, .create, .back]
  }

  func text(_ row: Row) -> String { fields[row]?.text ?? "" }

  var cell: FormEntries.Cell? {
    asked.flatMap { $0.cells.indices.contains(selected) ? $0.cells[selected] : nil }
  }

  private var request: SignInRequest {
    var request = SignInRequest(
      address: text(.address).trimmedBlanks, password: text(.password),
      server: text(.server).trimmedBlanks, security: security, name: name, invitation: invitation)
    request.concession = question
    return request
  }

  // MARK: The answer

  mutating func take(_ answer: SignInAnswer) {
    isBusy = false
    switch answer {
    case .done: problem = nil
    case .asks(let new, let why):
      (asked, isPlain, problem, selected) = (FormEntries(new.form), new.isPlain, why, 0)
    case .refused(let problem): refuse(problem)
    }
  }

  private mutating func refuse(_ problem: SignInProblem) {
    self.problem = problem
    if problem.part != .form { asked = nil }
    guard problem.concession == nil else { return current = .refuse }
    switch problem.part {
    case .address where known == nil: current = .address
    case .address, .password: current = .password
    case .server:
      showsMore = true
      current = known == nil ? .server : .signIn
    case .form: break
    }
  }

  // MARK: Input

  mutating func type(_ text: String) {
    guard question == nil else { return }
    problem = nil
    if let cell {
      asked?.type(text, in: cell)
    } else if current.isField {
      let rest = max(0, Self.longest - (fields[current]?.count ?? 0))
      let line = text.filter { !$0.isNewline }.prefix(rest)
      fields[current]?.insert(String(line))
      takeInvitation()
    } else if text == " " {
      change(current)
    }
  }

  /// A link to where an account can be made leaves its address, before which the name is still to be typed.
  private mutating func takeInvitation() {
    guard current == .address, let link = RegistrationLink(text(.address).trimmedBlanks) else {
      return
    }
    invitation = link.token
    let address = link.address
    fields[.address] = TextBuffer(address.local == nil ? "@\(address)" : address.description)
    if address.local == nil { fields[.address]?.lineStart() }
  }

  mutating func perform(_ command: Command) -> Wish? {
    switch command {
    case .close: return goBack()
    case .accept: return isBusy ? nil : accept()
    case .down, .nextPane: step(1)
    case .up, .previousPane: step(-1)
    case .showPassword: showsPassword.toggle()
    default: edit(command)
    }
    return nil
  }

  /// A click on it: what looks like a button is one.
  mutating func press(_ row: Row) -> Wish? {
    current = row
    return row.isField || isBusy && row != .back ? nil : accept()
  }

  /// From what the server asks to what was typed before, then out.
  private mutating func goBack() -> Wish? {
    guard question == nil else { return answer(.refuse) }
    guard asked != nil else { return .back }
    defer { isBusy = false }
    (asked, problem, current) = (nil, nil, .create)
    return isBusy ? .cancel : nil
  }

  private mutating func step(_ by: Int) {
    if let asked {
      selected = min(max(0, selected + by), asked.cells.count - 1)
    } else {
      let place = (rows.firstIndex(of: current) ?? 0) + by
      current = rows[(place + rows.count) % rows.count]
    }
  }

  private mutating func edit(_ command: Command) {
    guard question == nil else { return }
    problem = nil
    if let cell {
      if command == .deleteLeft { asked?.deleteLeft(in: cell) }
      if command == .deleteToStart { asked?.clear(cell) }
      return
    }
    guard current.isField else { return }
    switch command {
    case .left: fields[current]?.left()
    case .right: fields[current]?.right()
    case .lineStart: fields[current]?.lineStart()
    case .lineEnd: fields[current]?.lineEnd()
    case .deleteLeft: fields[current]?.deleteLeft()
    case .deleteRight: fields[current]?.deleteRight()
    case .deleteWord: fields[current]?.deleteWord()
    case .deleteToStart: fields[current]?.deleteToStart()
    default: break
    }
  }

  private mutating func change(_ row: Row) {
    switch row {
    case .more: showsMore.toggle()
    case .security:
      let all: [Account.Security] = [.startTLS, .direct, .off]
      security = all[((all.firstIndex(of: security) ?? 0) + 1) % all.count]
    default: break
    }
  }

  private mutating func accept() -> Wish? {
    if let cell { return accept(cell) }
    switch current {
    case .address, .server: step(1)
    case .more, .security: change(current)
    case .password, .signIn: return order(.signIn(request))
    case .create: return order(.register(request, nil))
    case .back: return .back
    case .refuse, .concede: return answer(current)
    }
    return nil
  }

  /// The question is answered. Who takes less signs in by that, and from then on no less.
  private mutating func answer(_ row: Row) -> Wish? {
    let wish = row == .concede ? order(.signIn(request)) : nil
    (problem, current) = (nil, .password)
    return wish
  }

  private mutating func accept(_ cell: FormEntries.Cell) -> Wish? {
    switch cell {
    case .cancel: return goBack()
    case .save: return submit()
    default:
      if asked?.accept(cell) == false { step(1) }
      return nil
    }
  }

  private mutating func submit() -> Wish? {
    guard let asked else { return nil }
    if let field = asked.missing {
      problem = SignInProblem(tr("“\(field.label)” must be filled in"), at: .form)
      return nil
    }
    (isBusy, problem) = (true, nil)
    return .order(.register(request, RegistrationForm(asked.submission, isPlain: isPlain)))
  }

  /// What is missing is said before anybody is asked.
  private mutating func order(_ order: SignInOrder) -> Wish? {
    let request = order.request
    let isNew = if case .register = order { true } else { false }
    guard request.address.contains("@"), request.address.first != "@" else {
      refuse(SignInProblem(tr("Type an address like name@example.org"), at: .address))
      return nil
    }
    guard !request.password.isEmpty else {
      let which = tr(isNew ? "Choose a password for the new account" : "Type the password")
      refuse(SignInProblem(which, at: .password))
      return nil
    }
    (isBusy, problem) = (true, nil)
    return .order(order)
  }
}

extension String {
  var trimmedBlanks: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

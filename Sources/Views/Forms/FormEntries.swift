internal import Model
internal import Screen

/// A form as it is filled in: what can be chosen on the screen, one below the other (XEP-0004 §3.3).
struct FormEntries {
  /// Something that one can stand on. The numbers are places in the form's fields, and in a field's options.
  enum Cell: Equatable {
    case field(Int)
    case option(Int, of: Int)
    case save
    case cancel
  }

  private(set) var form: DataForm
  /// By field.
  private var texts: [Int: TextBuffer] = [:]

  /// Characters of a line, and of several.
  private static let longestLine = 1_000
  private static let longestText = 10_000

  init(_ form: DataForm) {
    self.form = form
    for (number, field) in form.fields.enumerated() where Self.isText(field.kind) {
      texts[number] = TextBuffer(field.values.joined(separator: "\n"))
    }
  }

  static func isText(_ kind: DataForm.Field.Kind) -> Bool {
    switch kind {
    case .line, .secret, .lines, .address, .addresses: true
    case .boolean, .choice, .choices, .fixed, .hidden: false
    }
  }

  private static func hasLines(_ kind: DataForm.Field.Kind) -> Bool {
    kind == .lines || kind == .addresses
  }

  var cells: [Cell] {
    form.fields.indices.flatMap { number -> [Cell] in
      switch form.fields[number].kind {
      case .hidden, .fixed: []
      case .choices: form.fields[number].options.indices.map { .option($0, of: number) }
      default: [.field(number)]
      }
    } + [.save, .cancel]
  }

  func text(_ number: Int) -> String { texts[number]?.text ?? "" }

  /// XML's two words for yes (XEP-0004 §3.3).
  static func isOn(_ field: DataForm.Field) -> Bool {
    field.values.first == "1" || field.values.first == "true"
  }

  /// What must be filled in and is not.
  var missing: DataForm.Field? {
    form.fields.first { field in
      field.isRequired && field.kind != .hidden && field.kind != .fixed && field.kind != .boolean
        && field.values.allSatisfy(\.isEmpty)
    }
  }

  /// What is sent back.
  var submission: DataForm {
    var form = form
    form.kind = .submit
    return form
  }

  // MARK: Filling in

  mutating func type(_ text: String, in cell: Cell) {
    guard case .field(let number) = cell, let buffer = texts[number] else {
      if text == " " { toggle(cell) }
      return
    }
    let field = form.fields[number]
    let most = Self.hasLines(field.kind) ? Self.longestText : Self.longestLine
    let taken = Self.hasLines(field.kind) ? text : text.filter { !$0.isNewline }
    edit(number) { $0.insert(String(taken.prefix(max(0, most - buffer.count)))) }
  }

  mutating func deleteLeft(in cell: Cell) {
    if case .field(let number) = cell { edit(number) { $0.deleteLeft() } }
  }

  mutating func clear(_ cell: Cell) {
    if case .field(let number) = cell { edit(number) { $0.clear() } }
  }

  private mutating func edit(_ number: Int, _ change: (inout TextBuffer) -> Void) {
    guard var buffer = texts[number] else { return }
    change(&buffer)
    texts[number] = buffer
    let kind = form.fields[number].kind
    guard Self.hasLines(kind) else {
      form.fields[number].values = [buffer.text]
      return
    }
    let lines = buffer.text.split(separator: "\n", omittingEmptySubsequences: kind == .addresses)
    form.fields[number].values = buffer.isEmpty ? [] : lines.map(String.init)
  }

  /// Enter on it. Returns whether it stays there: a line is done.
  mutating func accept(_ cell: Cell) -> Bool {
    guard case .field(let number) = cell, Self.isText(form.fields[number].kind) else {
      toggle(cell)
      return true
    }
    guard Self.hasLines(form.fields[number].kind) else { return false }
    type("\n", in: cell)
    return true
  }

  private mutating func toggle(_ cell: Cell) {
    switch cell {
    case .field(let number) where form.fields[number].kind == .boolean:
      form.fields[number].values = [Self.isOn(form.fields[number]) ? "0" : "1"]
    case .field(let number) where form.fields[number].kind == .choice:
      let field = form.fields[number]
      guard !field.options.isEmpty else { return }
      let place = field.options.firstIndex { [$0.value] == field.values } ?? -1
      form.fields[number].values = [field.options[(place + 1) % field.options.count].value]
    case .option(let option, let number):
      let value = form.fields[number].options[option].value
      let before = form.fields[number].values
      form.fields[number].values =
        before.contains(value) ? before.filter { $0 != value } : before + [value]
    default: break
    }
  }
}

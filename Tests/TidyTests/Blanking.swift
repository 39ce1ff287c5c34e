/// Swift text with comments and string literals replaced by blanks; what is interpolated into a literal stays code.
struct Blanking {
  private let source: [Character]
  private var at = 0
  private(set) var result = ""

  init(_ text: String) {
    source = Array(text)
    code(until: nil)
  }

  /// Copies code up to the parenthesis that closes an interpolation, or to the end.
  private mutating func code(until end: Character?) {
    var depth = 0
    while at < source.count {
      if starts("//") {
        blank { $0.source[$0.at] == "\n" }
      } else if starts("/*") {
        blockComment()
      } else if let hashes = openingHashes() {
        literal(hashes)
      } else {
        if source[at] == "(" { depth += 1 }
        if source[at] == end && depth == 0 { return }
        if source[at] == ")" { depth -= 1 }
        copy()
      }
    }
  }

  private mutating func blockComment() {
    var depth = 0
    repeat {
      if starts("/*") { depth += 1 }
      if starts("*/") { depth -= 1 }
      hide(2)
      while at < source.count && depth > 0 && !starts("/*") && !starts("*/") { hide(1) }
    } while depth > 0 && at < source.count
  }

  /// The number of `#` before a quotation mark that stands here; `nil` where no literal begins.
  private func openingHashes() -> Int? {
    var end = at
    while end < source.count && source[end] == "#" { end += 1 }
    return end < source.count && source[end] == "\"" ? end - at : nil
  }

  private mutating func literal(_ hashes: Int) {
    let marks = String(repeating: "#", count: hashes)
    hide(hashes)
    let quote = starts("\"\"\"") ? "\"\"\"" : "\""
    hide(quote.count)
    while at < source.count && !starts(quote + marks) {
      if starts("\\" + marks + "(") {
        hide(hashes + 2)
        code(until: ")")
        hide(1)
      } else {
        hide(starts("\\" + marks) ? hashes + 2 : 1)
      }
    }
    hide(quote.count + hashes)
  }

  private func starts(_ text: String) -> Bool {
    source[at...].starts(with: text)
  }

  private mutating func copy() {
    result.append(source[at])
    at += 1
  }

  private mutating func hide(_ count: Int) {
    for _ in 0..<count where at < source.count {
      result.append(source[at] == "\n" ? "\n" : " ")
      at += 1
    }
  }

  private mutating func blank(until isEnd: (Blanking) -> Bool) {
    while at < source.count && !isEnd(self) { hide(1) }
  }
}

/// How long the functions of a file are.
enum FunctionLength {
  struct Found: Equatable {
    let line: Int
    /// Lines between the braces; 0 where all stands on one line.
    let length: Int
  }

  /// By braces, in code without comments and literals. Requirements of protocols have no body and do not count.
  static func all(in file: SourceFile) -> [Found] {
    let code = Array(file.code)
    let starts = file.code.matches(of: /\b(?:func\s|init[?(<]|deinit\b|subscript[(<])/)
    return starts.compactMap { match in
      let start = file.code.distance(from: file.code.startIndex, to: match.range.lowerBound)
      guard let open = bodyStart(code, after: start), let close = end(code, of: open) else {
        return nil
      }
      let lines = code[open..<close].count { $0 == "\n" }
      return Found(line: code[..<start].count { $0 == "\n" } + 1, length: max(0, lines - 1))
    }
  }

  /// The brace that opens the body. A call (`.init(…)`) and a requirement meet the end of their line first.
  private static func bodyStart(_ code: [Character], after start: Int) -> Int? {
    if start > 0 && code[start - 1] == "." { return nil }
    var depth = 0
    var at = start
    while at < code.count {
      switch code[at] {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return at
      case "}" where depth == 0: return nil
      case "\n" where depth == 0 && !continues(code, after: at): return nil
      default: break
      }
      if depth < 0 { return nil }
      at += 1
    }
    return nil
  }

  /// Whether the next line goes on with the signature.
  private static func continues(_ code: [Character], after newline: Int) -> Bool {
    let next = code[newline...].drop { $0.isWhitespace }
    return ["{", "->", "throws", "async", "rethrows", "where", ")"].contains {
      next.starts(with: $0)
    }
  }

  private static func end(_ code: [Character], of open: Int) -> Int? {
    var depth = 0
    for at in open..<code.count {
      if code[at] == "{" { depth += 1 }
      if code[at] == "}" { depth -= 1 }
      if depth == 0 { return at }
    }
    return nil
  }
}

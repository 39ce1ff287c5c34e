/// How long the functions of a file are, and how much a call of them leaves to the reader's memory.
enum FunctionShape {
  struct Found: Equatable {
    let line: Int
    /// Lines between the braces; 0 where all stands on one line.
    let length: Int
    /// Parameters without a label.
    let unlabelled: Int
  }

  /// By braces, in code without comments and literals. Requirements of protocols have no body and do not count.
  static func all(in file: SourceFile) -> [Found] {
    let code = Array(file.code.utf8)
    var found: [Found] = []
    var line = 1
    var at = 0
    while at < code.count {
      if code[at] == newline { line += 1 }
      if isStart(code, at), let open = bodyStart(code, after: at), let close = end(code, of: open) {
        let lines = code[open..<close].count { $0 == newline }
        found.append(
          Found(
            line: line, length: max(0, lines - 1), unlabelled: unlabelled(in: code[at..<open])))
      }
      at += 1
    }
    return found
  }

  /// Those of the parameters' own list: what a closure among them takes is not meant.
  private static func unlabelled(in signature: ArraySlice<UInt8>) -> Int {
    var (depth, count, isFirst) = (0, 0, false)
    for (place, byte) in signature.enumerated() {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return count }
      case UInt8(ascii: "_") where isFirst && depth == 1:
        let next = signature.index(signature.startIndex, offsetBy: place + 1)
        if signature[next] == UInt8(ascii: " ") { count += 1 }
      default: break
      }
      let isBlank = byte == newline || byte == UInt8(ascii: " ")
      isFirst = byte == UInt8(ascii: "(") || byte == UInt8(ascii: ",") || isBlank && isFirst
    }
    return count
  }

  /// The words a function begins with, and what may follow them.
  private static let openings: [(word: [UInt8], next: [UInt8])] = [
    (Array("func".utf8), Array(" \n".utf8)), (Array("init".utf8), Array("?(<".utf8)),
    (Array("deinit".utf8), Array(" {\n".utf8)), (Array("subscript".utf8), Array("(<".utf8)),
  ]
  private static let newline = UInt8(ascii: "\n")
  private static let firsts = openings.map { $0.word[0] }

  private static func isStart(_ code: [UInt8], _ at: Int) -> Bool {
    guard firsts.contains(code[at]), at == 0 || !isWord(code[at - 1]) else { return false }
    return openings.contains { word, next in
      let end = at + word.count
      return end < code.count && code[at..<end].elementsEqual(word) && next.contains(code[end])
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// The brace that opens the body. A call (`.init(…)`) and a requirement meet the end of their line first.
  private static func bodyStart(_ code: [UInt8], after start: Int) -> Int? {
    if start > 0 && code[start - 1] == UInt8(ascii: ".") { return nil }
    var depth = 0
    var at = start
    while at < code.count {
      switch code[at] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "{") where depth == 0: return at
      case UInt8(ascii: "}") where depth == 0: return nil
      case newline where depth == 0 && !continues(code, after: at): return nil
      default: break
      }
      if depth < 0 { return nil }
      at += 1
    }
    return nil
  }

  private static let continuations = ["{", "->", "throws", "async", "rethrows", "where", ")"].map {
    Array($0.utf8)
  }

  /// Whether the next line goes on with the signature.
  private static func continues(_ code: [UInt8], after end: Int) -> Bool {
    let next = code[end...].drop { $0 == newline || $0 == UInt8(ascii: " ") }
    return continuations.contains { next.starts(with: $0) }
  }

  private static func end(_ code: [UInt8], of open: Int) -> Int? {
    var depth = 0
    for at in open..<code.count {
      if code[at] == UInt8(ascii: "{") { depth += 1 }
      if code[at] == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return at }
    }
    return nil
  }
}

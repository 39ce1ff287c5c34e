internal import CToml

/// A value of a TOML document and the line it stands on. Exactly one of the parts is set.
public struct TOML: Sendable, Equatable {
  /// From 1.
  public var line: Int
  /// A string's text; a date and a time are told as text, too.
  public var string: String?
  public var integer: Int64?
  public var real: Double?
  public var boolean: Bool?
  public var array: [TOML]?
  public var table: [String: TOML]?

  /// The text is no TOML: what the parser says, and where (from 1).
  public struct SyntaxError: Error, Equatable {
    public var line: Int
    public var column: Int
    public var message: String
  }

  /// Reads a document (TOML 1.0, toml++); the result is its root table.
  public static func parse(_ text: String) throws(SyntaxError) -> TOML {
    if let line = deepLine(text) {
      throw SyntaxError(line: line, column: 1, message: "a name may have \(mostParts) parts")
    }
    var text = text
    let parsed = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { psst_toml_parse($0.baseAddress, $0.count) }
    }
    defer { psst_toml_free(parsed) }
    guard var next = parsed.nodes else {
      let message = parsed.error.map { String(cString: $0) } ?? "out of memory"
      throw SyntaxError(line: Int(parsed.line), column: Int(parsed.column), message: message)
    }
    return TOML(&next)
  }

  /// Parts of one name, which are tables inside of each other: the parser goes down into each, and would run out of stack.
  private static let mostParts = 100

  /// The line, from 1, of a name with more.
  private static func deepLine(_ text: String) -> Int? {
    var (line, parts) = (1, 1)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): (line, parts) = (line + 1, 1)
      case UInt8(ascii: "."): parts += 1
      case UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "["): parts = 1
      default: break
      }
      if parts > mostParts { return line }
    }
    return nil
  }

  /// The value at `next`, and all that stand behind it and are its own; `next` is behind them then.
  private init(_ next: inout UnsafePointer<psst_toml_node>) {
    let node = next.pointee
    next += 1
    line = Int(node.line)
    switch node.kind {
    case PSST_TOML_INTEGER: integer = node.integer
    case PSST_TOML_REAL: real = node.real
    case PSST_TOML_BOOLEAN: boolean = node.integer != 0
    case PSST_TOML_ARRAY: array = (0..<node.count).map { _ in TOML(&next) }
    case PSST_TOML_TABLE:
      var named: [String: TOML] = [:]
      named.reserveCapacity(node.count)
      for _ in 0..<node.count {
        let key = String(bytes: next.pointee.key, count: next.pointee.key_length)
        named[key] = TOML(&next)
      }
      table = named
    default: string = String(bytes: node.text, count: node.text_length)
    }
  }

  /// A table's keys with their values in the order they were written.
  public var entries: [(key: String, value: TOML)] {
    (table ?? [:]).map { (key: $0.key, value: $0.value) }
      .sorted { ($0.value.line, $0.key) < ($1.value.line, $1.key) }
  }
}

extension String {
  /// UTF-8 that need not end with a zero.
  fileprivate init(bytes: UnsafePointer<CChar>?, count: Int) {
    let raw = UnsafeRawBufferPointer(start: bytes, count: count)
    self = String(decoding: raw, as: UTF8.self)
  }
}

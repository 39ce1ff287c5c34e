internal import CToml
internal import FoundationEssentials

/// A value of a TOML document and the line it stands on. Exactly one of the parts is set.
public struct TOML: Sendable, Equatable, Decodable {
  /// From 1.
  public var line: Int
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
    var text = text
    let parsed = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { psst_toml_parse($0.baseAddress, $0.count) }
    }
    defer { psst_toml_free(parsed) }
    guard let json = parsed.json else {
      let message = parsed.error.map { String(cString: $0) } ?? "out of memory"
      throw SyntaxError(line: Int(parsed.line), column: Int(parsed.column), message: message)
    }
    do {
      return try JSONDecoder().decode(TOML.self, from: Data(String(cString: json).utf8))
    } catch {
      throw SyntaxError(line: 1, column: 1, message: "\(error)")
    }
  }

  /// A table's keys with their values in the order they were written.
  public var entries: [(key: String, value: TOML)] {
    (table ?? [:]).map { (key: $0.key, value: $0.value) }
      .sorted { ($0.value.line, $0.key) < ($1.value.line, $1.key) }
  }
}

internal import Model

/// A value bound to a statement.
enum SQLValue {
  case integer(Int64)
  case text(String)
  case null

  static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
  static func bool(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
  static func optional(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
  static func optional(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }
  static func jid(_ value: JID) -> SQLValue { .text(value.description) }
  /// As `archive` columns have it: nothing for the account's own.
  static func archive(_ room: JID?) -> SQLValue { .text(room?.description ?? "") }
}

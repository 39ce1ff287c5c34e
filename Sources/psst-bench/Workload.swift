/// Words for messages: no letter stands where it stood in the word before, so that a terminal whose
/// rows moved gets each of them whole.
struct Workload {
  private var number = 0

  mutating func nextWord() -> String {
    number += 1
    return Self.word(number)
  }

  private static let length = 8

  static func word(_ number: Int) -> String {
    let codes = (0..<length).map { 97 + (number * 7 + $0 * (3 + number / 26)) % 26 }
    return String(decoding: codes.map(UInt8.init), as: UTF8.self)
  }

  /// The same as an expression of SQL.
  static func word(_ number: String) -> String {
    let codes = (0..<length).map { "97 + (\(number) * 7 + \($0) * (3 + \(number) / 26)) % 26" }
    return "char(\(codes.joined(separator: ", ")))"
  }
}

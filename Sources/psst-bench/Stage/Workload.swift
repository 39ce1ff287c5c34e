/// Words for messages: no letter stands where it stood in the word before, so that a terminal whose
/// rows moved gets each of them whole.
struct Workload {
  private var number = 0

  mutating func nextWord() -> String {
    number += 1
    return Self.word(number)
  }

  /// Eight letters.
  static func word(_ number: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return String((0..<8).map { letters[(number * 7 + $0 * (3 + number / 26)) % 26] })
  }
}

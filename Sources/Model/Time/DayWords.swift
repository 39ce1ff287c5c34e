internal import Localization

/// A day as people write it: `2026-05-12`, `12 may`, `12 May 2026`, `today`, `yesterday`; in English, and in their own
/// language.
public enum DayWords {
  /// When the day that is named begins in the local zone; `nil` where the text names none. Without a year it
  /// is the last such day.
  public static func start(_ text: String, now: Timestamp, _ time: CivilTime) -> Timestamp? {
    let today = time.dayNumber(now)
    guard let day = day(text.lowercased(), today: today) else { return nil }
    return time.start(ofDay: day)
  }

  private static func day(_ text: String, today: Int) -> Int? {
    let words = text.split { $0 == " " || $0 == "-" || $0 == "." }.map(String.init)
    switch words.count {
    case 1:
      if ["today", tr("today").lowercased()].contains(words[0]) { return today }
      return ["yesterday", tr("yesterday").lowercased()].contains(words[0]) ? today - 1 : nil
    case 2:
      guard let month = month(words[1]) else { return nil }
      let year = CivilTime.date(ofDay: today).year
      guard let day = number(year, month, words[0]) else { return nil }
      return day <= today ? day : number(year - 1, month, words[0])
    case 3:
      if let month = month(words[1]), let year = Int(words[2]) {
        return number(year, month, words[0])
      }
      guard words[0].count == 4, let year = Int(words[0]), let month = Int(words[1]) else {
        return nil
      }
      return number(year, month, words[2])
    default: return nil
    }
  }

  private static func month(_ word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    let english = english.firstIndex { word.hasPrefix($0) }.map { $0 + 1 }
    return english ?? (1...12).first { word.hasPrefix(CivilTime.month($0).lowercased()) }
  }

  private static let english = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// `nil` for a day that no calendar has.
  private static func number(_ year: Int, _ month: Int, _ day: String) -> Int? {
    guard (0...9999).contains(year), (1...12).contains(month), let day = Int(day) else {
      return nil
    }
    let date = CivilTime.Date(year: year, month: month, day: day)
    let number = CivilTime.day(of: date)
    return CivilTime.date(ofDay: number) == date ? number : nil
  }
}

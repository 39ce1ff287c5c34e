/// Dates as XMPP writes them (XEP-0082), computed from milliseconds since 1970.
enum SimulatedTime {
  static func text(_ milliseconds: Int64, wholeSeconds: Bool) -> String {
    let seconds = milliseconds / 1000
    let (year, month, day) = date(days: seconds / 86_400)
    let clock = seconds % 86_400
    let fraction = wholeSeconds ? "" : "." + padded(milliseconds % 1000, 3) + "000"
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
      + padded(clock / 3600, 2) + ":" + padded(clock / 60 % 60, 2) + ":" + padded(clock % 60, 2)
      + fraction + "Z"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The proleptic Gregorian date of a day counted from 1970-01-01 (Hinnant, "chrono-compatible
  /// low-level date algorithms", `civil_from_days`).
  private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

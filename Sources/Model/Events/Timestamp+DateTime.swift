extension Timestamp {
  /// A date and time of ISO 8601, as XEP-0082 and other programs write it: `2002-09-10T23:08:25.123Z`, or with an offset
  /// (`+02:00`, `+0200`, `+02`) in the place of `Z`; `nil` where it is none.
  public init?(dateTime text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 64, Self.separatorsMatch(bytes),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
      let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60,
      let (fraction, zone) = Self.fraction(bytes[19...]), let offset = Self.offset(zone)
    else { return nil }
    let days = Self.daysSinceEpoch(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
    self.init(milliseconds: Int64(seconds * 1000 + fraction))
  }

  /// The same in UTC, to the millisecond: `2002-09-10T23:08:25.123Z`.
  public var dateTime: String {
    let seconds = Int(milliseconds.floored(to: 1_000))
    let day = Int(Int64(seconds).floored(to: 86_400))
    let (year, month, dayOfMonth) = Self.date(ofDay: day)
    let second = seconds - day * 86_400
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let rest = Int(milliseconds) - seconds * 1_000
    return
      "\(year)-\(two(month))-\(two(dayOfMonth))T\(two(second / 3_600)):\(two(second / 60 % 60)):"
      + "\(two(second % 60)).\(rest < 100 ? "0" : "")\(two(rest))Z"
  }

  /// The inverse of ``daysSinceEpoch(year:month:day:)``, for years of four digits.
  private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let day = min(max(day, -719_162), 2_932_896)
    var year = 1970 + day / 366 - 2
    while daysSinceEpoch(year: year + 1, month: 1, day: 1) <= day { year += 1 }
    var month = 1
    while month < 12, daysSinceEpoch(year: year, month: month + 1, day: 1) <= day { month += 1 }
    return (year, month, day - daysSinceEpoch(year: year, month: month, day: 1) + 1)
  }

  private static func separatorsMatch(_ bytes: [UInt8]) -> Bool {
    zip([4, 7, 10, 13, 16], "--T::".utf8).allSatisfy { bytes[$0] == $1 }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Milliseconds (further digits are cut), and what follows.
  private static func fraction(_ rest: ArraySlice<UInt8>) -> (Int, ArraySlice<UInt8>)? {
    guard rest.first == UInt8(ascii: ".") else { return (0, rest) }
    let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
    let padded = Array(digits.prefix(3)) + Array(repeating: 0x30, count: max(0, 3 - digits.count))
    guard !digits.isEmpty, let value = number(padded[...]) else { return nil }
    return (value, rest.dropFirst(1 + digits.count))
  }

  /// Seconds east of UTC.
  private static func offset(_ zone: ArraySlice<UInt8>) -> Int? {
    let zone = Array(zone)
    if zone == [UInt8(ascii: "Z")] { return 0 }
    let colon = zone.count == 6 && zone[3] == UInt8(ascii: ":")
    guard zone.count == 3 || zone.count == 5 || colon, let hours = number(zone[1..<3]),
      let minutes = zone.count == 3 ? 0 : number(zone[(zone.count - 2)...]), hours < 24,
      minutes < 60
    else { return nil }
    switch zone[0] {
    case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
    default: return nil
    }
  }

  /// Days from 1970-01-01 in the Gregorian calendar, counted in years that begin in March.
  public static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let leapDays = year / 4 - year / 100 + year / 400
    return year * 365 + leapDays + (monthFromMarch * 153 + 2) / 5 + day - 719_469
  }
}

extension Int64 {
  /// How often it holds the divisor, rounded down.
  fileprivate func floored(to divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

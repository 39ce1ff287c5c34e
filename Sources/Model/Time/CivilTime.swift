internal import Localization

/// Wall-clock times in the local zone, for people (T3). The zone comes from outside as a function
/// from a time to its offset from UTC in seconds.
public struct CivilTime: Sendable {
  /// Seconds to add to UTC at a time.
  public var utcOffset: @Sendable (Timestamp) -> Int

  /// As above.
  public init(utcOffset: @escaping @Sendable (Timestamp) -> Int) { self.utcOffset = utcOffset }

  /// A day of the calendar.
  public struct Date: Equatable, Sendable {
    /// 0 is 1 BC.
    public var year: Int
    /// 1–12.
    public var month: Int
    /// 1–31.
    public var day: Int

    /// Not checked.
    public init(year: Int, month: Int, day: Int) {
      (self.year, self.month, self.day) = (year, month, day)
    }
  }

  /// `14:02`.
  public func clock(_ time: Timestamp) -> String {
    let minutes = Self.floorDivide(secondsOfDay(time), 60)
    return "\(Self.two(minutes / 60)):\(Self.two(minutes % 60))"
  }

  /// `14:02:11`.
  public func clockWithSeconds(_ time: Timestamp) -> String {
    "\(clock(time)):\(Self.two(secondsOfDay(time) % 60))"
  }

  /// `14:02:11.204`.
  public func clockWithMilliseconds(_ time: Timestamp) -> String {
    let rest = Self.floorModulo(Int(Self.bounded(time).milliseconds), 1000)
    return "\(clockWithSeconds(time)).\(rest < 100 ? "0" : "")\(Self.two(rest))"
  }

  /// Minutes since 1970-01-01 in the local zone.
  public func minute(_ time: Timestamp) -> Int { Self.floorDivide(localSeconds(time), 60) }

  /// Days since 1970-01-01 in the local zone.
  public func dayNumber(_ time: Timestamp) -> Int { Self.floorDivide(localSeconds(time), 86_400) }

  /// `Tue 12 May`, with the year where it is not this one.
  public func day(_ time: Timestamp, now: Timestamp) -> String {
    let number = dayNumber(time)
    let date = Self.date(ofDay: number)
    let year = date.year == Self.date(ofDay: dayNumber(now)).year ? "" : " \(date.year)"
    let (name, month) = (weekday(number), Self.month(date.month))
    return tr("\(name) \(date.day) \(month)", as: "day") + year
  }

  /// For the chat list, at most six columns: `14:02`, `Mon`, `12 May`, `2024`.
  public func brief(_ time: Timestamp, now: Timestamp) -> String {
    let number = dayNumber(time)
    let today = dayNumber(now)
    if number == today { return clock(time) }
    if number < today, today - number < 7 { return weekday(number) }
    let date = Self.date(ofDay: number)
    if date.year == Self.date(ofDay: today).year {
      return "\(date.day) \(Self.month(date.month))"
    }
    return String(date.year)
  }

  private func weekday(_ day: Int) -> String {
    switch Self.floorModulo(day + 4, 7) {
    case 0: tr("Sun")
    case 1: tr("Mon")
    case 2: tr("Tue")
    case 3: tr("Wed")
    case 4: tr("Thu")
    case 5: tr("Fri")
    default: tr("Sat")
    }
  }

  /// `May`, of 1–12.
  static func month(_ number: Int) -> String {
    switch number {
    case 1: tr("Jan")
    case 2: tr("Feb")
    case 3: tr("Mar")
    case 4: tr("Apr")
    case 5: tr("May")
    case 6: tr("Jun")
    case 7: tr("Jul")
    case 8: tr("Aug")
    case 9: tr("Sep")
    case 10: tr("Oct")
    case 11: tr("Nov")
    default: tr("Dec")
    }
  }

  private func localSeconds(_ time: Timestamp) -> Int {
    Self.floorDivide(Int(Self.bounded(time).milliseconds), 1000) + utcOffset(Self.bounded(time))
  }

  private func secondsOfDay(_ time: Timestamp) -> Int {
    Self.floorModulo(localSeconds(time), 86_400)
  }

  /// A clock wrong beyond measure (T2) is shown as the nearest time between the years 0 and 9999.
  private static func bounded(_ time: Timestamp) -> Timestamp {
    Timestamp(milliseconds: min(max(time.milliseconds, -62_167_219_200_000), 253_402_300_799_000))
  }

  /// The proleptic Gregorian date of a day counted from 1970-01-01, by eras of 400 years that begin
  /// in March.
  public static func date(ofDay day: Int) -> Date {
    let shifted = day + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return Date(year: year, month: month, day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The inverse of ``date(ofDay:)``.
  public static func day(of date: Date) -> Int {
    let year = date.month <= 2 ? date.year - 1 : date.year
    let era = floorDivide(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// When a day begins in the local zone.
  public func start(ofDay day: Int) -> Timestamp {
    let midnight = Timestamp(milliseconds: Int64(day) * 86_400_000)
    return Timestamp(milliseconds: midnight.milliseconds - Int64(utcOffset(midnight)) * 1_000)
  }

  /// When the clock shows a full hour of a day in the local zone.
  public func hour(_ hour: Int, ofDay day: Int) -> Timestamp {
    let shown = Timestamp(milliseconds: (Int64(day) * 24 + Int64(hour)) * 3_600_000)
    return Timestamp(milliseconds: shown.milliseconds - Int64(utcOffset(shown)) * 1_000)
  }

  /// Of what is soon: `15:04`, `tomorrow 08:00`, `Tue 12 May 08:00`.
  public func soon(_ time: Timestamp, now: Timestamp) -> String {
    switch dayNumber(time) - dayNumber(now) {
    case 0: clock(time)
    case 1: tr("tomorrow \(clock(time))")
    default: "\(day(time, now: now)) \(clock(time))"
    }
  }

  private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
  }

  private static func floorModulo(_ number: Int, _ divisor: Int) -> Int {
    number - floorDivide(number, divisor) * divisor
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

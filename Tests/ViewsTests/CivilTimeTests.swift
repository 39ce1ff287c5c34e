import Testing

@testable import Model
@testable import Views

@Suite struct CivilTimeTests {
  static let utc = CivilTime(utcOffset: { _ in 0 })

  static func at(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

  static let dates: [[Int]] = [
    [0, 1970, 1, 1], [-1, 1969, 12, 31], [59, 1970, 3, 1], [58, 1970, 2, 28],
    [11_016, 2000, 2, 29], [11_017, 2000, 3, 1], [19_782, 2024, 2, 29], [20_585, 2026, 5, 12],
    [-25_509, 1900, 2, 28], [-25_508, 1900, 3, 1], [2_932_896, 9999, 12, 31],
  ]

  @Test(
    arguments: [
      (0, "now"), (12_000, "12 s"), (240_000, "4 m"), (10_800_000, "3 h"), (172_800_000, "2 d"),
      (86_400_000 * 999, "999 d"), (86_400_000 * 1_100, "3 y"), (Int64.max, "999 y"),
    ] as [(Int64, String)])
  func `T2 an age takes at most five columns, however wrong a clock is`(age: Int64, text: String) {
    let now = Timestamp(milliseconds: age)
    #expect(Age.text(of: Timestamp(milliseconds: 0), now: now) == text)
    #expect(text.count <= 5)
  }

  @Test(arguments: dates)
  func `T3 days are dates of the calendar`(row: [Int]) {
    let date = CivilTime.date(ofDay: row[0])
    #expect(date == CivilTime.Date(year: row[1], month: row[2], day: row[3]))
  }

  @Test func `T3 each of 400 years' days is the next of the one before`() {
    var before = CivilTime.date(ofDay: -1)
    for day in 0..<146_097 {
      let date = CivilTime.date(ofDay: day)
      let isNext =
        date.day == before.day + 1 && date.month == before.month && date.year == before.year
        || date.day == 1 && date.month == before.month + 1 && date.year == before.year
        || date.day == 1 && date.month == 1 && before.month == 12 && date.year == before.year + 1
      guard isNext else {
        Issue.record("\(before) then \(date)")
        return
      }
      before = date
    }
  }

  static let ages: [(Int64, String)] = [
    (0, "14:02"), (1440, "Mon"), (8640, "Wed"), (10_080, "5 May"), (576_000, "2025"),
    (-1440, "13 May"),
  ]

  @Test(arguments: ages)
  func `T3 the list shows how long ago in few columns`(minutes: Int64, text: String) {
    let time = Timestamp(milliseconds: Stage.noon.milliseconds - minutes * 60_000)
    #expect(Self.utc.brief(time, now: Stage.noon) == text)
  }

  @Test func `T3 times are in the zone given, which may change over the year`() {
    let zone = CivilTime(utcOffset: { $0.milliseconds < 1_000_000_000_000 ? 3600 : -9000 })
    #expect(zone.clock(Self.at(0)) == "01:00")
    #expect(zone.clock(Stage.noon) == "11:32")
    #expect(zone.day(Self.at(0), now: Self.at(0)) == "Thu 1 Jan")
  }

  @Test
  func `A1 T3 what is soon is said with its day, and tomorrow morning is at eight of its clock`() {
    let noon = Stage.noon
    let changed = Timestamp(milliseconds: noon.milliseconds + 10 * 3_600_000)
    let zone = CivilTime(utcOffset: { $0 < changed ? 3600 : 7200 })
    #expect(zone.soon(MuteSpan.hour.end(after: noon, zone), now: noon) == "16:02")
    #expect(zone.soon(MuteSpan.tomorrow.end(after: noon, zone), now: noon) == "tomorrow 08:00")
    let later = Timestamp(milliseconds: noon.milliseconds + 3 * 86_400_000)
    #expect(zone.soon(later, now: noon) == "Fri 15 May 16:02")
  }

  @Test(arguments: [Int64.min, Int64.max, -1, 0])
  func `T2 a clock wrong beyond measure is still shown`(milliseconds: Int64) {
    let time = Timestamp(milliseconds: milliseconds)
    #expect(Self.utc.clock(time).count == 5)
    #expect(!Self.utc.day(time, now: Stage.noon).isEmpty)
    for span in MuteSpan.allCases { #expect(span.end(after: time, Self.utc).milliseconds != 0) }
  }
}

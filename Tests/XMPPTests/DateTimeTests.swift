import Model
import Testing

@testable import XMPP

@Suite struct DateTimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1969-07-21T02:56:15Z", -14_159_025_000),
    ("1969-07-20T21:56:15-05:00", -14_159_025_000), ("2000-02-29T12:00:00Z", 951_825_600_000),
    ("2002-09-10T23:08:25Z", 1_031_699_305_000), ("2024-12-31T23:59:60Z", 1_735_689_600_000),
    ("2010-07-10T23:08:25.1Z", 1_278_803_305_100),
    ("2010-07-10T23:08:25.123456Z", 1_278_803_305_123),
    ("2010-07-11T01:08:25.123+02:00", 1_278_803_305_123),
  ])
  func `T1 the server's times are understood`(text: String, milliseconds: Int64) {
    #expect(XEP0082DateTime.parse(text) == Timestamp(milliseconds: milliseconds))
  }

  @Test(arguments: [
    "", "now", "2010-07-10", "2010-07-10T23:08:25", "2010-07-10 23:08:25Z", "2010-13-10T23:08:25Z",
    "2010-00-10T23:08:25Z", "2010-07-32T23:08:25Z", "2010-07-10T24:08:25Z", "2010-07-10T23:60:25Z",
    "2010-07-10T23:08:25.Z", "2010-07-10T23:08:25+2:00", "2010-07-10T23:08:25z",
    "٢٠١٠-07-10T23:08:25Z", "-010-07-10T23:08:25Z",
    "2010-07-10T23:08:25." + String(repeating: "1", count: 1000) + "Z",
  ])
  func `what is no time is none`(text: String) { #expect(XEP0082DateTime.parse(text) == nil) }
}

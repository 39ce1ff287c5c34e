import Model
import Testing

/// What somebody says beside their presence.
@Suite struct StatusTextTests {
  @Test func `Z4 a status is one line of bounded length, or none`() {
    #expect(StatusText.bounded("  at\n lunch\t now ") == "at lunch now")
    #expect(StatusText.bounded(" \n ") == nil)
    #expect(StatusText.bounded(String(repeating: "é", count: 5_000))?.count == 200)
    let wide = StatusText.bounded(String(repeating: "👨‍👩‍👧‍👦", count: 300)) ?? ""
    #expect(wide.utf8.count <= StatusText.longest.bytes && !wide.contains("\u{FFFD}"))
  }
}

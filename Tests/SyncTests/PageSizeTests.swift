import Model
import Testing

@testable import Sync

/// How much of an archive is asked for at once, on links of all kinds.
struct PageSizeTests {
  /// Asks for pages of a long archive, one after the other; how long each took, and how much it was.
  /// - Parameter isShrunk: the link was hardly there before.
  private func pages(
    _ count: Int, latency: Int64, perEntry: Int64, isShrunk: Bool = false
  ) -> [(entries: Int, time: Int64)] {
    var size = PageSize()
    if isShrunk { for _ in 0..<6 { size.shrink() } }
    var uptime: Int64 = 0
    return (0..<count).map { _ in
      let entries = size.entries
      size.asked(moment(uptime))
      let time = latency + perEntry * Int64(entries)
      uptime += time
      size.finished(moment(uptime))
      return (entries, time)
    }
  }

  private func moment(_ uptime: Int64) -> Moment {
    Moment(wall: Timestamp(milliseconds: uptime), uptime: uptime, bootID: "boot", random: 0)
  }

  @Test(
    arguments: [(700, 140), (1_500, 60), (50, 700), (0, 300)] as [(Int64, Int64)], [false, true])
  func `Z8 pages are as large as a slow link brings in time`(
    link: (latency: Int64, perEntry: Int64), isShrunk: Bool
  ) {
    let (latency, perEntry) = link
    let all = pages(40, latency: latency, perEntry: perEntry, isShrunk: isShrunk)
    for page in all.suffix(20) {
      #expect(page.time <= PageSize.aim, "\(page.entries) entries in \(page.time) ms")
      let larger = latency + perEntry * Int64(2 * page.entries)
      #expect(larger > PageSize.aim || page.entries == PageSize.largest, "\(page.entries) entries")
    }
  }

  @Test func `Z8 a link that was slow for once gets large pages again`() {
    var size = PageSize()
    for _ in 0..<6 { size.shrink() }
    #expect(size.entries == PageSize.smallest)
    for _ in 0..<5 {
      size.asked(moment(0))
      size.finished(moment(300))
    }
    #expect(size.entries == PageSize.largest)
  }

  @Test func `Z8 the smallest page stays where it alone takes too long`() {
    let settled = pages(20, latency: 9_000, perEntry: 500).suffix(10)
    #expect(settled.allSatisfy { $0.entries == PageSize.smallest })
  }
}

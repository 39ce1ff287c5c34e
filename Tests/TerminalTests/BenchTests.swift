import FoundationEssentials
import Harness
import Testing

extension TerminalTests {
  @Suite struct BenchTests {
    private struct Section: Decodable {
      struct Reading: Decodable {
        var measure: String
        var value: Double?
      }

      var title: String
      var readings: [Reading]
    }

    /// Each waits for what its requirement promises, and fails where that never comes; how long it may take
    /// is for a quiet machine.
    @Test func `O11 P6 S10 what every benchmark waits for happens`() throws {
      let bench = try ChildProcess([Repository.program("psst-bench"), "--short", "--json"])
      #expect(try bench.waitForEnd(bound: 240) == 0, "\(bench.errorText)")
      let sections = try JSONDecoder().decode([Section].self, from: Data(bench.output))
      #expect(sections.count >= 7)
      for section in sections {
        #expect(!section.readings.isEmpty, "\(section.title)")
        for reading in section.readings {
          #expect(reading.value?.isFinite == true, "\(section.title): \(reading.measure)")
        }
      }
    }
  }
}

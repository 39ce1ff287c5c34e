import FoundationEssentials
import Harness
import Testing

extension TerminalTests {
  @Suite @ProgramThread struct BenchTests {
    private struct Section: Decodable {
      struct Reading: Decodable {
        var measure: String
        var value: Double?
      }

      var title: String
      var readings: [Reading]
    }

    /// That they run and give numbers; what the numbers are is for a quiet machine.
    @Test func `S1 S10 O11 P2 P6 every benchmark runs and gives its numbers`() throws {
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

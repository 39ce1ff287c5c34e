import Testing

@testable import psst

struct DoctorTests {
  @Test(arguments: [
    ("xterm", true, Doctor.Finding.Verdict.ok), ("xterm", false, .note), ("", true, .note),
    ("dumb", true, .note), ("foo", true, .wrong),
  ])
  func `A4 the terminal is judged by its type`(
    type: String, hasTerminal: Bool, verdict: Doctor.Finding.Verdict
  ) {
    let finding = Doctor.terminalType(type, hasTerminal: hasTerminal) { $0 == "xterm" }
    #expect(finding.verdict == verdict)
  }

  @Test(arguments: [
    ("xterm-256color", nil, nil, "256"), ("xterm-direct", nil, nil, "16 million"),
    ("xterm", nil, nil, "8 or 16"), ("vt100", nil, nil, "none"),
    ("xterm-256color", "truecolor", "1", "none, by NO_COLOR"),
  ])
  func `A4 colours follow the terminal's promises`(
    type: String, promise: String?, refusal: String?, expected: String
  ) {
    #expect(Doctor.colours(type: type, promise: promise, refusal: refusal).text.hasPrefix(expected))
  }

  @Test func `A4 a window too small and a full disk are wrong`() {
    #expect(Doctor.size(20, 5).verdict == .ok)
    #expect(Doctor.size(19, 5).verdict == .wrong)
    #expect(Doctor.size(20, 4).verdict == .wrong)
    #expect(Doctor.space(megabytes: 50).verdict == .ok)
    #expect(Doctor.space(megabytes: 49).verdict == .wrong)
  }

  @Test func `A4 a line has verdict, subject and text in columns`() {
    #expect(
      Doctor.line(Doctor.Finding(.wrong, "window", "too small"))
        == "wrong window            too small")
  }
}

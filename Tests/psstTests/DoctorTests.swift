import Model
import Storage
import Testing

@testable import psst

struct DoctorTests {
  @Test(arguments: [
    ("xterm", true, Doctor.Finding.Verdict.ok), ("xterm", false, .note), ("", true, .note),
    ("dumb", true, .note), ("foo", true, .note),
  ])
  func `A4 the terminal is judged by its type`(
    type: String, hasTerminal: Bool, verdict: Doctor.Finding.Verdict
  ) {
    let finding = Doctor.terminalType(type, hasTerminal: hasTerminal) { $0 == "xterm" }
    #expect(finding.verdict == verdict)
  }

  @Test(arguments: [
    ("xterm-256color", nil, nil, "256"), ("xterm-direct", nil, nil, "16 million"),
    ("xterm-256color", "truecolor", nil, "16 million"), ("xterm", nil, nil, "8 or 16"),
    ("vt100", nil, nil, "none"),
    ("xterm-256color", "truecolor", "1", "none, by NO_COLOR"),
  ])
  func `A4 colours follow the terminal's promises`(
    type: String, promise: String?, refusal: String?, expected: String
  ) {
    #expect(Doctor.colours(type: type, promise: promise, refusal: refusal).text.hasPrefix(expected))
  }

  @Test func `P4 what is kept is told, and what the next run removes`() {
    var outlook = PurgeOutlook()
    (outlook.stored, outlook.due, outlook.span) = (1_000, 300, 90 * Keep.day)
    let asked = Doctor.history(outlook, nil, of: "ana@example.org")
    #expect(asked.verdict == .note)
    #expect(
      asked.text
        == "ana@example.org: 1000 messages of 90 days; 300 are older than 30 days and not of the newest 100 of a chat"
    )
    let agreed = Doctor.history(outlook, .standard, of: "ana@example.org")
    #expect(agreed.verdict == .ok)
    #expect(
      agreed.text.hasSuffix(
        "kept 30 days; 300 are older than 30 days and are removed next if the server has them"))
    outlook.due = 0
    let idle = Doctor.history(outlook, .standard, of: "ana@example.org")
    #expect(idle.text.hasSuffix("kept 30 days; nothing is removed next"))
    let forever = Doctor.history(outlook, .forever, of: "ana@example.org")
    #expect(forever.text.hasSuffix("kept for ever"))
  }

  @Test func `A4 a window too small and a full disk are wrong`() {
    #expect(Doctor.size(20, 5).verdict == .ok)
    #expect(Doctor.size(19, 5).verdict == .wrong)
    #expect(Doctor.size(20, 4).verdict == .wrong)
    #expect(Doctor.space(megabytes: 50).verdict == .ok)
    #expect(Doctor.space(megabytes: 49).verdict == .wrong)
  }

  @Test func `A4 a line has verdict, subject and text in columns, and below it what to do`() {
    let finding = Doctor.Finding(.wrong, "window", "too small", advice: "make it larger")
    #expect(
      Doctor.lines(finding) == [
        "wrong window            too small", "                        To do: make it larger",
      ])
    #expect(Doctor.lines(Doctor.Finding(.ok, "window", "80×24")).count == 1)
  }

  @Test func `A4 what is wrong, and what is only half right, comes with what to do`() {
    let findings = [
      Doctor.size(19, 5), Doctor.space(megabytes: 1), Doctor.characters("ANSI_X3.4-1968"),
      Doctor.terminalType("foo", hasTerminal: true) { _ in false },
      Doctor.terminalType("", hasTerminal: true) { _ in false },
    ]
    for finding in findings { #expect(finding.advice?.isEmpty == false, "\(finding)") }
  }
}

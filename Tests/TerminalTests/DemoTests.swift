import Foundation
import Harness
import Scratch
import Testing

extension TerminalTests {
  /// `psst demo` as the built program: without a terminal, and played in one.
  @Suite struct DemoTests {
    private static let failing = """
      title It fails
      proves I7
      me ana
      friend bo
      type hello
      press Enter
      expect bo lacks "hello"
      expect screen "good bye"
      """

    /// A home that is not there yet, so that a file in it would be seen, and a place for the play's databases.
    private func untouched() throws -> (home: PsstHome, data: String, scratch: ScratchFolder) {
      let home = try PsstHome()
      let scratch = ScratchFolder()
      home.environment["PSST_HOME"] = home.path + "/none"
      home.environment["TMPDIR"] = scratch.path
      return (home, home.path + "/none", scratch)
    }

    @Test func `I7 all shipped scenes hold, and nothing of the user's is touched`() throws {
      let (home, data, scratch) = try untouched()
      defer { home.close() }
      let demo = try home.run("demo", "--check", bound: 900)
      #expect(demo.exitCode == 0, "\(demo.outputText)")
      #expect(demo.outputText.contains("ok    tour\n"))
      #expect(!FileManager.default.fileExists(atPath: data))
      #expect(ScratchFolder.names(in: scratch.path).isEmpty)
    }

    /// Each process has a hash seed of its own (Swift's `Hasher`).
    @Test func `I7 every scene has the same bytes in two processes, and others for another seed`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let list = try home.run("demo", "--list").outputText
      let names = list.split(separator: "\n").compactMap { $0.split(separator: " ").first }
      #expect(names.count > 40)
      for name in names.map(String.init) {
        let runs = try (0..<2).map { _ in try home.start("demo", name, "--record", "-") }
        for run in runs { #expect(try run.waitForEnd(bound: 240) == 0) }
        #expect(runs[0].output.count > 1_000)
        #expect(runs[0].output == runs[1].output, "\(name) is not the same twice")
      }
      let seeds = try ["1", "2"].map { try home.run("demo", "x1", "--record", "-", "--seed", $0) }
      #expect(seeds[0].output != seeds[1].output)
    }

    @Test func `I7 what does not hold ends with 1, its place and the screen`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let demo = try home.run("demo", "--check", "-", input: Self.failing)
      #expect(demo.exitCode == 1)
      #expect(demo.outputText.contains("standard input:8:1: after"))
      #expect(demo.outputText.contains("no \"good bye\" on the screen"))
      #expect(demo.outputText.contains("you ┃ hello"))
    }

    @Test(arguments: [
      (["demo", "tuor"], "there is no scene \"tuor\"; did you mean \"tour\"?", 1),
      (["demo", "--speed", "fast"], "--speed needs a number from 0.05 to 100, not \"fast\"", 2),
      (["demo", "--check", "/none/a.scene"], "/none/a.scene: No such file or directory", 1),
      (["demo", "x1"], "there is no terminal to play on", 1),
      (["demo", "--seed", "x"], "--seed needs a number, not \"x\"", 2),
      (["demo", "--size", "big"], "--size needs a size such as 80x24, not \"big\"", 2),
      (["demo", "tour", "--picture", "-", "--still", "zzz"], "no caption of the scene has", 1),
      (["demo", "x1", "--record", "/none/a.cast"], "/none/a.cast: No such file or directory", 1),
    ])
    func `I7 A4 what cannot be played is told plainly`(words: [String], told: String, code: Int32)
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let demo = try ChildProcess([Repository.psst] + words, environment: home.environment)
      demo.endInput()
      #expect(try demo.waitForEnd() == code)
      #expect(demo.errorText.contains(told), "\(demo.errorText)")
    }

    @Test
    func `I7 it plays on the terminal, pauses, goes on by steps, and gives the terminal back`()
      throws
    {
      let (home, data, scratch) = try untouched()
      defer { home.close() }
      let demo = try home.open("demo", rows: 30)
      try demo.wait(for: "psst: the terminal messenger that does not lose messages")
      try demo.wait(for: "q leaves")
      demo.type(" ")
      try demo.wait(for: "space goes on")
      for _ in 0..<3 { demo.press(.right) }
      try demo.wait(for: "it is on disk before it is on the wire")
      demo.resize(rows: 20, columns: 60)
      try demo.wait(for: "q leaves")
      demo.type("q")
      #expect(try demo.waitForEnd() == 0)
      #expect(!demo.isOnAlternateScreen)
      #expect(!FileManager.default.fileExists(atPath: data))
      #expect(ScratchFolder.names(in: scratch.path).isEmpty)
    }

    @Test func `I7 a scene of one's own plays to its end, at any speed`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write(
        "title Mine\nproves I7\nme ana\nfriend bo\ncaption Look\ntype hello\npress Enter\nwait 9 s",
        to: "my.scene")
      let demo = try home.open("demo", home.path + "/my.scene", "--speed", "50", rows: 40)
      try demo.wait(for: "The end. Any key leaves.")
      #expect(demo.contains("you ┃ hello"))
      demo.press(.enter)
      #expect(try demo.waitForEnd() == 0)
    }

    @Test
    func `I7 I2 in a small terminal a scene is as small, or its part around the cursor is seen`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let tour = try home.open("demo", rows: 20, columns: 60)
      try tour.wait(for: "Write to Bo Reyes")
      #expect(tour.contains("psst  ana@psst.example"))
      tour.type("q")
      #expect(try tour.waitForEnd() == 0)
      try home.write(
        "me ana\nfriend bo\nscreen 100x30\nexpect row \"Esc browse\" \"F1 help\"\nwait 9 s",
        to: "wide.scene")
      let wide = try home.open("demo", home.path + "/wide.scene", rows: 20, columns: 60)
      try wide.wait(for: "Write to bo")
      try wide.wait(for: "cut from 100x32")
      wide.type("q")
      #expect(try wide.waitForEnd() == 0)
    }

    @Test func `I7 the terminal is given back when the demo is ended from outside`() throws {
      let (home, _, scratch) = try untouched()
      defer { home.close() }
      let demo = try home.open("demo", rows: 30)
      try demo.wait(for: "q leaves")
      demo.signal(SIGTERM)
      #expect(try demo.waitForEnd() == 128 + SIGTERM)
      #expect(!demo.isOnAlternateScreen)
      #expect(ScratchFolder.names(in: scratch.path).isEmpty)
    }
  }
}
